import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ConnectionOptions } from '#backend/postgres/connection.ts';
import { openDatabase, openPool } from '#backend/postgres/database.ts';
import { migrate, migrationState, type Migrations } from '#backend/postgres/migrate.ts';
import { createDiskStore } from '#backend/storage/disk-store.ts';
import { checkBackup, restoreBackup } from '#server/backup/restore.ts';
import { tablesOf } from '#server/backup/tables.ts';
import { writeBackup } from '#server/backup/write.ts';
import { MIGRATIONS } from '#server/schema/migrations.ts';
import { writeFoldedChain } from '#tests/support/folded-chain.ts';
import { itemDayFaults, movementFaults } from '#tests/support/availability-rows.ts';

const FOLDER = join(import.meta.dirname, 'releases');

/**
 * The releases that a studio may be upgraded from: the last migrations of the product and of the
 * platform, and how to make the product's. `releases/<migration>.sql.gz` is the demo studio of that
 * release. Each new release is added here with its demo studio.
 */
type Release = { migration: string; platform: string; migrations: () => Migrations };
const RELEASES: Release[] = [
  // The last before the baseline.
  { migration: '20261130002000', platform: '20260101001200', migrations: writeFoldedChain },
];

/** Derived from other rows: recounted instead of compared. */
const COUNTED = [
  'private.catalogue_counts',
  'private.lead_figures',
  // Names as searches read them, and the place of each item in them.
  'private.search_entries',
  'private.search_words',
  'private.search_marks',
  'private.full_days',
];

/**
 * Columns that a later migration may replace: SQL, and what an order's balance calls billed (an estimate and a quote are
 * no bill any more), which is recounted.
 */
const OF_MIGRATIONS = new Set([
  'private.catalogue_kinds.staff_text',
  'private.order_balances.billed',
]);

/** All rows by table: its columns, and each row's values as one text. */
type Rows = Map<string, { columns: string[]; rows: string[] }>;

async function rowsOf(sql: Sql, of: Rows | null): Promise<Rows> {
  const tables = await tablesOf(sql);
  const noted: Rows = new Map();
  for (const { name, quoted, columns: all } of tables) {
    const had = of ? (of.get(name)?.columns ?? []) : all;
    const columns = had.filter(
      (column) => all.includes(column) && !OF_MIGRATIONS.has(`${name}.${column}`),
    );
    if (columns.length === 0) continue;
    const found = await sql.unsafe<{ row: string }[]>(
      `select jsonb_build_array(${columns.join()})::text as row from ${quoted}`,
    );
    noted.set(name, { columns, rows: found.map(({ row }) => row).toSorted() });
  }
  return noted;
}

/** The recorded rows, columns and tables that a database no longer has, one line for each. */
async function lostSince(sql: Sql, before: Rows): Promise<string[]> {
  const now = await rowsOf(sql, before);
  return [...before].flatMap(([table, { columns, rows }]) => {
    const found = now.get(table);
    if (!found) return [`${table}: the table is gone`];
    const gone = columns.filter((column) => !found.columns.includes(column));
    if (gone.length > 0) return gone.map((column) => `${table}.${column}: the column is gone`);
    const left = new Map<string, number>();
    for (const row of found.rows) left.set(row, (left.get(row) ?? 0) + 1);
    return rows.flatMap((row) => {
      const count = left.get(row) ?? 0;
      left.set(row, count - 1);
      return count > 0 ? [] : [`${table}: ${row.slice(0, 120)}`];
    });
  });
}

const server = inject('postgres');
let admin: Sql;
beforeAll(() => {
  admin = openPool(server.admin, { max: 1, name: 'test' });
});
afterAll(() => admin.end());

const nameOf = ({ migration }: Release) => `upgrade_${migration}`;

/** Makes a database of that release, with its demo studio and the rows that visitors and staff add. */
async function makeReleased(release: Release): Promise<void> {
  const { migration, platform } = release;
  const migrations = release.migrations();
  const name = nameOf(release);
  await admin`create database ${admin(name)} owner ${admin(server.owner.username)}`;
  const target = { ...server.owner, database: name };
  const { owner, close } = await openDatabase(target, { platform, ownerConnections: 1 });
  await migrate(owner, migrations, migration);
  if (migrations.directory !== MIGRATIONS.directory)
    rmSync(migrations.directory, { recursive: true });
  const seed = gunzipSync(readFileSync(join(FOLDER, `${migration}.sql.gz`))).toString();
  await owner.begin((sql) => sql.unsafe(seed).simple());
  await owner.unsafe(USED).simple();
  await close();
}

/** Runs something on a copy of the release's database, and drops the copy. */
async function withCopy(
  release: Release,
  run: (sql: Sql, target: ConnectionOptions) => Promise<void>,
): Promise<void> {
  const name = `${nameOf(release)}_copy`;
  await admin`create database ${admin(name)} template ${admin(nameOf(release))}
    owner ${admin(server.owner.username)}`;
  const target = { ...server.owner, database: name };
  const sql = openPool(target, { max: 1, name: 'test' });
  try {
    await run(sql, target);
  } finally {
    await sql.end();
    await admin`drop database ${admin(name)} with (force)`;
  }
}

/** Rows that a used studio has and a demo studio lacks. No message waits, since restoring changes those. */
const USED = `
  insert into auth.users (id, email, encrypted_password, email_confirmed_at)
  values ('00000000-0000-4000-8000-000000000001', 'owner@example.test', 'hash', now());
  insert into public.user_profiles (id, display_name, role)
  values ('00000000-0000-4000-8000-000000000001', 'Owner', 'admin');
  insert into auth.sessions (user_id, not_after)
  values ('00000000-0000-4000-8000-000000000001', now() + interval '30 days');
  insert into backend.secrets (name, value) values ('jwt_secret', 'a secret of thirty-two characters');
  select public.submit_enquiry(gen_random_uuid(), 'Asha', 'Rao', '+919876543210', 'asha@example.test',
    current_date + 2, current_date + 4, 'It''s "quoted", \\ and 🎬', (
      select jsonb_agg(jsonb_build_object('type', 'prop', 'id', id, 'quantity', 2, 'price', price))
      from (select * from public.props where active order by id limit 3) as chosen));
  select public.submit_contact_enquiry(gen_random_uuid(), 'Asha', 'Rao', '+919876543210',
    'asha@example.test', 'Hello');
  insert into public.customer_notes (customer_id, author, note)
  select id, '00000000-0000-4000-8000-000000000001', 'Pays late' from public.customers
  where mobile = '+919876543210';
  update private.outbox set state = 'sent', sent_at = now(), lease = null, lease_until = null;
`;

/** Losses that a migration could cause: the loss, the SQL that causes it, the expected report. */
const PLANTED: [what: string, sql: string, told: string][] = [
  [
    'a row',
    'delete from enquiry_items where id = (select id from enquiry_items limit 1)',
    'public.enquiry_items: ',
  ],
  [
    'the end of a text',
    `update props set description = left(description, -1)
      where id = (select id from props where description <> '' limit 1)`,
    'public.props: ',
  ],
  [
    'a column',
    'alter table customers drop column email cascade',
    'public.customers.email: the column',
  ],
  ['a table', 'drop table customer_notes cascade', 'public.customer_notes: the table'],
  [
    'paise',
    'update enquiry_items set price = trunc(price) - 0.5 where price > 1',
    'public.enquiry_items: ',
  ],
];

/** Like quietFaults, but kits keep the parts that they were reserved with, which the orders' model does not know. */
async function stockFaults(sql: Sql): Promise<string[]> {
  const [{ repaired }] = await sql<[{ repaired: number }]>`
    select private.recount_stock() as repaired`;
  const faults = [...(await itemDayFaults(sql)), ...(await movementFaults(sql))];
  return repaired > 0 ? [...faults, `recount_stock() repaired ${repaired}`] : faults;
}

/** Works on orders of a studio as a member of staff: reads each, hands one over, takes another back, and undoes that. */
async function workAtTheDesk(sql: Sql): Promise<void> {
  const claims = {
    role: 'authenticated',
    sub: '00000000-0000-4000-8000-000000000001',
  };
  await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, false)`;
  const orders = await sql<{ id: string; status: string; lines: number }[]>`
    select id, status, jsonb_array_length(order_record(id => id) -> 'items') as lines
    from orders where jsonb_array_length(pick_list(id) -> 'lines') > 0`;
  const ofStatus = Map.groupBy(orders, ({ status }) => status);
  expect([...ofStatus.keys()].toSorted()).toEqual(
    ['cancelled', 'completed', 'confirmed', 'in_progress', 'returned'].toSorted(),
  );
  const [{ due }] = await sql<
    [{ due: { totals: Record<string, number> } }]
  >`select due_today() as due`;
  expect(Object.values(due.totals).every(Number.isInteger)).toBe(true);
  const confirmed = ofStatus.get('confirmed')?.[0]?.id ?? '';
  const running = ofStatus.get('in_progress')?.[0]?.id ?? '';
  await sql`select private.roll_overdue()`;
  expect(await stockFaults(sql)).toEqual([]);
  await sql`select hand_over(${confirmed}, key => ${randomUUID()})`;
  const [back] = await sql<[{ told: { status: string; movement: string } }]>`
    select take_back(${running}, key => ${randomUUID()}) as told`;
  expect(back.told.status).toBe('returned');
  expect(await stockFaults(sql)).toEqual([]);
  const [undone] = await sql<[{ told: { status: string } }]>`
    select undo_movement(${back.told.movement}, 'A mistake', ${randomUUID()}) as told`;
  expect(undone.told.status).toBe('in_progress');
  expect(await stockFaults(sql)).toEqual([]);
}

describe.each(RELEASES)('a studio of release $migration', (release) => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-release-'));
  beforeAll(() => makeReleased(release));
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await admin`drop database ${admin(nameOf(release))} with (force)`;
  });

  test('keeps every row through each later migration', () =>
    withCopy(release, async (sql, target) => {
      const before = await rowsOf(sql, null);
      const filled = [...before].filter(([, { rows }]) => rows.length > 0).map(([table]) => table);
      expect(filled).toEqual(expect.arrayContaining(['public.orders', 'auth.sessions']));
      expect(filled.length).toBeGreaterThan(35);
      for (const table of COUNTED) before.delete(table);
      await (await openDatabase(target)).close();
      expect(await lostSince(sql, before)).toEqual([]);
      const lost: string[] = [];
      // The baseline in the place of the chain before it, then what was added since.
      const { missing } = await migrationState(sql, MIGRATIONS);
      const baseline = MIGRATIONS.folded?.baseline ?? '';
      const later = missing.filter((version) => version > baseline);
      expect(missing.length - later.length).toBeGreaterThan(20);
      for (const migration of [baseline, ...later]) {
        const applied = await migrate(sql, MIGRATIONS, migration);
        expect(applied).toHaveLength(migration === baseline ? 0 : 1);
        const gone = await lostSince(sql, before);
        lost.push(...gone.map((line) => `${migration}: ${line}`));
      }
      expect(lost).toEqual([]);
      expect(await migrate(sql, MIGRATIONS)).toEqual([]);
      expect((await migrationState(sql, MIGRATIONS)).missing).toEqual([]);

      const counted = () =>
        sql`select kind, lookup_ids, items from private.catalogue_counts order by 1, 2`;
      const counts = await counted();
      expect(counts.length).toBeGreaterThan(100);
      const searched = () => sql`
        select kind, item_id::text, text, keys::text, null::bigint as marks from private.search_entries
        union all select 'word', null, word, null, null from private.search_words
        union all select 'mark', null, word, null, sum(bit_count(items::bit(64))) from private.search_marks group by word
        order by 1, 2, 3`;
      const read = await searched();
      expect(read.length).toBeGreaterThan(1000);
      await sql`select private.recount_catalogue()`;
      expect(await counted()).toEqual(counts);
      expect(await searched()).toEqual(read);
      expect(await sql`select private.recount_full_days() as wrong`).toEqual([{ wrong: 0 }]);
      const figures = () => sql`select * from private.lead_figures order by customer_id`;
      const noted = await figures();
      expect(noted.length).toBeGreaterThan(10);
      await sql`select private.recount_leads()`;
      expect(await figures()).toEqual(noted);
      const balances = () => sql`select * from private.order_balances order by order_id`;
      const owed = await balances();
      expect(owed.length).toBeGreaterThan(100);
      await sql`select private.recount_balances(array(select id from public.orders))`;
      expect(await balances()).toEqual(owed);
    }));

  test.each(PLANTED)('would show a migration that loses %s', (_what, text, told) =>
    withCopy(release, async (sql) => {
      const before = await rowsOf(sql, null);
      await sql.unsafe(text);
      const lost = await lostSince(sql, before);
      expect(lost.filter((line) => line.startsWith(told))).not.toEqual([]);
    }),
  );

  test('keeps every row when it is upgraded, and its orders go on at the desk', () =>
    withCopy(release, async (sql, target) => {
      const before = await rowsOf(sql, null);
      for (const table of COUNTED) before.delete(table);
      await (await openDatabase(target)).close();
      await migrate(sql, MIGRATIONS);
      expect(await lostSince(sql, before)).toEqual([]);
      await workAtTheDesk(sql);
    }));

  test('keeps every row when its backup is restored today', async () => {
    const old = { ...server.owner, database: nameOf(release) };
    const source = openPool(old, { max: 1, name: 'test' });
    const before = await rowsOf(source, null);
    await source.end();
    for (const table of COUNTED) before.delete(table);
    const objects = createDiskStore(join(folder, 'objects'));
    await writeBackup(old, objects, join(folder, 'backup.tar.gz'));
    const database = `${nameOf(release)}_restored`;
    await admin`create database ${admin(database)} owner ${admin(server.owner.username)}`;
    const target = { ...server.owner, database };
    await restoreBackup(
      target,
      objects,
      join(folder, 'backup.tar.gz'),
      await checkBackup(join(folder, 'backup.tar.gz')),
    );
    const sql = openPool(target, { max: 1, name: 'test' });
    try {
      expect((await migrationState(sql, MIGRATIONS)).missing).toEqual([]);
      expect(await lostSince(sql, before)).toEqual([]);
      await workAtTheDesk(sql);
    } finally {
      await sql.end();
      await admin`drop database ${admin(database)} with (force)`;
    }
  });
});
