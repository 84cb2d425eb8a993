import type { StaffAccount } from '#data/staff/staff-accounts.ts';
import { formatDay } from '#domain/dates.ts';
import type { BadgeTone } from '#ui/badge.tsx';
import { roleName } from '../../kit/staff-roles.ts';

/** The display name, else the e-mail address; an account that signs in by phone may have neither. */
export function accountName({ name, email }: Pick<StaffAccount, 'name' | 'email'>): string {
  return name?.trim() || email || 'No name';
}

/** The state that keeps a person from working, as a badge; null for those who can sign in and work. */
export function accountState(
  account: Pick<StaffAccount, 'disabled' | 'invited' | 'role'>,
): { text: string; tone: BadgeTone } | null {
  if (account.disabled) return { text: 'Disabled', tone: 'red' };
  if (account.role === null) return { text: 'No role', tone: 'amber' };
  if (account.invited) return { text: 'Invited', tone: 'teal' };
  return null;
}

/** `CRM · second factor · signed in 21 Nov 2026`. */
export function accountFacts(account: StaffAccount): string {
  const facts = [account.role === null ? '' : roleName(account.role)];
  if (account.second_factor) facts.push('second factor');
  if (account.last_sign_in_at) facts.push(`signed in ${formatDay(account.last_sign_in_at)}`);
  else facts.push(account.invited ? 'has not joined yet' : 'never signed in');
  return facts.filter(Boolean).join(' · ');
}

/** Whether nobody else who can sign in is an admin. */
export function isOnlyAdmin(accounts: readonly StaffAccount[], id: string): boolean {
  return !accounts.some(
    (one) => one.id !== id && one.role === 'admin' && !one.disabled && !one.invited,
  );
}
