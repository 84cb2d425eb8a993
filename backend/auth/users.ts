import { hash, verify } from '@node-rs/bcrypt';
import type { ISql, Sql } from 'postgres';
import { z } from 'zod';
import { authError, refuse } from './errors.ts';

/** A second factor in GoTrue's JSON shape. */
export type Factor = {
  id: string;
  status: 'unverified' | 'verified';
  friendly_name: string;
  factor_type: 'totp' | 'webauthn' | 'phone';
};

/** A user in GoTrue's JSON shape (https://supabase.com/docs/reference/javascript/auth-getuser). */
export type User = Record<'id' | 'aud' | 'role' | 'email' | 'phone', string> &
  Record<'email_confirmed_at', Date | null> &
  Record<'app_metadata' | 'user_metadata', Record<string, unknown>> & {
    is_anonymous: boolean;
    factors: Factor[];
  };

/** The columns that a sign-in needs. */
export type Account = Pick<User, 'id' | 'email_confirmed_at'> & {
  encrypted_password: string;
  banned: boolean;
};

/** Select list of a `Factor`, from auth.mfa_factors with the alias `f`. */
export const factorColumns = (owner: ISql) => owner`
  f.id, f.friendly_name, f.factor_type, f.status, f.last_challenged_at, f.created_at, f.updated_at`;

/** Select list of a `User`, from auth.users with the alias `u`. */
export const userColumns = (owner: ISql) => owner`
  u.id, u.aud, u.role, u.email, '' as phone, u.email_confirmed_at,
  u.email_confirmed_at as confirmed_at, u.last_sign_in_at, u.banned_until, u.invited_at,
  u.confirmation_sent_at, u.recovery_sent_at,
  u.raw_app_meta_data as app_metadata, u.raw_user_meta_data as user_metadata,
  jsonb_build_array(jsonb_build_object('identity_id', u.id, 'id', u.id, 'user_id', u.id,
    'provider', 'email', 'email', u.email, 'last_sign_in_at', u.last_sign_in_at,
    'created_at', u.created_at, 'updated_at', u.updated_at, 'identity_data', jsonb_build_object(
      'sub', u.id, 'email', u.email, 'email_verified', u.email_confirmed_at is not null,
      'phone_verified', false))) as identities,
  coalesce((select jsonb_agg(to_jsonb(factor) order by factor.created_at)
    from (select ${factorColumns(owner)} from auth.mfa_factors f where f.user_id = u.id) factor),
    '[]') as factors, false as is_anonymous, u.created_at, u.updated_at`;

const COST = 10;
// why: bcrypt reads at most 72 bytes and stops at a zero byte; longer passwords are refused, not
// truncated.
const fits = (password: string) => Buffer.byteLength(password) <= 72 && !password.includes('\0');

// why: verified against when there is no such user, so that an unknown e-mail takes as long.
const placeholderHash = hash(crypto.randomUUID(), { cost: COST });

async function hashPassword(password: string, cost = COST): Promise<string> {
  if (Array.from(password).length < 8) throw authError('weak_password');
  if (!fits(password))
    throw authError('validation_failed', 'Password cannot be longer than 72 bytes');
  return hash(password, { cost });
}

/**
 * Whether the password matches the hash. Takes as long when there is no hash or the password is too
 * long.
 */
export async function verifyPassword(password: string, stored: string | undefined) {
  const matches = await verify(fits(password) ? password : '-', stored || (await placeholderHash));
  return matches && fits(password) && Boolean(stored);
}

/** Body of `POST /admin/users`. Unknown attributes are refused, not ignored. */
export const newUser = z.strictObject({
  email: z.email('Unable to validate email address: invalid format').max(254).toLowerCase(),
  password: z.string(),
  email_confirm: z.boolean().default(false),
});

type NewUser = z.input<typeof newUser>;

/** Body of `PUT /admin/users/:id`. `ban_duration` is `none` or a Go duration such as `1h30m`. */
export const userChanges = newUser.partial().extend({
  ban_duration: z
    .string()
    .regex(/^(none|(?=\d)(\d{1,7}h)?(\d{1,9}m)?(\d{1,9}s)?)$/, 'Invalid ban duration')
    .optional(),
});

/**
 * Body of `PUT /user`. Sessions that a link started may leave out the current password. supabase-js
 * always sends the `code_challenge` of its e-mail links.
 */
export const ownChanges = newUser
  .pick({ email: true, password: true })
  .partial()
  .extend({
    current_password: z.string().max(1000).optional(),
    code_challenge: z.string().nullish(),
    code_challenge_method: z.string().nullish(),
  });

/**
 * Adds a user, who can sign in at once unless the e-mail is unconfirmed. `cost` is bcrypt's, which tests lower.
 * @throws ApiError weak_password, validation_failed or email_exists.
 */
export async function createUser(owner: Sql, account: NewUser, cost = COST): Promise<User> {
  const { email, password, email_confirm: confirmed = true } = account;
  const hashed = await hashPassword(password, cost);
  const [user] = await owner<[User]>`
    insert into auth.users as u (email, encrypted_password, email_confirmed_at, raw_app_meta_data)
    values (lower(${email}), ${hashed}, case when ${confirmed}::boolean then now() end,
      '{"provider": "email", "providers": ["email"]}')
    returning ${userColumns(owner)}`.catch(refuse);
  return user;
}

/** Reads a user. @throws ApiError user_not_found. */
export async function readUser(owner: Sql, id: string): Promise<User> {
  const [user] = await owner<User[]>`
    select ${userColumns(owner)} from auth.users u where id = ${id}`;
  if (!user) throw authError('user_not_found');
  return user;
}

/**
 * Changes a user. A new password or a ban ends all the user's sessions except `keep`; a new
 * password ends links too.
 * @throws ApiError user_not_found, weak_password, validation_failed or email_exists.
 */
export async function updateUser(
  owner: Sql,
  id: string,
  changes: z.output<typeof userChanges>,
  keep: string | null = null,
): Promise<User> {
  const { email = null, password, email_confirm: confirm = false } = changes;
  const { ban_duration: ban = null } = changes;
  const hashed = password === undefined ? null : await hashPassword(password);
  const work = owner.begin(async (sql) => {
    const users = await sql<User[]>`
      update auth.users u set
        email = coalesce(${email}, email),
        encrypted_password = coalesce(${hashed}, encrypted_password),
        email_confirmed_at = coalesce(email_confirmed_at,
          case when ${confirm}::boolean then now() end),
        banned_until = case when ${ban}::text is null then banned_until
          else now() + nullif(${ban}, 'none')::interval end,
        updated_at = now()
      where id = ${id} returning ${userColumns(owner)}`;
    // why: after the update, whose row lock waits for a concurrent sign-in; that session is deleted
    // too.
    if (hashed || (ban ?? 'none') !== 'none')
      await sql`delete from auth.sessions where user_id = ${id} and id is distinct from ${keep}`;
    if (hashed) {
      await sql`delete from auth.one_time_tokens where user_id = ${id}`;
      await sql`update auth.sessions set password_until = null where user_id = ${id}`;
    }
    return users;
  });
  const [user] = await work.catch(refuse);
  if (!user) throw authError('user_not_found');
  return user;
}
