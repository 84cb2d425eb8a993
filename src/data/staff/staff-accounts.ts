import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import { staffRole, type StaffRole } from './staff-answers.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callStaffFunction } from '../core/staff-function.ts';

/** An account that may sign in to the back office, or was invited to. */
const staffAccount = z.object({
  /** uuid */
  id: z.string(),
  /** Empty for an account that signs in by phone, in a Supabase project. */
  email: z.string(),
  name: z.nullable(z.string()),
  /** Null: the account has no rights. */
  role: z.nullable(staffRole),
  /** Cannot sign in until it is enabled. */
  disabled: z.boolean(),
  /** Has not joined yet. */
  invited: z.boolean(),
  /** ISO. */
  last_sign_in_at: z.nullable(z.string()),
  /** Signing in asks for a code after the password. */
  second_factor: z.boolean(),
});
export type StaffAccount = z.output<typeof staffAccount>;

/** A link to join or to set a new password. It works once. */
const accountLink = z.object({
  link: z.string(),
  /** ISO. */
  expires_at: z.string(),
});
export type AccountLink = z.output<typeof accountLink>;

/** A person to invite. */
export interface Invitation {
  email: string;
  name: string;
  role: StaffRole;
}

/** An action on an account that needs no values. */
export type AccountAction = 'disable' | 'enable' | 'sign_out' | 'remove' | 'remove_factor';

const list = z.object({ people: z.array(staffAccount) });
const done = z.object({});

/** All accounts, ordered by name; for admins. */
export function staffAccountsQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.accounts,
    staleTime: 0,
    retry: retryOnce,
    queryFn: async ({ signal }) =>
      (await callStaffFunction(api, { action: 'list' }, list, signal)).people,
  });
}

/** Adds a person, who joins with the link. @throws {Failure} for a field, see `invalidField` */
export function inviteStaff(api: StaffApi, invitation: Invitation): Promise<AccountLink> {
  return callStaffFunction(api, { action: 'invite', ...invitation }, accountLink);
}

/**
 * A new link, which replaces the one before: to join for an invited person, to set a new password for
 * others. @throws {Failure} 409 while the account is disabled
 */
export function makeAccountLink(api: StaffApi, id: string): Promise<AccountLink> {
  return callStaffFunction(api, { action: 'link', id }, accountLink);
}

/** Changes the role. @throws {Failure} 409 for the last admin */
export async function setStaffRole(api: StaffApi, id: string, role: StaffRole): Promise<void> {
  await callStaffFunction(api, { action: 'role', id, role }, done);
}

/** Changes the display name. @throws {Failure} for a wrong name, see `invalidField` */
export async function renameStaff(api: StaffApi, id: string, name: string): Promise<void> {
  await callStaffFunction(api, { action: 'rename', id, name }, done);
}

/** @throws {Failure} 409 for the last admin, and for what the user may not do to their own account */
export async function changeAccount(
  api: StaffApi,
  id: string,
  action: AccountAction,
): Promise<void> {
  await callStaffFunction(api, { action, id }, done);
}
