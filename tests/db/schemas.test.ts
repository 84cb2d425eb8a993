import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { changeTo } from '../../scripts/schema/change.ts';
import { filesOf, SCHEMA_FOLDER, staleFiles, writeFiles } from '../../scripts/schema/files.ts';
import { readSources, sourceTexts } from '../../scripts/schema/sources.ts';

const database = useDatabase();
const copy = mkdtempSync(join(tmpdir(), 'schemas-'));
let files: Map<string, string>;

beforeAll(async () => {
  files = new Map(await database.db.owner.begin((tx) => filesOf(tx)));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const sources = () => readSources(sourceTexts(SCHEMA_FOLDER));

test('the files of functions and views, and the migrations, make the same database', async () => {
  const all = sources();
  expect(all.length).toBeGreaterThan(600);
  const { differing } = await database.db.owner.begin((tx) => changeTo(tx, all));
  expect(
    differing,
    'change the files, and let `npm run db:change -- NAME` write the migration',
  ).toEqual([]);
});

test('the generated files are what the migrations make (npm run db:schema)', () => {
  const stale = staleFiles(SCHEMA_FOLDER, files).map((path) => `supabase/schemas/${path}`);
  expect(stale, 'stale: run `npm run db:schema` and commit what it writes').toEqual([]);
  expect(files.size).toBeGreaterThan(80);
});

test('a changed, a missing and a left-over file are found, written and removed', () => {
  cpSync(SCHEMA_FOLDER, copy, { recursive: true });
  writeFiles(copy, files);
  expect(staleFiles(copy, files)).toEqual([]);
  const changed = 'catalogue/tables/clothes.sql';
  const missing = 'catalogue/tables/props.sql';
  const leftOver = 'catalogue/tables/props_old.sql';
  writeFileSync(join(copy, changed), '-- edited by hand');
  rmSync(join(copy, missing));
  writeFileSync(join(copy, leftOver), '-- of a table that was dropped');
  expect(staleFiles(copy, files)).toEqual([changed, missing, leftOver]);
  expect(writeFiles(copy, files)).toEqual([changed, missing, leftOver]);
  expect(staleFiles(copy, files)).toEqual([]);
});

test('rows of migrations hold no day on which they were written', async () => {
  const undo = new Error('undo');
  let after: Map<string, string> | undefined;
  await database.db.owner
    .begin(async (tx) => {
      await tx`update public.tax_classes set valid_from = valid_from - 400, created_at = created_at - interval '400 days'`;
      after = await filesOf(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  expect([...files].filter(([path, text]) => after?.get(path) !== text)).toEqual([]);
});

test('a table’s file stays in the folder to which it was moved', async () => {
  cpSync(SCHEMA_FOLDER, copy, { recursive: true });
  mkdirSync(join(copy, 'moved/tables'), { recursive: true });
  renameSync(join(copy, 'catalogue/tables/props.sql'), join(copy, 'moved/tables/props.sql'));
  const moved = await database.db.owner.begin((tx) => filesOf(tx, copy));
  expect(moved.get('moved/tables/props.sql')).toBe(files.get('catalogue/tables/props.sql'));
  expect(staleFiles(copy, moved)).toEqual([]);
  cpSync(join(copy, 'moved/tables/props.sql'), join(copy, 'crm/tables/props.sql'));
  await expect(database.db.owner.begin((tx) => filesOf(tx, copy))).rejects.toThrow(
    'A table has two files',
  );
});

test(
  'a function that a migration changed alone is named by its file',
  { tags: ['long'] },
  async () => {
    const undo = new Error('undo');
    let differing: string[] = [];
    await database.db.owner
      .begin(async (tx) => {
        await tx`alter function public.dashboard_figures() set statement_timeout = '7s'`;
        ({ differing } = await changeTo(tx, sources()));
        throw undo;
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    expect(differing).toEqual(['crm/public/dashboard_figures.sql']);
  },
);

test('a file has the comments of the migrations and all parts of its table', () => {
  const table = files.get('crm/tables/enquiry_orders.sql') ?? '';
  for (const part of [
    'create table',
    'constraint',
    'create index',
    'enable row level security',
    'create policy',
    'create trigger',
    'grant',
    '  -- ',
  ]) {
    expect(table).toContain(part);
  }
  expect(readFileSync(join(SCHEMA_FOLDER, '../config.toml'), 'utf8')).toContain(
    'schema_paths = ["./migrations/*.sql"]',
  );
});
