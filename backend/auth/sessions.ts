import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Context } from 'hono';
import type { ISql, Sql } from 'postgres';
import { isEqual, type UserClaims } from '../core/caller.ts';
import type { Keys } from '../core/keys.ts';
import type { Limits } from '../core/limits.ts';
import { authError } from './errors.ts';
import { type Account, type User, userColumns } from './users.ts';

const ACCESS_SECONDS = 3600;

/** A way to sign in, with the time in seconds; the `amr` claim lists them, the latest first. */
type Method = { method: string; timestamp: number };

/** A session that was just started, refreshed or raised to aal2. */
export type Started = User & { session_id: string; counter: number; not_after: Date } & {
  aal: 'aal1' | 'aal2';
  amr: Method[];
};

/** Select list of a `Started`, from a session `s` of a user `u`; `methods` has its amr rows. */
const sessionColumns = (owner: ISql, methods = owner`auth.mfa_amr_claims`) => owner`
  ${userColumns(owner)}, s.id as session_id, s.not_after, s.refresh_token_counter as counter, s.aal,
  coalesce((select jsonb_agg(jsonb_build_object('method', m.authentication_method,
      'timestamp', floor(extract(epoch from m.updated_at))) order by m.updated_at desc)
    from ${methods} m where m.session_id = s.id), '[]') as amr`;

/** Expiry of a session: after the idle time, but no later than its maximum age. */
const notAfter = (owner: Sql, limits: Limits, since: string) => owner`
  least(${owner.unsafe(since)} + make_interval(secs => ${limits.sessionHours * 3600}),
    now() + make_interval(secs => ${limits.sessionIdleHours * 3600}))`;

/**
 * The session's refresh token with this counter. why: it is derived, so the database holds no token
 * that could leak.
 */
function refreshToken({ jwtSecret }: Keys, id: string, counter: number): string {
  const mac = createHmac('sha256', jwtSecret).update(`refresh ${id} ${counter}`);
  return `${id}.${counter}.${mac.digest('base64url')}`;
}

/**
 * Whether a token's session is still valid. Checked on every request of a user with one lookup by
 * primary key, so that sign-out, expiry, ban, deletion and the removal of a second factor take effect
 * in all processes at once.
 */
export async function isLive(
  owner: Sql,
  { sub, session_id, aal }: Pick<UserClaims, 'sub' | 'session_id' | 'aal'>,
): Promise<boolean> {
  const found = await owner`
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = ${session_id} and u.id = ${sub} and (${aal !== 'aal2'} or s.aal >= 'aal2')
      and coalesce(s.not_after, 'infinity') > now()
      and coalesce(u.banned_until, '-infinity') <= now()`;
  return found.length > 0;
}

/**
 * Starts a session. `method` is how the user proved who they are, for the `amr` claim.
 * @throws ApiError when the user was deleted or changed the password meanwhile.
 */
export async function startSession(
  owner: Sql,
  { id, encrypted_password: hash }: Account,
  limits: Limits,
  method = 'password',
): Promise<Started> {
  const [started] = await owner<Started[]>`
    with u as (
      update auth.users set last_sign_in_at = now(), updated_at = now()
      where id = ${id} and encrypted_password = ${hash} returning *
    ), s as (
      insert into auth.sessions (user_id, not_after)
      select id, ${notAfter(owner, limits, 'now()')} from u returning *
    ), claims as (
      insert into auth.mfa_amr_claims (session_id, authentication_method)
      select id, ${method} from s returning *
    ) select ${sessionColumns(owner, owner`claims`)} from u, s`;
  if (!started) throw authError('invalid_credentials');
  return started;
}

/**
 * Exchanges a session's current refresh token for the next one. The previous token stays valid for
 * 10 seconds, for a second tab or a lost response, and returns the current one again. Any other
 * token counts as stolen and ends the session (https://supabase.com/docs/guides/auth/sessions).
 * @throws ApiError refresh_token_not_found, refresh_token_already_used, session_expired or
 * user_banned.
 */
export async function refreshSession(
  owner: Sql,
  keys: Keys,
  token: string,
  limits: Limits,
): Promise<Started> {
  const [id = '', number] = token.split('.');
  const counter = Number(number);
  if (!isEqual(token, refreshToken(keys, id, counter))) throw authError('refresh_token_not_found');
  const [next] = await owner<Started[]>`
    with s as (
      update auth.sessions s set refresh_token_counter = ${counter + 1}, refreshed_at = now(),
        updated_at = now(), not_after = ${notAfter(owner, limits, 's.created_at')}
      from auth.users u
      where s.id = ${id} and s.refresh_token_counter = ${counter} and s.not_after > now()
        and u.id = s.user_id and coalesce(u.banned_until, '-infinity') <= now() returning s.*
    ) select ${sessionColumns(owner)} from s join auth.users u on u.id = s.user_id`;
  if (next) return next;
  const [found] = await owner<(Started & Record<'expired' | 'banned' | 'just', boolean>)[]>`
    select ${sessionColumns(owner)}, s.not_after <= now() as expired, u.banned_until > now() as banned,
      s.refresh_token_counter = ${counter + 1}
        and s.refreshed_at > now() - interval '10 seconds' as just
    from auth.sessions s join auth.users u on u.id = s.user_id where s.id = ${id}`;
  if (!found) throw authError('refresh_token_not_found');
  const { expired, banned, just, ...current } = found;
  if (banned) throw authError('user_banned');
  if (just && !expired) return current;
  await owner`delete from auth.sessions where id = ${id}`;
  throw authError(expired ? 'session_expired' : 'refresh_token_already_used');
}

/**
 * Raises a session to aal2 after a code of this factor, with a new refresh token.
 * @throws ApiError session_not_found when it has ended.
 */
export async function upgradeSession(sql: ISql, id: string, factor: string): Promise<Started> {
  const [session] = await sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factor}, updated_at = now(),
      refreshed_at = now(), refresh_token_counter = refresh_token_counter + 1
    where id = ${id} returning id`;
  if (!session) throw authError('session_not_found');
  await sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${id}, 'totp')
    on conflict (session_id, authentication_method) do update set updated_at = now()`;
  const [started] = await sql<[Started]>`
    select ${sessionColumns(sql)} from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = ${id}`;
  return started;
}

/** The issuer of tokens: this API's address. */
export const issuerOf = (c: Context) => new URL('/auth/v1', c.req.url).href;

/** The response to a sign-in or refresh: GoTrue's session, with an access token for one hour. */
export async function sessionJson(started: Started, keys: Keys, iss: string) {
  const { session_id, not_after, counter, aal, amr, ...user } = started;
  const { id: sub, aud, email, phone, app_metadata, user_metadata, role, is_anonymous } = user;
  const iat = Math.floor(Date.now() / 1000);
  const exp = Math.min(iat + ACCESS_SECONDS, Math.floor(not_after.getTime() / 1000));
  const about = { email, phone, app_metadata, user_metadata, role, is_anonymous };
  const token = new SignJWT({ iss, sub, aud, iat, exp, ...about, aal, amr, session_id });
  return {
    access_token: await token.setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(keys.jwtSecret),
    token_type: 'bearer',
    expires_in: exp - iat,
    expires_at: exp,
    refresh_token: refreshToken(keys, session_id, counter),
    user,
  };
}
