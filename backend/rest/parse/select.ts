import { badQuery } from '../errors.ts';
import type { Query } from './query.ts';
import { Scanner } from './scanner.ts';

const DEEPEST = 6;
const MOST_EMBEDS = 30;

/**
 * Reads a `select` list: columns, `*`, `alias:column`, and embedded resources
 * `alias:target!hint!inner(…)`, nested. An empty list selects no column.
 * @throws RestError PGRST100, also for casts, JSON paths, aggregates and spreads.
 */
export function parseSelect(text: string): Query {
  const scanner = new Scanner('select', text);
  const state = { embeds: 0 };
  const query = parseList(scanner, 0, state);
  scanner.end();
  return query;
}

function parseList(scanner: Scanner, depth: number, state: { embeds: number }): Query {
  const query: Query = { columns: [], embeds: [], where: [], order: [], limit: null, offset: 0 };
  if (scanner.take(/\s*(?=\)|$)/y) !== null) return query;
  do parseItem(scanner, query, depth, state);
  while (scanner.take(/\s*,\s*/y) !== null);
  return query;
}

function parseItem(scanner: Scanner, query: Query, depth: number, state: { embeds: number }): void {
  if (scanner.take(/\*/y) !== null) {
    query.columns.push({ name: '*', alias: null });
    return;
  }
  if (scanner.take(/\.\.\./y) !== null) throw badQuery('Spread embeds are not supported');
  let name = scanner.name();
  let alias: string | null = null;
  if (scanner.take(/:(?!:)/y) !== null) {
    alias = name;
    name = scanner.name();
  }
  let hint: string | null = null;
  let inner = false;
  let hinted = false;
  while (scanner.take(/!/y) !== null) {
    hinted = true;
    const word = scanner.name();
    if (word === 'inner') inner = true;
    else if (word !== 'left') hint = word;
  }
  if (scanner.take(/\(/y) !== null) {
    if (depth === DEEPEST || ++state.embeds > MOST_EMBEDS) {
      throw badQuery('Too many embedded resources, or too deeply nested');
    }
    const embedded = parseList(scanner, depth + 1, state);
    scanner.need(/\s*\)/y, 'a comma or ")"');
    query.embeds.push({ name: alias ?? name, target: name, hint, inner, query: embedded });
    return;
  }
  if (hinted) scanner.fail('expecting "("');
  if (scanner.take(/::/y) !== null) throw badQuery('Casts are not supported');
  if (scanner.take(/->/y) !== null) throw badQuery('JSON paths are not supported');
  if (scanner.take(/\./y) !== null) throw badQuery('Aggregate functions are not supported');
  query.columns.push({ name, alias });
}
