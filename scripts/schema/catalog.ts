import type { Sql, TransactionSql } from 'postgres';
import { compareEntries, keyOf, SCHEMAS, type Entry } from './entry.ts';
import { readFunctions } from './functions.ts';
import { readGrants } from './grants.ts';
import { readOthers } from './others.ts';
import { readRelations } from './relations.ts';
import { readRows } from './rows.ts';
import { readTableParts } from './table-parts.ts';

export type CatalogOptions = {
  /**
   * Also the rows of the product's tables, for a database that nobody has used yet: what the
   * migrations inserted. Ids and times that the database makes up are left out.
   */
  rows?: boolean;
};

/**
 * Every object of the product in a database, from the system catalogs: kind and identity
 * (`table public.props`, `function public.submit_enquiry(uuid,text)`) to its definition in full.
 * The text does not depend on the owner's name and is the same on PostgreSQL 15 and 18.
 * @param sql a connection as the owner
 * @throws Error naming an object of a kind that this cannot describe.
 */
export async function readCatalog(
  sql: Sql,
  options: CatalogOptions = {},
): Promise<Map<string, string>> {
  const entries = await sql.begin('isolation level repeatable read read only', (tx) =>
    readEntries(tx, options),
  );
  return new Map(entries.map((entry) => [keyOf(entry), entry.sql]));
}

/** The same as a list in a stable order, with the object that each part belongs to. */
export async function readEntries(
  tx: TransactionSql,
  { rows }: CatalogOptions = {},
): Promise<Entry[]> {
  // why: PostgreSQL leaves the schema out of the names that it finds on the search path.
  await tx`set local search_path = ''`;
  // why: compiling these queries takes longer than running them.
  await tx`set local jit = off`;
  await refuseUnknown(tx);
  const entries = [
    ...(await readOthers(tx)),
    ...(await readRelations(tx)),
    ...(await readTableParts(tx)),
    ...(await readFunctions(tx)),
    ...(await readGrants(tx)),
    ...(rows ? await readRows(tx) : []),
  ];
  const keys = new Set<string>();
  for (const key of entries.map(keyOf)) {
    if (keys.has(key)) throw new Error(`Two objects have the key ${key}.`);
    keys.add(key);
  }
  return entries.toSorted(compareEntries);
}

/** why: an object that is read by none of the queries would be missing without notice. */
async function refuseUnknown(tx: TransactionSql): Promise<void> {
  const unknown = await tx<{ type: string; identity: string }[]>`
    select found.type, found.identity
    from pg_depend, pg_identify_object(classid, objid, 0) as found
    where refclassid = 'pg_namespace'::regclass
      and refobjid::regnamespace::text = any (${SCHEMAS})
      and found.type not in
        ('default acl', 'table', 'view', 'sequence', 'function', 'procedure', 'type', 'composite type', 'collation')
    union all
    select 'rule', format('%I on %s', rulename, ev_class::regclass) from pg_rewrite
      join pg_class on pg_class.oid = ev_class
    where relnamespace::regnamespace::text = any (${SCHEMAS}) and rulename <> '_RETURN'
    order by 1, 2`;
  if (unknown.length > 0) {
    const names = unknown.map(({ type, identity }) => `${type} ${identity}`).join(', ');
    throw new Error(`scripts/schema cannot describe these yet: ${names}.`);
  }
}
