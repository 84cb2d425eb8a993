import { createHash, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Sql, TransactionSql } from 'postgres';
import type { Keys } from '../keys.ts';
import { AuthError } from './errors.ts';
import { isBanned, type User, userColumns, userJson } from './users.ts';

const ACCESS_SECONDS = 3600;
// why: two tabs, or a client that lost the answer, may bring a just replaced token again.
const GRACE = '10 seconds';

const digest = (token: string) => createHash('sha256').update(token).digest('hex');

type Session = { id: string; user_id: string; created_at: Date };

/** A session as it was just started or refreshed; the only moment its refresh token is known. */
export type Started = { user: User; session: Session; refreshToken: string };

async function addToken(sql: TransactionSql, session: Session, parent: string | null) {
  const token = randomBytes(32).toString('base64url');
  await sql`
    insert into auth.refresh_tokens (token, user_id, session_id, parent)
    values (${digest(token)}, ${session.user_id}, ${session.id}, ${parent})`;
  return token;
}

/** Starts a session, after a right password. Throws when the user was deleted meanwhile. */
export async function startSession(owner: Sql, userId: string): Promise<Started> {
  return owner.begin(async (sql) => {
    const [user] = await sql<User[]>`
      update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${userId}
      returning ${sql(userColumns)}`;
    if (!user) throw new AuthError('invalid_credentials');
    const [session] = await sql<Session[]>`
      insert into auth.sessions (user_id) values (${userId}) returning id, user_id, created_at`;
    if (!session) throw new Error('The insert into auth.sessions returned no row.');
    return { user, session, refreshToken: await addToken(sql, session, null) };
  });
}

/**
 * Replaces a refresh token. One that was replaced before is let through for 10 seconds; after that
 * it is taken for stolen and its session ends (https://supabase.com/docs/guides/auth/sessions).
 * Throws AuthError: refresh_token_not_found, refresh_token_already_used or user_banned.
 */
export async function refreshSession(owner: Sql, refreshToken: string): Promise<Started> {
  const hashed = digest(refreshToken);
  const outcome = await owner.begin(async (sql) => {
    const [token] = await sql<{ session_id: string; revoked: boolean; late: boolean }[]>`
      select session_id, revoked, updated_at < now() - ${GRACE}::interval as late
      from auth.refresh_tokens where token = ${hashed} for update`;
    const [session] = await sql<Session[]>`
      update auth.sessions set refreshed_at = now(), updated_at = now()
      where id = ${token?.session_id ?? null} returning id, user_id, created_at`;
    const [user] = await sql<User[]>`
      select ${sql(userColumns)} from auth.users
      where id = ${session?.user_id ?? null} and deleted_at is null`;
    if (!token || !session || !user) return new AuthError('refresh_token_not_found');
    if (isBanned(user)) return new AuthError('user_banned');
    if (token.revoked && token.late) {
      await sql`delete from auth.sessions where id = ${session.id}`;
      return new AuthError('refresh_token_already_used');
    }
    if (!token.revoked)
      await sql`
        update auth.refresh_tokens set revoked = true, updated_at = now() where token = ${hashed}`;
    return { user, session, refreshToken: await addToken(sql, session, hashed) };
  });
  // why: thrown out here, so that the end of a stolen session is committed, not rolled back.
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

/** The answer to a sign-in or refresh: GoTrue's session, with an access token for one hour. */
export async function sessionJson(
  { user, session, refreshToken }: Started,
  keys: Keys,
  iss: string,
) {
  const iat = Math.floor(Date.now() / 1000);
  const { id: sub, aud, email, phone, app_metadata, user_metadata, ...shown } = userJson(user);
  const { role, is_anonymous } = shown;
  const timestamp = Math.floor(session.created_at.getTime() / 1000);
  const claims = {
    iss,
    sub,
    aud,
    exp: iat + ACCESS_SECONDS,
    iat,
    email,
    phone,
    app_metadata,
    user_metadata,
    role,
    aal: 'aal1',
    amr: [
      {
        method: 'password',
        timestamp,
      },
    ],
    session_id: session.id,
    is_anonymous,
  };
  const signer = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' });
  return {
    access_token: await signer.sign(keys.jwtSecret),
    token_type: 'bearer',
    expires_in: ACCESS_SECONDS,
    expires_at: claims.exp,
    refresh_token: refreshToken,
    user: userJson(user),
  };
}
