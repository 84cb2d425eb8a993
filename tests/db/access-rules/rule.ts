import { CALLERS } from '../studio.ts';
import type { CallerName } from '../studio.ts';

/** Groups of callers. */
export type Who = readonly CallerName[];

export const EVERYONE: Who = CALLERS;
export const STAFF: Who = ['inventory_user', 'crm_user', 'admin', 'service_role'];
/** Callers of the desk: who hands over and takes back. */
export const DESK: Who = ['storekeeper', 'crm_user', 'admin', 'service_role'];
export const CRM: Who = ['crm_user', 'admin', 'service_role'];
export const ADMIN: Who = ['admin', 'service_role'];
export const SERVICE: Who = ['service_role'];
export const NOBODY: Who = [];

/**
 * Which callers may do what with a table or view. `columns` lists every column; a mark says which a
 * signed-in caller may write: `*` insert and update, `+` insert only, `~` update only.
 */
export type Rule = {
  columns: string;
  read: Who;
  /** Columns that only service_role selects; staff get them from functions. */
  behind?: string;
  /** Callers who write the marked columns. If service_role may write, it writes all columns. */
  write: Who;
  /** Callers who update the marked columns of any row, if fewer than those who write. */
  change?: Who;
  remove: Who;
  /** Callers who see inactive rows, for tables that have such rows. */
  inactive?: Who;
  /** The rest of an `insert` that succeeds, after the table's name. Absent: nobody writes. */
  insert?: string;
  /** The condition for a row that may be changed and deleted, where not every row can be. */
  row?: string;
};
