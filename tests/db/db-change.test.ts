import { describe, expect, test } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { changeTo, type Change } from '../../scripts/schema/change.ts';
import { SCHEMA_FOLDER } from '../../scripts/schema/files.ts';
import { readSources, sourceTexts } from '../../scripts/schema/sources.ts';

const database = useDatabase();
const TEXTS = sourceTexts(SCHEMA_FOLDER);

/** First line of all that `db:change` writes. */
const HEADER = '-- Written by `npm run db:change` from supabase/schemas.\n\n';

type Case = {
  /** SQL of earlier migrations. */
  made?: string;
  /** Files that are written, by path. */
  files: Record<string, string>;
};

/**
 * The change between a database and files, after a proof that its migration ends the difference.
 */
async function changeOf({ made = '', files }: Case): Promise<Change> {
  const sources = readSources(new Map([...TEXTS, ...Object.entries(files)]));
  const undo = new Error('undo');
  const found: Change[] = [];
  await database.db.owner
    .begin(async (tx) => {
      await tx.unsafe(made).simple();
      found.push(await changeTo(tx, sources));
      await tx.unsafe(found[0]?.sql ?? '').simple();
      found.push(await changeTo(tx, sources));
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  expect(found[1]).toEqual({ differing: [], sql: '' });
  return found[0]!;
}

/** A file of the project with another text in one place. */
function edited(path: string, from: string, to: string): Record<string, string> {
  const text = TEXTS.get(path) ?? '';
  expect(text.split(from)).toHaveLength(2);
  return { [path]: text.replace(from, () => to) };
}

const FUNCTION = `create function private.planted(given integer) returns integer
language sql immutable
as $$ select given $$;
`;
const VIEW = `create view private.planted_view with (security_invoker = true) as
select private.planted(1) as one, 2 as two;

grant select on private.planted_view to service_role;
`;
const ON_VIEW = `create view private.planted_twice with (security_invoker = true) as
select one from private.planted_view;
`;
const FILES = {
  'core/private/planted.sql': FUNCTION,
  'core/private/planted_view.sql': VIEW,
  'core/private/planted_twice.sql': ON_VIEW,
};
const ALL = FUNCTION + VIEW + ON_VIEW;

describe('the migration that db:change writes', () => {
  test('replaces a function whose body changed, and it alone', async () => {
    const path = 'crm/private/days_between.sql';
    const files = edited(path, "last_day, '[]')", "last_day, '[)')");
    const { differing, sql } = await changeOf({ files });
    expect(differing).toEqual([path]);
    const text = files[path] ?? '';
    const create = text.slice(text.indexOf('create function')).trimEnd();
    expect(sql).toBe(`${HEADER}${create.replace('create', 'create or replace')}\n`);
  });

  test('is empty when only a comment above a function changed', { tags: ['long'] }, async () => {
    const files = edited('crm/private/days_between.sql', '/* The range', '/* A range');
    expect(await changeOf({ files })).toEqual({ differing: [], sql: '' });
  });

  test(
    'makes new functions and views, each after what it needs, with their rights',
    { tags: ['long'] },
    async () => {
      const files = {
        'crm/public/a_new.sql': `-- Says what the other says.
create function public.a_new() returns bigint
language sql stable
as $$ select sum(one) from private.b_new $$;

grant execute on function public.a_new() to authenticated;
`,
        'crm/private/b_new.sql': 'create view private.b_new as select private.c_new() as one;\n',
        'crm/private/c_new.sql':
          'create function private.c_new() returns integer language sql as $$ select 1 $$;\n',
      };
      const { differing, sql } = await changeOf({ files });
      expect(differing).toEqual(Object.keys(files).toSorted());
      expect(sql.match(/^create .*?(?= returns| as)|^grant .*/gm)).toEqual([
        'create function private.c_new()',
        'create view private.b_new',
        'create function public.a_new()',
        'grant execute on function public.a_new() to authenticated;',
      ]);
    },
  );

  test('drops what no file has', { tags: ['long'] }, async () => {
    const { differing, sql } = await changeOf({ made: ALL, files: {} });
    expect(differing).toEqual(
      ['planted', 'planted_twice', 'planted_view'].map(
        (name) => `private.${name}, which has no file`,
      ),
    );
    expect(sql).toBe(`${HEADER}drop view private.planted_twice;
drop view private.planted_view;
drop routine private.planted(integer);
`);
  });

  test.each([
    ['another result', 'returns integer', 'returns bigint'],
    ['another name of an argument', 'given integer', 'wanted integer'],
  ])(
    'drops and makes a function with %s, and the views that use it',
    { tags: ['long'] },
    async (_what, from, to) => {
      const planted = FUNCTION.replace(from, to).replace('select given', 'select $1');
      const files = { ...FILES, 'core/private/planted.sql': planted };
      const { sql } = await changeOf({ made: ALL, files });
      expect(sql.match(/^(drop|create|grant).*/gm)).toEqual([
        'drop view private.planted_twice;',
        'drop view private.planted_view;',
        'drop routine private.planted(integer);',
        planted.split('\n')[0],
        'create view private.planted_view with (security_invoker = true) as',
        'create view private.planted_twice with (security_invoker = true) as',
        'grant select on private.planted_view to service_role;',
      ]);
    },
  );

  test(
    'puts a function with another argument in the place of the old one',
    { tags: ['long'] },
    async () => {
      const planted = FUNCTION.replace('given integer', 'given integer, more integer default 1');
      const files = { ...FILES, 'core/private/planted.sql': planted };
      const { differing, sql } = await changeOf({ made: ALL, files });
      expect(differing).toContain('core/private/planted.sql');
      expect(sql).toContain('drop routine private.planted(integer);');
      expect(sql.indexOf('drop view private.planted_view;')).toBeLessThan(
        sql.indexOf('drop routine'),
      );
    },
  );

  test(
    'drops and makes a view with fewer columns, with the views on it and its rights',
    { tags: ['long'] },
    async () => {
      const view = VIEW.replace('select private.planted(1) as one, 2 as two', 'select 3 as one');
      const files = { ...FILES, 'core/private/planted_view.sql': view };
      const { sql } = await changeOf({ made: ALL, files });
      expect(sql.match(/^(drop|create|grant).*/gm)).toEqual([
        'drop view private.planted_twice;',
        'drop view private.planted_view;',
        'create view private.planted_view with (security_invoker = true) as',
        'create view private.planted_twice with (security_invoker = true) as',
        'grant select on private.planted_view to service_role;',
      ]);
    },
  );

  test('gives and takes rights', { tags: ['long'] }, async () => {
    const files = edited(
      'core/private/trimmed.sql',
      'to authenticated, service_role;',
      'to anon, service_role;',
    );
    const { sql } = await changeOf({ files });
    expect(sql)
      .toBe(`${HEADER}revoke all on routine private.trimmed(text) from authenticated, service_role;

grant execute on function private.trimmed(text) to anon, service_role;
`);
  });

  test('sets and removes comments', { tags: ['long'] }, async () => {
    const comment = "comment on function private.planted(integer) is 'Planted; no more';\n";
    const path = 'core/private/planted.sql';
    const set = await changeOf({ made: FUNCTION, files: { [path]: FUNCTION + comment } });
    expect(set.sql).toBe(`${HEADER}${comment}`);
    const removed = await changeOf({ made: FUNCTION + comment, files: { [path]: FUNCTION } });
    expect(removed.sql).toBe(`${HEADER}comment on function private.planted(integer) is null;\n`);
  });
});

describe('db:change refuses', () => {
  test('what would take a function from under a table', { tags: ['long'] }, async () => {
    const files = edited('core/private/trimmed.sql', 'returns text', 'returns varchar');
    await expect(changeOf({ files })).rejects.toThrow(
      /uses function private\.trimmed\(text\), which must be dropped .*: write the migration by hand/,
    );
  });

  test('SQL that PostgreSQL refuses, by file and line', { tags: ['long'] }, async () => {
    const files = { 'core/private/planted.sql': `-- why\n\n${FUNCTION.replace('sql', 'sqll')}` };
    await expect(changeOf({ files })).rejects.toThrow(
      'supabase/schemas/core/private/planted.sql:3: language "sqll" does not exist',
    );
  });

  test('a body that PostgreSQL refuses', { tags: ['long'] }, async () => {
    const files = { 'core/private/planted.sql': FUNCTION.replace('select given', 'select givn') };
    await expect(changeOf({ files })).rejects.toThrow(
      'supabase/schemas/core/private/planted.sql: column "givn" does not exist',
    );
  });

  test.each([
    ['a table', 'create table private.planted (one integer);'],
    ['another function', 'create function private.other() returns integer language sql as $$ $$;'],
    ['rights on something else', 'grant select on public.props to anon;'],
  ])('%s in the file of a function', async (_what, sql) => {
    await expect(
      changeOf({ files: { 'core/private/planted.sql': FUNCTION + sql } }),
    ).rejects.toThrow(
      `supabase/schemas/core/private/planted.sql:4: only private.planted, its grants and comments belong here: ${sql}`,
    );
  });

  test('a function with two files, and a file without its function', () => {
    const twice = new Map([
      ...TEXTS,
      ['crm/private/trimmed.sql', TEXTS.get('core/private/trimmed.sql') ?? ''],
    ]);
    expect(() => readSources(twice)).toThrow('private.trimmed has two files');
    const empty = new Map([...TEXTS, ['core/private/planted.sql', '-- Later.\n']]);
    expect(() => readSources(empty)).toThrow('must create private.planted');
  });
});
