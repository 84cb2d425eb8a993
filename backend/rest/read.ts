import { badQuery, refuseDateWords } from './errors.ts';
import type { Condition, Embed, Query } from './query.ts';
import { readQuery, type Asked } from './request.ts';
import { columnOf, findRelation, findRelationship, qualified, quote } from './schema.ts';
import type { Relation, Schema } from './schema.ts';

/**
 * A finished statement; every parameter is text. `offset` is where the page of a read starts;
 * `isUsual`: its text depends on the schema alone, but for which arguments are given.
 */
export type Statement = { text: string; params: string[]; offset?: number; isUsual?: boolean };

/**
 * The one row that every statement answers: the body's JSON text, how many rows it is about, and,
 * when asked for, how many there would be without the page.
 */
export type Answer = { total: string | null; rows: string; body: string | null };

/** The name under which a writing statement or a function call hands on its rows. */
export const SOURCE = 'touched';

/** Answers with nothing but how many rows the source has. */
export const answerCount = `select null as total, count(*)::text as rows, null as body from ${SOURCE}`;

/**
 * Largest answer, in bytes. PostgreSQL checks it while it puts a list together, so that neither it
 * nor this process ever holds much more.
 */
const MOST_BYTES = 4_000_000;
const MOST_RELATIONS = 30;
const COMPARISONS = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** Collects one statement's parameters and hands out aliases. */
export class Builder {
  readonly schema: Schema;
  /** Most rows of a list, embedded ones included. */
  readonly maxRows: number;
  readonly params: string[] = [];
  #aliases = 0;

  constructor(schema: Schema, maxRows: number) {
    this.schema = schema;
    this.maxRows = maxRows;
  }

  /**
   * A value as a parameter, cast to a type that came out of the catalog.
   * why: through text, so that PostgreSQL alone reads the value, not the driver.
   */
  bind(value: string, type: string): string {
    refuseDateWords(value, type);
    this.params.push(value);
    return `($${this.params.length}::text)::${type}`;
  }

  /** A name for one more relation in the statement. @throws ApiError PGRST100 over 30. */
  alias(): string {
    if (this.#aliases === MOST_RELATIONS) throw badQuery('Too many embedded resources');
    return `r${this.#aliases++}`;
  }
}

/** A relation in `from`, the alias that its columns are referred to by, and which of them are. */
type Scope = { builder: Builder; relation: Relation; alias: string; used: Set<string> };

/** An embedded resource: its field in the select list (none when it shows nothing), and a test. */
type Embedded = { embed: Embed; fields: string[]; exists: string };

/** One select over `alias`, and the columns of the source that it names. */
type Rows = { text: string; from: string; where: string; alias: string; used: Set<string> };

/** `select` over a table or view. @throws ApiError for names that the schema does not have. */
export function readStatement(asked: Asked, schema: Schema, maxRows: number): Statement {
  const relation = findRelation(schema, asked.name);
  const query = readQuery(asked, maxRows);
  const builder = new Builder(schema, maxRows);
  const rows = compileRows(builder, qualified(relation.name), relation, query);
  return { text: answerRows(rows, asked), params: builder.params, offset: query.offset };
}

/** Answers with the rows of a select (or only `value` of each), and their number without its page. */
export function answerRows(
  rows: Rows,
  { shape, prefer, stripsNulls }: Pick<Asked, 'shape' | 'prefer' | 'stripsNulls'>,
  value?: 'value',
) {
  const counted = prefer.has('count') ? `(select count(*)${rows.from}${rows.where})` : 'null';
  const made = value ? `coalesce(to_json(${value}), 'null')` : 'row_to_json(page)';
  const json = stripsNulls ? `json_strip_nulls(${made})` : made;
  const { item, from } = bounded(rows.text, MOST_BYTES, json);
  // why: an object has one row, or the request is refused.
  const isList = shape === 'list';
  const body = isList ? `json_agg(${item})::text` : `string_agg((${item})::text, '')`;
  const empty = isList ? '[]' : 'null';
  return `select ${counted}::text as total, count(*)::text as rows, coalesce(${body}, '${empty}') as body${from}`;
}

/**
 * A select's rows as JSON items to aggregate. PostgreSQL gives up, with an error, once they have more
 * than `most` bytes together.
 */
function bounded(rows: string, most: number, json = 'row_to_json(page)') {
  // why: without `offset 0` PostgreSQL would make each item twice.
  const items = `select ${json} as item from (${rows}) as page offset 0`;
  const sum = 'sum(octet_length(item::text)) over (rows unbounded preceding)';
  const from = ` from (select item, ${sum} as so_far from (${items}) as items) as page`;
  const limit = Math.round(most);
  const item = `case when so_far > ${limit} then extensions.refuse_answer() else item end`;
  return { item, from };
}

/**
 * Compiles a query over `source` (a table's qualified name, or that of a CTE with its rows).
 * Embedded resources become correlated subqueries in the select list: PostgreSQL then evaluates
 * them after `limit`, for the rows of the page only.
 * @param link The conditions that tie the rows to those they are embedded in.
 * @param most Bytes that the embedded lists of one row may have together.
 * @throws ApiError for names that the schema does not have.
 */
export function compileRows(
  builder: Builder,
  source: string,
  relation: Relation,
  { columns, embeds, where: filters, order, limit, offset }: Query,
  link: (alias: string) => string[] = () => [],
  most = MOST_BYTES,
): Rows {
  const alias = builder.alias();
  const scope: Scope = { builder, relation, alias, used: new Set() };
  const embedded = embeds.map((embed) => compileEmbed(scope, embed, most / embeds.length));
  const fields = columns.map(({ name, alias: as }) =>
    name === '*' ? `${alias}.*` : `${reference(scope, name)} as ${quote(as ?? name)}`,
  );
  const conditions = [
    ...link(alias),
    ...filters.map((condition) => conditionSql(scope, embedded, condition)),
    ...embedded.filter(({ embed }) => embed.inner).map(({ exists }) => exists),
  ];
  const terms = order.map(({ column, descending, nulls }) => {
    const direction = `${descending ? ' desc' : ''}${nulls ? ` nulls ${nulls}` : ''}`;
    return `${reference(scope, column)}${direction}`;
  });
  const from = ` from ${source} as ${alias}`;
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  const list = [...fields, ...embedded.flatMap((each) => each.fields)].join(', ');
  const sorted = terms.length > 0 ? ` order by ${terms.join(', ')}` : '';
  const limited = limit === null ? '' : ` limit ${builder.bind(String(limit), 'bigint')}`;
  const skipped = offset === 0 ? '' : ` offset ${builder.bind(String(offset), 'bigint')}`;
  const text = `select ${list}${from}${where}${sorted}${limited}${skipped}`;
  return { text, from, where, alias, used: scope.used };
}

/** `alias."column"`, after looking the column up. @throws ApiError 42703. */
function reference({ alias, relation, used }: Scope, name: string): string {
  columnOf(relation, name);
  used.add(name);
  return `${alias}.${quote(name)}`;
}

function compileEmbed(scope: Scope, embed: Embed, most: number): Embedded {
  const { builder, relation } = scope;
  const { name, query } = embed;
  const { target, pairs, cardinality } = findRelationship(builder.schema, relation.name, embed);
  const link = (child: string) =>
    pairs.map(([own, theirs]) => `${child}.${quote(theirs)} = ${reference(scope, own)}`);
  const other = findRelation(builder.schema, target);
  const many = cardinality === 'one-to-many';
  const limit = many ? Math.min(query.limit ?? Infinity, builder.maxRows) : query.limit;
  const rows = compileRows(builder, qualified(target), other, { ...query, limit }, link, most);
  const { item, from } = bounded(rows.text, most);
  const shown = many
    ? `coalesce(json_agg(${item}), '[]')${from}`
    : `row_to_json(page) from (${rows.text}) as page`;
  const isShown = query.columns.length > 0 || query.embeds.length > 0;
  const fields = isShown ? [`(select ${shown}) as ${quote(name)}`] : [];
  return { embed, fields, exists: `exists (select${rows.from}${rows.where})` };
}

function conditionSql(scope: Scope, embeds: Embedded[], condition: Condition): string {
  const not = condition.negated ? 'not ' : '';
  if ('join' in condition) {
    const parts = condition.conditions.map((each) => conditionSql(scope, embeds, each));
    return `${not}(${parts.join(` ${condition.join} `)})`;
  }
  const { builder, relation } = scope;
  const { column, operator, values } = condition;
  const [value = ''] = values;
  const isNullTest = operator === 'is' && value.toLowerCase() === 'null';
  const embedded = embeds.find(({ embed }) => embed.name === column);
  if (embedded && isNullTest && !relation.columns.has(column)) {
    return `${not}(not ${embedded.exists})`;
  }
  const own = `${not}(${reference(scope, column)}`;
  const { type } = columnOf(relation, column);
  switch (operator) {
    case 'is':
      return `${own} is ${value.replace('_', ' ')})`;
    case 'in': {
      const quoted = values.map((each) => `"${each.replaceAll(/["\\]/g, '\\$&')}"`);
      return `${own} = any(${builder.bind(`{${quoted.join(',')}}`, `${type}[]`)}))`;
    }
    case 'like':
    case 'ilike':
      return `${own} ${operator} ${builder.bind(value.replaceAll('*', '%'), 'text')})`;
    default:
      return `${own} ${COMPARISONS[operator]} ${builder.bind(value, type)})`;
  }
}
