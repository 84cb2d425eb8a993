import { beforeAll, describe, expect, test } from 'vitest';
import { compared } from '#domain/compared.ts';
import { asRole, useDatabase } from '#tests/support/database.ts';

/** Names, and what is typed for them. */
type Typed = { name: string; q: string };

const onPhone = (name: string) => name.replaceAll("'", '’').replaceAll('-', '–');
const onKeyboard = (name: string) => name.replaceAll('’', "'").replaceAll('–', '-');

// why: the pool takes a connection for dead that says nothing for 75 s.
const AT_ONCE = 10;

/** What is answered for a few of the list at a time, together. */
async function inParts<T, A>(list: T[], answer: (part: T[]) => Promise<A[]>): Promise<A[]> {
  const answers: A[] = [];
  for (let at = 0; at < list.length; at += AT_ONCE) {
    answers.push(...(await answer(list.slice(at, at + AT_ONCE))));
  }
  return answers;
}

/** Searches whose first three items do not have the name that is meant. */
const missed = (database: ReturnType<typeof useDatabase>, typed: Typed[]): Promise<string[]> =>
  asRole(database.db, { role: 'anon' }, (sql) =>
    inParts(typed, async (part) => {
      const rows = await sql<{ q: string; first: string[] }[]>`
        select q, first
        from unnest(${part.map(({ name }) => name)}::text[], ${part.map(({ q }) => q)}::text[]) as listed (name, q)
          cross join lateral (
            select array(
              select item ->> 'name' from jsonb_array_elements(search_by_words(q, size => 3) -> 'items') as item) as first
            offset 0
          ) as found
        where name <> all (first)`;
      return rows.map(({ q, first }) => `${q}: ${first.join(', ')}`);
    }),
  );

/** The searches without those that are read as another one for the same name. */
const readApart = (database: ReturnType<typeof useDatabase>, typed: Typed[]) =>
  database.db.owner<Typed[]>`
    select distinct on (name, private.typed_words(q), private.search_pattern(q)) name, q
    from unnest(${typed.map(({ name }) => name)}::text[], ${typed.map(({ q }) => q)}::text[]) as listed (name, q)`;

/** Words of which a search does not find every item that has them, with how many it lacks. */
const unfound = (database: ReturnType<typeof useDatabase>, words: string[]): Promise<object[]> =>
  inParts(
    words,
    (part) => database.db.owner`
      select word, lacking from unnest(${part}::text[]) as word
        cross join lateral (
          select private.found_chunks(word, null) as chunks, private.search_pattern(word) as pattern
        ) as search
        cross join lateral (
          select count(*) as lacking from (
            select entry.* from private.search_entries as entry join items on items.id = entry.item_id
            where word = any (string_to_array(items.name, ' ')) offset 0
          ) as entry
          where not exists (
              select from unnest(chunks) as part where part.counted = entry.counted and part.chunk = entry.place / 64
                and part.ranks[cardinality(part.ranks)] >> entry.place % 64 & 1 = 1)
            -- A text without words is compared as it is.
            and not (cardinality(private.search_terms(word)) = 0 and entry.text like pattern)
        ) as counted
      where lacking > 0`,
  );

/** Every word of the names, once. */
const wordsOf = (names: string[]) =>
  [...new Set(names.flatMap((name) => name.split(/\s+/u)))].filter((word) => word !== TIMES);

// why: a dimension's figures are words, and what is between them is none.
const TIMES = '×';

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

/** Pseudo-random numbers below n, the same in each run. */
let seed = 7;
const below = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
const one = <T>(list: readonly T[]) => list[below(list.length)] as T;

const MAKERS = [
  "D'Souza",
  'O’Neil',
  'Café Noir',
  'B&W',
  'Søren',
  'Krüger',
  'NP-F',
  'A/V',
  'Müller–Hahn',
];
const MEASURES = [
  '24–70 mm',
  '2.7 m',
  'f/1.8',
  '9×12 ft',
  '1,200 W',
  '85mm',
  '5½ in',
  "6'",
  '4K',
  '100%',
  '70-200',
  '⌀30',
];
const THINGS = [
  'C-Stand',
  'Desk',
  'Twin-Pack',
  'Sofa (3-Seater)',
  '“Lyon” Table',
  'Writer’s Chair',
  'Lens',
  'Kit + Case',
  '_Low_ Bench',
];
// Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam, Sinhala.
const INDIAN = ['कुर्सी', 'চেয়ার', 'ਕੁਰਸੀ', 'ખુરશી', 'ଚୌକି', 'நாற்காலி', 'కుర్చీ', 'ಕುರ್ಚಿ', 'കസേര', 'පුටුව'];
const EMOJI = ['🎥', '🌸', '💡', '🛋️', '👩‍🎨'];

const GENERATED = [
  ...new Set(
    Array.from({ length: 2000 }, (_, n) =>
      [one(MAKERS), one(MEASURES), one(THINGS), one(INDIAN), one(['', one(EMOJI)]), String(n)]
        .filter(Boolean)
        .join(' '),
    ),
  ),
];

/** Some of the names each, so that no test takes minutes. */
const PARTS = Array.from({ length: 10 }, (_, part) => part);
const inPart = (part: number, list: string[]) => list.filter((_, at) => at % PARTS.length === part);

describe.each([
  ['of the demo', true],
  ['with marks, measures, ten scripts and emoji', false],
])('all names %s', { tags: ['long'] }, (_, seeded) => {
  const many = useDatabase({ seeded });
  let names: string[];
  beforeAll(async () => {
    const sql = many.db.owner;
    if (!seeded) await sql`insert into props (name) select unnest(${GENERATED}::text[])`;
    names = (await sql<{ name: string }[]>`select name from items where active order by name`).map(
      ({ name }) => name,
    );
    await sql`analyze private.search_entries, private.search_words, private.search_marks`;
  });

  test.each(PARTS)('are among the first three, however they are typed: part %i', async (part) => {
    expect(names.length).toBeGreaterThan(1999);
    const typed = inPart(part, names).flatMap((name) =>
      [name, onPhone(name), onKeyboard(name)].map((q) => ({ name, q })),
    );
    expect(await missed(many, await readApart(many, typed))).toEqual([]);
  });

  test.each(PARTS)('are found by each of their words: part %i', async (part) => {
    expect(await unfound(many, inPart(part, wordsOf(names)))).toEqual([]);
  });
});
