import { badQuery } from '../errors.ts';
import type { Query } from './query.ts';
import { scan, type Scanner } from './scanner.ts';

const DEEPEST = 6;

/**
 * Reads a `select` list: columns, `*`, `alias:column`, and embedded resources
 * `alias:target!hint!inner(…)`, nested. An empty list selects no column.
 * @throws RestError PGRST100, also for casts, JSON paths, aggregates and spreads.
 */
export const parseSelect = (text: string): Query =>
  scan('select', text, (scanner) => readList(scanner, 0));

function readList(scanner: Scanner, depth: number): Query {
  const query: Query = { columns: [], embeds: [], where: [], order: [], limit: null, offset: 0 };
  if (depth > DEEPEST) throw badQuery('Embedded resources are nested too deeply');
  if (scanner.skip(/\s*(?=\)|$)/y)) return query;
  scanner.list(/\s*,\s*/y, () => readItem(scanner, query, depth));
  return query;
}

function readItem(scanner: Scanner, query: Query, depth: number): void {
  if (scanner.skip(/\.\.\./y)) throw badQuery('Spread embeds are not supported');
  const first = scanner.take(/\*/y) ?? scanner.name();
  const name = scanner.skip(/:(?!:)/y) ? scanner.name() : first;
  const alias = name === first ? null : first;
  const words: string[] = [];
  while (scanner.skip(/!/y)) words.push(scanner.name());
  if (scanner.skip(/\(/y)) {
    const embedded = readList(scanner, depth + 1);
    scanner.need(/\s*\)/y, 'a comma or ")"');
    const hint = words.find((word) => word !== 'inner' && word !== 'left') ?? null;
    const inner = words.includes('inner');
    query.embeds.push({ name: alias ?? name, target: name, hint, inner, query: embedded });
    return;
  }
  if (words.length > 0) scanner.fail('expecting "("');
  if (scanner.skip(/::/y)) throw badQuery('Casts are not supported');
  if (scanner.skip(/->/y)) throw badQuery('JSON paths are not supported');
  if (scanner.skip(/\./y)) throw badQuery('Aggregate functions are not supported');
  query.columns.push({ name, alias });
}
