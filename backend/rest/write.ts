import { badBody, badQuery, RestError } from './errors.ts';
import { parseParameters, type Parameters, type Query } from './query.ts';
import { answerRows, compileRows } from './read.ts';
import type { Asked, Payload } from './request.ts';
import {
  columnOf,
  findRelation,
  findRelationship,
  qualified,
  quote,
  type Column,
  type Relation,
  type Schema,
} from './schema.ts';
import { answerCount, Builder, SOURCE, type Statement } from './statement.ts';

/** A write in the making. */
type Write = Parameters & { asked: Asked; relation: Relation; table: string; builder: Builder };

function begin(asked: Asked, schema: Schema): Write {
  const relation = findRelation(schema, asked.name);
  const parameters = parseParameters(asked.search);
  if (parameters.query.limit !== null || parameters.query.offset > 0) {
    throw badQuery('"limit" and "offset" are not supported when writing');
  }
  const table = qualified(relation.name);
  return { ...parameters, asked, relation, table, builder: new Builder(schema) };
}

/**
 * `insert` of one row or several; with `resolution`, an upsert on `on_conflict` or the primary key.
 * @throws RestError PGRST102 when the rows' keys differ and `columns` does not name them, PGRST204
 * for an unknown key, PGRST100 for filters.
 */
export function insertStatement(asked: Asked, schema: Schema): Statement {
  const write = begin(asked, schema);
  const { builder, relation, table, query } = write;
  if (query.where.length > 0) throw badQuery('Filters have no meaning for an insert');
  const { text, keys, isList } = asked.body!;
  const names = namesOf(write, asked.body!);
  const alias = builder.alias();
  if (names.length === 0 && keys.length > 1) throw badBody('Several rows need at least one key');
  if (keys.length === 0) return finish(write, nothing(table));
  const body = builder.bind(isList ? text : `[${text}]`, 'json');
  const values = names.map((name) => {
    const column = writable(relation, name);
    const sent = `body.${quote(name)}`;
    if (asked.prefer.get('missing') !== 'default' || column.default === null) return sent;
    return `case when item::jsonb ? ${builder.bind(name, 'text')} then ${sent} else ${column.default} end`;
  });
  const rows = `(${names.map(quote).join(', ')}) select ${values.join(', ')} from json_array_elements(${body}) as item, json_to_record(item) as body(${recordOf(relation, names)})`;
  const source = names.length === 0 ? 'default values' : `${rows}${conflictSql(write, names)}`;
  return finish(write, `insert into ${table} as ${alias} ${source}${returningSql(write, alias)}`);
}

/**
 * `update` of the rows that the filters match.
 * @throws RestError 21000 without a filter, PGRST204 for an unknown key.
 */
export function updateStatement(asked: Asked, schema: Schema): Statement {
  const write = begin(asked, schema);
  const { builder, relation, table } = write;
  const { alias, where } = filtered(write);
  const names = namesOf(write, asked.body!);
  if (names.length === 0) return finish(write, nothing(table));
  const record = recordOf(relation, names);
  const set = names.map((name) => `${quote(name)} = body.${quote(name)}`).join(', ');
  const body = `json_to_record(${builder.bind(asked.body!.text, 'json')}) as body(${record})`;
  const update = `update ${table} as ${alias} set ${set} from ${body}${where}`;
  return finish(write, `${update}${returningSql(write, alias)}`);
}

/** `delete` of the rows that the filters match. @throws RestError 21000 without a filter. */
export function deleteStatement(asked: Asked, schema: Schema): Statement {
  const write = begin(asked, schema);
  const { alias, where } = filtered(write);
  const sql = `delete from ${write.table} as ${alias}${where}${returningSql(write, alias)}`;
  return finish(write, sql);
}

/** why: without a filter Supabase's API refuses too (pg-safeupdate); a slip must not hit every row. */
function filtered({ asked, builder, query, relation, table }: Write) {
  if (query.where.length === 0) {
    const verb = asked.body ? 'UPDATE' : 'DELETE';
    throw new RestError(400, '21000', `${verb} requires a WHERE clause`);
  }
  const bare: Query = { ...query, columns: [], embeds: [], order: [] };
  return compileRows(builder, table, relation, bare);
}

/** Wraps the write, which hands on its rows as SOURCE, in what answers the request. */
function finish({ asked, builder, query, relation }: Write, sql: string): Statement {
  const isShown = asked.prefer.get('return') === 'representation';
  const rows = isShown && compileRows(builder, SOURCE, relation, { ...query, where: [] });
  const answer = rows ? answerRows(rows, asked.shape, false) : answerCount;
  return { text: `with ${SOURCE} as (${sql}) ${answer}`, params: builder.params };
}

const nothing = (table: string) => `select * from ${table} where false`;

/** why: only what the answer needs is returned, since the caller may not read every column. */
function returningSql({ asked, builder, query, relation }: Write, alias: string): string {
  const { columns, embeds, order } = query;
  if (asked.prefer.get('return') !== 'representation') return ' returning 1';
  if (columns.some(({ name }) => name === '*')) return ` returning ${alias}.*`;
  const linked = embeds.flatMap(
    ({ target, hint }) => findRelationship(builder.schema, relation, target, hint).pairs,
  );
  const names = new Set([
    ...columns.map(({ name }) => name),
    ...order.map(({ column }) => column),
    ...linked.map(([own]) => own),
  ]);
  for (const name of names) columnOf(relation, name);
  const list = [...names].map((name) => `${alias}.${quote(name)}`).join(', ');
  return ` returning ${list || '1'}`;
}

function conflictSql({ asked, relation, onConflict }: Write, names: string[]): string {
  const resolution = asked.prefer.get('resolution');
  const target = onConflict ?? relation.primaryKey;
  if (!resolution || target.length === 0) return '';
  for (const name of target) columnOf(relation, name);
  const on = ` on conflict (${target.map(quote).join(', ')})`;
  if (resolution === 'ignore-duplicates') return `${on} do nothing`;
  const others = names.filter((name) => !target.includes(name));
  const updated = others.length > 0 ? others : names;
  const set = updated.map((name) => `${quote(name)} = excluded.${quote(name)}`);
  return `${on} do update set ${set.join(', ')}`;
}

/** The columns to write: those of `columns`, or the keys that all rows have. */
function namesOf({ columns }: Write, { keys }: Payload): string[] {
  const [first = [], ...others] = keys;
  const expected = new Set(first);
  const same = (each: string[]) =>
    each.length === expected.size && each.every((key) => expected.has(key));
  if (!columns && !others.every(same)) throw badBody('All object keys must match');
  return columns ?? first;
}

function writable(relation: Relation, name: string): Column {
  const column = relation.columns.get(name);
  if (column) return column;
  const message = `Could not find the '${name}' column of '${relation.name}' in the schema cache`;
  throw new RestError(400, 'PGRST204', message);
}

const recordOf = (relation: Relation, names: string[]) =>
  names.map((name) => `${quote(name)} ${writable(relation, name).type}`).join(', ');
