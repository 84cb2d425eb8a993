import type { ISql, Sql } from 'postgres';
import { z } from 'zod';
import type { UserClaims } from '../core/caller.ts';
import { storedSecret } from '../core/keys.ts';
import { authError } from './errors.ts';
import { type Started, upgradeSession } from './sessions.ts';
import { type Factor, factorColumns, type User } from './users.ts';
import { decrypt, encrypt, newTotp, stepOf } from './totp.ts';

const MOST_FACTORS = 10;
/** GoTrue's lifetime of a challenge, and of a factor that is not verified. */
const LIFETIME = '5 minutes';

/** Body of `POST /factors`. */
export const enrolment = z.object({
  factor_type: z.string(),
  friendly_name: z.string().max(255).default(''),
  issuer: z.string().max(100).optional(),
});

/** Body of `POST /factors/:id/verify`. */
export const verification = z.object({
  challenge_id: z.uuid(),
  code: z.string().min(1, 'Code needs to be non-empty').max(100),
});

// why: its own key, not the JWT secret, so that a new JWT secret locks nobody out.
const keyOf = async (owner: Sql) =>
  Buffer.from(await storedSecret(owner, 'mfa_key'), 'base64url').subarray(0, 32);

/**
 * Adds an unverified factor to the user and returns its secret, as GoTrue does.
 * @throws ApiError validation_failed, mfa_factor_name_conflict, too_many_enrolled_mfa_factors, or
 * insufficient_aal when the user has a verified factor and the session has not shown it.
 */
export async function enroll(
  owner: Sql,
  user: Pick<User, 'id' | 'email'>,
  aal: string | undefined,
  { factor_type: type, friendly_name, issuer }: z.output<typeof enrolment>,
  host: string,
) {
  if (type === 'phone' || type === 'webauthn') throw authError(`mfa_${type}_enroll_not_enabled`);
  if (type !== 'totp')
    throw authError('validation_failed', 'factor_type needs to be totp, phone, or webauthn');
  const key = await keyOf(owner);
  const id = crypto.randomUUID();
  const totp = newTotp(issuer || host, user.email);
  await owner.begin(async (sql) => {
    // why: also so that factors enrolled at once are counted one after another.
    await lockUser(sql, user.id);
    await sql`
      delete from auth.mfa_factors
      where status = 'unverified' and created_at < now() - ${LIFETIME}::interval`;
    const factors = await sql<Pick<Factor, 'friendly_name' | 'status'>[]>`
      select friendly_name, status from auth.mfa_factors where user_id = ${user.id}`;
    if (factors.some((one) => one.friendly_name === friendly_name))
      throw authError(
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${friendly_name}" for this user already exists`,
      );
    if (factors.length >= MOST_FACTORS) throw authError('too_many_enrolled_mfa_factors');
    if (aal !== 'aal2' && factors.some(({ status }) => status === 'verified'))
      throw authError('insufficient_aal', 'AAL2 required to enroll a new factor');
    await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret)
      values (${id}, ${user.id}, ${friendly_name}, 'totp', ${encrypt(key, id, totp.secret)})`;
  });
  return { id, type, friendly_name, totp };
}

/** Reads a factor of the user. @throws ApiError mfa_factor_not_found. */
export async function readFactor(owner: Sql, user: string, id: string): Promise<Factor> {
  const [factor] = await owner<Factor[]>`
    select ${factorColumns(owner)} from auth.mfa_factors f where id = ${id} and user_id = ${user}`;
  if (!factor) throw authError('mfa_factor_not_found');
  return factor;
}

/** Starts a challenge, within five minutes of which a code must be sent. */
export async function challenge(owner: Sql, factor: string) {
  await owner`
    delete from auth.mfa_challenges
    where factor_id = ${factor} and created_at < now() - ${LIFETIME}::interval`;
  const [made] = await owner<[{ id: string; expires_at: number }]>`
    with f as (
      update auth.mfa_factors set last_challenged_at = now() where id = ${factor} returning id
    ) insert into auth.mfa_challenges (factor_id) select id from f
    returning id, extract(epoch from created_at + ${LIFETIME}::interval)::integer as expires_at`;
  return { id: made.id, type: 'totp', expires_at: made.expires_at };
}

/**
 * Verifies a code: the factor counts from now on, the session becomes aal2, the user's sessions at
 * aal1 and unverified factors end. A code is accepted once (RFC 6238 §5.2).
 * @throws ApiError mfa_factor_not_found, mfa_challenge_expired, mfa_verification_failed, or
 * session_not_found when the session has ended meanwhile.
 */
export async function verify(
  owner: Sql,
  { user, session, factor }: Record<'user' | 'session' | 'factor', string>,
  { challenge_id, code }: z.output<typeof verification>,
): Promise<Started> {
  const key = await keyOf(owner);
  return owner.begin(async (sql) => {
    await lockUser(sql, user);
    // why: locked, so that of two requests with the same code one is refused.
    const [found] = await sql<{ secret: string; last: string | null }[]>`
      select secret, last_used_step as last from auth.mfa_factors
      where id = ${factor} and user_id = ${user} for update`;
    if (!found) throw authError('mfa_factor_not_found');
    const [asked] = await sql<{ over: boolean }[]>`
      select verified_at is not null or created_at < now() - ${LIFETIME}::interval as over
      from auth.mfa_challenges where id = ${challenge_id} and factor_id = ${factor}`;
    if (!asked)
      throw authError(
        'mfa_factor_not_found',
        'MFA factor with the provided challenge ID not found',
      );
    if (asked.over) throw authError('mfa_challenge_expired');
    const step = stepOf(decrypt(key, factor, found.secret), code);
    if (step === null || step <= Number(found.last ?? 0))
      throw authError('mfa_verification_failed');
    await sql`update auth.mfa_challenges set verified_at = now() where id = ${challenge_id}`;
    await sql`
      update auth.mfa_factors
      set status = 'verified', last_used_step = ${step}, updated_at = now() where id = ${factor}`;
    await sql`
      delete from auth.mfa_factors where user_id = ${user} and status = 'unverified'`;
    const started = await upgradeSession(sql, session, factor);
    await sql`delete from auth.sessions where user_id = ${user} and aal < 'aal2'`;
    return started;
  });
}

/**
 * Removes a factor of the user; the sessions that have shown it become aal1. `claims` are the
 * caller's, for triggers that log who removed it.
 */
export async function removeFactor(
  owner: Sql,
  user: string,
  { id }: Factor,
  claims: Partial<UserClaims> = {},
): Promise<void> {
  await owner.begin(async (sql) => {
    await lockUser(sql, user);
    await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
    await sql`
      with s as (
        update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
        where factor_id = ${id} returning id
      ), m as (
        delete from auth.mfa_amr_claims where session_id in (select id from s)
          and authentication_method = 'totp'
      ) delete from auth.mfa_factors where id = ${id}`;
  });
}

/** why: removing an account locks it before its sessions and factors. */
const lockUser = (sql: ISql, id: string) =>
  sql`select from auth.users where id = ${id} for no key update`;
