import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { z } from 'zod';
import type { Keys } from '../core/keys.ts';
import type { Limits } from '../core/limits.ts';
import { attemptKey, countAttempt, forgetAttempts } from './attempts.ts';
import { authError, refuse } from './errors.ts';
import { startSession } from './sessions.ts';
import { type Account, newUser, type User, userColumns } from './users.ts';

/** Lifetime of a link, and of its session's right to set a password without the current one. */
const LINK_SECONDS = 86_400;
const PASSWORD_SECONDS = 3600;

const linkType = z.enum(['invite', 'recovery']);

/** Body of `POST /admin/generate_link`, as supabase-js sends it. */
export const newLink = newUser
  .pick({ email: true })
  .extend({ type: linkType, redirectTo: z.url({ protocol: /^https?$/ }).optional() });

/** Body of `POST /verify`. */
export const linkToken = z.object({ type: linkType, token_hash: z.string().max(200) });

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Makes a link for a user, who is added for an invitation. It replaces the user's previous link of
 * this type. @returns GoTrue's answer: the user, and the token as `hashed_token`. `email_otp` is
 * empty, as codes are not accepted.
 * @throws ApiError email_exists when the invited user has joined already; user_not_found.
 */
export async function makeLink(
  owner: Sql,
  { type, email, redirectTo }: z.output<typeof newLink>,
  origin: string,
) {
  // The length of GoTrue's tokens, all of it random.
  const token = randomBytes(28).toString('hex');
  const user = await owner
    .begin(async (sql) => {
      if (type === 'invite')
        await sql`
          insert into auth.users (email, raw_app_meta_data)
          values (${email}, '{"provider": "email", "providers": ["email"]}')
          on conflict ((lower(email))) do nothing`;
      const isInvite = type === 'invite';
      const [found] = await sql<User[]>`
        update auth.users u set updated_at = now(),
          invited_at = case when ${isInvite} then now() else invited_at end,
          confirmation_sent_at = case when ${isInvite} then now() else confirmation_sent_at end,
          recovery_sent_at = case when ${isInvite} then recovery_sent_at else now() end
        where lower(email) = ${email} returning ${userColumns(owner)}`;
      if (!found) throw authError('user_not_found', 'User with this email not found');
      if (isInvite && found.email_confirmed_at) throw authError('email_exists');
      await sql`
        insert into auth.one_time_tokens (user_id, token_type, token_hash)
        values (${found.id}, ${type}, ${hashOf(token)})
        on conflict (user_id, token_type) do update set
          token_hash = excluded.token_hash, created_at = now()`;
      return found;
    })
    .catch(refuse);
  const target = new URL(redirectTo ?? origin);
  target.searchParams.set('token_hash', token);
  target.searchParams.set('type', type);
  return {
    ...user,
    action_link: target.href,
    email_otp: '',
    hashed_token: token,
    redirect_to: redirectTo ?? origin,
    verification_type: type,
  };
}

/**
 * Exchanges a link's token for a session, once. The e-mail counts as confirmed from then on.
 * Failed attempts are rate-limited.
 * @throws ApiError otp_expired for an unknown, used or expired one; user_banned.
 */
export async function useLink(
  owner: Sql,
  keys: Keys,
  address: string,
  { type, token_hash: token }: z.output<typeof linkToken>,
  limits: Limits,
) {
  const key = attemptKey(keys, address, '', 'links');
  await countAttempt(owner, key, limits.signInsPerAddress);
  const account = await owner.begin(async (sql) => {
    // why the user first: whoever changes an account locks it before its links.
    await sql`
      select from auth.users where id =
        (select user_id from auth.one_time_tokens where token_hash = ${hashOf(token)})
      for no key update`;
    const [used] = await sql<{ user_id: string }[]>`
      delete from auth.one_time_tokens
      where token_hash = ${hashOf(token)} and token_type = ${type}
        and created_at > now() - make_interval(secs => ${LINK_SECONDS})
      returning user_id`;
    if (!used) throw authError('otp_expired');
    const [user] = await sql<[Account]>`
      update auth.users u set email_confirmed_at = coalesce(email_confirmed_at, now())
      where id = ${used.user_id}
      returning u.id, email_confirmed_at, encrypted_password,
        coalesce(banned_until > now(), false) as banned`;
    // The link works again when the account does.
    if (user.banned) throw authError('user_banned');
    return user;
  });
  await forgetAttempts(owner, key, false);
  const started = await startSession(owner, account, limits, 'otp');
  await owner`
    update auth.sessions set password_until = now() + make_interval(secs => ${PASSWORD_SECONDS})
    where id = ${started.session_id}`;
  return started;
}

/** True for the first hour of a session that a link started, until it has set a password. */
export async function maySetPassword(owner: Sql, session: string): Promise<boolean> {
  const found = await owner`
    select from auth.sessions where id = ${session} and password_until > now()`;
  return found.length > 0;
}
