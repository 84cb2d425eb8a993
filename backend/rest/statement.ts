import { badQuery } from './errors.ts';
import type { Asked } from './request.ts';
import type { Schema } from './schema.ts';

/** A finished statement; every parameter is text. `offset` is where the page of a read starts. */
export type Statement = { text: string; params: string[]; offset?: number };

/**
 * The one row that every statement answers: the body's JSON text, how many rows it is about, and,
 * when asked for, how many there would be without the page.
 */
export type Answer = { total: string | null; rows: string; body: string | null };

/** The name under which a writing statement or a function call hands on its rows. */
export const SOURCE = 'touched';

const MOST_RELATIONS = 30;

/** Collects one statement's parameters and hands out aliases. */
export class Builder {
  readonly schema: Schema;
  readonly params: string[] = [];
  #aliases = 0;

  constructor(schema: Schema) {
    this.schema = schema;
  }

  /**
   * A value as a parameter, cast to a type that came out of the catalog.
   * why: through text, so that PostgreSQL alone reads the value; the driver would otherwise
   * serialise it by the type it is told.
   */
  bind(value: string, type: string): string {
    this.params.push(value);
    return `($${this.params.length}::text)::${type}`;
  }

  /** A name for one more relation in the statement. @throws RestError PGRST100 over 30. */
  alias(): string {
    if (this.#aliases === MOST_RELATIONS) throw badQuery('Too many embedded resources');
    return `r${this.#aliases++}`;
  }
}

/** Answers with the rows of a page, of which `value` is what is shown; `total` is SQL. */
export function answer(value: string, page: string, total: string, shape: Asked['shape']): string {
  const list = `json_agg(${value})`;
  const body = shape === 'list' ? `coalesce(${list}, '[]')` : `coalesce(${list} -> 0, 'null')`;
  return `select ${total}::text as total, count(*)::text as rows, ${body}::text as body from (${page}) as page`;
}

/** Answers with nothing but how many rows the source has. */
export const answerCount = `select null as total, count(*)::text as rows, null as body from ${SOURCE}`;
