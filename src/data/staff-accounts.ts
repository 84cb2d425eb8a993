import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Fields, Schema } from './answer-schema.ts';
import { retryOnce } from './list.ts';
import { staffKeys } from './query-keys/staff.ts';
import type { StaffRole } from './session.ts';
import type { StaffApi } from './staff-api.ts';
import { callStaffFunction } from './staff-function.ts';

/** An account that may sign in to the back office, or was invited to. */
export interface StaffAccount {
  /** uuid */
  id: string;
  /** Empty for an account that signs in by phone, in a Supabase project. */
  email: string;
  name: string | null;
  /** Null: the account has no rights. */
  role: StaffRole | null;
  /** Cannot sign in until it is enabled. */
  disabled: boolean;
  /** Has not joined yet. */
  invited: boolean;
  /** ISO. */
  last_sign_in_at: string | null;
  /** Signing in asks for a code after the password. */
  second_factor: boolean;
}

/** A link to join or to set a new password. It works once. */
export interface AccountLink {
  link: string;
  /** ISO. */
  expires_at: string;
}

/** A person to invite. */
export interface Invitation {
  email: string;
  name: string;
  role: StaffRole;
}

/** An action on an account that needs no values. */
export type AccountAction = 'disable' | 'enable' | 'sign_out' | 'remove' | 'remove_factor';

const account: Schema<StaffAccount> = z.object({
  id: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  role: z.nullable(z.enum(['admin', 'crm_user', 'inventory_user'])),
  disabled: z.boolean(),
  invited: z.boolean(),
  last_sign_in_at: z.nullable(z.string()),
  second_factor: z.boolean(),
} satisfies Fields<StaffAccount>);

const accountLink: Schema<AccountLink> = z.object({
  link: z.string(),
  expires_at: z.string(),
} satisfies Fields<AccountLink>);

const list = z.object({ people: z.array(account) });
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
