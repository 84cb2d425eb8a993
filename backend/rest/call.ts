import { badQuery, RestError } from './errors.ts';
import { answerCount, answerRows, Builder, compileRows, SOURCE } from './read.ts';
import type { Statement } from './read.ts';
import { readQuery, type Asked } from './request.ts';
import { EXPOSED, qualified, quote, type Routine, type Schema } from './schema.ts';

/** Arguments of a query string, by name. */
type Texts = Map<string, string>;

/**
 * A function call, with arguments from the body or, in a GET, the query string; what is left of
 * that selects, filters and pages the rows that it returns.
 * @throws RestError for unknown names, and for a query over what has no columns.
 */
export function callStatement(asked: Asked, schema: Schema, maxRows: number): Statement {
  const { texts, search } = takeArguments(asked, schema);
  const routine = findRoutine(schema, asked.name, asked.body?.keys[0] ?? [...texts.keys()]);
  const query = readQuery({ ...asked, search }, maxRows);
  const builder = new Builder(schema);
  const { params } = builder;
  const call = callSql(builder, routine, asked.body, texts);
  const isRow = routine.returns === 'row';
  const plain = query.columns.length === 1 && query.columns[0]!.name === '*';
  if (!isRow && (!plain || query.embeds.length + query.where.length + query.order.length > 0)) {
    throw badQuery('A function that does not return rows takes no select, filter or order');
  }
  const result = isRow
    ? `result.* from ${call} as result`
    : `result.value from ${call} as result(value)`;
  const source = `with ${SOURCE} as (select ${result})`;
  if (routine.returns === 'void') return { text: `${source} ${answerCount}`, params };
  const rows = compileRows(builder, SOURCE, routine.result, query);
  const shape = routine.set ? asked.shape : 'object';
  const answer = answerRows(rows, { ...asked, shape }, isRow ? 'page' : 'value');
  return { text: `${source} ${answer}`, params, offset: query.offset };
}

/**
 * The function that takes just these arguments, those with defaults left out or not.
 * @throws RestError PGRST202 (404, none) or PGRST203 (300, several).
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
    ? new RestError(300, 'PGRST203', `Could not choose the best candidate function for ${shown}`)
    : new RestError(404, 'PGRST202', `Could not find the function ${shown} in the schema cache`);
}

/** Parts a GET's query string into arguments and the rest. @throws RestError PGRST100 for twice one. */
function takeArguments({ name, body, search }: Asked, schema: Schema) {
  const routines = schema.routines.filter((each) => each.name === name && !body);
  const known = new Set(
    routines.flatMap((each) => each.arguments.map((argument) => argument.name)),
  );
  const texts: Texts = new Map([...search].filter(([key]) => known.has(key)));
  const twice = [...texts.keys()].find((key) => search.getAll(key).length > 1);
  if (twice !== undefined) throw badQuery(`"${twice}" is given twice`);
  return { texts, search: new URLSearchParams([...search].filter(([key]) => !known.has(key))) };
}

function callSql(builder: Builder, routine: Routine, body: Asked['body'], texts: Texts): string {
  const given = body?.keys[0] ?? [...texts.keys()];
  const passed = routine.arguments.filter(({ name }) => given.includes(name));
  const list = passed.map(({ name, type }) => {
    const value = body ? `given.${quote(name)}` : builder.bind(texts.get(name)!, type);
    return `${quote(name)} => ${value}`;
  });
  const call = `${qualified(routine.name)}(${list.join(', ')})`;
  if (!body || passed.length === 0) return call;
  const record = passed.map(({ name, type }) => `${quote(name)} ${type}`).join(', ');
  return `json_to_record(${builder.bind(body.text, 'json')}) as given(${record}), ${call}`;
}
