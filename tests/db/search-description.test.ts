import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';

const database = useDatabase();
const DESCRIPTION = readFileSync(join(import.meta.dirname, '../../supabase/README.md'), 'utf8');

/** The searches that the API has. */
const SEARCHES = [
  'search_catalogue',
  'search_free_items',
  'search_by_words',
  'search_inventory',
  'matching_items',
  'export_inventory',
  'search_leads',
  'search_enquiries',
  'search_orders',
  'find_customers',
  'find_rentable',
  'search_desk',
].map((name) => `public.${name}`);

/** Collations, not parts of a search. */
const NOT_DESCRIBED = ['private.names'];

/** Every function, table, view and type that these functions name, through all that they call. */
async function partsOf(functions: string[]): Promise<Set<string>> {
  const rows = await database.db.owner<{ name: string; source: string }[]>`
    select n.nspname || '.' || proname as name, prosrc as source
    from pg_proc join pg_namespace as n on n.oid = pronamespace where n.nspname in ('public', 'private')`;
  const parts = new Set(functions);
  const waiting = [...functions];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const sources = rows.filter(({ name }) => name === next).map(({ source }) => source);
    for (const [name] of sources.join().matchAll(/\b(?:private|public)\.\w+/g)) {
      if (!parts.has(name)) waiting.push(name);
      parts.add(name);
    }
  }
  return parts;
}

/** Functions of triggers that write one of these tables, with what they call. */
async function writersOf(tables: string[]): Promise<Set<string>> {
  const triggers = await database.db.owner<{ name: string }[]>`
    select distinct n.nspname || '.' || proname as name
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid join pg_namespace as n on n.oid = pronamespace
    where not tgisinternal`;
  const writers = new Set<string>();
  for (const { name } of triggers) {
    const parts = await partsOf([name]);
    if (tables.some((table) => parts.has(table))) for (const part of parts) writers.add(part);
  }
  return writers;
}

const isDescribed = (name: string) =>
  DESCRIPTION.includes(`\`${name}\``) || DESCRIPTION.includes(`\`${name.replace('public.', '')}\``);

test('supabase/README.md names all that a search reads or calls, and the triggers that fill it', async () => {
  const parts = await partsOf(SEARCHES);
  expect(parts.size).toBeGreaterThan(55);
  const tables = [
    'catalogue_counts',
    'search_entries',
    'search_words',
    'search_marks',
    'lead_figures',
  ];
  const writers = await writersOf(tables.map((table) => `private.${table}`));
  expect([...writers]).toEqual(
    expect.arrayContaining(['private.count_items', 'private.count_for_leads']),
  );
  const unnamed = [...parts, ...writers].filter((name) => !isDescribed(name));
  expect([...new Set(unnamed)].toSorted()).toEqual(NOT_DESCRIBED);
});

test('the indexes of the search tables are named', async () => {
  const rows = await database.db.owner<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid in ('private.search_entries'::regclass, 'private.search_words'::regclass,
      'private.search_marks'::regclass, 'private.catalogue_counts'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`;
  const names = rows.map(({ name }) => name.replace('private.', ''));
  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !DESCRIPTION.includes(`\`${name}\``))).toEqual([]);
});
