import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { scaled } from '#tests/support/scale.ts';
import {
  EMOJI,
  INDIAN,
  MAKERS,
  MEASURES,
  missed,
  onKeyboard,
  onPhone,
  readApart,
  THINGS,
  unfound,
  wordsOf,
} from './names.ts';

/** Pseudo-random numbers below n, the same in each run. */
let seed = 7;
const below = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n;
const one = <T>(list: readonly T[]) => list[below(list.length)] as T;

const GENERATED = [
  ...new Set(
    Array.from({ length: 2000 }, (_, n) =>
      [one(MAKERS), one(MEASURES), one(THINGS), one(INDIAN), one(['', one(EMOJI)]), String(n)]
        .filter(Boolean)
        .join(' '),
    ),
  ),
];

/** Tenths of the names, so that no test takes minutes: all of them with TEST_LONG=1, otherwise one tenth. */
const TENTHS = scaled([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0]);
const inTenth = (tenth: number, list: string[]) => list.filter((_, at) => at % 10 === tenth);

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

  test.each(TENTHS)(
    'are among the first three, however they are typed: tenth %i',
    async (tenth) => {
      expect(names.length).toBeGreaterThan(1999);
      const typed = inTenth(tenth, names).flatMap((name) =>
        [name, onPhone(name), onKeyboard(name)].map((q) => ({ name, q })),
      );
      expect(await missed(many, await readApart(many, typed))).toEqual([]);
    },
  );

  test.each(TENTHS)('are found by each of their words: tenth %i', async (tenth) => {
    expect(await unfound(many, inTenth(tenth, wordsOf(names)))).toEqual([]);
  });
});
