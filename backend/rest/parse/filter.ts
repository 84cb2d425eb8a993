import { badQuery } from '../errors.ts';
import { scan, type Scanner } from './scanner.ts';

const COMPARISONS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'] as const;
const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;
const DEEPEST = 10;

export type Comparison = (typeof COMPARISONS)[number];

/** What a column is tested for. Values are as sent: text, not yet of the column's type. */
export type Test =
  | { operator: Comparison; value: string }
  | { operator: 'in'; values: string[] }
  | { operator: 'is'; value: (typeof IS_VALUES)[number] };

export type Condition =
  | { column: string; negated: boolean; test: Test }
  | { join: 'and' | 'or'; negated: boolean; conditions: Condition[] };

/**
 * Reads `column=operator.value`, `column=not.operator.value`.
 * @throws RestError PGRST100, also for operators and modifiers that are not supported.
 */
export const parseCondition = (parameter: string, column: string, text: string): Condition =>
  scan(parameter, text, (scanner) =>
    // why: quotes around a value that stands alone are part of it.
    readCondition(scanner, column, () => scanner.need(/[^]*/y, 'a value')),
  );

/**
 * Reads the value of `and=`, `or=`, `not.and=`, `not.or=`: `(a.eq.1,or(b.is.null,c.in.(1,2)))`.
 * Values that hold a comma or a parenthesis stand in double quotes.
 * @throws RestError PGRST100, also when nested deeper than 10.
 */
export const parseTree = (parameter: string, word: string, text: string): Condition =>
  scan(parameter, text, (scanner) => readTree(scanner, word, 1));

function readTree(scanner: Scanner, word: string, depth: number): Condition {
  if (depth > DEEPEST) throw badQuery(`Conditions are nested deeper than ${DEEPEST}`);
  scanner.need(/\(\s*/y, '"("');
  const conditions = scanner.list(/\s*,\s*/y, () => {
    const nested = scanner.take(/(?:not\.)?(?:and|or)(?=\()/y);
    if (nested !== null) return readTree(scanner, nested, depth + 1);
    const column = scanner.name();
    scanner.need(/\./y, '"."');
    return readCondition(scanner, column, () => readListed(scanner));
  });
  scanner.need(/\s*\)/y, 'a comma or ")"');
  const join = word.endsWith('and') ? 'and' : 'or';
  return { join, negated: word.startsWith('not.'), conditions };
}

const readListed = (scanner: Scanner) => scanner.quoted() ?? scanner.need(/[^,)]*/y, 'a value');

function readCondition(scanner: Scanner, column: string, readValue: () => string): Condition {
  const negated = scanner.skip(/not\./y);
  const operator = scanner.need(/[a-z_]+/y, 'an operator');
  const comparison = COMPARISONS.find((each) => each === operator);
  const supported = comparison ?? (operator === 'in' || operator === 'is');
  if (!supported || scanner.skip(/\(/y)) throw badQuery(`"${operator}" is not supported here`);
  scanner.need(/\./y, '"."');
  if (operator === 'in') return { column, negated, test: { operator, values: readIn(scanner) } };
  const text = readValue();
  if (comparison) return { column, negated, test: { operator: comparison, value: text } };
  const value = IS_VALUES.find((each) => each === text.toLowerCase());
  if (!value) throw badQuery(`"is" takes one of ${IS_VALUES.join(', ')}`);
  return { column, negated, test: { operator: 'is', value } };
}

function readIn(scanner: Scanner): string[] {
  scanner.need(/\(/y, '"("');
  if (scanner.skip(/\)/y)) return [];
  const values = scanner.list(/,/y, () => readListed(scanner));
  scanner.need(/\)/y, 'a comma or ")"');
  return values;
}
