import type { TransactionSql } from 'postgres';
import { SCHEMAS, type Entry } from './entry.ts';
import { quoted } from './sql-text.ts';

/** Defaults that differ with the day, the database or chance: what they gave belongs to no file. */
const FILLED_IN = '(now|today|clock_timestamp|gen_random_uuid|nextval)[(]|CURRENT_(DATE|TIMESTAMP)';

/**
 * The rows that migrations inserted, as one `insert` for each table that has any. Columns that the
 * database fills in anew each time (ids, days, times, numbers) and computed ones are left out.
 */
export async function readRows(tx: TransactionSql): Promise<Entry[]> {
  const tables = await tx<{ name: string; columns: string[] }[]>`
    select c.oid::regclass::text as name, array_agg(quote_ident(attname) order by attnum) as columns
    from pg_class c
      join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = c.oid and adnum = attnum
    where (relnamespace::regnamespace::text = any (${SCHEMAS}) or c.oid = 'storage.buckets'::regclass)
      -- A secret that a migration drew at random is of this type.
      and relkind = 'r' and atttypid <> 'bytea'::regtype and attgenerated = '' and attidentity = ''
      and coalesce(pg_get_expr(adbin, adrelid), '') !~ ${FILLED_IN}
    group by c.oid`;
  const entries: Entry[] = [];
  for (const { name, columns } of tables) {
    const rows = await tx.unsafe<{ row: unknown[] }[]>(
      `select jsonb_build_array(${columns.join()}) as row from ${name}`,
    );
    if (rows.length === 0) continue;
    const used = columns.map((_, at) => rows.some(({ row }) => row[at] !== null));
    const ofUsed = (all: string[]) => all.filter((_, at) => used[at]).join(', ');
    const lines = rows.map(({ row }) => `  (${ofUsed(row.map(literal))})`).toSorted();
    const sql = `insert into ${name} (${ofUsed(columns)}) values\n${lines.join(',\n')};`;
    entries.push({ kind: 'rows', name: `of ${name}`, of: `table ${name}`, sql });
  }
  return entries;
}

function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  return Array.isArray(value) ? `array[${value.map(literal).join(', ')}]` : JSON.stringify(value);
}
