// @module-tag long
// @module-tag version
import { beforeAll, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { readEntries } from '../../scripts/schema/catalog.ts';
import { keyOf, KINDS, type Entry } from '../../scripts/schema/entry.ts';

const database = useDatabase();
let before: Map<string, string>;

beforeAll(async () => {
  before = await catalogAfter('select');
});

/** A change of the schema, and the keys of the catalog that it adds, changes or removes. */
const CHANGES: [change: string, keys: string[]][] = [
  ['grant usage on schema private to anon', ['grants on schema private']],
  [
    'alter default privileges in schema public grant select on tables to anon',
    ['default privileges public, tables'],
  ],
  [
    'alter table public.props add column mass integer not null',
    ['column order public.props', 'column public.props.mass'],
  ],
  ['alter table public.gear_brands alter slug type varchar(9)', ['column public.gear_brands.slug']],
  ['alter table public.props alter quantity drop not null', ['column public.props.quantity']],
  ['alter table public.props alter quantity set default 7', ['column public.props.quantity']],
  ['alter table public.props alter slug set storage external', ['column public.props.slug']],
  ['alter table public.props set (fillfactor = 70)', ['table public.props']],
  ['alter table public.props replica identity full', ['table public.props']],
  ['alter table public.props disable row level security', ['row level security public.props']],
  ['alter table public.props force row level security', ['row level security public.props']],
  [
    'alter table public.props drop constraint props_name_length',
    ['constraint props_name_length on public.props'],
  ],
  ['drop index public.props_newest_idx', ['index public.props_newest_idx']],
  ['alter index public.props_newest_idx set (fillfactor = 70)', ['index public.props_newest_idx']],
  ['drop trigger props_slug on public.props', ['trigger props_slug on public.props']],
  ['alter table public.props disable trigger props_slug', ['trigger props_slug on public.props']],
  [
    'create trigger planted after insert on auth.users execute function private.touch_updated_at()',
    ['trigger planted on auth.users'],
  ],
  [
    'alter policy "props: anyone reads active" on public.props using (true)',
    ['policy "props: anyone reads active" on public.props'],
  ],
  [
    'alter policy "props: anyone reads active" on public.props to anon',
    ['policy "props: anyone reads active" on public.props'],
  ],
  [
    'create policy planted on storage.objects to anon using (true)',
    ['policy planted on storage.objects'],
  ],
  ['revoke select on public.props from anon', ['grants on table public.props']],
  ['grant update (slug) on public.props to authenticated', ['grants on table public.props']],
  ['grant select on public.props to anon with grant option', ['grants on table public.props']],
  [
    'grant execute on function private.trimmed(text) to public',
    ['grants on function private.trimmed(text)'],
  ],
  ['alter function private.trimmed(text) security definer', ['function private.trimmed(text)']],
  ['alter function private.trimmed(text) stable', ['function private.trimmed(text)']],
  ['alter function private.trimmed(text) cost 7', ['function private.trimmed(text)']],
  ['alter function private.trimmed(text) strict', ['function private.trimmed(text)']],
  ['alter function private.trimmed(text) parallel restricted', ['function private.trimmed(text)']],
  [
    'alter function private.trimmed(text) set search_path = public',
    ['function private.trimmed(text)'],
  ],
  ["comment on column public.props.name is 'It''s shown'", ['comment on column public.props.name']],
  [
    'comment on trigger props_slug on public.props is $$once$$',
    ['comment on trigger props_slug on public.props'],
  ],
  [
    'alter view public.catalogue_items set (security_invoker = false)',
    ['view public.catalogue_items'],
  ],
  ['alter sequence private.prop_code_seq increment 2', ['sequence private.prop_code_seq']],
  ['alter type private.item_chunk add attribute more text', ['type private.item_chunk']],
  ['create domain private.planted as text check (value <> $$a$$)', ['type private.planted']],
  [
    'alter publication supabase_realtime drop table public.props',
    ['publication supabase_realtime'],
  ],
  ['update private.set_categories set plural = $$Rooms$$', ['rows of private.set_categories']],
  ['update storage.buckets set file_size_limit = 7', ['rows of storage.buckets']],
];

class Undo extends Error {}

/** The catalog inside a transaction that makes a change and is rolled back. */
async function catalogAfter(change: string): Promise<Map<string, string>> {
  const found: Entry[] = [];
  await database.db.owner
    .begin(async (tx) => {
      await tx.unsafe(change).simple();
      found.push(...(await readEntries(tx, { rows: true })));
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  return new Map(found.map((entry) => [keyOf(entry), entry.sql]));
}

test('the catalog has every kind of object', () => {
  const kinds = new Set(
    [...before.keys()].map((key) => KINDS.find((kind) => key.startsWith(`${kind} `))),
  );
  expect(kinds).toEqual(new Set(KINDS));
  expect(before.size).toBeGreaterThan(1000);
});

test.each(CHANGES)('%s shows in the catalog', async (change, keys) => {
  const after = await catalogAfter(change);
  const all = new Set([...before.keys(), ...after.keys()]);
  const changed = [...all].filter((key) => before.get(key) !== after.get(key));
  expect(changed.toSorted()).toEqual(keys.toSorted());
});

test.each([
  ['an aggregate', 'create aggregate private.planted (integer) (sfunc = int4pl, stype = integer)'],
  ['a materialized view', 'create materialized view private.planted as select 1 as one'],
  ['a rule', 'create rule planted as on insert to public.props do nothing'],
  ['statistics', 'create statistics private.planted on name, slug from public.props'],
])('%s, which the catalog cannot describe, is refused by name', async (_what, sql) => {
  await expect(catalogAfter(sql)).rejects.toThrow(/cannot describe these yet: .*planted/);
});
