import type { Context } from 'hono';
import type { z } from 'zod';
import { ApiError } from '../core/api-error.ts';
import type { TokenRefused } from '../core/caller.ts';

/** The GoTrue error codes in use, each with its status and default message. */
const answers = {
  bad_json: [400, 'Could not parse request body as JSON'],
  bad_jwt: [403, 'invalid JWT'],
  conflict: [409, 'The user is still needed'],
  email_exists: [422, 'A user with this email address has already been registered'],
  email_not_confirmed: [400, 'Email not confirmed'],
  insufficient_aal: [403, 'AAL2 session is required'],
  invalid_credentials: [400, 'Invalid login credentials'],
  mfa_challenge_expired: [
    422,
    'MFA challenge has expired, verify against another challenge or create a new challenge.',
  ],
  mfa_factor_name_conflict: [422, 'A factor with this friendly name already exists'],
  mfa_factor_not_found: [404, 'Factor not found'],
  mfa_phone_enroll_not_enabled: [422, 'MFA enroll is disabled for Phone'],
  mfa_verification_failed: [422, 'Invalid TOTP code entered'],
  mfa_webauthn_enroll_not_enabled: [422, 'MFA enroll is disabled for WebAuthn'],
  not_admin: [403, 'User not allowed'],
  otp_expired: [403, 'Email link is invalid or has expired'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  session_expired: [400, 'Invalid Refresh Token: Session Expired'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  too_many_enrolled_mfa_factors: [
    422,
    'Maximum number of verified factors reached, unenroll to continue',
  ],
  user_banned: [400, 'User is banned'],
  user_not_found: [404, 'User not found'],
  validation_failed: [400, 'Invalid request'],
  weak_password: [422, 'Password should be at least 8 characters.'],
} as const;

/**
 * An error in the shape of GoTrue's API version 2024-01-01, which supabase-js expects
 * (https://supabase.com/docs/guides/auth/debugging/error-codes).
 */
export function authError(code: keyof typeof answers, message?: string, headers = {}) {
  const [status, usual] = answers[code];
  const all = { 'x-supabase-api-version': '2024-01-01', ...headers };
  return new ApiError(status, { code, message: message ?? usual }, all);
}

/** 429 with `Retry-After` in seconds. */
export const tooMany = (wait: number) =>
  authError('over_request_rate_limit', undefined, { 'retry-after': String(wait) });

/** A refused token in GoTrue's words. On `session_not_found` supabase-js drops its session. */
export const tokenError = ({ ended, message }: TokenRefused) =>
  ended ? authError('session_not_found') : authError('bad_jwt', message);

/**
 * Rethrows a database error: a known constraint violation as GoTrue reports it, anything else
 * unchanged.
 */
export function refuse(error: unknown): never {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  if (error.code === '23505') throw authError('email_exists');
  // A foreign key to the user, or a trigger that raises PT409, prevents the deletion.
  if (error.code === '23503') throw authError('conflict');
  throw error.code === 'PT409' ? authError('conflict', error.message) : error;
}

/** Parses a value. @throws ApiError `validation_failed`, naming the first problem. */
export function check<T>(shape: z.ZodType<T>, value: unknown): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw authError('validation_failed', [...path, message].join(': '));
}

// why: PostgreSQL stores neither zero bytes nor lone surrogates; in JSON both appear as escapes.
const UNSTORABLE = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i;

/**
 * Reads and parses a JSON body. @throws ApiError `bad_json` for invalid JSON, `validation_failed`
 * for another shape or for text that PostgreSQL cannot store.
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
    // A SyntaxError, or a RangeError for a body nested too deeply for the stack.
    if (error instanceof SyntaxError || error instanceof RangeError) throw authError('bad_json');
    throw error;
  }
}
