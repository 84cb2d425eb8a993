import { beforeAll, describe, expect, test } from 'vitest';
import { compared } from '#domain/compared.ts';
import { useDatabase } from '#tests/support/database.ts';
import {
  EMOJI,
  INDIAN,
  MAKERS,
  MEASURES,
  missed,
  onKeyboard,
  onPhone,
  THINGS,
  unfound,
  wordsOf,
} from './names.ts';

const NAMES = [
  "Founder's Desk",
  'Artist’s Easel',
  '2.7 m Motorised Backdrop Stand',
  'Arca Nine 24–70 mm f/2.8 Lens',
  'Portrait Lens 85mm f/1.8',
  'NP-F Twin-Pack Battery',
  'Turtle-Base C-Stand',
  'Café Table “Lyon”',
  'Rock ’n’ Roll Neon',
  'NTG-5 Microphone',
  "9'×12' Canvas",
  'लकड़ी की कुर्सी',
  'தமிழ் நாற்காலி',
  'Wedding Mandap 🌸 Set',
  'Stand',
  'A',
  ...Array.from({ length: 12 }, (_, n) => `Light Stand No. ${n}`),
];

describe('a name', () => {
  const few = useDatabase();
  beforeAll(async () => {
    await few.db.owner`insert into props (name) select unnest(${NAMES}::text[])`;
  });

  test('is found as it is written, as on a phone, and as on a keyboard', async () => {
    for (const as of [(name: string) => name, onPhone, onKeyboard]) {
      expect(
        await missed(
          few,
          NAMES.map((name) => ({ name, q: as(name) })),
        ),
      ).toEqual([]);
    }
    expect(await unfound(few, wordsOf(NAMES))).toEqual([]);
  });

  test.each([
    ['24-70', 'Arca Nine 24–70 mm f/2.8 Lens'],
    ['24—70mm', 'Arca Nine 24–70 mm f/2.8 Lens'],
    ['c stand', 'Turtle-Base C-Stand'],
    ['C‑STAND', 'Turtle-Base C-Stand'],
    ['founders desk', "Founder's Desk"],
    ['founder`s', "Founder's Desk"],
    ['artists easel', 'Artist’s Easel'],
    ['85 mm', 'Portrait Lens 85mm f/1.8'],
    ['f1.8 lens', 'Portrait Lens 85mm f/1.8'],
    ['2.7m', '2.7 m Motorised Backdrop Stand'],
    ['cafe "lyon"', 'Café Table “Lyon”'],
    ['ntg5', 'NTG-5 Microphone'],
    ['9x12', "9'×12' Canvas"],
    ['कुर्सी', 'लकड़ी की कुर्सी'],
    ['की', 'लकड़ी की कुर्सी'],
    ['நாற்காலி', 'தமிழ் நாற்காலி'],
    ['🌸', 'Wedding Mandap 🌸 Set'],
    ['TURTLE\u00a0\u200bBASE', 'Turtle-Base C-Stand'],
    ['ase c-st', 'Turtle-Base C-Stand'],
    ['r’s d', "Founder's Desk"],
  ])('%s finds %s', async (q, name) => {
    expect(await missed(few, [{ name, q }])).toEqual([]);
  });

  test('is read in TypeScript as in SQL', async () => {
    const said = [
      ...NAMES,
      ...INDIAN,
      ...EMOJI,
      ...MAKERS,
      ...MEASURES,
      ...THINGS,
      'ΟΔΌΣ İ ﬁ ² १२',
      '\t‘a’\n—\u2003b',
    ];
    const rows = await few.db.owner<{ read: string }[]>`
      select private.compared(said) as read from unnest(${said}::text[]) with ordinality as listed (said, n) order by n`;
    expect(said.map(compared)).toEqual(rows.map(({ read }) => read));
  });

  test('is found in its catalogue too, by any part of it', async () => {
    const found = await few.db.owner<{ q: string; names: string[] }[]>`
      select q, array(
        select item ->> 'name' from jsonb_array_elements(search_catalogue('prop', q, size => 100) -> 'items') as item) as names
      from unnest(array['24-70', 'c stand', 'founders', '''s desk', 'ack-b', '🌸', 'कु']) as q`;
    expect(found.map(({ names }) => names)).toEqual([
      ['Arca Nine 24–70 mm f/2.8 Lens'],
      ['Turtle-Base C-Stand'],
      ["Founder's Desk"],
      ["Founder's Desk"],
      ['NP-F Twin-Pack Battery'],
      ['Wedding Mandap 🌸 Set'],
      ['लकड़ी की कुर्सी'],
    ]);
  });

  test('with eight items as typed, a word has no typing errors', async () => {
    await few.db
      .owner`insert into props (name) select 'Power Cable ' || n from generate_series(1, 7) as n`;
    await few.db.owner`insert into props (name) values ('Blue Table')`;
    // Whether nothing has both words.
    const isPartial = async () => {
      const [row] = await few.db.owner<{ partial: boolean }[]>`
        select search_by_words('blue cable') ? 'partial' as partial`;
      return row?.partial;
    };
    expect(await isPartial()).toBe(false);
    await few.db.owner`insert into props (name) values ('Power Cable 8')`;
    expect(await isPartial()).toBe(true);
  });

  test('a part of it that has several words is a match, wherever it begins and ends', async () => {
    const parts = NAMES.slice(0, 12).flatMap((name) =>
      [1, 2, 3].flatMap((from) => {
        const q = name.slice(from, name.length - from);
        return q.trim().includes(' ') ? [{ name, q }] : [];
      }),
    );
    expect(parts.length).toBeGreaterThan(15);
    expect(await missed(few, parts)).toEqual([]);
  });
});
