import type { TransactionSql } from 'postgres';
import { SCHEMAS, type Entry } from './entry.ts';
import { listed, quoted, tidy } from './sql-text.ts';

/** Schemas, extensions, collations, types, publications, and comments on any object. */
export async function readOthers(tx: TransactionSql): Promise<Entry[]> {
  return [
    ...(await readSchemas(tx)),
    ...(await readCollations(tx)),
    ...(await readTypes(tx)),
    ...(await readPublications(tx)),
    ...(await readComments(tx)),
  ];
}

/** Every extension is listed, for those that the product needs the platform has already. */
async function readSchemas(tx: TransactionSql): Promise<Entry[]> {
  const schemas = await tx<{ name: string }[]>`
    select quote_ident(nspname) as name from pg_namespace where nspname = any (${SCHEMAS})`;
  // why: a version of an extension belongs to the server, not to the product.
  const extensions = await tx<{ name: string; schema: string }[]>`
    select quote_ident(extname) as name, extnamespace::regnamespace::text as schema
    from pg_extension where extname <> 'plpgsql'`;
  return [
    ...schemas.map(({ name }): Entry => {
      const sql = name === 'public' ? '-- Every database has it.' : `create schema ${name};`;
      return { kind: 'schema', name, of: `schema ${name}`, sql };
    }),
    ...extensions.map(({ name, schema }): Entry => {
      const sql = `create extension ${name} with schema ${schema};`;
      return { kind: 'extension', name, of: `extension ${name}`, sql };
    }),
  ];
}

async function readCollations(tx: TransactionSql): Promise<Entry[]> {
  // why: as JSON, since the name of the column with the locale differs between the versions.
  const found = await tx<{ name: string; facts: Record<string, unknown> }[]>`
    select c.oid::regcollation::text as name, to_jsonb(c) as facts
    from pg_collation c where collnamespace::regnamespace::text = any (${SCHEMAS})`;
  return found.map(({ name, facts }) => {
    const provider = facts['collprovider'] === 'i' ? 'icu' : 'libc';
    const locale = facts['colllocale'] ?? facts['colliculocale'] ?? facts['collcollate'];
    const rules = facts['collicurules'];
    // why: version 17 writes `-kn-true` where version 15 keeps `-kn`, which means the same.
    const tag = String(locale).replaceAll('-true', '');
    const parts = [
      `provider = ${provider}`,
      `locale = ${quoted(tag)}`,
      `deterministic = ${String(facts['collisdeterministic'])}`,
      ...(typeof rules === 'string' ? [`rules = ${quoted(rules)}`] : []),
    ];
    const sql = `${listed(`create collation ${name} `, parts)};`;
    return { kind: 'collation', name, of: `collation ${name}`, sql };
  });
}

/** Composite types, enumerations and domains; other sorts have `null` for a definition. */
async function readTypes(tx: TransactionSql): Promise<Entry[]> {
  const found = await tx<{ name: string; head: string; parts: string[] | null; tail: string }[]>`
    select t.oid::regtype::text as name,
      case typtype when 'c' then format('create type %s as ', t.oid::regtype)
        when 'e' then format('create type %s as enum ', t.oid::regtype)
        when 'd' then format('create domain %s as %s', t.oid::regtype,
          format_type(typbasetype, typtypmod)) end as head,
      case typtype
        when 'c' then array(select format('%I %s', attname, format_type(atttypid, atttypmod))
            || case when attcollation <> typed.typcollation
              then format(' collate %s', attcollation::regcollation) else '' end
          from pg_attribute join pg_type typed on typed.oid = atttypid
          where attrelid = t.typrelid and attnum > 0 and not attisdropped order by attnum)
        when 'e' then array(select quote_literal(enumlabel) from pg_enum
          where enumtypid = t.oid order by enumsortorder) end as parts,
      case when typtype = 'd' then concat_ws(' ',
        ' ' || case when t.typnotnull then 'not null' end, 'default ' || t.typdefault,
        (select string_agg(format('constraint %I %s', conname, pg_get_constraintdef(k.oid, true)), ' '
            order by conname) from pg_constraint k where contypid = t.oid and contype <> 'n'))
        else '' end as tail
    from pg_type t left join pg_class c on c.oid = typrelid
    where typnamespace::regnamespace::text = any (${SCHEMAS})
      and (typrelid = 0 or relkind = 'c') and typcategory <> 'A'`;
  return found.map(({ name, head, parts, tail }) => {
    if (head === null) throw new Error(`scripts/schema cannot describe the type ${name} yet.`);
    const text = parts === null ? `${head}${tidy(tail)}` : listed(head, parts.map(tidy), tail);
    return { kind: 'type', name, of: `type ${name}`, sql: `${text};` };
  });
}

/** Which of the product's tables are published; the publication itself is the platform's. */
async function readPublications(tx: TransactionSql): Promise<Entry[]> {
  const found = await tx<{ name: string; isForAll: boolean; tables: string }[]>`
    select quote_ident(pubname) as name, puballtables as "isForAll",
      (select string_agg(prrelid::regclass
          || coalesce(' (' || (select string_agg(quote_ident(attname), ', ' order by attnum)
            from pg_attribute where attrelid = prrelid and attnum = any (prattrs)) || ')', '')
          || coalesce(' where (' || pg_get_expr(prqual, prrelid, true) || ')', ''),
          E'\n' order by prrelid::regclass::text collate "C")
        from pg_publication_rel join pg_class c on c.oid = prrelid
        where prpubid = p.oid and relnamespace::regnamespace::text = any (${SCHEMAS})) as tables
    from pg_publication p`;
  return found
    .filter(({ isForAll, tables }) => isForAll || tables !== null)
    .map(({ name, isForAll, tables }) => ({
      kind: 'publication',
      name,
      of: `publication ${name}`,
      sql: isForAll
        ? `create publication ${name} for all tables;`
        : `alter publication ${name} add table\n  ${tidy(tables).split('\n').join(',\n  ')};`,
    }));
}

/** Comments, but on what PostgreSQL itself brings. */
async function readComments(tx: TransactionSql): Promise<Entry[]> {
  const found = await tx<{ type: string; identity: string; text: string }[]>`
    select found.type, found.identity, description as text
    from pg_description, pg_identify_object(classoid, objoid, objsubid) as found
    where objoid >= 16384 and (found.schema = any (${SCHEMAS})
      or found.type in ('trigger', 'policy', 'rule', 'table constraint')
        and split_part(found.identity, ' on ', -1) ~ format('^(%s)[.]', array_to_string(${SCHEMAS}::text[], '|'))
      or found.type = 'schema' and found.identity = any (${SCHEMAS}))`;
  return found.map(({ type, identity, text }) => {
    const kind = type.replace(/^table (?=column|constraint)/, '');
    const table = / on (\S+)$/.exec(identity)?.[1] ?? identity.replace(/\.[^.]+$/, '');
    const isPart = ['column', 'constraint', 'trigger', 'policy', 'rule'].includes(kind);
    return {
      kind: 'comment',
      name: `on ${kind} ${identity}`,
      of: isPart ? `table ${table}` : `${kind} ${identity}`,
      sql: `comment on ${kind} ${identity} is ${quoted(text)};`,
    };
  });
}
