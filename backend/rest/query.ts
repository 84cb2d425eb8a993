import { badQuery, refusal } from './errors.ts';

/** The parsed query of one relation. Column `*` is all columns; `limit` null means up to the maximum. */
export type Query = {
  columns: { name: string; alias: string | null }[];
  embeds: Embed[];
  where: Condition[];
  order: { column: string; descending: boolean; nulls: 'first' | 'last' | null }[];
  limit: number | null;
  offset: number;
};

/** An embedded resource. `inner`: rows of the outer resource without a match are left out. */
export type Embed = {
  name: string;
  target: string;
  hint: string | null;
  inner: boolean;
  query: Query;
};

/** `values` are unparsed text; only `in` has a number of values other than one. */
export type Condition =
  | { column: string; negated: boolean; operator: Operator; values: string[] }
  | { join: 'and' | 'or'; negated: boolean; conditions: Condition[] };

const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'in', 'is'] as const;
type Operator = (typeof OPERATORS)[number];
/** PostgREST's operators that this endpoint does not support. */
const UNSUPPORTED = 'match|imatch|isdistinct|fts|plfts|phfts|wfts|cs|cd|ov|sl|sr|nxr|nxl|adj';
const FILTER = new RegExp(`^(not\\.)?(${OPERATORS.join('|')}|${UNSUPPORTED})(\\([\\w, ]*\\))?\\.`);
const OPTIONS = new Set(['select', 'columns', 'on_conflict', 'order', 'limit', 'offset']);
const LONGEST = 16_000;
const DEEPEST_EMBED = 6;
const DEEPEST_TREE = 10;

/** Whether a parameter of a function call filters or shapes the rows, so is not an argument. */
export function isFilterOrOption(key: string, value: string): boolean {
  const last = key.slice(key.lastIndexOf('.') + 1);
  return OPTIONS.has(last) || /^(and|or)$/.test(last) || FILTER.test(value);
}

/**
 * Parses a query string by PostgREST's grammar
 * (https://docs.postgrest.org/en/v14/references/api/tables_views.html). `embed.column=`,
 * `embed.order=`, `embed.limit=` and the like apply to an embedded resource. `columns` and
 * `onConflict` are for writes, null when absent.
 * @throws ApiError PGRST100 for invalid or unsupported syntax, PGRST108 for an embed that `select`
 * does not name, 414 when it is too long.
 */
export function parseParameters(search: URLSearchParams) {
  if (search.toString().length > LONGEST) {
    throw refusal(414, 'PGRST100', 'The query string is too long');
  }
  for (const key of search.keys()) {
    const isOption = OPTIONS.has(key.slice(key.lastIndexOf('.') + 1));
    if (isOption && search.getAll(key).length > 1) throw badQuery(`"${key}" is given twice`);
  }
  const query = scan('select', search.get('select') ?? '*', (scanner) => readSelect(scanner, 0));
  for (const [key, value] of search) apply(query, key, value);
  const names = (parameter: string) => {
    const text = search.get(parameter);
    return text === null ? null : [...new Set(scan(parameter, text, readNames))];
  };
  return { query, columns: names('columns'), onConflict: names('on_conflict') };
}

const readNames = (scanner: Scanner) => scanner.list(/,/y, () => scanner.name());

function apply(query: Query, key: string, value: string): void {
  const path = scan('query', key, (scanner) => scanner.list(/\./y, () => scanner.name()));
  let last = path.pop()!;
  if ((last === 'and' || last === 'or') && path.at(-1) === 'not') last = `${path.pop()}.${last}`;
  const target = path.reduce(findEmbed, query);
  if (last === 'order') target.order = scan(key, value, readOrder);
  else if (last === 'limit' || last === 'offset') {
    const digits = scan(key, value, (scanner) => scanner.need(/\d{1,15}$/y, 'a whole number'));
    target[last] = Number(digits);
  } else if (/^(not\.)?(and|or)$/.test(last)) {
    target.where.push(scan(key, value, (scanner) => readTree(scanner, last, 1)));
  } else if (!OPTIONS.has(last)) {
    // why: outside a list, quotes are part of the value.
    const whole = (scanner: Scanner) => scanner.need(/[^]*/y, 'a value');
    target.where.push(scan(key, value, (scanner) => readCondition(scanner, last, whole)));
  } else if (path.length > 0) throw badQuery(`"${key}" is not supported`);
}

function findEmbed(query: Query, name: string): Query {
  const embed = query.embeds.find((each) => each.name === name);
  if (embed) return embed.query;
  const hint = `Verify that '${name}' is included in the 'select' query parameter.`;
  const message = `'${name}' is not an embedded resource in this request`;
  throw refusal(400, 'PGRST108', message, { hint });
}

/**
 * Columns, `*`, `alias:column`, embeds `alias:target!hint!inner(…)`; an empty list selects nothing.
 */
function readSelect(scanner: Scanner, depth: number): Query {
  const query: Query = { columns: [], embeds: [], where: [], order: [], limit: null, offset: 0 };
  if (depth > DEEPEST_EMBED) throw badQuery('Embedded resources are nested too deeply');
  if (scanner.skip(/\s*(?=\)|$)/y)) return query;
  scanner.list(/\s*,\s*/y, () => {
    if (scanner.skip(/\.\.\./y)) throw badQuery('Spread embeds are not supported');
    const first = scanner.take(/\*/y) ?? scanner.name();
    const name = scanner.skip(/:(?!:)/y) ? scanner.name() : first;
    const alias = name === first ? null : first;
    const words: string[] = [];
    while (scanner.skip(/!/y)) words.push(scanner.name());
    if (scanner.skip(/\(/y)) {
      const embedded = readSelect(scanner, depth + 1);
      scanner.need(/\s*\)/y, 'a comma or ")"');
      const hint = words.find((word) => word !== 'inner' && word !== 'left') ?? null;
      const inner = words.includes('inner');
      const shown = alias ?? name;
      if (query.embeds.some((each) => each.name === shown)) {
        // why: the same error as PostgREST's, whose SQL uses the name as a table alias.
        throw refusal(400, '42712', `table name "${shown}" specified more than once`);
      }
      query.embeds.push({ name: shown, target: name, hint, inner, query: embedded });
      return;
    }
    if (words.length > 0) scanner.fail('expecting "("');
    if (scanner.skip(/\./y)) throw badQuery('Aggregate functions are not supported');
    query.columns.push({ name, alias });
  });
  return query;
}

/** `column.desc.nullslast,other`. */
const readOrder = (scanner: Scanner): Query['order'] =>
  scanner.list(/\s*,\s*/y, () => {
    const column = scanner.name();
    const descending = scanner.take(/\.(?:asc|desc)(?![a-z])/y) === '.desc';
    const first = scanner.skip(/\.nullsfirst/y) && 'first';
    const last = scanner.skip(/\.nullslast/y) && 'last';
    return { column, descending, nulls: first || last || null };
  });

/** `(a.eq.1,or(b.is.null,c.in.(1,2)))`; values with a comma or parenthesis in double quotes. */
function readTree(scanner: Scanner, word: string, depth: number): Condition {
  if (depth > DEEPEST_TREE) throw badQuery(`Conditions are nested deeper than ${DEEPEST_TREE}`);
  scanner.need(/\(\s*/y, '"("');
  const conditions = scanner.list(/\s*,\s*/y, () => {
    const nested = scanner.take(/(?:not\.)?(?:and|or)(?=\()/y);
    if (nested !== null) return readTree(scanner, nested, depth + 1);
    const column = scanner.name();
    scanner.need(/\./y, '"."');
    return readCondition(scanner, column, readListed);
  });
  scanner.need(/\s*\)/y, 'a comma or ")"');
  const join = word.endsWith('and') ? 'and' : 'or';
  return { join, negated: word.startsWith('not.'), conditions };
}

// As in PostgREST, a text in quotes with more behind it, and a single quote, are part of a plain value.
const QUOTED_VALUE = /"[^"\\]*(?:\\.[^"\\]*)*"(?=[,)])/sy;
const readListed = (scanner: Scanner) =>
  scanner.quoted(QUOTED_VALUE) ?? scanner.need(/[^,)]*/y, 'a value');

/** `operator.value`, `not.operator.value`. */
function readCondition(
  scanner: Scanner,
  column: string,
  readValue: (scanner: Scanner) => string,
): Condition {
  const negated = scanner.skip(/not\./y);
  const word = scanner.need(/[a-z_]+/y, 'an operator');
  const operator = OPERATORS.find((each) => each === word);
  if (!operator || scanner.skip(/\(/y)) throw badQuery(`"${word}" is not supported here`);
  scanner.need(/\./y, '"."');
  if (operator === 'in') {
    scanner.need(/\(/y, '"("');
    const values = scanner.skip(/(?=\))/y) ? [] : scanner.list(/,/y, () => readListed(scanner));
    scanner.need(/\)/y, 'a comma or ")"');
    return { column, negated, operator, values };
  }
  const value = readValue(scanner);
  const isKnown = operator !== 'is' || /^(null|not_null|true|false|unknown)$/i.test(value);
  if (!isKnown) throw badQuery('"is" takes one of null, not_null, true, false, unknown');
  return { column, negated, operator, values: [value] };
}

/** A cursor over one parameter's text. Patterns must be sticky (`y`). */
class Scanner {
  readonly #parameter: string;
  readonly #text: string;
  #at = 0;

  constructor(parameter: string, text: string) {
    this.#parameter = parameter;
    this.#text = text;
  }

  /** Consumes a match of the pattern at the cursor, or returns null. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match) this.#at = pattern.lastIndex;
    return match && match[0];
  }

  /** Consumes a match of the pattern; returns whether there was one. */
  skip = (pattern: RegExp): boolean => this.take(pattern) !== null;

  /** Consumes a required match. @throws ApiError PGRST100. */
  need(pattern: RegExp, expected: string): string {
    return this.take(pattern) ?? this.fail(`expecting ${expected}`);
  }

  /** Text in double quotes with backslash escapes, or null when there is none at the cursor. */
  quoted(pattern = /"[^"\\]*(?:\\.[^"\\]*)*"/sy): string | null {
    const text = this.take(pattern);
    return text && text.slice(1, -1).replaceAll(/\\(.)/gs, '$1');
  }

  /** An identifier: quoted, or of letters, digits, `_`, `$`, blanks and dashes. */
  name(): string {
    const name = this.quoted() ?? this.need(/(?:[\p{L}\p{N}_$ ]|-(?!>))+/uy, 'a name').trim();
    if (this.skip(/::|->/y)) throw badQuery('Casts and JSON paths are not supported');
    return name;
  }

  /** One or more of something. */
  list<T>(separator: RegExp, read: () => T): T[] {
    const items = [read()];
    while (this.skip(separator)) items.push(read());
    return items;
  }

  /** Reports a syntax error at the cursor. @throws ApiError PGRST100. */
  fail(problem: string): never {
    const shown = this.#text.length > 120 ? `${this.#text.slice(0, 120)}…` : this.#text;
    const place = `(line 1, column ${this.#at + 1})`;
    const next = this.#text.charAt(this.#at);
    const found = next === '' ? 'unexpected end of input' : `unexpected "${next}"`;
    const message = `"failed to parse ${this.#parameter} parameter (${shown})" ${place}`;
    throw badQuery(message, `${found} ${problem}`);
  }
}

/** Parses a whole parameter. @throws ApiError PGRST100, also for trailing text. */
function scan<T>(parameter: string, text: string, read: (scanner: Scanner) => T): T {
  const scanner = new Scanner(parameter, text);
  const result = read(scanner);
  if (!scanner.skip(/$/y)) scanner.fail('expecting the end, a comma or a dot');
  return result;
}
