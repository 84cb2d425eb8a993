import type { Context } from 'hono';
import type { z } from 'zod';

/** GoTrue's error codes that we answer with, each with its status and usual message. */
const answers = {
  bad_json: [400, 'Could not parse request body as JSON'],
  bad_jwt: [403, 'invalid JWT'],
  email_exists: [422, 'A user with this email address has already been registered'],
  email_not_confirmed: [400, 'Email not confirmed'],
  invalid_credentials: [400, 'Invalid login credentials'],
  not_admin: [403, 'User not allowed'],
  not_found: [404, 'This auth endpoint is not available'],
  otp_disabled: [422, 'Signups not allowed for otp'],
  over_request_rate_limit: [429, 'Request rate limit reached'],
  refresh_token_already_used: [400, 'Invalid Refresh Token: Already Used'],
  refresh_token_not_found: [400, 'Invalid Refresh Token: Refresh Token Not Found'],
  session_not_found: [403, 'Session from session_id claim in JWT does not exist'],
  signup_disabled: [422, 'Signups not allowed for this instance'],
  user_banned: [400, 'User is banned'],
  user_not_found: [404, 'User not found'],
  validation_failed: [400, 'Invalid request'],
  weak_password: [422, 'Password should be at least 8 characters.'],
} as const satisfies Record<string, readonly [400 | 403 | 404 | 422 | 429, string]>;

/** An answer of the auth API that is no success. */
export class AuthError extends Error {
  readonly code: keyof typeof answers;
  constructor(code: keyof typeof answers, message: string = answers[code][1]) {
    super(message);
    this.code = code;
  }
}

/**
 * Writes an error in the shape that the client's `x-supabase-api-version` asks for: `{code,
 * message}` from 2024-01-01 on, `{code, error_code, msg}` before
 * (https://supabase.com/docs/guides/auth/debugging/error-codes).
 */
export function answerError(c: Context, { code, message }: AuthError, status: 413 | null = null) {
  const answered = status ?? answers[code][0];
  if ((c.req.header('x-supabase-api-version') ?? '') < '2024-01-01')
    return c.json({ code: answered, error_code: code, msg: message }, answered);
  c.header('x-supabase-api-version', '2024-01-01');
  return c.json({ code, message }, answered);
}

/**
 * Reads a JSON body of a known shape. Throws AuthError `bad_json` for what is not JSON, and
 * `validation_failed` for another shape or for text that PostgreSQL cannot hold.
 */
export async function readJson<T>(c: Context, shape: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? ''))
    throw new AuthError('bad_json', 'The request must have the content type application/json');
  const text = await c.req.text();
  const storable = (value: unknown) =>
    typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'));
  let clean = true;
  let body: unknown;
  try {
    body = JSON.parse(text, (key, value: unknown) => {
      clean &&= storable(key) && storable(value);
      return value;
    });
  } catch {
    throw new AuthError('bad_json');
  }
  if (!clean) throw new AuthError('validation_failed', 'Text holds invalid characters');
  const result = shape.safeParse(body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AuthError('validation_failed', [...(issue?.path ?? []), issue?.message].join(': '));
}
