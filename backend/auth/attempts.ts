import { createHmac, randomInt } from 'node:crypto';
import type { Sql } from 'postgres';
import { networkOf } from '../client-address.ts';
import type { Keys } from '../keys.ts';

const MOST = 10;
const WINDOW = '15 minutes';

/**
 * The key that tries to sign in are counted by.
 * why: address and account together, so that nobody can lock an owner out from somewhere else;
 * a keyed digest, so that the table holds no personal data.
 */
export const attemptKey = (keys: Keys, address: string, email: string) =>
  createHmac('sha256', keys.jwtSecret)
    .update(`${networkOf(address)} ${email}`)
    .digest('hex');

/**
 * Counts a try before its password is looked at, so that tries side by side count too. Returns 0
 * when it may go on, or the seconds to wait: 10 tries in 15 minutes over all processes.
 */
export async function countAttempt(owner: Sql, key: string): Promise<number> {
  const [row] = await owner<{ failures: number; wait: number }[]>`
    insert into backend.sign_in_attempts as a (key, failures) values (${key}, 1)
    on conflict (key) do update set
      failures = case when a.window_started_at < now() - ${WINDOW}::interval
        then 1 else least(a.failures, ${MOST}) + 1 end,
      window_started_at = case when a.window_started_at < now() - ${WINDOW}::interval
        then now() else a.window_started_at end
    returning failures,
      ceil(extract(epoch from window_started_at + ${WINDOW}::interval - now()))::int as wait`;
  if (randomInt(100) === 0)
    await owner`
      delete from backend.sign_in_attempts where key in (
        select key from backend.sign_in_attempts
        where window_started_at < now() - ${WINDOW}::interval
        limit 1000 for update skip locked)`;
  return row && row.failures > MOST ? Math.max(1, row.wait) : 0;
}

/** Forgets the tries of a key, after a password that was right. */
export async function forgetAttempts(owner: Sql, key: string): Promise<void> {
  await owner`delete from backend.sign_in_attempts where key = ${key}`;
}
