import { expect, it } from 'vitest';
import { activityPeopleQuery, activityQuery } from '#data/activity.ts';
import { secondFactorQuery } from '#data/second-factor-state.ts';
import { enterCode, makeRecoveryCodes, startFactor } from '#data/second-factor.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import type { StudioDay } from './studio-day.ts';

/** Staff accounts, and the log of what staff changed. */
export function accountAnswers(studio: StudioDay): void {
  it('a second factor with its recovery codes', async () => {
    const { gateway, queries } = studio;
    const person = await studio.signedIn(await gateway.createStaff('inventory_user'));
    const { id, secret } = await startFactor(person, 'Studio');
    expect(await enterCode(person, codeOf(secret), id)).toEqual({ ok: true });
    expect(await makeRecoveryCodes(person)).toHaveLength(10);
    const state = await queries.fetchQuery(secondFactorQuery(person));
    expect(state).toEqual({ verified: true, required: false, codes_left: 10 });
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
}
