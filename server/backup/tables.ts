import type { ISql } from 'postgres';

/** The schemas that contain a studio's data. */
const SCHEMAS = ['public', 'private', 'auth', 'storage', 'realtime', 'backend'];

/** Never copied: the history of migrations, and removed objects, whose bytes are not in backups. */
const LEFT_OUT = [
  'backend.schema_migrations',
  'backend.migration_checksums',
  'backend.removed_objects',
];

/** A table in the system catalog. `quoted` and `columns` are quoted for SQL. */
export interface Table {
  /** `schema.table` */
  name: string;
  quoted: string;
  /** Without generated columns. */
  columns: string[];
}

/** A sequence and its next value. */
export interface Sequence {
  name: string;
  quoted: string;
  next: string;
}

/**
 * All tables to back up, each after the tables that its foreign keys reference.
 * @throws Error when foreign keys form a cycle.
 */
export async function tablesOf(sql: ISql): Promise<Table[]> {
  const found = await sql<(Table & { needs: string[] })[]>`
    select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted,
      array(select quote_ident(attname) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum) as columns,
      array(select distinct rn.nspname || '.' || r.relname from pg_constraint f
        join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where f.contype = 'f' and f.conrelid = c.oid and r.oid <> c.oid) as needs
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname = any (${SCHEMAS})
      and n.nspname || '.' || c.relname <> all (${LEFT_OUT})
    order by n.nspname, c.relname`;
  const ordered: Table[] = [];
  for (let waiting = [...found]; waiting.length > 0;) {
    const known = new Set(ordered.map(({ name }) => name));
    const ready = waiting.filter(({ needs }) => needs.every((name) => known.has(name)));
    if (ready.length === 0) {
      throw new Error(`Foreign keys go in a circle: ${waiting.map(({ name }) => name).join(', ')}`);
    }
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** All sequences of these schemas. */
export async function sequencesOf(sql: ISql): Promise<Sequence[]> {
  const found = await sql<{ name: string; quoted: string }[]>`
    select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname = any (${SCHEMAS}) order by n.nspname, c.relname`;
  const sequences: Sequence[] = [];
  for (const { name, quoted } of found) {
    const [row] = await sql.unsafe<[{ next: string }]>(`
      select (last_value + case when is_called then seqincrement else 0 end)::text as next
      from ${quoted}, pg_sequence where seqrelid = '${quoted.replaceAll("'", "''")}'::regclass`);
    sequences.push({ name, quoted, next: row.next });
  }
  return sequences;
}

/**
 * Makes COPY's text independent of the server's settings, and lifts its timeouts, until the
 * transaction ends.
 */
export async function fixTextForm(sql: ISql): Promise<void> {
  await sql`select set_config('datestyle', 'ISO, YMD', true),
    set_config('intervalstyle', 'postgres', true), set_config('timezone', 'UTC', true),
    set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true),
    set_config('client_encoding', 'UTF8', true), set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`;
}
