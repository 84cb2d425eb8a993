import { hash, verify } from '@node-rs/bcrypt';
import { authError } from './errors.ts';

const COST = 10;
// why: bcrypt reads at most 72 bytes and stops at a zero byte; longer ones are refused, not cut.
const fits = (password: string) => Buffer.byteLength(password) <= 72 && !password.includes('\0');

// why: stands in where there is no user, so that an unknown e-mail costs the same work.
const nobodysHash = hash(crypto.randomUUID(), { cost: COST });

/**
 * Hashes a new password with bcrypt, off the event loop. Throws ApiError `weak_password` when it
 * has fewer than 8 characters, and `validation_failed` when it is longer than bcrypt's 72 bytes.
 */
export async function hashPassword(password: string): Promise<string> {
  if (Array.from(password).length < 8) throw authError('weak_password');
  if (!fits(password))
    throw authError('validation_failed', 'Password cannot be longer than 72 bytes');
  return hash(password, { cost: COST });
}

/** Whether the password belongs to the hash; the same work when there is no hash or no hope. */
export async function verifyPassword(password: string, stored: string | undefined) {
  const matches = await verify(fits(password) ? password : '-', stored || (await nobodysHash));
  return matches && fits(password) && Boolean(stored);
}
