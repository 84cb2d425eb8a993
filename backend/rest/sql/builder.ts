import { badQuery, unknownColumn } from '../errors.ts';
import { quote, type Column, type Relation, type Schema } from '../schema.ts';

/** A finished statement; every parameter is text. */
export type Statement = { text: string; params: string[] };

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

  /** A list of values as one array parameter. */
  bindList(values: string[], type: string): string {
    const quoted = values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`);
    return this.bind(`{${quoted.join(',')}}`, `${type}[]`);
  }

  /** A name for one more relation in the statement. @throws RestError PGRST100 over 30. */
  alias(): string {
    if (this.#aliases === MOST_RELATIONS) throw badQuery('Too many embedded resources');
    return `r${this.#aliases++}`;
  }
}

/** The column of that name. @throws RestError 42703. */
export function columnOf(relation: Relation, name: string): Column {
  const column = relation.columns.get(name);
  if (!column) throw unknownColumn(relation.name, name);
  return column;
}

/** `alias."column"`, after looking the column up. @throws RestError 42703. */
export const reference = (alias: string, relation: Relation, name: string) =>
  `${alias}.${quote(columnOf(relation, name).name)}`;
