import { readdirSync } from 'node:fs';
import type { Sql, TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, openPool } from '#backend/postgres/database.ts';
import { migrate, migrationState } from '#backend/postgres/migrate.ts';
import { readEntries } from '../../scripts/schema/catalog.ts';
import { keyOf } from '../../scripts/schema/entry.ts';
import { MIGRATIONS } from '#server/schema/migrations.ts';

/** Differences between the two chains that are intended: the object's key and the reason. */
const INTENDED = new Map<string, string>();

const { replaced } = MIGRATIONS;
const OLD = readdirSync(replaced?.directory ?? '')
  .flatMap((name) => /^\d{14}(?=_.+\.sql$)/.exec(name) ?? [])
  .toSorted();

/** Points of the old chain that databases are upgraded from. */
const CUTS: [point: string, version: string][] = [
  ['the first', OLD[0]!],
  ['the middle', OLD[OLD.length >> 1]!],
  ['the last but one', OLD.at(-2)!],
  ['the last', OLD.at(-1)!],
];

const server = inject('postgres');
const nameOf = (version: string) => `baseline_${version}`;
const made: string[] = [];
let admin: Sql;
let expected: Map<string, string>;
let history: unknown;

async function createDatabase(name: string, template = 'template1'): Promise<void> {
  await admin`create database ${admin(name)} template ${admin(template)}
    owner ${admin(server.owner.username)}`;
  made.push(name);
}

async function withDatabase<T>(name: string, run: (owner: Sql) => Promise<T>): Promise<T> {
  const db = await openDatabase({ ...server.owner, database: name }, { ownerConnections: 1 });
  try {
    return await run(db.owner);
  } finally {
    await db.close();
  }
}

const historyOf = (sql: Sql) => sql`
  select version, name, statements, checksum
  from supabase_migrations.schema_migrations join backend.migration_checksums using (version)
  where history = ${MIGRATIONS.history} order by version`;

/** Comments and white space outside of strings and quoted names say nothing about what a function does. */
function withoutComments(sql: string): string {
  return sql
    .split(/('(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/)/)
    .map((part) => (/^['"]/.test(part) ? part : part.replace(/^(--|\/\*)[\s\S]*/, ' ')))
    .map((part) => (/^['"]/.test(part) ? part : part.replaceAll(/\s+/g, ' ')))
    .join('')
    .replaceAll(/ +/g, ' ');
}

async function catalogOf(tx: TransactionSql): Promise<Map<string, string>> {
  const entries = await readEntries(tx, { rows: true });
  return new Map(
    entries.map((entry) => [
      keyOf(entry),
      entry.kind === 'function' ? withoutComments(entry.sql) : entry.sql,
    ]),
  );
}

/** The objects that only one of two databases has, or that differ, but for the intended differences. */
const differences = (one: Map<string, string>, other: Map<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter(
    (key) => one.get(key) !== other.get(key) && !INTENDED.has(key),
  );

beforeAll(async () => {
  admin = openPool(server.admin, { max: 1, name: 'test' });
  await createDatabase('baseline_new');
  [expected, history] = await withDatabase('baseline_new', async (owner) => {
    await migrate(owner, MIGRATIONS);
    return [await owner.begin(catalogOf), await historyOf(owner)] as const;
  });
  await createDatabase('baseline_old');
  for (const [, version] of CUTS) {
    await withDatabase('baseline_old', (owner) => migrate(owner, MIGRATIONS, version));
    await createDatabase(nameOf(version), 'baseline_old');
  }
}, 120_000);

afterAll(async () => {
  for (const name of made) await admin`drop database ${admin(name)} with (force)`;
  await admin.end();
});

describe('the baseline makes the same database as the chain that it replaced', () => {
  test.each(CUTS)('carried over from %s migration', (_point, version) =>
    withDatabase(nameOf(version), async (owner) => {
      const { applied } = await migrationState(owner, MIGRATIONS);
      expect(applied).toEqual(OLD.slice(0, OLD.indexOf(version) + 1));
      await migrate(owner, MIGRATIONS);
      const carried = await owner.begin(catalogOf);
      expect(carried.size).toBeGreaterThan(1000);
      expect(differences(carried, expected)).toEqual([]);
      expect(await historyOf(owner)).toEqual(history);
      expect((await migrationState(owner, MIGRATIONS)).missing).toEqual([]);
    }),
  );

  test('and each intended difference is one', () =>
    withDatabase(nameOf(OLD.at(-1)!), async (owner) => {
      const carried = await owner.begin(catalogOf);
      const same = [...INTENDED.keys()].filter((key) => carried.get(key) === expected.get(key));
      expect(same).toEqual([]);
    }));

  test.each([
    ['alter function private.apart(jsonb) called on null input', 'function private.apart('],
    ['alter table public.props alter column price set default 1', 'column public.props.price'],
    ['revoke update (note) on public.customer_notes from authenticated', 'grants '],
    ['drop policy "props: staff insert" on public.props', 'policy '],
    ['drop trigger props_counted_delete on public.props', 'trigger '],
    ["update public.order_payment_statuses set label = 'Due' where value = 'pending'", 'rows of '],
  ])('a difference would be noticed: %s', (sql, key) =>
    withDatabase('baseline_new', async (owner) => {
      const undo = new Error('undo');
      let found: string[] = [];
      await owner
        .begin(async (tx) => {
          await tx.unsafe(sql);
          found = differences(await catalogOf(tx), expected);
          throw undo;
        })
        .catch((error: unknown) => {
          if (error !== undo) throw error;
        });
      expect(found).toEqual([expect.stringContaining(key)]);
    }),
  );
});
