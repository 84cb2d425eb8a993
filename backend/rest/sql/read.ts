import { RestError } from '../errors.ts';
import type { Comparison, Condition, Test } from '../parse/filter.ts';
import type { OrderTerm } from '../parse/order.ts';
import type { Embed, Query } from '../parse/query.ts';
import { findRelationship, qualified, quote } from '../schema.ts';
import type { Relation, Relationship } from '../schema.ts';
import { reference, type Builder } from './builder.ts';

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
type Scope = { builder: Builder; relation: Relation; alias: string; embeds: Map<string, Embedded> };

/** An embedded resource, compiled in the scope of the rows that it belongs to. */
type Embedded = { embed: Embed; relationship: Relationship; rows: Rows };

/** The clauses of one select. `exists` tells whether there is such a row at all. */
export type Rows = { text: string; from: string; where: string; exists: string; scope: Scope };

/**
 * Compiles a query over `source` (a table's qualified name, or that of a CTE with its rows).
 * Embedded resources become correlated subqueries in the select list: PostgreSQL then evaluates
 * them after `limit`, for the rows of the page only.
 * @param link The condition that ties the rows to those they are embedded in.
 * @throws RestError for names that the schema does not have.
 */
export function compileRows(
  builder: Builder,
  source: string,
  relation: Relation,
  query: Query,
  link?: (alias: string) => string[],
): Rows {
  const alias = builder.alias();
  const scope: Scope = { builder, relation, alias, embeds: new Map() };
  for (const embed of query.embeds) scope.embeds.set(embed.name, compileEmbed(scope, embed));
  const fields = [
    ...query.columns.map(({ name, alias: as }) =>
      name === '*' ? `${alias}.*` : `${reference(alias, relation, name)} as ${quote(as ?? name)}`,
    ),
    ...[...scope.embeds.values()].filter(isShown).map(embeddedField),
  ];
  const conditions = [
    ...(link?.(alias) ?? []),
    ...query.where.map((condition) => conditionSql(scope, condition)),
    ...[...scope.embeds.values()].filter(({ embed }) => embed.inner).map(({ rows }) => rows.exists),
  ];
  const from = ` from ${source} as ${alias}`;
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  const text = `select ${fields.join(', ')}${from}${where}${orderSql(scope, query.order)}${pageSql(builder, query)}`;
  return { text, from, where, exists: `exists (select${from}${where})`, scope };
}

function compileEmbed(parent: Scope, embed: Embed): Embedded {
  const { builder, relation, alias } = parent;
  const relationship = findRelationship(builder.schema, relation, embed.target, embed.hint);
  const { target, pairs } = relationship;
  const rows = compileRows(builder, qualified(target.name), target, embed.query, (child) =>
    pairs.map(([own, other]) => `${child}.${quote(other)} = ${alias}.${quote(own)}`),
  );
  return { embed, relationship, rows };
}

/** An embed that selects nothing, `target()`, only filters. */
const isShown = ({ embed: { query } }: Embedded) =>
  query.columns.length > 0 || query.embeds.length > 0;

function embeddedField({ embed, relationship, rows }: Embedded): string {
  const json = relationship.many ? `coalesce(json_agg(j), '[]')` : 'row_to_json(j)';
  return `(select ${json} from (${rows.text}) as j) as ${quote(embed.name)}`;
}

function conditionSql(scope: Scope, condition: Condition): string {
  const sql =
    'join' in condition
      ? `(${condition.conditions.map((each) => conditionSql(scope, each)).join(` ${condition.join} `)})`
      : testSql(scope, condition.column, condition.test);
  return condition.negated ? `not ${sql}` : sql;
}

function testSql(scope: Scope, name: string, test: Test): string {
  const { builder, relation, alias, embeds } = scope;
  const embedded = relation.columns.has(name) ? undefined : embeds.get(name);
  if (embedded && test.operator === 'is' && test.value === 'null') {
    return `(not ${embedded.rows.exists})`;
  }
  const column = reference(alias, relation, name);
  const { type } = relation.columns.get(name)!;
  if (test.operator === 'is') return `(${column} is ${test.value.replace('_', ' ')})`;
  if (test.operator === 'in') return `(${column} = any(${builder.bindList(test.values, type)}))`;
  const isPattern = test.operator === 'like' || test.operator === 'ilike';
  const value = isPattern
    ? builder.bind(test.value.replaceAll('*', '%'), 'text')
    : builder.bind(test.value, type);
  return `(${column} ${OPERATORS[test.operator]} ${value})`;
}

function orderSql(scope: Scope, terms: OrderTerm[]): string {
  if (terms.length === 0) return '';
  const sql = terms.map(({ embed, column, descending, nulls }) => {
    const key =
      embed === null
        ? reference(scope.alias, scope.relation, column)
        : relatedKey(scope, embed, column);
    return `${key}${descending ? ' desc' : ''}${nulls ? ` nulls ${nulls}` : ''}`;
  });
  return ` order by ${sql.join(', ')}`;
}

function relatedKey({ embeds, relation }: Scope, name: string, column: string): string {
  const embedded = embeds.get(name);
  if (!embedded || embedded.relationship.many) {
    const details = embedded
      ? `'${relation.name}' and '${name}' do not form a many-to-one or one-to-one relationship`
      : `'${name}' is not an embedded resource in this request`;
    const message = `A related order on '${name}' is not possible`;
    throw new RestError(400, embedded ? 'PGRST118' : 'PGRST108', message, { details });
  }
  const { scope, from, where } = embedded.rows;
  return `(select ${reference(scope.alias, scope.relation, column)}${from}${where})`;
}

function pageSql(builder: Builder, { limit, offset }: Query): string {
  const limited = limit === null ? '' : ` limit ${builder.bind(String(limit), 'bigint')}`;
  return offset === 0 ? limited : `${limited} offset ${builder.bind(String(offset), 'bigint')}`;
}
