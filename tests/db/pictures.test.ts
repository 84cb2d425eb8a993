import { expect, test } from 'vitest';
import { CALLERS, sqlState, useStudio } from './studio.ts';
import type { CallerName } from './studio.ts';

const studio = useStudio();

const STAFF: readonly CallerName[] = ['inventory_user', 'crm_user', 'admin', 'service_role'];

/** Callers who may run a statement on storage.objects, which has a row of our bucket and of another. */
async function through(text: string): Promise<CallerName[]> {
  const callers: CallerName[] = [];
  for (const caller of CALLERS) {
    const count = await studio
      .as(caller, async (sql) => {
        return (await sql.unsafe(text)).count;
      })
      .catch((error: unknown) => {
        if (sqlState(error) === '42501') return 0;
        throw error;
      });
    if (count > 0) callers.push(caller);
  }
  return callers;
}

test('the bucket of items is public, for pictures of at most 10 MiB', async () => {
  const buckets = await studio.db.owner`
    select id, public, file_size_limit::int as bytes, allowed_mime_types as types from storage.buckets
    where id = 'catalogue'`;
  expect(buckets).toEqual([
    {
      id: 'catalogue',
      public: true,
      bytes: 10_485_760,
      types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
    },
  ]);
});

test('everyone reads pictures of items, staff write them, other buckets are closed', async () => {
  const sql = studio.db.owner;
  await sql`insert into storage.buckets (id, name) values ('other', 'other')`;
  await sql`insert into storage.objects (bucket_id, name) values ('catalogue', 'a.webp'), ('other', 'a.webp')`;
  const where = (bucket: string) => `where bucket_id = '${bucket}'`;
  const insert = (bucket: string) =>
    `insert into storage.objects (bucket_id, name) values ('${bucket}', 'b.webp')`;
  expect(await through(`select from storage.objects ${where('catalogue')}`)).toEqual([...CALLERS]);
  expect(await through(insert('catalogue'))).toEqual(STAFF);
  expect(await through(`update storage.objects set name = 'c.webp' ${where('catalogue')}`)).toEqual(
    STAFF,
  );
  expect(await through(`delete from storage.objects ${where('catalogue')}`)).toEqual(STAFF);

  const service: CallerName[] = ['service_role'];
  expect(await through(`select from storage.objects ${where('other')}`)).toEqual(service);
  expect(await through(insert('other'))).toEqual(service);
  expect(
    await through(
      `update storage.objects set bucket_id = 'other', name = 'd.webp' ${where('catalogue')}`,
    ),
  ).toEqual(service);
  expect(await through(`delete from storage.objects ${where('other')}`)).toEqual(service);
});

test('tables with live changes are published', async () => {
  const published = await studio.db.owner<{ name: string }[]>`
    select tablename as name from pg_publication_tables
    where pubname = 'supabase_realtime' and schemaname = 'public' order by tablename`;
  expect(published.map((row) => row.name)).toEqual([
    'backdrops',
    'clothes',
    'contact_enquiries',
    'crews',
    'customer_notes',
    'customers',
    'document_answers',
    'enquiry_answers',
    'enquiry_orders',
    'gear',
    'order_movements',
    'orders',
    'payment_claims',
    'payments',
    'props',
    'reservations',
    'sets',
    'user_profiles',
  ]);
});
