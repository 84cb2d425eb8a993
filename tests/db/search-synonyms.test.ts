import { beforeAll, expect, test } from 'vitest';
import type { Page } from './catalogue.ts';
import { CALLERS, useStudio } from './studio.ts';

const studio = useStudio();

beforeAll(async () => {
  await studio.db.owner`insert into props (name, created_at) values
    ('Loft Sofa', '2001-01-01'), ('Grey Settee', '2001-01-02'), ('Couch', '2001-01-03'),
    ('String Lights', '2001-01-04'), ('String Quartet', '2001-01-05'), ('Oak Dresser', '2001-01-06'),
    ('Teeth', '2001-01-07'), ('Blank Tee', '2001-01-08')`;
  await studio.db
    .owner`insert into sets (name, description, category) values ('Cosy Corner', 'With a couch.', 'set')`;
});

const GROUPS = [
  ['sofa', 'couch', 'settee'],
  ['string lights', 'fairy lights', 'festoon'],
  ['chest of drawers', 'dresser'],
  ['settee', 'throne'],
  ['t shirt', 'tee'],
];

/** The results of a search where the studio has these words that mean the same; null: those of a new studio. */
const found = (q: string, groups: string[][] | null = GROUPS) =>
  studio.as('admin', async (sql) => {
    if (groups) {
      const changes = [{ key: 'search.synonyms', value: groups, seen: null }];
      await sql`select change_settings(${JSON.stringify(changes)}::text::jsonb)`;
    }
    const [row] = await sql<{ page: Page & { partial?: boolean } }[]>`
      select search_by_words(${q}) as page`;
    const names = row?.page.items.map(({ name }) => name) ?? [];
    return row?.page.partial ? ['partial', ...names] : names;
  });

test.each([
  [
    'the word itself first, then its group in names, then in descriptions',
    'couch',
    ['Couch', 'Grey Settee', 'Loft Sofa', 'Cosy Corner'],
  ],
  ['the plural', 'sofas', ['Loft Sofa', 'Couch', 'Grey Settee', 'Cosy Corner']],
  ['beside other words', 'grey couch', ['Grey Settee']],
  ['for several words', 'fairy lights', ['String Lights']],
  ['of several words for one', 'festoon', ['String Lights']],
  ['with a stop word', 'chest of drawers', ['Oak Dresser']],
  ['with a hyphen, whole words only', 'T-Shirt', ['Blank Tee']],
  ['with a typing error', 'feystoon', ['String Lights']],
  ['of each of its groups, but not of theirs', 'throne', ['Grey Settee']],
])('a search finds what means the same: %s', async (_, q, expected) => {
  expect(await found(q)).toEqual(expected);
});

test('without groups a search finds the words alone, and a new studio has groups to begin with', async () => {
  expect(await found('fairy lights', [])).toEqual(['partial', 'String Lights']);
  expect(await found('couch', [])).toEqual(['Couch', 'Cosy Corner']);
  expect(await found('couch', null)).toEqual(['Couch', 'Grey Settee', 'Loft Sofa', 'Cosy Corner']);
});

test.each(CALLERS)('%s finds by them; only an admin reads them', async (caller) => {
  const names = await studio.as(caller, async (sql) => {
    const [row] = await sql<{ page: Page }[]>`select search_by_words('divan') as page`;
    return row?.page.items.map(({ name }) => name);
  });
  expect(names).toEqual(['Couch', 'Grey Settee', 'Loft Sofa', 'Cosy Corner']);
  const shown = studio.as(caller, async (sql) => {
    await sql`select change_settings('[{"key": "search.synonyms", "value": [["a", "b"]], "seen": null}]')`;
    const [row] = await sql<{ site: object; rows: { value: unknown }[] }[]>`
      select site_settings('{search}') as site, settings('{search}') as rows`;
    return [row?.site, row?.rows.map(({ value }) => value)];
  });
  const outcome = await shown.catch((error: unknown) => Reflect.get(Object(error), 'code'));
  expect(outcome).toEqual(caller === 'admin' ? [{}, [[['a', 'b']]]] : '42501');
});
