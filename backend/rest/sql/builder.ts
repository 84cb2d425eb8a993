import { unknownColumn } from '../errors.ts';
import { quote, type Column, type Relation, type Schema } from '../schema.ts';

/** A finished statement; every parameter is text or null. */
export type Statement = { text: string; params: string[] };

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
    const text = `$${this.params.length}::text`;
    return type === 'text' ? text : `(${text})::${type}`;
  }

  /** A list of values as one array parameter. */
  bindList(values: string[], type: string): string {
    const quoted = values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`);
    return this.bind(`{${quoted.join(',')}}`, `${type}[]`);
  }

  /** A name for a relation in `from`, used once in the statement. */
  alias(): string {
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
