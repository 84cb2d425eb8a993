import { badQuery, refusal, refuseOtherDates } from './errors.ts';
import { isFilterOrOption } from './query.ts';
import { answerCount, answerRows, Builder, compileRows, SOURCE } from './read.ts';
import type { Statement } from './read.ts';
import { readQuery, type Asked } from './request.ts';
import { EXPOSED, qualified, quote, type Routine, type Schema } from './schema.ts';

/**
 * A function call. Arguments are in the body or, for GET, in the query string; the other parameters
 * select, filter and page the returned rows.
 * @throws ApiError for unknown names; a scalar result has no columns to select or filter.
 */
export function callStatement(asked: Asked, schema: Schema, maxRows: number): Statement {
  const { body, search } = takeArguments(asked, schema);
  const row = body.rows[0] ?? {};
  const given = Object.keys(row);
  const routine = findRoutine(schema, asked.name, given);
  const query = readQuery({ ...asked, search }, maxRows);
  const builder = new Builder(schema, maxRows);
  const passed = routine.arguments.filter(({ name }) => given.includes(name));
  for (const { name, type } of passed) refuseOtherDates(name, row[name], type);
  const values = passed.map(({ name, type }) => `${quote(name)} => given.${quote(name)}::${type}`);
  const call = `${qualified(routine.name)}(${values.join(', ')})`;
  // why: query string values are text, which PostgreSQL converts by the cast (JSON too).
  const columns = passed.map(({ name, type }) => `${quote(name)} ${asked.body ? type : 'text'}`);
  const record = () =>
    `json_to_record(${builder.bind(body.text, 'json')}) as given(${columns.join(', ')})`;
  const from = columns.length > 0 ? `${record()}, ${call}` : call;
  const isRow = routine.returns === 'row';
  const source = `with ${SOURCE} as (select result.* from ${from} as result${isRow ? '' : '(value)'})`;
  const rows = compileRows(builder, SOURCE, routine.result, query);
  const { reads, settings } = routine;
  if (routine.returns === 'void')
    return { text: `${source} ${answerCount}`, params: builder.params, reads, settings };
  const shape = routine.set ? asked.shape : 'object';
  const answer = answerRows(rows, { ...asked, shape }, isRow ? undefined : 'value');
  const isUsual = search.size === 0;
  const { params } = builder;
  const { offset } = query;
  return { text: `${source} ${answer}`, params, offset, isUsual, reads, settings };
}

/**
 * The function that accepts exactly these arguments; those with defaults may be missing.
 * @throws ApiError PGRST202 (404, none) or PGRST203 (300, several).
 */
function findRoutine(schema: Schema, name: string, given: string[]): Routine {
  const found = schema.routines.filter(
    (each) =>
      each.name === name &&
      given.every((key) => each.arguments.some((argument) => argument.name === key)) &&
      each.arguments.every((argument) => !argument.required || given.includes(argument.name)),
  );
  const shown = `${EXPOSED}.${name}(${given.join(', ')})`;
  if (found[0] && found.length === 1) return found[0];
  throw found[0]
    ? refusal(300, 'PGRST203', `Could not choose the best candidate function for ${shown}`)
    : refusal(404, 'PGRST202', `Could not find the function ${shown} in the schema cache`);
}

/**
 * The arguments as a JSON body, and the remaining query string. In a GET the body is built from the
 * query string: as in PostgREST, a parameter that is neither a filter nor an option is an argument,
 * known or not.
 * @throws ApiError PGRST100 for a repeated argument.
 */
function takeArguments({ name, body, search }: Asked, schema: Schema) {
  if (body) return { body, search };
  const routines = schema.routines.filter((each) => each.name === name);
  const known = new Set(routines.flatMap((each) => each.arguments).map((each) => each.name));
  const isArgument = ([key, value]: [string, string]) =>
    known.has(key) || !isFilterOrOption(key, value);
  const given = [...search].filter(isArgument);
  const twice = given.find(([key]) => search.getAll(key).length > 1);
  if (twice) throw badQuery(`"${twice[0]}" is given twice`);
  const row = Object.fromEntries(given);
  const rest = new URLSearchParams([...search].filter((pair) => !isArgument(pair)));
  return { body: { text: JSON.stringify(row), rows: [row] }, search: rest };
}
