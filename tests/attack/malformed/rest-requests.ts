import type { Relation, Routine, Schema } from '#backend/rest/schema.ts';
import type { Dice } from '#tests/support/dice.ts';
import { encoded, hostileJson, hostileText, mangled } from './hostile-values.ts';
import { type Caller, type Draft, wrongly } from './requests.ts';

const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'in', 'is'];
const FOREIGN = ['fts', 'plfts', 'cs', 'cd', 'ov', 'sl', 'adj', 'match', 'imatch', 'isdistinct'];
const NOBODY = '00000000-0000-4000-8000-000000000000';

/**
 * Elements of PostgREST's grammar, filled with the names of one relation and with invalid values.
 */
function createGrammar(dice: Dice, schema: Schema, relation: Relation) {
  const names = [...relation.columns.keys()];
  const related = schema.relationships
    .filter(({ from }) => from === relation.name)
    .flatMap((each) => each.names);
  const column = () => (dice.may(0.85) && names.length > 0 ? dice.of(names) : hostileText(dice));
  const name = () => (dice.may(0.2) ? `"${column()}"` : column());
  const value = () => hostileText(dice);

  function condition(): string {
    const operator = dice.may(0.85) ? dice.of(OPERATORS) : dice.of([...FOREIGN, 'not', value()]);
    const not = dice.may(0.15) ? 'not.' : '';
    const quantified = dice.may(0.05) ? dice.of(['(any)', '(all)', '(']) : '';
    if (operator === 'in') return `${not}in.(${dice.some(4, value).join(',')})`;
    if (operator === 'is') return `${not}is.${dice.of(['null', 'true', 'unknown', value()])}`;
    return `${not}${operator}${quantified}.${value()}`;
  }
  function tree(depth: number): string {
    const leaf = () => `${name()}.${condition()}`;
    const inner = () =>
      depth < 12 && dice.may(0.3)
        ? `${dice.of(['and', 'or', 'not.or'])}${tree(depth + 1)}`
        : leaf();
    return `(${[inner(), ...dice.some(3, inner)].join(',')})`;
  }
  function selection(depth: number): string {
    const part = () =>
      dice.of([
        () => name(),
        () => '*',
        () => `${hostileText(dice)}:${name()}`,
        () => `${name()}::text`,
        () => `${name()}->a->>0`,
        () => `${name()}.sum()`,
        () => {
          const target = related.length > 0 && dice.may(0.8) ? dice.of(related) : value();
          const hint = dice.of(['', '', '!inner', '!left', `!${value()}`]);
          return `${dice.of(['', '', '...', 'x:'])}${target}${hint}(${depth < 8 ? selection(depth + 1) : ''})`;
        },
      ])();
    return [part(), ...dice.some(3, part)].join(',');
  }
  const order = () =>
    `${name()}${dice.of(['', '.asc', '.desc', '.sideways'])}${dice.of(['', '.nullsfirst', '.nullslast'])}`;
  const number = () =>
    dice.of(['0', '1', '10', '1000', '99999999999', '9'.repeat(20), '-1', value()]);
  const within = () => (related.length > 0 && dice.may(0.15) ? `${dice.of(related)}.` : '');

  return {
    column,
    parameter: (): [string, string] =>
      dice.of<() => [string, string]>([
        () => [name(), condition()],
        () => [name(), condition()],
        () => ['select', selection(0)],
        () => ['select', selection(0)],
        () => [`${within()}order`, [order(), ...dice.some(2, order)].join(',')],
        () => [`${within()}limit`, number()],
        () => [`${within()}offset`, number()],
        () => [`${within()}${dice.of(['and', 'or', 'not.and', 'not.or'])}`, tree(0)],
        () => [`${within()}${name()}`, condition()],
        () => ['on_conflict', [name(), ...dice.some(2, name)].join(',')],
        () => ['columns', [name(), ...dice.some(3, name)].join(',')],
        () => [value(), value()],
        () => ['apikey', value()],
      ])(),
    /** A row of that relation, as JSON. */
    row: () =>
      `{${dice
        .some(
          6,
          () =>
            `${JSON.stringify(column())}:${dice.may(0.6) ? JSON.stringify(value()) : hostileJson(dice)}`,
        )
        .join(',')}}`,
  };
}

const asQuery = (pairs: [string, string][], dice: Dice) =>
  pairs
    .map(
      ([key, value]) =>
        `${encoded(dice.may(0.1) ? mangled(key, dice) : key, dice)}=${encoded(dice.may(0.25) ? mangled(value, dice) : value, dice)}`,
    )
    .join('&');

function callOf(dice: Dice, routine: Routine): { query: [string, string][]; body: string } {
  const names = routine.arguments.filter(() => dice.may(0.9)).map(({ name }) => name);
  if (dice.may(0.1)) names.push(hostileText(dice));
  const fitting = (type: string) => {
    if (/json/.test(type)) return hostileJson(dice);
    if (type.endsWith('[]')) return dice.may(0.5) ? `[${hostileJson(dice)}]` : '"{a,{b}}"';
    return dice.may(0.8) ? JSON.stringify(hostileText(dice)) : hostileJson(dice);
  };
  const typeOf = (name: string) => routine.arguments.find((each) => each.name === name)?.type ?? '';
  const pairs = names.map((name) => `${JSON.stringify(name)}:${fitting(typeOf(name))}`);
  return {
    query: names.map((name) => [
      name,
      dice.may(0.5) ? hostileText(dice) : hostileJson(dice).slice(0, 3000),
    ]),
    body: `{${pairs.join(',')}}`,
  };
}

/** A malformed request to a table, view or function in the catalog, anonymous or as staff. */
export function restRequest(dice: Dice, schema: Schema, { anonKey, token }: Caller): Draft {
  const isCall = dice.may(0.35);
  const routine = dice.of(schema.routines);
  const relation = isCall ? routine.result : dice.of([...schema.relations.values()]);
  const grammar = createGrammar(dice, schema, relation);
  const headers: [string, string][] = [];
  if (dice.may(0.97)) headers.push(['apikey', anonKey]);
  if (dice.may(0.5)) headers.push(['authorization', `Bearer ${token}`]);
  const name = isCall ? routine.name : relation.name;
  const asked = dice.may(0.95) ? name : dice.of([mangled(name, dice), hostileText(dice)]);
  const path = `/rest/v1/${isCall ? 'rpc/' : ''}${encoded(asked, dice)}`;
  const call = callOf(dice, routine);
  const usual = isCall
    ? ['POST', 'POST', 'GET']
    : ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];
  const method = dice.may(0.95)
    ? dice.of(usual)
    : dice.of(['PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'HEAD']);
  const pairs = dice.some(isCall ? 1 : 3, grammar.parameter);
  if (isCall && !/POST/.test(method)) pairs.unshift(...call.query);
  let query = asQuery(pairs, dice);
  // why: rows must survive, so that there are targets until the end.
  if (/PATCH|DELETE/.test(method))
    query += `&${relation.columns.has('id') ? 'id' : grammar.column()}=eq.${NOBODY}`;
  const draft = {
    area: isCall ? 'rest functions' : 'rest tables',
    method,
    target: `${path}${query && `?${query}`}`,
    headers,
  };
  if (!/POST|PATCH|PUT/.test(method) && dice.may(0.95)) return draft;
  const rows = dice.may(0.3)
    ? `[${[grammar.row(), ...dice.some(3, grammar.row)].join(',')}]`
    : grammar.row();
  const { body, type } = wrongly(isCall ? call.body : rows, dice);
  headers.push(['content-type', type]);
  return { ...draft, body };
}
