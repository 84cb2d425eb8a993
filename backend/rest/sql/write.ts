import { badBody, badQuery, RestError } from '../errors.ts';
import type { Preferences } from '../parse/headers.ts';
import type { Parameters, Query } from '../parse/query.ts';
import { findRelationship, qualified, quote, type Relation, type Schema } from '../schema.ts';
import { answerCount, answerRows, SOURCE, type Shape } from './answer.ts';
import { Builder, columnOf, type Statement } from './builder.ts';
import { compileRows } from './read.ts';

/** A JSON body of one object or a list of objects: its raw text, and the keys of each object. */
export type Payload = { text: string; keys: string[][]; isList: boolean };

/** What a write is about. */
export type Write = {
  schema: Schema;
  relation: Relation;
  parameters: Parameters;
  prefer: Preferences;
  shape: Shape;
};

/**
 * `insert` of one row or several; with `resolution`, an upsert on `on_conflict` or the primary key.
 * @throws RestError PGRST102 when the rows' keys differ and `columns` does not name them, PGRST204
 * for an unknown key, PGRST100 for filters.
 */
export function insertStatement(write: Write, payload: Payload): Statement {
  const { relation, parameters, prefer } = write;
  if (parameters.query.where.length > 0) throw badQuery('Filters have no meaning for an insert');
  const builder = new Builder(write.schema);
  const alias = builder.alias();
  const names = parameters.columns ?? sharedKeys(payload.keys);
  const body = builder.bind(payload.isList ? payload.text : `[${payload.text}]`, 'json');
  const value = (name: string) => {
    const column = writable(relation, name);
    const sent = `body.${quote(name)}`;
    if (prefer.missing !== 'default' || column.default === null) return sent;
    return `case when item::jsonb ? ${builder.bind(name, 'text')} then ${sent} else ${column.default} end`;
  };
  let rows = `(${names.map(quote).join(', ')}) select ${names.map(value).join(', ')} from json_array_elements(${body}) as item, json_to_record(item) as body(${recordOf(relation, names)})`;
  if (names.length === 0) {
    if (payload.keys.length > 1) throw badBody('Several rows need at least one key');
    if (payload.keys.length === 0) return writing(write, builder, nothing(relation, alias));
    rows = 'default values';
  }
  return writing(
    write,
    builder,
    `insert into ${qualified(relation.name)} as ${alias} ${rows}${conflictSql(write, names)}${returningSql(write, alias)}`,
  );
}

/**
 * `update` of the rows that the filters match.
 * @throws RestError 21000 without a filter, PGRST204 for an unknown key.
 */
export function updateStatement(write: Write, payload: Payload): Statement {
  const { relation, parameters } = write;
  const { builder, alias, where } = filtered(write, 'UPDATE');
  const names = parameters.columns ?? sharedKeys(payload.keys);
  if (names.length === 0) return writing(write, builder, nothing(relation, alias));
  const set = names.map((name) => `${quote(writable(relation, name).name)} = body.${quote(name)}`);
  const body = `json_to_record(${builder.bind(payload.text, 'json')}) as body(${recordOf(relation, names)})`;
  return writing(
    write,
    builder,
    `update ${qualified(relation.name)} as ${alias} set ${set.join(', ')} from ${body}${where}${returningSql(write, alias)}`,
  );
}

/** `delete` of the rows that the filters match. @throws RestError 21000 without a filter. */
export function deleteStatement(write: Write): Statement {
  const { builder, alias, where } = filtered(write, 'DELETE');
  return writing(
    write,
    builder,
    `delete from ${qualified(write.relation.name)} as ${alias}${where}${returningSql(write, alias)}`,
  );
}

/** why: without a filter Supabase's API refuses too (pg-safeupdate); a slip must not hit every row. */
function filtered({ schema, relation, parameters }: Write, verb: 'UPDATE' | 'DELETE') {
  if (parameters.query.where.length === 0)
    throw new RestError(400, '21000', `${verb} requires a WHERE clause`);
  const builder = new Builder(schema);
  const bare: Query = { ...parameters.query, columns: [], embeds: [], order: [] };
  return { builder, ...compileRows(builder, qualified(relation.name), relation, bare) };
}

function writing({ relation, parameters, prefer, shape }: Write, builder: Builder, sql: string) {
  const { query } = parameters;
  if (query.limit !== null || query.offset > 0) {
    throw badQuery('"limit" and "offset" are not supported when writing');
  }
  const answer =
    prefer.return === 'representation'
      ? answerRows(compileRows(builder, SOURCE, relation, { ...query, where: [] }), shape, false)
      : answerCount;
  return { text: `with ${SOURCE} as (${sql}) ${answer}`, params: builder.params };
}

const nothing = (relation: Relation, alias: string) =>
  `select ${alias}.* from ${qualified(relation.name)} as ${alias} where false`;

/** why: only what the answer needs is returned, since the caller may not read every column. */
function returningSql({ schema, relation, parameters, prefer }: Write, alias: string): string {
  const { columns, embeds, order } = parameters.query;
  if (prefer.return !== 'representation') return ' returning 1';
  if (columns.some(({ name }) => name === '*')) return ` returning ${alias}.*`;
  const names = new Set([
    ...columns.map(({ name }) => name),
    ...order.map(({ column }) => column),
    ...embeds.flatMap(({ target, hint }) =>
      findRelationship(schema, relation, target, hint).pairs.map(([own]) => own),
    ),
  ]);
  const list = [...names].map((name) => `${alias}.${quote(columnOf(relation, name).name)}`);
  return ` returning ${list.length > 0 ? list.join(', ') : '1'}`;
}

function conflictSql({ relation, parameters, prefer }: Write, names: string[]): string {
  const target = parameters.onConflict ?? relation.primaryKey;
  if (prefer.resolution === null || target.length === 0) return '';
  const on = ` on conflict (${target.map((name) => quote(columnOf(relation, name).name)).join(', ')})`;
  const others = names.filter((name) => !target.includes(name));
  const updated = others.length > 0 ? others : names;
  if (prefer.resolution === 'ignore-duplicates' || updated.length === 0) return `${on} do nothing`;
  const set = updated.map((name) => `${quote(name)} = excluded.${quote(name)}`);
  return `${on} do update set ${set.join(', ')}`;
}

function sharedKeys(keys: string[][]): string[] {
  const [first = [], ...others] = keys;
  const expected = new Set(first);
  const same = (each: string[]) =>
    each.length === expected.size && each.every((key) => expected.has(key));
  if (!others.every(same)) throw badBody('All object keys must match');
  return first;
}

function writable(relation: Relation, name: string) {
  const column = relation.columns.get(name);
  if (column) return column;
  const message = `Could not find the '${name}' column of '${relation.name}' in the schema cache`;
  throw new RestError(400, 'PGRST204', message);
}

const recordOf = (relation: Relation, names: string[]) =>
  names.map((name) => `${quote(name)} ${writable(relation, name).type}`).join(', ');
