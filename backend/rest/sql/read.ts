import type { Comparison, Condition, Test } from '../parse/filter.ts';
import type { Embed, Query } from '../parse/query.ts';
import { findRelationship, qualified, quote, type Relation } from '../schema.ts';
import { columnOf, reference, type Builder } from './builder.ts';

const OPERATORS: Record<Comparison, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
};

/** A relation in `from`, under the alias that its columns are referred to by. */
type Scope = { builder: Builder; relation: Relation; alias: string };

/** An embedded resource: its field in the select list (null when it shows nothing), and a test. */
type Embedded = { embed: Embed; field: string | null; exists: string };

/** The clauses of one select over `alias`. */
export type Rows = { text: string; from: string; where: string; alias: string };

/**
 * Compiles a query over `source` (a table's qualified name, or that of a CTE with its rows).
 * Embedded resources become correlated subqueries in the select list: PostgreSQL then evaluates
 * them after `limit`, for the rows of the page only.
 * @param link The conditions that tie the rows to those they are embedded in.
 * @throws RestError for names that the schema does not have.
 */
export function compileRows(
  builder: Builder,
  source: string,
  relation: Relation,
  query: Query,
  link: (alias: string) => string[] = () => [],
): Rows {
  const alias = builder.alias();
  const scope: Scope = { builder, relation, alias };
  const embeds = query.embeds.map((embed) => compileEmbed(scope, embed));
  const fields = query.columns.map(({ name, alias: as }) =>
    name === '*' ? `${alias}.*` : `${reference(alias, relation, name)} as ${quote(as ?? name)}`,
  );
  const conditions = [
    ...link(alias),
    ...query.where.map((condition) => conditionSql(scope, embeds, condition)),
    ...embeds.filter(({ embed }) => embed.inner).map(({ exists }) => exists),
  ];
  const from = ` from ${source} as ${alias}`;
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  const list = [...fields, ...embeds.flatMap(({ field }) => field ?? [])].join(', ');
  const text = `select ${list}${from}${where}${orderSql(scope, query)}${pageSql(builder, query)}`;
  return { text, from, where, alias };
}

function compileEmbed({ builder, relation, alias }: Scope, embed: Embed): Embedded {
  const { name, target, hint, query } = embed;
  const { target: other, pairs, many } = findRelationship(builder.schema, relation, target, hint);
  const link = (child: string) =>
    pairs.map(([own, theirs]) => `${child}.${quote(theirs)} = ${alias}.${quote(own)}`);
  const rows = compileRows(builder, qualified(other.name), other, query, link);
  const json = many ? `coalesce(json_agg(j), '[]')` : 'row_to_json(j)';
  const isShown = query.columns.length > 0 || query.embeds.length > 0;
  return {
    embed,
    field: isShown ? `(select ${json} from (${rows.text}) as j) as ${quote(name)}` : null,
    exists: `exists (select${rows.from}${rows.where})`,
  };
}

function conditionSql(scope: Scope, embeds: Embedded[], condition: Condition): string {
  const not = condition.negated ? 'not ' : '';
  if ('join' in condition) {
    const parts = condition.conditions.map((each) => conditionSql(scope, embeds, each));
    return `${not}(${parts.join(` ${condition.join} `)})`;
  }
  const { column, test } = condition;
  const embedded = embeds.find(({ embed }) => embed.name === column);
  const isNullTest = test.operator === 'is' && test.value === 'null';
  if (embedded && isNullTest && !scope.relation.columns.has(column)) {
    return `${not}(not ${embedded.exists})`;
  }
  return `${not}(${reference(scope.alias, scope.relation, column)} ${testSql(scope, column, test)})`;
}

function testSql({ builder, relation }: Scope, column: string, test: Test): string {
  const { type } = columnOf(relation, column);
  if (test.operator === 'is') return `is ${test.value.replace('_', ' ')}`;
  if (test.operator === 'in') return `= any(${builder.bindList(test.values, type)})`;
  const isPattern = test.operator === 'like' || test.operator === 'ilike';
  const value = isPattern ? test.value.replaceAll('*', '%') : test.value;
  return `${OPERATORS[test.operator]} ${builder.bind(value, isPattern ? 'text' : type)}`;
}

function orderSql({ relation, alias }: Scope, { order }: Query): string {
  const terms = order.map(({ column, descending, nulls }) => {
    const direction = `${descending ? ' desc' : ''}${nulls ? ` nulls ${nulls}` : ''}`;
    return `${reference(alias, relation, column)}${direction}`;
  });
  return terms.length > 0 ? ` order by ${terms.join(', ')}` : '';
}

function pageSql(builder: Builder, { limit, offset }: Query): string {
  const limited = limit === null ? '' : ` limit ${builder.bind(String(limit), 'bigint')}`;
  return offset === 0 ? limited : `${limited} offset ${builder.bind(String(offset), 'bigint')}`;
}
