import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkMigrations, LIST, listMigrations } from './schema/checksums.ts';

const MIGRATION = 'supabase/migrations/20260101000100_first.sql';
const LATER = 'supabase/migrations/20260101000200_second.sql';
const PLATFORM = 'backend/postgres/platform/20260101000000_schemas.sql';

it('a migration that is listed is neither changed nor removed', () => {
  const { broken } = checkMigrations();
  expect(broken, 'restore it, and write a new migration').toEqual([]);
});

it('each migration is listed (npm run db:schema)', () => {
  const { missing } = checkMigrations();
  expect(missing, `run npm run db:schema and commit ${LIST}`).toEqual([]);
});

describe('the list', () => {
  let root = '';
  const write = (file: string, text: string) => writeFileSync(join(root, file), text);
  const list = () => readFileSync(join(root, LIST), 'utf8');

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'studio-checksums-'));
    for (const folder of ['supabase/migrations', 'backend/postgres/platform']) {
      mkdirSync(join(root, folder), { recursive: true });
    }
    write(MIGRATION, 'select 1;\n');
    write(PLATFORM, 'select 2;\n');
    listMigrations(root);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('grows at its end, and stays as it is when nothing is new', () => {
    const before = list();
    expect(before.split('\n').filter(Boolean)).toHaveLength(2);
    expect(listMigrations(root)).toEqual([]);
    write(LATER, 'select 3;\n');
    const [line] = listMigrations(root);
    expect(line).toMatch(new RegExp(`^[0-9a-f]{64}  ${LATER}$`));
    expect(list()).toBe(`${before}${line}\n`);
    expect(checkMigrations(root)).toEqual({ broken: [], missing: [] });
  });

  it.each([
    ['a comment', 'select 1; -- one\n'],
    ['an empty line', 'select 1;\n\n'],
  ])('tells of a listed file that got %s, and is not written then', (_what, text) => {
    write(MIGRATION, text);
    write(LATER, 'select 3;\n');
    const before = list();
    expect(checkMigrations(root).broken).toEqual([`${MIGRATION} was changed`]);
    expect(() => listMigrations(root)).toThrow(`${MIGRATION} was changed`);
    expect(list()).toBe(before);
  });

  it('tells of a listed file that is gone, renamed too', () => {
    cpSync(join(root, PLATFORM), join(root, PLATFORM.replace('schemas', 'renamed')));
    rmSync(join(root, PLATFORM));
    expect(checkMigrations(root).broken).toEqual([`${PLATFORM} was removed`]);
    expect(() => listMigrations(root)).toThrow(`${PLATFORM} was removed`);
  });

  it('is the same for a checkout with the line ends of Windows', () => {
    write(MIGRATION, 'select 1;\r\n');
    expect(checkMigrations(root)).toEqual({ broken: [], missing: [] });
  });

  it('refuses a line that it cannot read', () => {
    write(LIST, `${list()}<<<<<<< HEAD\n`);
    expect(() => checkMigrations(root)).toThrow('a line that is none: <<<<<<< HEAD');
  });
});
