import { committedAs, useStudio, type CallerName } from './studio.ts';

/** An entry of the activity log. */
export interface Entry {
  id: string;
  person: { id: string; name: string | null } | null;
  area: string;
  what: string;
  table: string;
  record: { type: string; id: string; label: string; kind: string | null; to: string | null };
  changes: { field: string; was: unknown; became: unknown }[];
  more: number;
}
/** A page of the activity log. */
export interface Page {
  rows: Entry[];
  next: string | null;
}

/** A small studio of the test file, and its activity log. */
export function useActivityLog() {
  const studio = useStudio();
  /** Runs a statement as that caller and commits; returns `told` of its first row. */
  const call = <T>(caller: CallerName, statement: string, values: string[] = []) =>
    committedAs(studio.db, studio.who(caller), async (sql) => {
      const [row] = await sql.unsafe<{ told: T }[]>(statement, values);
      return row?.told as T;
    });
  const log = async (args = '', caller: CallerName = 'admin') => {
    const page = await call<Page>(caller, `select activity(${args}) as told`);
    return page.rows;
  };
  /** The newest entry, without what differs from run to run. */
  const newest = async (args = '', caller: CallerName = 'admin') => {
    const [entry] = await log(args, caller);
    const { what, table, area, record, changes, more } = entry!;
    return { what, table, area, label: record.label, to: record.to, changes, more };
  };
  const admin = () => studio.who('admin').sub ?? '';
  return { studio, call, log, newest, admin };
}
