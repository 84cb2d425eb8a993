import { asRole, type useDatabase } from '#tests/support/database.ts';

/** Names, and what is typed for them. */
type Typed = { name: string; q: string };

export const onPhone = (name: string) => name.replaceAll("'", '’').replaceAll('-', '–');
export const onKeyboard = (name: string) => name.replaceAll('’', "'").replaceAll('–', '-');

// why: the pool takes a connection for dead that says nothing for 75 s.
const AT_ONCE = 10;

/** Asks for a few of the list at a time, and puts the answers together. */
async function inParts<T, A>(list: T[], answer: (part: T[]) => Promise<A[]>): Promise<A[]> {
  const answers: A[] = [];
  for (let at = 0; at < list.length; at += AT_ONCE) {
    answers.push(...(await answer(list.slice(at, at + AT_ONCE))));
  }
  return answers;
}

/** Searches whose first three items do not have the name that is meant. */
export const missed = (
  database: ReturnType<typeof useDatabase>,
  typed: Typed[],
): Promise<string[]> =>
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
export const readApart = (database: ReturnType<typeof useDatabase>, typed: Typed[]) =>
  database.db.owner<Typed[]>`
    select distinct on (name, private.typed_words(q), private.search_pattern(q)) name, q
    from unnest(${typed.map(({ name }) => name)}::text[], ${typed.map(({ q }) => q)}::text[]) as listed (name, q)`;

/** Words of which a search does not find every item that has them, with how many it lacks. */
export const unfound = (
  database: ReturnType<typeof useDatabase>,
  words: string[],
): Promise<object[]> =>
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
export const wordsOf = (names: string[]) =>
  [...new Set(names.flatMap((name) => name.split(/\s+/u)))].filter((word) => word !== TIMES);

// why: a dimension's figures are words, and what is between them is none.
const TIMES = '×';

export const MAKERS = [
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
export const MEASURES = [
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
export const THINGS = [
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
export const INDIAN = [
  'कुर्सी',
  'চেয়ার',
  'ਕੁਰਸੀ',
  'ખુરશી',
  'ଚୌକି',
  'நாற்காலி',
  'కుర్చీ',
  'ಕುರ್ಚಿ',
  'കസേര',
  'පුටුව',
];
export const EMOJI = ['🎥', '🌸', '💡', '🛋️', '👩‍🎨'];
