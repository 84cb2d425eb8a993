import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { openPool } from '#backend/postgres/database.ts';
import type { ReadCache } from '#backend/rest/rest.ts';
import { cacheCatalogueReads } from '#server/catalogue-reads.ts';
import { followCatalogue, type CatalogueVersion } from '#server/catalogue-version.ts';
import { eventually } from '#tests/support/waiting.ts';
import { useCatalogue } from './catalogue.ts';

const catalogue = useCatalogue();

let version: CatalogueVersion;
let cached: ReadCache;
const read = vi.fn<() => Promise<{ total: null; rows: string; body: string }>>();
const search = (key = 'a') => cached('search_catalogue', key, read);

beforeAll(async () => {
  version = await followCatalogue(catalogue.options, catalogue.sql);
  cached = cacheCatalogueReads(version.current);
});

afterAll(() => version.close());

beforeEach(() => {
  read.mockReset();
  read.mockImplementation(() => Promise.resolve({ total: null, rows: '1', body: '[]' }));
});

/** Runs a statement that changes the catalogue, and waits for its notification. */
async function change(statement: string): Promise<void> {
  const before = await version.current();
  await catalogue.sql.unsafe(statement);
  await eventually(async () => expect(await version.current()).not.toBe(before));
}

test('a change in any table of the catalogue sends a notification', async () => {
  const tables = await catalogue.sql<{ name: string }[]>`
    select item_table::text as name from private.catalogue_kinds
    union select lookup_table::text from private.catalogue_lookups`;
  expect(tables.length).toBeGreaterThan(15);
  for (const { name } of tables) {
    await change(`update ${name} set id = id where false`);
    await change(`delete from ${name} where false`);
  }
  await change(`insert into public.props (name) values ('Wing chair')`);
  await change(`update private.catalogue_lookups set facet = facet`);
});

test('an answer is cached per call until the catalogue changes', async () => {
  await Promise.all([search(), search()]);
  await search();
  expect(read).toHaveBeenCalledTimes(1);
  await search('b');
  expect(read).toHaveBeenCalledTimes(2);
  await change(`update public.props set price = 5`);
  await search();
  expect(read).toHaveBeenCalledTimes(3);
});

test('an answer read while the catalogue changed is not cached', async () => {
  read.mockImplementationOnce(async () => {
    await change(`update public.props set price = 7`);
    return { total: null, rows: '1', body: '["old"]' };
  });
  await search('c');
  expect(await search('c')).toMatchObject({ body: '[]' });
});

test('failures and other functions are not cached', async () => {
  read.mockImplementationOnce(() => Promise.reject(new Error('away')));
  await expect(search('d')).rejects.toThrow('away');
  expect(await search('d')).toMatchObject({ body: '[]' });
  read.mockClear();
  for (let n = 0; n < 2; n += 1) await cached('submit_enquiry', 'd', read);
  expect(read).toHaveBeenCalledTimes(2);
});

test('an answer with dates is never cached, even when one date alone is given', async () => {
  for (const given of [['rental_from', 'rental_to'], ['rental_from'], ['kind', 'rental_to']]) {
    read.mockClear();
    const key = JSON.stringify([given.map((name) => `"${name}" => given."${name}"`).join(', ')]);
    for (let n = 0; n < 2; n += 1) await search(key);
    expect([given, read.mock.calls.length]).toEqual([given, 2]);
  }
});

test('while the notification connection is lost, nothing is served from the cache', async () => {
  await search('i');
  const before = (await version.current()) ?? Number.NaN;
  // It cannot be opened again until this allows it.
  const { database } = catalogue.options;
  const beside = openPool(inject('postgres').owner, { max: 1, name: 'test' });
  const allow = async (is: boolean) =>
    beside`alter database ${beside(database)} allow_connections ${beside.unsafe(String(is))}`;
  await allow(false);
  await catalogue.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'studio-catalogue'`;
  await eventually(async () => expect(await version.current()).toBeNull());
  for (let n = 0; n < 2; n += 1) await search('i');
  expect(read).toHaveBeenCalledTimes(3);
  await allow(true);
  await beside.end();
  await eventually(async () => expect(await version.current()).toBeGreaterThan(before));
  for (let n = 0; n < 2; n += 1) await search('i');
  expect(read).toHaveBeenCalledTimes(4);
});

test('the least recently used answer is evicted first', async () => {
  const body = 'x'.repeat(4_000_000);
  read.mockImplementation(() => Promise.resolve({ total: null, rows: '1', body }));
  for (const key of ['e', 'f', 'g', 'e', 'h', 'e', 'g']) await search(key);
  expect(read).toHaveBeenCalledTimes(4);
  await search('f');
  expect(read).toHaveBeenCalledTimes(5);
});

test('a silent connection is not trusted for long', async () => {
  let isLost = false;
  const deaf = await followCatalogue(catalogue.options, {
    ...catalogue.sql,
    notify: (channel: string, word: string) =>
      isLost ? new Promise<never>(() => {}) : catalogue.sql.notify(channel, word),
  } as typeof catalogue.sql);
  expect(await deaf.current()).not.toBeNull();
  isLost = true;
  await eventually(async () => expect(await deaf.current()).toBeNull());
  isLost = false;
  await eventually(async () => expect(await deaf.current()).not.toBeNull());
  await deaf.close();
});

test('the first call after a silence checks the connection before using the cache', async () => {
  expect(await version.current()).not.toBeNull();
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(await version.current()).not.toBeNull();
});
