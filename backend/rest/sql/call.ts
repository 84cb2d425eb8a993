import { badQuery, RestError } from '../errors.ts';
import type { Query } from '../parse/query.ts';
import { EXPOSED, qualified, quote, type Routine, type Schema } from '../schema.ts';
import { answerCount, answerFrom, answerRows, SOURCE, type Shape } from './answer.ts';
import { Builder, type Statement } from './builder.ts';
import { compileRows } from './read.ts';

/** A call's arguments by name: a JSON object as sent, or texts of a query string. */
export type CallArguments =
  | { names: string[]; json: string }
  | { names: string[]; texts: Map<string, string> };

/**
 * The function that takes just these arguments, those with defaults left out or not.
 * @throws RestError PGRST202 (404, none) or PGRST203 (300, several).
 */
export function findRoutine(schema: Schema, name: string, given: string[]): Routine {
  const found = (schema.routines.get(name) ?? []).filter(
    ({ arguments: all }) =>
      given.every((each) => all.some((argument) => argument.name === each)) &&
      all.every((argument) => !argument.required || given.includes(argument.name)),
  );
  if (found.length > 1) {
    const message = 'Could not choose the best candidate function between several of that name';
    throw new RestError(300, 'PGRST203', `${message}: ${EXPOSED}.${name}`, {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    });
  }
  if (found[0]) return found[0];
  const list = given.join(', ');
  const message = `Could not find the function ${EXPOSED}.${name}${list && `(${list})`} in the schema cache`;
  throw new RestError(404, 'PGRST202', message, {
    details: `Searched for the function ${EXPOSED}.${name} ${list ? `with parameters ${list}` : 'without parameters'}, but no matches were found in the schema cache.`,
  });
}

/**
 * A function call; the query selects, filters and pages the rows that it returns.
 * @throws RestError for unknown names, and for a query over what has no columns.
 */
export function callStatement(
  schema: Schema,
  routine: Routine,
  given: CallArguments,
  query: Query,
  shape: Shape,
  counted: boolean,
): Statement {
  const builder = new Builder(schema);
  const only = routine.set ? shape : 'object';
  const call = callSql(builder, routine, given);
  if (routine.returns === 'row') {
    const rows = compileRows(builder, SOURCE, routine.result, query);
    const answer = answerRows(rows, only, counted);
    const text = `with ${SOURCE} as (select result.* from ${call} as result) ${answer}`;
    return { text, params: builder.params };
  }
  refuseQuery(query);
  const { params } = builder;
  const source = `with ${SOURCE} as (select result.value from ${call} as result(value))`;
  if (routine.returns === 'void') return { text: `${source} ${answerCount}`, params };
  const page = routine.set ? ` limit ${builder.bind(String(query.limit), 'bigint')}` : '';
  const total = counted ? `(select count(*) from ${SOURCE})` : 'null';
  const answer = answerFrom('value', `select value from ${SOURCE}${page}`, total, only);
  return { text: `${source} ${answer}`, params };
}

/** Takes a function's arguments out of a query string; what is left filters its rows. */
export function takeArguments(schema: Schema, name: string, search: URLSearchParams) {
  const routines = schema.routines.get(name) ?? [];
  const known = new Set(routines.flatMap((routine) => routine.arguments.map((each) => each.name)));
  const texts = new Map([...search].filter(([key]) => known.has(key)));
  for (const key of texts.keys()) search.delete(key);
  return { names: [...texts.keys()], texts };
}

function callSql(builder: Builder, routine: Routine, given: CallArguments): string {
  const passed = routine.arguments.filter(({ name }) => given.names.includes(name));
  const isJson = 'json' in given;
  const value = (name: string, type: string) =>
    isJson ? `given.${quote(name)}` : builder.bind(given.texts.get(name) ?? '', type);
  const list = passed.map(({ name, type }) => `${quote(name)} => ${value(name, type)}`);
  const call = `${qualified(routine.name)}(${list.join(', ')})`;
  if (!isJson || passed.length === 0) return call;
  const record = passed.map(({ name, type }) => `${quote(name)} ${type}`).join(', ');
  return `json_to_record(${builder.bind(given.json, 'json')}) as given(${record}), ${call}`;
}

function refuseQuery({ columns, embeds, where, order, offset }: Query): void {
  const plain = columns.length === 1 && columns[0]!.name === '*' && embeds.length === 0;
  if (!plain || where.length > 0 || order.length > 0 || offset > 0) {
    throw badQuery('A function that does not return rows takes no select, filter, order or offset');
  }
}
