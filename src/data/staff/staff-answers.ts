import * as z from 'zod/mini';
import { optionalText, text } from '#domain/shape.ts';
import type { Answers } from '../core/answer-call.ts';

/** Rights of a member of staff (docs/product/roles.md). */
export const staffRole = z.enum(['admin', 'crm_user', 'inventory_user', 'storekeeper']);
export type StaffRole = z.output<typeof staffRole>;

/** A page after signing in other than the dashboard. */
export const startPage = z.enum(['today']);
export type StartPage = z.output<typeof startPage>;

/** A member of staff. */
const profile = z.object({
  id: text,
  display_name: optionalText,
  role: staffRole,
  /** The page after signing in; null for the dashboard. */
  start_page: z.nullable(startPage),
});
export type Profile = z.output<typeof profile>;

/** A member of staff to whom leads are, or may be, assigned. */
const assignee = z.object({
  id: text,
  display_name: optionalText,
  /** Cannot sign in. Gets no new leads; existing ones stay until they are reassigned. */
  disabled: z.boolean(),
});
export type Assignee = z.output<typeof assignee>;

/** The profiles of staff, rows of `user_profiles`. */
export const profiles = z.array(profile);

/** Answers of the database functions of staff. */
export const STAFF_ANSWERS = {
  assignees: z.array(assignee),
  change_own_name: z.null(),
  choose_start_page: z.null(),
} satisfies Answers;
