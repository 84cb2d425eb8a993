import type { Query } from '../parse/query.ts';
import { qualified, type Relation, type Schema } from '../schema.ts';
import { Builder, type Statement } from './builder.ts';
import { compileRows, type Rows } from './read.ts';

/**
 * The one row that every statement answers: the body's JSON text, how many rows it is about, and,
 * when asked for, how many there would be without the page.
 */
export type Answer = { total: string | null; rows: string; body: string | null };

/** Whether the body is a list of rows or the first row alone. */
export type Shape = 'list' | 'object';

/** The name under which a writing statement or a function call hands on its rows. */
export const SOURCE = 'touched';

/** Answers with the rows of a page, of which `value` is what is shown. */
export function answerFrom(value: string, page: string, total: string, shape: Shape): string {
  const body =
    shape === 'list'
      ? `coalesce(json_agg(${value}), '[]')`
      : `coalesce(json_agg(${value}) -> 0, 'null')`;
  return `select ${total}::text as total, count(*)::text as rows, ${body}::text as body from (${page}) as page`;
}

/** Answers with the rows of a query. */
export const answerRows = (rows: Rows, shape: Shape, counted: boolean): string =>
  answerFrom(
    'page',
    rows.text,
    counted ? `(select count(*)${rows.from}${rows.where})` : 'null',
    shape,
  );

/** Answers with nothing but how many rows the source has. */
export const answerCount = `select null as total, count(*)::text as rows, null as body from ${SOURCE}`;

/** `select` over a table or view. @throws RestError for names that the schema does not have. */
export function readStatement(
  schema: Schema,
  relation: Relation,
  query: Query,
  shape: Shape,
  counted: boolean,
): Statement {
  const builder = new Builder(schema);
  const rows = compileRows(builder, qualified(relation.name), relation, query);
  return { text: answerRows(rows, shape, counted), params: builder.params };
}
