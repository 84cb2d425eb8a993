import { badQuery } from '../errors.ts';
import { Scanner } from './scanner.ts';

const COMPARISONS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'] as const;
const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;
const DEEPEST_TREE = 10;
const MOST_IN_TREE = 200;

export type Comparison = (typeof COMPARISONS)[number];
export type IsValue = (typeof IS_VALUES)[number];

/** What a column is tested for. Values are as sent: text, not yet of the column's type. */
export type Test =
  | { operator: Comparison; value: string }
  | { operator: 'in'; values: string[] }
  | { operator: 'is'; value: IsValue };

export type Condition =
  | { column: string; negated: boolean; test: Test }
  | { join: 'and' | 'or'; negated: boolean; conditions: Condition[] };

/**
 * Reads `column=operator.value`, `column=not.operator.value`.
 * @throws RestError PGRST100, also for operators and modifiers that are not supported.
 */
export function parseCondition(parameter: string, column: string, text: string): Condition {
  const scanner = new Scanner(parameter, text);
  const condition = parseTest(scanner, column, /[^]*/y);
  scanner.end();
  return condition;
}

/**
 * Reads the value of `and=`, `or=`, `not.and=`, `not.or=`: `(a.eq.1,or(b.is.null,c.in.(1,2)))`.
 * Values that hold a comma or a parenthesis stand in double quotes.
 * @throws RestError PGRST100, also when nested deeper than 10 or longer than 200.
 */
export function parseTree(
  parameter: string,
  join: 'and' | 'or',
  negated: boolean,
  text: string,
): Condition {
  const scanner = new Scanner(parameter, text);
  const state = { left: MOST_IN_TREE };
  const condition = parseGroup(scanner, join, negated, 1, state);
  scanner.end();
  return condition;
}

function parseGroup(
  scanner: Scanner,
  join: 'and' | 'or',
  negated: boolean,
  depth: number,
  state: { left: number },
): Condition {
  if (depth > DEEPEST_TREE) throw badQuery(`Conditions are nested deeper than ${DEEPEST_TREE}`);
  scanner.need(/\(\s*/y, '"("');
  const conditions: Condition[] = [];
  do {
    if (--state.left < 0) throw badQuery(`More than ${MOST_IN_TREE} conditions`);
    const nested = scanner.take(/(?:not\.)?(?:and|or)(?=\()/y);
    if (nested === null) {
      const column = scanner.name();
      scanner.need(/\./y, '"."');
      conditions.push(parseTest(scanner, column, /[^,)]*/y));
    } else {
      const inner = nested.endsWith('and') ? 'and' : 'or';
      conditions.push(parseGroup(scanner, inner, nested.startsWith('not.'), depth + 1, state));
    }
  } while (scanner.take(/\s*,\s*/y) !== null);
  scanner.need(/\s*\)/y, 'a comma or ")"');
  return { join, negated, conditions };
}

/** why: only inside a tree can a value be quoted as a whole; alone, quotes are part of it. */
function parseTest(scanner: Scanner, column: string, value: RegExp): Condition {
  const inTree = value.source !== '[^]*';
  const negated = scanner.take(/not\./y) !== null;
  const operator = scanner.need(/[a-z_]+/y, 'an operator');
  if (scanner.take(/\(/y) !== null) throw badQuery(`"${operator}(…)" is not supported`);
  const known = COMPARISONS.find((each) => each === operator);
  if (!known && operator !== 'in' && operator !== 'is') {
    throw badQuery(`The operator "${operator}" is not supported`);
  }
  scanner.need(/\./y, '"."');
  if (operator === 'in') return { column, negated, test: { operator, values: parseIn(scanner) } };
  const quoted = inTree ? scanner.quoted() : null;
  const text = quoted ?? scanner.need(value, 'a value');
  if (known) return { column, negated, test: { operator: known, value: text } };
  const is = IS_VALUES.find((each) => each === text.toLowerCase());
  if (!is) throw badQuery(`"is" takes one of ${IS_VALUES.join(', ')}`);
  return { column, negated, test: { operator: 'is', value: is } };
}

function parseIn(scanner: Scanner): string[] {
  scanner.need(/\(/y, '"("');
  if (scanner.take(/\)/y) !== null) return [];
  const values: string[] = [];
  do values.push(scanner.quoted() ?? scanner.need(/[^,)]*/y, 'a value'));
  while (scanner.take(/,/y) !== null);
  scanner.need(/\)/y, 'a comma or ")"');
  return values;
}
