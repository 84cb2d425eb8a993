import type { CallerStatement } from '../postgres/request-transaction.ts';
import { badQuery, refuseOtherDates } from './errors.ts';
import type { Condition, Embed, Query } from './query.ts';
import { readQuery, type Asked } from './request.ts';
import { columnOf, findRelation, findRelationship, qualified, quote } from './schema.ts';
import type { Relation, Schema } from './schema.ts';

/**
 * A compiled statement. `offset` is the start of a read's page; `isUsual`: the text depends only on the schema and on
 * which arguments are present.
 */
export type Statement = CallerStatement & { offset?: number };

/**
 * The single row that every statement returns: the body as JSON text, the number of its rows and,
 * when a count was requested, the total without paging.
 */
export type Answer = { total: string | null; rows: string; body: string | null };

/** Name of the CTE with the rows of a write or a function call. */
export const SOURCE = 'touched';

/** Returns only the number of rows in the CTE. */
export const answerCount = `select null as total, count(*)::text as rows, null as body from ${SOURCE}`;

/**
 * Maximum response in bytes. PostgreSQL enforces it while it aggregates a list, so that neither it
 * nor this process ever holds much more.
 */
const MOST_BYTES = 4_000_000;
/** Maximum response of a visitor's own read. why less: a session keeps the memory of its largest answer. */
const MOST_VISITOR_BYTES = 1_000_000;
const MOST_RELATIONS = 30;
const COMPARISONS = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** Collects the parameters and table aliases of one statement. */
export class Builder {
  readonly schema: Schema;
  /** Maximum rows of a list, embedded lists included. */
  readonly maxRows: number;
  readonly params: string[] = [];
  #aliases = 0;

  constructor(schema: Schema, maxRows: number) {
    this.schema = schema;
    this.maxRows = maxRows;
  }

  /**
   * Binds a value as a parameter, cast to a type from the catalog. why: cast from text, so that
   * PostgreSQL parses the value, not the driver.
   */
  bind(value: string, type: string): string {
    this.params.push(value);
    return `($${this.params.length}::text)::${type}`;
  }

  /** A new table alias. @throws ApiError PGRST100 beyond 30. */
  alias(): string {
    if (this.#aliases === MOST_RELATIONS) throw badQuery('Too many embedded resources');
    return `r${this.#aliases++}`;
  }
}

/** A relation in `from`, its alias, and which of its columns are used. */
type Scope = { builder: Builder; relation: Relation; alias: string; used: Set<string> };

/**
 * A compiled embedded resource: its field in the select list (none when it selects nothing), and an
 * existence test.
 */
type Embedded = { embed: Embed; fields: string[]; exists: string };

/** A compiled select over `alias`, the columns of the source that it uses, and its maximum in bytes. */
type Rows = Record<'text' | 'from' | 'where' | 'alias', string> & {
  used: Set<string>;
  most: number;
};

/** Compiles a read of a table or view. @throws ApiError for names unknown to the schema. */
export function readStatement(asked: Asked, schema: Schema, maxRows: number): Statement {
  const relation = findRelation(schema, asked.name);
  const query = readQuery(asked, maxRows);
  const builder = new Builder(schema, maxRows);
  const most = asked.isLimited ? MOST_VISITOR_BYTES : MOST_BYTES;
  const rows = compileRows(builder, qualified(relation.name), relation, query, undefined, most);
  return { text: answerRows(rows, asked), params: builder.params, offset: query.offset };
}

/**
 * Aggregates the rows of a select (or only `value` of each) into the response, with their total
 * number.
 */
export function answerRows(
  rows: Rows,
  { shape, prefer, stripsNulls }: Pick<Asked, 'shape' | 'prefer' | 'stripsNulls'>,
  value?: 'value',
) {
  const counted = prefer.has('count') ? `(select count(*)${rows.from}${rows.where})` : 'null';
  const made = value ? `coalesce(to_json(${value}), 'null')` : 'row_to_json(page)';
  const json = stripsNulls ? `json_strip_nulls(${made})` : made;
  const { item, from } = bounded(rows.text, rows.most, json);
  // why: an object response has exactly one row, otherwise it is refused.
  const isList = shape === 'list';
  const body = isList ? `json_agg(${item})::text` : `string_agg((${item})::text, '')`;
  const empty = isList ? '[]' : 'null';
  return `select ${counted}::text as total, count(*)::text as rows, coalesce(${body}, '${empty}') as body${from}`;
}

/**
 * The rows of a select as JSON items to aggregate. PostgreSQL raises an error once they exceed
 * `most` bytes in total.
 */
function bounded(rows: string, most: number, json = 'row_to_json(page)') {
  // why: `offset 0` is an optimisation fence; without it PostgreSQL would compute each item twice.
  const items = `select ${json} as item from (${rows}) as page offset 0`;
  const sum = 'sum(octet_length(item::text)) over (rows unbounded preceding)';
  const from = ` from (select item, ${sum} as so_far from (${items}) as items) as page`;
  const limit = Math.round(most);
  const item = `case when so_far > ${limit} then extensions.refuse_answer() else item end`;
  return { item, from };
}

/**
 * Compiles a query over `source` (a qualified table name, or a CTE). Embedded resources become
 * correlated subqueries in the select list: PostgreSQL then evaluates them after `limit`, for the
 * rows of the page only.
 * @param link Conditions that join the rows to the outer resource.
 * @param most Maximum bytes of the embedded lists of one row, in total.
 * @throws ApiError for names unknown to the schema.
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
  return { text, from, where, alias, used: scope.used, most };
}

/** `alias."column"` of an existing column. @throws ApiError 42703. */
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
  for (const each of operator === 'is' ? [] : values) refuseOtherDates(column, each, type);
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
