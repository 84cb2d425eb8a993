import { createHmac, randomInt } from 'node:crypto';
import type { Sql } from 'postgres';
import { networkOf } from '../core/client-address.ts';
import type { Keys } from '../core/keys.ts';
import { tooMany } from './errors.ts';

/**
 * The key that attempts are counted under. why: a keyed digest, so that the table holds no personal
 * data.
 */
export const attemptKey = ({ jwtSecret }: Keys, address: string, ...of: string[]) =>
  createHmac('sha256', jwtSecret)
    .update([networkOf(address), ...of].join(' '))
    .digest('hex');

/**
 * Counts an attempt before it is made, so that concurrent attempts count too, across all processes.
 * @returns Whether an attempt with this key has succeeded in the last 30 days.
 * @throws ApiError `over_request_rate_limit` with Retry-After, beyond `most` in 15 minutes.
 */
export async function countAttempt(owner: Sql, key: string, most: number): Promise<boolean> {
  const over = owner`a.window_started_at < now() - interval '15 minutes'`;
  const [row] = await owner<[{ failures: number; wait: number; known: boolean }]>`
    insert into backend.sign_in_attempts as a (key, failures) values (${key}, 1)
    on conflict (key) do update set
      failures = case when ${over} then 1 else least(a.failures, ${most}) + 1 end,
      window_started_at = case when ${over} then now() else a.window_started_at end
    returning failures, coalesce(known_until > now(), false) as known, ceil(extract(epoch from
      window_started_at + interval '15 minutes' - now()))::int as wait`;
  if (randomInt(100) === 0)
    await owner`
      delete from backend.sign_in_attempts where key in (select key
        from backend.sign_in_attempts a where ${over}
          and coalesce(known_until, '-infinity') < now() limit 1000 for update skip locked)`;
  if (row.failures > most) throw tooMany(Math.max(1, row.wait));
  return row.known;
}

/**
 * After a successful attempt. `all` resets the key's count and marks it as known for 30 days;
 * otherwise only this attempt is taken back.
 */
export async function forgetAttempts(owner: Sql, key: string, all: boolean): Promise<void> {
  await owner`
    update backend.sign_in_attempts set failures = case when ${all} then 0 else failures - 1 end,
      known_until = case when ${all} then now() + interval '30 days' end
    where key = ${key} and failures > 0`;
}

/** Failed attempts allowed in 15 minutes. */
type MostTries = { ofSubject: number; ofAddress: number; ofStrangers: number };

/**
 * Counts a try to prove something about a subject, such as an account's password: at this address,
 * of this address, and of all addresses that have not proven it in the last 30 days.
 * @returns Call it after a success: takes the counts back.
 * @throws ApiError `over_request_rate_limit` beyond any of the limits.
 */
export async function countTries(
  owner: Sql,
  keys: Keys,
  address: string,
  subject: string,
  most: MostTries,
): Promise<() => Promise<void>> {
  // why: the subject is counted first, so that tries on one account do not lock out a whole office.
  const [ofSubject, ofAddress] = [attemptKey(keys, address, subject), attemptKey(keys, address)];
  const ofStrangers = attemptKey(keys, '', subject, 'strangers');
  const isKnown = await countAttempt(owner, ofSubject, most.ofSubject);
  await countAttempt(owner, ofAddress, most.ofAddress);
  // why: limits guessing from many addresses, without locking the account out at addresses that
  // have signed in to it.
  if (!isKnown) await countAttempt(owner, ofStrangers, most.ofStrangers);
  return async () => {
    await forgetAttempts(owner, ofSubject, true);
    await forgetAttempts(owner, ofAddress, false);
    if (!isKnown) await forgetAttempts(owner, ofStrangers, false);
  };
}
