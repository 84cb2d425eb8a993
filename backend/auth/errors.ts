import type { Context } from 'hono';
import type { z } from 'zod';
import { ApiError } from '../core/api-error.ts';
import type { TokenRefused } from '../core/caller.ts';

/** GoTrue's error codes that we answer with, each with its status and usual message. */
const answers = {
  bad_json: [400, 'Could not parse request body as JSON'],
  bad_jwt: [403, 'invalid JWT'],
  conflict: [409, 'The user is still needed'],
  email_exists: [422, 'A user with this email address has already been registered'],
  email_not_confirmed: [400, 'Email not confirmed'],
  invalid_credentials: [400, 'Invalid login credentials'],
  not_admin: [403, 'User not allowed'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  user_banned: [400, 'User is banned'],
  user_not_found: [404, 'User not found'],
  validation_failed: [400, 'Invalid request'],
  weak_password: [422, 'Password should be at least 8 characters.'],
} as const;

/**
 * A refusal as GoTrue gives it to clients of its API version 2024-01-01, supabase-js among them
 * (https://supabase.com/docs/guides/auth/debugging/error-codes).
 */
export function authError(code: keyof typeof answers, message?: string, headers = {}) {
  const [status, usual] = answers[code];
  const all = { 'x-supabase-api-version': '2024-01-01', ...headers };
  return new ApiError(status, { code, message: message ?? usual }, all);
}

/** Too much of something: come back after that many seconds. */
export const tooMany = (wait: number) =>
  authError('over_request_rate_limit', undefined, { 'retry-after': String(wait) });

/** The same refusal of a token as GoTrue words it; supabase-js forgets a session that ended. */
export const tokenError = ({ ended, message }: TokenRefused) =>
  ended ? authError('session_not_found') : authError('bad_jwt', message);

/** Throws an error of the database: as GoTrue answers it, or as it is when it is no refusal. */
export function refuse(error: unknown): never {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  if (error.code === '23505') throw authError('email_exists');
  // Foreign keys to a user, or a rule of the database that raises PT409, may keep one from going.
  if (error.code === '23503') throw authError('conflict');
  throw error.code === 'PT409' ? authError('conflict', error.message) : error;
}

/** A value that has a known shape. Throws ApiError `validation_failed`, naming the first fault. */
export function check<T>(shape: z.ZodType<T>, value: unknown): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw authError('validation_failed', [...path, message].join(': '));
}

// why: PostgreSQL holds neither zero bytes nor halves of surrogate pairs; as JSON both are escaped.
const UNSTORABLE = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i;

/**
 * Reads a JSON body of a known shape. Throws ApiError `bad_json` for what is not JSON, and
 * `validation_failed` for another shape or for text that PostgreSQL cannot hold.
 */
export async function readJson<T>(c: Context, shape: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw authError('bad_json', 'The request must have the content type application/json');
  try {
    const body: unknown = await c.req.json();
    if (UNSTORABLE.test(JSON.stringify(body)))
      throw authError('validation_failed', 'Text holds invalid characters');
    return check(shape, body);
  } catch (error) {
    // A SyntaxError, or the RangeError of a body nested beyond the stack.
    if (error instanceof SyntaxError || error instanceof RangeError) throw authError('bad_json');
    throw error;
  }
}
