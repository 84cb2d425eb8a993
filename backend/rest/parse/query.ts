import { badQuery, RestError } from '../errors.ts';
import { parseCondition, parseTree } from './filter.ts';
import type { Condition } from './filter.ts';
import { parseOrder } from './order.ts';
import type { OrderTerm } from './order.ts';
import { Scanner } from './scanner.ts';
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

const LONGEST = 64 * 1024;
const MOST_CONDITIONS = 200;

/**
 * Reads a query string by PostgREST's grammar
 * (https://docs.postgrest.org/en/v14/references/api/tables_views.html). `embed.column=`,
 * `embed.order=`, `embed.limit=` and the like apply to an embedded resource.
 * @throws RestError PGRST100 for what cannot be read or is not supported, PGRST108 for an embed
 * that `select` does not name, 414 when it is too long.
 */
export function parseParameters(search: URLSearchParams): Parameters {
  if (search.size > MOST_CONDITIONS || search.toString().length > LONGEST) {
    throw new RestError(414, 'PGRST100', 'The query string is too long');
  }
  const given = new Map<string, string>();
  const rest: [key: string, value: string][] = [];
  for (const [key, value] of search) {
    const last = /(?:^|\.)(select|columns|on_conflict|order|limit|offset)$/.exec(key);
    if (!last) rest.push([key, value]);
    else if (given.has(key)) throw badQuery(`"${key}" must be given only once`);
    else given.set(key, value);
  }
  const query = parseSelect(given.get('select') ?? '*');
  for (const [key, value] of given) setOption(query, key, value);
  for (const [key, value] of rest) addCondition(query, key, value);
  return {
    query,
    columns: names('columns', given.get('columns')),
    onConflict: names('on_conflict', given.get('on_conflict')),
  };
}

function setOption(query: Query, key: string, value: string): void {
  const path = readPath(key);
  const option = path.pop();
  if (path.length === 0 && /^(select|columns|on_conflict)$/.test(option!)) return;
  const target = findEmbed(query, path);
  if (option === 'order') target.order = parseOrder(value);
  else if (option === 'limit') target.limit = count(key, value);
  else if (option === 'offset') target.offset = count(key, value);
  else throw badQuery(`"${key}" is not supported`);
}

function addCondition(query: Query, key: string, value: string): void {
  const path = readPath(key);
  const last = path.pop()!;
  if (last === 'and' || last === 'or') {
    const negated = path.at(-1) === 'not';
    if (negated) path.pop();
    findEmbed(query, path).where.push(parseTree(key, last, negated, value));
  } else {
    findEmbed(query, path).where.push(parseCondition(key, last, value));
  }
}

function findEmbed(query: Query, path: string[]): Query {
  let found = query;
  for (const name of path) {
    const embed = found.embeds.find((each) => each.name === name);
    if (!embed) {
      const message = `'${name}' is not an embedded resource in this request`;
      const hint = `Verify that '${name}' is included in the 'select' query parameter.`;
      throw new RestError(400, 'PGRST108', message, { hint });
    }
    found = embed.query;
  }
  return found;
}

function readPath(key: string): string[] {
  const scanner = new Scanner('query', key);
  const path = [scanner.name()];
  while (scanner.take(/\./y) !== null) path.push(scanner.name());
  scanner.end();
  return path;
}

function names(parameter: string, text: string | undefined): string[] | null {
  if (text === undefined) return null;
  const scanner = new Scanner(parameter, text);
  const found = [scanner.name()];
  while (scanner.take(/,/y) !== null) found.push(scanner.name());
  scanner.end();
  return [...new Set(found)];
}

function count(key: string, value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw badQuery(`"${key}" must be a whole number, not negative`);
  return Number(value);
}
