import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { filesOf, SCHEMA_FOLDER, staleFiles, writeFiles } from '../../scripts/schema/files.ts';

const database = useDatabase();
const copy = mkdtempSync(join(tmpdir(), 'schemas-'));
let files: Map<string, string>;

beforeAll(async () => {
  files = new Map(await database.db.owner.begin(filesOf));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('supabase/schemas is what the migrations make (npm run db:schema)', () => {
  const stale = staleFiles(SCHEMA_FOLDER, files).map((path) => `supabase/schemas/${path}`);
  expect(stale, 'stale: run `npm run db:schema` and commit what it writes').toEqual([]);
  expect(files.size).toBeGreaterThan(150);
});

test('a changed, a missing and a left-over file are found, written and removed', () => {
  cpSync(SCHEMA_FOLDER, copy, { recursive: true });
  writeFiles(copy, files);
  expect(staleFiles(copy, files)).toEqual([]);
  const changed = 'public/functions/submit_enquiry.sql';
  const missing = 'public/tables/props.sql';
  const leftOver = 'public/tables/props_old.sql';
  writeFileSync(join(copy, changed), '-- edited by hand');
  rmSync(join(copy, missing));
  writeFileSync(join(copy, leftOver), '-- of a table that was dropped');
  expect(staleFiles(copy, files)).toEqual([changed, missing, leftOver]);
  expect(writeFiles(copy, files)).toEqual([changed, missing, leftOver]);
  expect(staleFiles(copy, files)).toEqual([]);
});

test('a change of a function shows in the file of that function alone', async () => {
  const undo = new Error('undo');
  let after = files;
  await database.db.owner
    .begin(async (tx) => {
      await tx`alter function public.dashboard_figures() set statement_timeout = '7s'`;
      after = await filesOf(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  const changed = [...files].filter(([path, text]) => after.get(path) !== text);
  expect(changed.map(([path]) => path)).toEqual(['public/functions/dashboard_figures.sql']);
});

test('a file has the comments of the migrations and all parts of its table', () => {
  const table = files.get('public/tables/enquiry_orders.sql') ?? '';
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
  expect(files.get('public/functions/submit_enquiry.sql')).toMatch(/\*\/\ncreate function/);
  expect(readFileSync(join(SCHEMA_FOLDER, '../config.toml'), 'utf8')).toContain(
    'schema_paths = ["./migrations/*.sql"]',
  );
});
