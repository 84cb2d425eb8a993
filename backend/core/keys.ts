import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Sql } from 'postgres';

/** The signing secret and the two API keys made from it. */
export type Keys = { jwtSecret: Uint8Array; anonKey: string; serviceKey: string };

// why: fixed times make the keys a function of the secret alone, so they are equal in all
// processes.
const ISSUED_AT = Date.UTC(2026, 0, 1) / 1000;
const EXPIRES_AT = Date.UTC(2056, 0, 1) / 1000;

/**
 * Derives the anon and service_role keys from a secret: long-lived HS256 JWTs with Supabase's
 * claims.
 */
export async function deriveKeys(jwtSecret: Uint8Array): Promise<Keys> {
  const sign = (role: string) =>
    new SignJWT({ role })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer('supabase')
      .setIssuedAt(ISSUED_AT)
      .setExpirationTime(EXPIRES_AT)
      .sign(jwtSecret);
  return { jwtSecret, anonKey: await sign('anon'), serviceKey: await sign('service_role') };
}

/**
 * The keys of the given secret, or of the one in `backend.secrets`, created on the first call.
 * @throws Error when it is shorter than the 32 bytes that HS256 needs (RFC 7518 §3.2).
 */
export async function loadKeys(owner: Sql, env: { jwtSecret?: string }): Promise<Keys> {
  const secret = new TextEncoder().encode(
    env.jwtSecret ?? (await storedSecret(owner, 'jwt_secret')),
  );
  if (secret.length < 32) throw new Error('The JWT secret must be at least 32 bytes long.');
  return deriveKeys(secret);
}

/** A secret of `backend.secrets`: 48 random bytes as base64url, made by the first call. */
export async function storedSecret(owner: Sql, name: string): Promise<string> {
  const [row] = await owner<[{ value: string }]>`
    insert into backend.secrets as s (name, value)
    values (${name}, ${randomBytes(48).toString('base64url')})
    on conflict (name) do update set value = s.value returning value`;
  return row.value;
}
