import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ApiError } from '../core/api-error.ts';

/**
 * The failures of a call before the function answers, with Supabase's statuses, codes and messages
 * (https://supabase.com/docs/guides/functions/status-codes).
 */
const FAILURES = {
  UNAUTHORIZED_NO_AUTH_HEADER: [401, 'Missing authorization header'],
  UNAUTHORIZED_INVALID_JWT_FORMAT: [401, 'Invalid JWT format'],
  UNAUTHORIZED_LEGACY_JWT: [401, 'Invalid JWT'],
  NOT_FOUND: [404, 'Requested function was not found'],
  METHOD_NOT_ALLOWED: [405, 'Method not allowed'],
  BODY_TOO_LARGE: [413, 'Request body too large'],
  WORKER_ERROR: [500, 'Function exited due to an error (please check logs)'],
  BOOT_ERROR: [503, 'Function failed to start (please check logs)'],
  OVERLOADED: [503, 'Too many requests wait for this function'],
  IDLE_TIMEOUT: [504, 'Function did not respond in time'],
  WORKER_LIMIT: [546, 'Function exceeded its CPU time or memory (please check logs)'],
} as const;

export type FailureCode = keyof typeof FAILURES;

/**
 * The answer to a failed call. functions-js makes a FunctionsRelayError of it, by `x-relay-error`.
 */
export function failure(code: FailureCode): ApiError {
  const [status, message] = FAILURES[code];
  return new ApiError(
    // why: 546 is Supabase's; no list of statuses has it.
    status as number as ContentfulStatusCode,
    { code, message },
    {
      'x-relay-error': 'true',
      'sb-error-code': code,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'x-relay-error, sb-error-code',
      ...(code === 'OVERLOADED' && { 'retry-after': '5' }),
    },
  );
}
