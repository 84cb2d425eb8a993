import { badQuery } from '../errors.ts';
import { Scanner } from './scanner.ts';

/** `embed` is set when rows are ordered by a column of the one row that belongs to them. */
export type OrderTerm = {
  embed: string | null;
  column: string;
  descending: boolean;
  nulls: 'first' | 'last' | null;
};

const MOST_TERMS = 20;

/** Reads `order`: `column.desc.nullslast,embed(column).asc`. @throws RestError PGRST100. */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner('order', text);
  const terms: OrderTerm[] = [];
  do terms.push(parseTerm(scanner));
  while (scanner.take(/\s*,\s*/y) !== null);
  scanner.end();
  if (terms.length > MOST_TERMS) throw badQuery(`More than ${MOST_TERMS} terms in "order"`);
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  let column = scanner.name();
  let embed: string | null = null;
  if (scanner.take(/\(/y) !== null) {
    embed = column;
    column = scanner.name();
    scanner.need(/\)/y, '")"');
  }
  if (scanner.take(/->/y) !== null) throw badQuery('JSON paths are not supported');
  const direction = scanner.take(/\.(?:asc|desc)(?![a-z])/y);
  const nulls = scanner.take(/\.nulls(?:first|last)/y);
  return {
    embed,
    column,
    descending: direction === '.desc',
    nulls: nulls === null ? null : nulls === '.nullsfirst' ? 'first' : 'last',
  };
}
