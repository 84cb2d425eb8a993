import { describe, expect, it } from 'vitest';
import type { StaffAccount } from '#data/staff/staff-accounts.ts';
import { accountFacts, accountName, accountState, isOnlyAdmin } from './account-text.ts';

const ASHA: StaffAccount = {
  id: 'asha',
  email: 'asha@example.test',
  name: 'Asha Rao',
  role: 'admin',
  disabled: false,
  invited: false,
  last_sign_in_at: '2026-11-21T04:05:00Z',
  second_factor: true,
};

describe('an account in the list of staff', () => {
  it('has a name, or an e-mail address', () => {
    expect(accountName(ASHA)).toBe('Asha Rao');
    expect(accountName({ ...ASHA, name: ' ' })).toBe('asha@example.test');
  });

  it('is marked while the person cannot work', () => {
    expect(accountState(ASHA)).toBeNull();
    expect(accountState({ ...ASHA, invited: true })?.text).toBe('Invited');
    expect(accountState({ ...ASHA, role: null, invited: true })?.text).toBe('No role');
    expect(accountState({ ...ASHA, disabled: true, invited: true })?.text).toBe('Disabled');
  });

  it('shows role, second factor and last sign-in', () => {
    expect(accountFacts(ASHA)).toBe('Admin · second factor · signed in 21 Nov 2026');
    const invited = { ...ASHA, invited: true, second_factor: false, last_sign_in_at: null };
    expect(accountFacts(invited)).toBe('Admin · has not joined yet');
    expect(accountFacts({ ...invited, invited: false, role: null })).toBe('never signed in');
  });
});

it('an admin who is disabled or has not joined does not count as another one', () => {
  const other = { ...ASHA, id: 'ravi' };
  expect(isOnlyAdmin([ASHA], 'asha')).toBe(true);
  expect(isOnlyAdmin([ASHA, { ...other, disabled: true }], 'asha')).toBe(true);
  expect(isOnlyAdmin([ASHA, { ...other, invited: true }], 'asha')).toBe(true);
  expect(isOnlyAdmin([ASHA, { ...other, role: 'crm_user' }], 'asha')).toBe(true);
  expect(isOnlyAdmin([ASHA, other], 'asha')).toBe(false);
});
