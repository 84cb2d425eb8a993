import { badBody, badQuery, refusal, refuseOtherDates } from './errors.ts';
import { parseParameters } from './query.ts';
import { answerCount, answerRows, Builder, compileRows, SOURCE, type Statement } from './read.ts';
import type { Asked } from './request.ts';
import { columnOf, findRelation, qualified, quote } from './schema.ts';
import type { Relation, Schema } from './schema.ts';

/**
 * Compiles an `insert` of one or more rows or, with `resolution`, an upsert on `on_conflict` or the
 * primary key; an `update` or `delete` of the rows that match the filters.
 * @throws ApiError PGRST102 when the rows' keys differ and `columns` does not name them, PGRST204
 * for an unknown key, PGRST100 for paging or for filters on an insert, 21000 for an update or
 * delete without a filter.
 */
export function writeStatement(asked: Asked, schema: Schema, maxRows: number): Statement {
  const { body, kind, prefer } = asked;
  const relation = findRelation(schema, asked.name);
  const { query, columns, onConflict } = parseParameters(asked.search);
  const isFiltered = query.where.length > 0;
  if (query.limit !== null || query.offset > 0) {
    throw badQuery('"limit" and "offset" are not supported when writing');
  }
  if (kind === 'insert' && isFiltered) throw badQuery('Filters have no meaning for an insert');
  if (kind === 'change' && !isFiltered) {
    // why: a slip must not change every row; Supabase's API refuses this too (pg-safeupdate).
    throw refusal(400, '21000', `${body ? 'UPDATE' : 'DELETE'} requires a WHERE clause`);
  }
  const builder = new Builder(schema, maxRows);
  const table = qualified(relation.name);
  const bare = { ...query, columns: [], embeds: [], order: [] };
  const { alias, where } = compileRows(builder, table, relation, bare);
  const rows = body?.rows ?? [];
  const keys = rows.map((row) => Object.keys(row));
  const differ = new Set(keys.map((each) => JSON.stringify(each.toSorted()))).size > 1;
  if (differ && !columns) throw badBody('All object keys must match');
  const names = columns ?? keys[0] ?? [];
  for (const name of names) {
    const type = relation.columns.get(name)?.type ?? '';
    for (const row of rows) refuseOtherDates(name, row[name], type);
  }
  const target = `${table} as ${alias}`;
  let sql: string | null = null;
  if (kind === 'insert') sql = insertSql(asked, builder, relation, names, target, onConflict);
  else if (!body) sql = `delete from ${target}${where}`;
  else if (names.length > 0) {
    const record = `json_to_record(${builder.bind(body.text, 'json')})`;
    const set = names.map((name) => `${quote(name)} = body.${quote(name)}`).join(', ');
    const from = `${record} as body(${recordOf(relation, names)})`;
    sql = `update ${target} set ${set} from ${from}${where}`;
  }
  const isShown = prefer.get('return') === 'representation';
  const shown = isShown && compileRows(builder, SOURCE, relation, { ...query, where: [] });
  // why: only the columns that the response needs are returned, because the caller may not be
  // allowed to read every column.
  const used = [...(shown ? shown.used : [])].map((name) => `${alias}.${quote(name)}`);
  const isWhole = isShown && query.columns.some(({ name }) => name === '*');
  const returned = isWhole ? `${alias}.*` : used.join(', ') || '1';
  const source = sql ? `${sql} returning ${returned}` : `select * from ${table} where false`;
  const answer = shown ? answerRows(shown, asked) : answerCount;
  return { text: `with ${SOURCE} as (${source}) ${answer}`, params: builder.params };
}

/** Compiles the insert; null when there is no row. */
function insertSql(
  { body: payload, prefer }: Asked,
  builder: Builder,
  relation: Relation,
  names: string[],
  table: string,
  onConflict: string[] | null,
): string | null {
  const { text, rows: sent, isList } = payload!;
  if (names.length === 0 && sent.length > 1) throw badBody('Several rows need at least one key');
  if (sent.length === 0) return null;
  if (names.length === 0) return `insert into ${table} default values`;
  const record = recordOf(relation, names);
  const body = builder.bind(isList ? text : `[${text}]`, 'json');
  const values = names.map((name) => {
    const value = `body.${quote(name)}`;
    const fallback = columnOf(relation, name).default;
    if (prefer.get('missing') !== 'default' || fallback === null) return value;
    return `case when item::jsonb ? ${builder.bind(name, 'text')} then ${value} else ${fallback} end`;
  });
  const rows = `json_array_elements(${body}) as item, json_to_record(item) as body(${record})`;
  const select = `(${names.map(quote).join(', ')}) select ${values.join(', ')} from ${rows}`;
  const resolution = prefer.get('resolution');
  const target = onConflict ?? relation.primaryKey;
  if (!resolution || target.length === 0) return `insert into ${table} ${select}`;
  for (const name of target) columnOf(relation, name);
  const on = `insert into ${table} ${select} on conflict (${target.map(quote).join(', ')})`;
  if (resolution === 'ignore-duplicates') return `${on} do nothing`;
  const others = names.filter((name) => !target.includes(name));
  const set = (others.length > 0 ? others : names).map(quote);
  return `${on} do update set ${set.map((name) => `${name} = excluded.${name}`).join(', ')}`;
}

/** A column definition list for json_to_record. @throws ApiError PGRST204 for an unknown column. */
function recordOf({ name: relation, columns }: Relation, names: string[]): string {
  const missing = names.find((name) => !columns.has(name));
  if (missing === undefined) {
    return names.map((name) => `${quote(name)} ${columns.get(name)!.type}`).join(', ');
  }
  const message = `Could not find the '${missing}' column of '${relation}' in the schema cache`;
  throw refusal(400, 'PGRST204', message);
}
