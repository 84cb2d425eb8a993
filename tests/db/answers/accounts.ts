import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { activityPeopleQuery, activityQuery } from '#data/staff/activity.ts';
import { invalidField } from '#data/core/invalid-field.ts';
import { secondFactorQuery } from '#data/staff/second-factor-state.ts';
import {
  enterCode,
  makeRecoveryCodes,
  spendRecoveryCode,
  startFactor,
} from '#data/staff/second-factor.ts';
import {
  changeAccount,
  inviteStaff,
  makeAccountLink,
  renameStaff,
  setStaffRole,
  staffAccountsQuery,
  type AccountLink,
} from '#data/staff/staff-accounts.ts';
import { profileQuery } from '#data/staff/session.ts';
import { chooseStartPage } from '#data/staff/staff.ts';
import { openLink, setCredentials } from '#data/staff/welcome.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import type { StudioDay } from './studio-day.ts';

/** Staff accounts, and the log of what staff changed. */
export function accountAnswers(studio: StudioDay): void {
  it('a second factor with its recovery codes', async () => {
    const { gateway, queries } = studio;
    const person = await studio.signedIn(await gateway.createStaff('inventory_user'));
    const { id, secret } = await startFactor(person, 'Studio');
    expect(await enterCode(person, codeOf(secret), id)).toEqual({ ok: true });
    const [code = '', ...others] = await makeRecoveryCodes(person);
    expect(others).toHaveLength(9);
    const state = await queries.fetchQuery(secondFactorQuery(person));
    expect(state).toEqual({ verified: true, required: false, codes_left: 10 });
    expect(await spendRecoveryCode(person, 'wrong')).toEqual({
      ok: false,
      message: 'This recovery code is not right, or it was used before.',
    });
    expect(await spendRecoveryCode(person, code)).toEqual({ ok: true });
  });

  it('staff read what was changed', async () => {
    const { account, queries, staff } = studio;
    const { pages } = await queries.fetchInfiniteQuery(activityQuery(staff, { about: null }));
    expect(pages[0]?.rows.length).toBeGreaterThan(20);
    const accounts = activityQuery(staff, { about: null, area: 'staff', q: 'e' });
    await queries.fetchInfiniteQuery(accounts);
    const people = await queries.fetchQuery(activityPeopleQuery(staff));
    expect(people.map(({ id }) => id)).toContain(account.id);
  });

  it('an admin invites a person, who joins, and changes the account', async () => {
    const { gateway, queries, signedIn } = studio;
    const admin = await signedIn(await gateway.createStaff('admin'));
    const invitation = {
      email: `asha.${randomUUID()}@example.test`,
      name: 'Asha',
      role: 'crm_user',
    } as const;
    const refused = await inviteStaff(admin, { ...invitation, email: 'nowhere' }).catch(
      (thrown: unknown) => thrown,
    );
    expect(refused).toMatchObject({ status: 422, message: 'Enter a valid e-mail address.' });
    expect(invalidField(refused)).toBe('email');
    const made = await inviteStaff(admin, invitation);
    const read = () => queries.fetchQuery({ ...staffAccountsQuery(admin), staleTime: 0 });
    const found = (await read()).find(({ email }) => email === invitation.email);
    expect(found).toMatchObject({ name: 'Asha', role: 'crm_user', invited: true });
    const id = found!.id;

    const welcome = ({ link }: AccountLink, type: 'invite' | 'recovery') => ({
      token: new URL(link).searchParams.get('token_hash') ?? '',
      type,
    });
    const theirs = await signedIn(await gateway.createStaff('crm_user'));
    const before = (await theirs.auth.getSession()).data.session?.user.id ?? '';
    const again = await makeAccountLink(admin, id);
    expect(await openLink(theirs, welcome(made, 'invite'))).toEqual({ is: 'link' });
    expect(await openLink(theirs, welcome(again, 'invite'))).toEqual({ is: 'done' });
    // The session that the browser had ends on the server too.
    const sessions = () => gateway.db.owner`select from auth.sessions where user_id = ${before}`;
    await expect.poll(sessions).toHaveLength(0);
    expect(await setCredentials(theirs, { password: 'short', name: '' })).toMatchObject({
      is: 'refused',
      field: 'password',
    });
    expect(
      await setCredentials(theirs, { password: 'a good password', name: 'x'.repeat(121) }),
    ).toEqual({
      is: 'refused',
      message: 'A name has at most 120 characters.',
      field: 'name',
    });
    expect(await setCredentials(theirs, { password: 'a good password', name: 'Asha Rao' })).toEqual(
      {
        is: 'done',
      },
    );
    expect(await setCredentials(theirs, { password: 'another password', name: '' })).toEqual({
      is: 'refused',
      message: 'A password was set with this link already. Sign in with it.',
    });
    await chooseStartPage(theirs, 'today');
    const own = await queries.fetchQuery(profileQuery(theirs, id));
    expect(own).toMatchObject({ role: 'crm_user', start_page: 'today' });
    await setStaffRole(admin, id, 'inventory_user');
    expect(await read()).toContainEqual(
      expect.objectContaining({ id, name: 'Asha Rao', role: 'inventory_user', invited: false }),
    );
    await renameStaff(admin, id, 'Asha R');
    await changeAccount(admin, id, 'disable');
    expect(
      (await makeAccountLink(admin, id).catch((thrown: unknown) => thrown)) as object,
    ).toMatchObject({ status: 409, message: 'This account is disabled. Enable it first.' });
    await changeAccount(admin, id, 'enable');
    const reset = await makeAccountLink(admin, id);
    await changeAccount(admin, id, 'disable');
    expect(await openLink(theirs, welcome(reset, 'recovery'))).toEqual({
      is: 'refused',
      message: 'Your account is disabled. Ask an admin to enable it.',
    });
    await changeAccount(admin, id, 'remove');
    expect(await openLink(theirs, welcome(reset, 'recovery'))).toEqual({ is: 'link' });
  });
}
