import type { Answer } from './answer-data.ts';
import type { StaffApi } from './staff-api.ts';

interface Rows extends PromiseLike<Answer<unknown>> {
  select(columns: string): Rows;
  eq(column: string, value: unknown): Rows;
  not(column: string, operator: 'is', value: null): Rows;
  order(column: string): Rows;
  range(from: number, to: number): Rows;
  limit(rows: number): Rows;
  abortSignal(signal: AbortSignal): Rows;
}

interface Table {
  select(columns: string): Rows;
  insert(row: object): Rows;
  update(columns: object): Rows;
}

/** A table whose name and columns are values, such as the table of a kind. Its rows must be parsed. */
export function tableOf(api: StaffApi, name: string): Table {
  // why: supabase-js types a table by its literal name and cannot express a table by value.
  const client = api as unknown as { from(table: string): Table };
  return client.from(name);
}
