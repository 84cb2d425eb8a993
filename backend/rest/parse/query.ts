import { badQuery, RestError } from '../errors.ts';
import { parseCondition, parseTree, type Condition } from './filter.ts';
import { parseOrder, type OrderTerm } from './order.ts';
import { scan } from './scanner.ts';
import { parseSelect } from './select.ts';

/** What is wanted of one relation. Column `*` is all of them; `limit` null is as many as allowed. */
export type Query = {
  columns: { name: string; alias: string | null }[];
  embeds: Embed[];
  where: Condition[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
};

/** A related resource inside another; `inner`: rows of the outer one without it are left out. */
export type Embed = {
  name: string;
  target: string;
  hint: string | null;
  inner: boolean;
  query: Query;
};

/** A whole query string; `columns` and `onConflict` are for writing. */
export type Parameters = { query: Query; columns: string[] | null; onConflict: string[] | null };

const LONGEST = 16_000;
const OPTIONS = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset']);

/**
 * Reads a query string by PostgREST's grammar
 * (https://docs.postgrest.org/en/v14/references/api/tables_views.html). `embed.column=`,
 * `embed.order=`, `embed.limit=` and the like apply to an embedded resource.
 * @throws RestError PGRST100 for what cannot be read or is not supported, PGRST108 for an embed
 * that `select` does not name, 414 when it is too long.
 */
export function parseParameters(search: URLSearchParams): Parameters {
  if (search.toString().length > LONGEST) {
    throw new RestError(414, 'PGRST100', 'The query string is too long');
  }
  for (const key of search.keys()) {
    const isOption = OPTIONS.has(key.slice(key.lastIndexOf('.') + 1));
    if (isOption && search.getAll(key).length > 1) throw badQuery(`"${key}" is given twice`);
  }
  const query = parseSelect(search.get('select') ?? '*');
  for (const [key, value] of search) apply(query, key, value);
  const columns = nameList('columns', search.get('columns'));
  return { query, columns, onConflict: nameList('on_conflict', search.get('on_conflict')) };
}

function apply(query: Query, key: string, value: string): void {
  const path = scan('query', key, (scanner) => scanner.list(/\./y, () => scanner.name()));
  let last = path.pop()!;
  if ((last === 'and' || last === 'or') && path.at(-1) === 'not') last = `${path.pop()}.${last}`;
  const target = path.reduce(findEmbed, query);
  if (last === 'order') target.order = parseOrder(value);
  else if (last === 'limit') target.limit = parseCount(key, value);
  else if (last === 'offset') target.offset = parseCount(key, value);
  else if (/^(not\.)?(and|or)$/.test(last)) target.where.push(parseTree(key, last, value));
  else if (!OPTIONS.has(last)) target.where.push(parseCondition(key, last, value));
  else if (path.length > 0) throw badQuery(`"${key}" is not supported`);
}

function findEmbed(query: Query, name: string): Query {
  const embed = query.embeds.find((each) => each.name === name);
  if (embed) return embed.query;
  throw new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

function nameList(parameter: string, text: string | null): string[] | null {
  if (text === null) return null;
  return scan(parameter, text, (scanner) => [...new Set(scanner.list(/,/y, () => scanner.name()))]);
}

function parseCount(key: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw badQuery(`"${key}" must be a whole number, not negative`);
  return Number(value);
}
