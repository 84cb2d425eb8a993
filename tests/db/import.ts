import { randomUUID } from 'node:crypto';
import { committedAs } from './studio.ts';
import type { CallerName, Studio } from './studio.ts';

/** A line of a file: its number and the text of each field. */
export type Line = [line: number, fields: Record<string, string>];
type Problem = { line: number; field: string; problem: string; value: string | null };
/** The result of check_import. */
export type Told = {
  lines: number;
  total: number;
  problems: Problem[];
  new: number;
  changed: number;
  unchanged: number;
  refused: number;
  zeroed: number;
  changes: { line: number; code: string; name: string; was: object; became: object }[];
};
/** The result of apply_import. */
export type Saved = { created: number; changed: number; unchanged: number };

/** The calls of an import, as any caller. */
export function importOf(studio: Studio) {
  const call = async <T>(caller: CallerName, statement: string, values: (string | string[])[]) =>
    committedAs(studio.db, studio.who(caller), async (sql) => {
      const [row] = await sql.unsafe<{ told: T }[]>(`select ${statement} as told`, values);
      return row!.told;
    });
  return {
    call,
    stage: async (
      kind: string,
      lines: unknown,
      id: string = randomUUID(),
      caller: CallerName = 'inventory_user',
    ) => {
      await call(caller, 'stage_import($1, $2, $3::text::jsonb)', [
        id,
        kind,
        JSON.stringify(lines),
      ]);
      return id;
    },
    check: (id: string, required: string[] = [], caller: CallerName = 'inventory_user') =>
      call<Told>(caller, 'check_import($1, $2)', [id, required]),
    apply: (id: string, required: string[] = [], caller: CallerName = 'inventory_user') =>
      call<Saved>(caller, 'apply_import($1, $2)', [id, required]),
    count: async (table: string) => {
      const [row] = await studio.db.owner.unsafe<{ n: number }[]>(
        `select count(*)::int as n from ${table}`,
      );
      return row!.n;
    },
  };
}

/** The fields of a new prop, with a random name by default. */
export const newProp = (fields: Record<string, string>) => ({
  name: randomUUID(),
  price: '100',
  quantity: '1',
  ...fields,
});
