import { createHash, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Sql } from 'postgres';
import { ApiError } from '../api-error.ts';
import type { UserClaims } from '../caller.ts';
import type { Keys } from '../keys.ts';
import type { Limits } from '../limits.ts';
import { authError } from './errors.ts';
import { type Account, type User, userColumns } from './users.ts';

const ACCESS_SECONDS = 3600;
// why: two tabs, or a client that lost the answer, may bring a just replaced token again.
const GRACE = '10 seconds';

const newToken = () => randomBytes(32).toString('base64url');
const digest = (token: string) => createHash('sha256').update(token).digest('hex');

/** A session as it was just started or refreshed; the only moment its refresh token is known. */
type Started = User &
  Record<'session_id' | 'refresh_token', string> &
  Record<'signed_in_at' | 'not_after', Date>;

const sessionColumns = (owner: Sql, token: string) => owner`
  ${userColumns(owner)}, s.id as session_id, s.created_at as signed_in_at, s.not_after,
  ${token}::text as refresh_token`;

/** When a session ends unless it is refreshed before: idle for too long, or at its longest life. */
const notAfter = (owner: Sql, limits: Limits, since: string) => owner`
  least(${owner.unsafe(since)} + make_interval(secs => ${limits.sessionHours * 3600}),
    now() + make_interval(secs => ${limits.sessionIdleHours * 3600}))`;

/**
 * Whether the session of a token goes on. Asked for every request of a user, one read by primary
 * key, so that sign-out, expiry, ban and deletion hold in all processes at once.
 */
export async function isLive(owner: Sql, { sub, session_id }: UserClaims): Promise<boolean> {
  const found = await owner`
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = ${session_id} and u.id = ${sub}
      and coalesce(s.not_after, 'infinity') > now()
      and coalesce(u.banned_until, '-infinity') <= now()`;
  return found.length > 0;
}

/** Starts a session. Throws when the user was deleted, or got another password, meanwhile. */
export async function startSession(
  owner: Sql,
  { id, encrypted_password: hash }: Account,
  limits: Limits,
): Promise<Started> {
  const token = newToken();
  const [started] = await owner<Started[]>`
    with u as (
      update auth.users set last_sign_in_at = now(), updated_at = now()
      where id = ${id} and encrypted_password = ${hash} returning *
    ), s as (
      insert into auth.sessions (user_id, not_after)
      select id, ${notAfter(owner, limits, 'now()')} from u returning *
    ), t as (
      insert into auth.refresh_tokens (token, user_id, session_id)
      select ${digest(token)}, user_id, id from s
    ) select ${sessionColumns(owner, token)} from u, s`;
  if (!started) throw authError('invalid_credentials');
  return started;
}

/**
 * Replaces a refresh token. One that was replaced before is let through for 10 seconds; after that
 * it is taken for stolen and its session ends (https://supabase.com/docs/guides/auth/sessions).
 * Throws ApiError: refresh_token_not_found, refresh_token_already_used, session_expired or
 * user_banned.
 */
export async function refreshSession(owner: Sql, old: string, limits: Limits): Promise<Started> {
  const [hashed, next] = [digest(old), newToken()];
  const outcome = await owner.begin(async (sql) => {
    // why: one refresh of a session at a time, and none while it is being ended.
    await sql`
      select from auth.sessions where id =
        (select session_id from auth.refresh_tokens where token = ${hashed}) for update`;
    const [token] = await sql<{ id: string; late: boolean; expired: boolean; banned: boolean }[]>`
      select s.id, t.revoked and t.updated_at < now() - ${GRACE}::interval as late,
        s.not_after <= now() as expired, u.banned_until > now() as banned
      from auth.refresh_tokens t
      join auth.sessions s on s.id = t.session_id join auth.users u on u.id = s.user_id
      where t.token = ${hashed}`;
    if (!token) return authError('refresh_token_not_found');
    if (token.banned) return authError('user_banned');
    if (token.late || token.expired) {
      await sql`delete from auth.sessions where id = ${token.id}`;
      return authError(token.expired ? 'session_expired' : 'refresh_token_already_used');
    }
    const [started] = await sql<[Started]>`
      with s as (
        update auth.sessions set refreshed_at = now(), updated_at = now(),
          not_after = ${notAfter(owner, limits, 'created_at')}
        where id = ${token.id} returning *
      ), replaced as (
        update auth.refresh_tokens set revoked = true, updated_at = now()
        where token = ${hashed} and not revoked
      ), t as (
        insert into auth.refresh_tokens (token, user_id, session_id, parent)
        select ${digest(next)}, user_id, id, ${hashed} from s
      ) select ${sessionColumns(owner, next)} from s join auth.users u on u.id = s.user_id`;
    return started;
  });
  // why: thrown out here, so that the end of a stolen session is committed, not rolled back.
  if (outcome instanceof ApiError) throw outcome;
  return outcome;
}

/** The answer to a sign-in or refresh: GoTrue's session, with an access token for an hour. */
export async function sessionJson(started: Started, keys: Keys, iss: string) {
  const { session_id, signed_in_at, not_after, refresh_token, ...user } = started;
  const { id: sub, aud, email, phone, app_metadata, user_metadata, role, is_anonymous } = user;
  const iat = Math.floor(Date.now() / 1000);
  const exp = Math.min(iat + ACCESS_SECONDS, Math.floor(not_after.getTime() / 1000));
  const amr = [{ method: 'password', timestamp: Math.floor(signed_in_at.getTime() / 1000) }];
  const about = { email, phone, app_metadata, user_metadata, role, is_anonymous };
  const token = new SignJWT({ iss, sub, aud, iat, exp, ...about, aal: 'aal1', amr, session_id });
  return {
    access_token: await token.setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(keys.jwtSecret),
    token_type: 'bearer',
    expires_in: exp - iat,
    expires_at: exp,
    refresh_token,
    user,
  };
}
