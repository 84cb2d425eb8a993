import type { Sql } from 'postgres';
import { z } from 'zod';
import { AuthError } from './errors.ts';
import { hashPassword } from './passwords.ts';

/** The columns that the auth API shows, for `select ${sql(userColumns)} from auth.users`. */
export const userColumns = [
  ...(['id', 'aud', 'role', 'email', 'email_confirmed_at', 'last_sign_in_at'] as const),
  ...(['banned_until', 'raw_app_meta_data', 'raw_user_meta_data'] as const),
  ...(['created_at', 'updated_at'] as const),
];

/** A row of auth.users with `userColumns`. */
export type User = Record<'id' | 'aud' | 'role' | 'email', string> &
  Record<'email_confirmed_at' | 'last_sign_in_at' | 'banned_until', Date | null> &
  Record<'created_at' | 'updated_at', Date> &
  Record<'raw_app_meta_data' | 'raw_user_meta_data', Record<string, unknown>>;

const email = z.email('Unable to validate email address: invalid format').max(254).toLowerCase();
const metadata = z.record(z.string(), z.json());

/** What `POST /admin/users` takes. Other attributes are refused, not ignored. */
export const newUser = z.strictObject({
  email,
  password: z.string(),
  email_confirm: z.boolean().default(false),
  user_metadata: metadata.default({}),
});

/** What `PUT /admin/users/:id` takes. `ban_duration` is `none` or a Go duration such as `1h30m`. */
export const userChanges = z.strictObject({
  email: email.optional(),
  password: z.string().optional(),
  email_confirm: z.literal(true).optional(),
  user_metadata: metadata.default({}),
  ban_duration: z
    .string()
    .regex(/^(none|(\d{1,7}h)?(\d{1,9}m)?(\d{1,9}s)?)$/, 'Invalid ban duration')
    .optional(),
});

/** A user as GoTrue writes it (https://supabase.com/docs/reference/javascript/auth-getuser). */
export function userJson(user: User) {
  const { raw_app_meta_data, raw_user_meta_data, banned_until, ...columns } = user;
  return {
    ...columns,
    phone: '',
    confirmed_at: user.email_confirmed_at,
    app_metadata: raw_app_meta_data,
    user_metadata: raw_user_meta_data,
    identities: [],
    is_anonymous: false,
    ...(banned_until && { banned_until }),
  };
}

/** Whether the user may not sign in at this moment. */
export const isBanned = ({ banned_until }: User) =>
  banned_until !== null && banned_until > new Date();

const refuseTaken = (error: unknown): never => {
  if (error instanceof Error && 'code' in error && error.code === '23505')
    throw new AuthError('email_exists');
  throw error;
};

/** Adds a user. Throws AuthError: weak_password, validation_failed or email_exists. */
export async function insertUser(owner: Sql, body: z.output<typeof newUser>) {
  const hashed = await hashPassword(body.password);
  return owner<User[]>`
    insert into auth.users
      (email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
    values (${body.email}, ${hashed}, case when ${body.email_confirm}::boolean then now() end,
      '{"provider": "email", "providers": ["email"]}', ${owner.json(body.user_metadata)})
    returning ${owner(userColumns)}`.catch(refuseTaken);
}

/**
 * Adds a user who can sign in at once, as the first administrator needs it.
 * Throws AuthError: weak_password, validation_failed or email_exists.
 */
export async function createUser(
  owner: Sql,
  account: { email: string; password: string },
): Promise<{ id: string }> {
  const body = newUser.safeParse({ ...account, email_confirm: true });
  if (!body.success) throw new AuthError('validation_failed', body.error.issues[0]?.message);
  const [user] = await insertUser(owner, body.data);
  if (!user) throw new Error('The insert into auth.users returned no row.');
  return { id: user.id };
}

/**
 * Changes a user; no row when there is none. A new password or a ban ends all the user's sessions.
 * Throws AuthError: weak_password, validation_failed or email_exists.
 */
export async function updateUser(owner: Sql, id: string, changes: z.output<typeof userChanges>) {
  const { ban_duration: ban, user_metadata: meta } = changes;
  const hashed = changes.password === undefined ? null : await hashPassword(changes.password);
  const removed = Object.keys(meta).filter((key) => meta[key] === null);
  const work = owner.begin(async (sql) => {
    const users = await sql<User[]>`
      update auth.users set
        email = coalesce(${changes.email ?? null}, email),
        encrypted_password = coalesce(${hashed}, encrypted_password),
        email_confirmed_at = coalesce(email_confirmed_at,
          case when ${changes.email_confirm ?? false}::boolean then now() end),
        raw_user_meta_data = (raw_user_meta_data || ${sql.json(meta)}) - ${removed}::text[],
        banned_until = case when ${ban ?? null}::text is null then banned_until
          else now() + nullif(${ban ?? null}, 'none')::interval end,
        updated_at = now()
      where id = ${id} and deleted_at is null
      returning ${sql(userColumns)}`;
    if (hashed || users.some(isBanned)) await sql`delete from auth.sessions where user_id = ${id}`;
    return users;
  });
  return work.catch(refuseTaken);
}
