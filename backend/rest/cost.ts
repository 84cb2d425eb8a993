import { refusal } from './errors.ts';
import type { Condition, Query } from './query.ts';

/** Most that one read may ask for; `depth` counts resources embedded in one another. */
type Cost = Record<'columns' | 'filters' | 'values' | 'patterns' | 'wildcards' | 'order', number> &
  Record<'embeds' | 'depth', number>;

/**
 * The most that a read of a caller without an account may ask for. why: filters and embedded
 * resources multiply what a short request costs the database, and anybody may send it. The longest
 * read of a visitor's page asks for 100 items by their ids.
 */
export const VISITOR_COST: Cost = {
  columns: 60,
  filters: 20,
  values: 200,
  patterns: 3,
  wildcards: 3,
  order: 5,
  embeds: 4,
  depth: 1,
};

/** Statement timeout of a visitor's read of a table or view, which {@link VISITOR_COST} keeps cheap. */
export const VISITOR_READ_TIMEOUT = '1s';

/**
 * The refusal of a visitor's read that PostgreSQL did not finish in time; any other error as it is.
 * why 503: the read was small, so the database is too busy for it.
 */
export function toBusy(error: unknown): unknown {
  const { code } = Object(error) as { code?: unknown };
  if (code !== '57014') return error;
  const message = 'The database is too busy for this read right now';
  return refusal(503, code, message, {}, { 'retry-after': '5' });
}

/** Names of the limits in a refusal. */
const WORDS: Record<keyof Cost, string> = {
  columns: 'columns',
  filters: 'filters',
  values: 'values in all filters',
  patterns: 'like and ilike filters',
  wildcards: 'wildcards in each of these',
  order: 'columns in order',
  embeds: 'embedded resources',
  depth: 'level of these',
};

const worded = (each: keyof Cost) => `${VISITOR_COST[each]} ${WORDS[each]}`;
const HINT = `Without signing in, a read may have at most ${Object.keys(WORDS)
  .map((each) => worded(each as keyof Cost))
  .join(', ')}.`;

/**
 * Refuses a query of a visitor that would cost more than {@link VISITOR_COST}.
 * @throws ApiError PGRST100 (400), with all that is allowed as its hint.
 */
export function refuseCostly(query: Query): void {
  const cost = costOf(query);
  for (const each of Object.keys(cost) as (keyof Cost)[]) {
    if (cost[each] <= VISITOR_COST[each]) continue;
    const message = `The query asks for more than ${worded(each)}`;
    throw refusal(400, 'PGRST100', message, { hint: HINT });
  }
}

function costOf({ columns, embeds, where, order }: Query): Cost {
  const filters = where.flatMap(filtersOf);
  const patterns = filters.filter(({ operator }) => /^i?like$/.test(operator));
  const wildcards = patterns.map(({ values }) => values.join('').match(/[*%_]/g)?.length ?? 0);
  const inside = embeds.map(({ query }) => costOf(query));
  const sum = (each: keyof Cost) => inside.reduce((total, cost) => total + cost[each], 0);
  const most = (each: keyof Cost) => Math.max(0, ...inside.map((cost) => cost[each]));
  return {
    columns: columns.length + sum('columns'),
    filters: filters.length + sum('filters'),
    values: filters.reduce((total, { values }) => total + values.length, 0) + sum('values'),
    patterns: patterns.length + sum('patterns'),
    wildcards: Math.max(most('wildcards'), ...wildcards),
    order: order.length + sum('order'),
    embeds: embeds.length + sum('embeds'),
    depth: embeds.length === 0 ? 0 : 1 + most('depth'),
  };
}

/** The filters of a condition, those within `and` and `or` too. */
function filtersOf(condition: Condition): Extract<Condition, { operator: string }>[] {
  return 'join' in condition ? condition.conditions.flatMap(filtersOf) : [condition];
}
