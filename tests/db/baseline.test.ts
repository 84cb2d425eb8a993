// @module-tag long
// @module-tag version
import { hash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import type { Sql, TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, openPool } from '#backend/postgres/database.ts';
import { migrate, migrationState } from '#backend/postgres/migrate.ts';
import { readEntries } from '../../scripts/schema/catalog.ts';
import { keyOf } from '../../scripts/schema/entry.ts';
import { MIGRATIONS } from '#server/schema/migrations.ts';
import { FOLDED_CHAIN, FOLDED_VERSIONS, writeFoldedChain } from '#tests/support/folded-chain.ts';

const { directory, history } = MIGRATIONS;
const folded = MIGRATIONS.folded!;
const chain = writeFoldedChain();

const server = inject('postgres');
const made: string[] = [];
let admin: Sql;
let expected: Map<string, string>;

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
  where history = ${history} order by version`;

async function catalogOf(tx: TransactionSql): Promise<Map<string, string>> {
  const entries = await readEntries(tx, { rows: true });
  return new Map(entries.map((entry) => [keyOf(entry), entry.sql]));
}

const differences = (one: Map<string, string>, other: Map<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key));

beforeAll(async () => {
  admin = openPool(server.admin, { max: 1, name: 'test' });
  await createDatabase('baseline_new');
  expected = await withDatabase('baseline_new', async (owner) => {
    await migrate(owner, MIGRATIONS, folded.baseline);
    return owner.begin(catalogOf);
  });
  await createDatabase('baseline_part');
  await withDatabase('baseline_part', (owner) => migrate(owner, chain, FOLDED_VERSIONS.at(-2)));
  await createDatabase('baseline_old', 'baseline_part');
  await withDatabase('baseline_old', (owner) => migrate(owner, chain));
});

afterAll(async () => {
  for (const name of made) await admin`drop database ${admin(name)} with (force)`;
  await admin.end();
  rmSync(chain.directory, { recursive: true });
});

describe('the baseline', () => {
  test('makes the same database as the chain that it replaced', () =>
    withDatabase('baseline_old', async (owner) => {
      const carried = await owner.begin(catalogOf);
      expect(carried.size).toBeGreaterThan(1000);
      expect(differences(carried, expected)).toEqual([]);
    }));

  test('is listed with the checksums that databases have of that chain', () =>
    withDatabase('baseline_old', async (owner) => {
      const rows = await historyOf(owner);
      const lines = rows.map(
        ({ version, name, checksum }) => `${checksum}  ${version}_${name}.sql\n`,
      );
      expect(lines.join('')).toBe(readFileSync(folded.list, 'utf8'));
      expect(Object.keys(FOLDED_CHAIN).toSorted()).toEqual(
        rows.map(({ version, name }) => `${version}_${name}.sql`),
      );
    }));

  test('takes the place of that chain in the history, and nothing else changes', async () => {
    await createDatabase('baseline_carried', 'baseline_old');
    await withDatabase('baseline_carried', async (owner) => {
      expect((await migrationState(owner, MIGRATIONS)).applied).toEqual(FOLDED_VERSIONS);
      await migrate(owner, MIGRATIONS, folded.baseline);
      expect(differences(await owner.begin(catalogOf), expected)).toEqual([]);
      const fresh = await withDatabase('baseline_new', (other) => historyOf(other));
      expect(await historyOf(owner)).toEqual(fresh);
      await migrate(owner, MIGRATIONS);
      expect((await migrationState(owner, MIGRATIONS)).missing).toEqual([]);
    });
  });

  test('takes it where the Supabase CLI applied the chain, which keeps no checksums', async () => {
    await createDatabase('baseline_cli', 'baseline_old');
    await withDatabase('baseline_cli', async (owner) => {
      await owner`delete from backend.migration_checksums where history = ${history}`;
      await migrate(owner, MIGRATIONS);
      expect((await migrationState(owner, MIGRATIONS)).missing).toEqual([]);
    });
  });

  test('is not put on a part of that chain: a sentence names the commit to pass through', () =>
    withDatabase('baseline_part', async (owner) => {
      await expect(migrate(owner, MIGRATIONS)).rejects.toThrow(
        `The database is of an older version of the program: bring it up to date with commit ${folded.commit} first`,
      );
      expect((await migrationState(owner, MIGRATIONS)).applied).toEqual(
        FOLDED_VERSIONS.slice(0, -1),
      );
    }));

  test('is not put on a chain in which a file was changed', async () => {
    await createDatabase('baseline_changed', 'baseline_old');
    await withDatabase('baseline_changed', async (owner) => {
      const version = FOLDED_VERSIONS[3]!;
      await owner`update backend.migration_checksums set checksum = ${hash('sha256', 'another')}
        where history = ${history} and version = ${version}`;
      await expect(migrate(owner, MIGRATIONS)).rejects.toThrow(
        'The database is of an older version',
      );
    });
  });

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

test('the files of the baseline come first in the folder', () => {
  expect(chain.directory).not.toBe(directory);
  expect(FOLDED_VERSIONS.every((version) => version < folded.baseline)).toBe(true);
});
