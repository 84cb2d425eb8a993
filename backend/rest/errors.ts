import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ApiError } from '../core/api-error.ts';
import { isDiskFault, NOTHING_STORED } from '../core/disk-fault.ts';

type More = { details?: unknown; hint?: string | null };

/** An error in PostgREST's shape. */
export function refusal(
  status: number,
  code: string,
  message: string,
  more: More = {},
  headers = {},
) {
  const body = { code, details: null, hint: null, message, ...more };
  return new ApiError(status as ContentfulStatusCode, body, headers);
}

/** 400 PGRST100: an invalid or unsupported query string. */
export const badQuery = (message: string, details: string | null = null) =>
  refusal(400, 'PGRST100', message, { details });

/** 400 PGRST102: an invalid body. */
export const badBody = (message: string) => refusal(400, 'PGRST102', message);

/**
 * Refuses what is no day of the calendar in ISO 8601, with or without a time. why: PostgreSQL reads
 * `01/12/2026` as 12 January, and words such as `tomorrow` by its own clock and time zone.
 * @throws ApiError 22007, 400, which names the column or argument.
 */
export function refuseOtherDates(name: string, value: unknown, type: string): void {
  if (!/^(date$|timestamp)/.test(type) || typeof value !== 'string') return;
  const day = /^\d{4}-\d\d-\d\d(?=$|[T ][\d:.]+(Z|[+-][\d:]+)?$)/i.exec(value)?.[0];
  if (day && new Date(day).toJSON()?.startsWith(day)) return;
  throw refusal(400, '22007', `"${name}" must be a date as YYYY-MM-DD, not "${value}"`);
}

/** Errors that may be due to a stale schema cache. */
export const missesSchema = (error: unknown): boolean =>
  error instanceof ApiError && /^(PGRST20[0245]|42703)$/.test(String(error.body['code']));

/**
 * HTTP statuses as in PostgREST, except class 54: 500 there, 400 here, because only the request is
 * too complex.
 */
const statusBySqlState: [RegExp, number][] = [
  [/^(08|53(?!400)|57P0[123])/, 503],
  [/^(0L|0P|28|42501)/, 403],
  [/^(23503|23505)$/, 409],
  // A write in a read-only request, or to a view that is not updatable.
  [/^(25006|55000)$/, 405],
  [/^(42883|42P01)$/, 404],
  [/^(09|25|2D|38|39|3B|40|53|55|57|F0|HV|P0(?!001)|42P17)/, 500],
];

/**
 * Maps any error to an ApiError, with PostgREST's status for each SQLSTATE
 * (https://docs.postgrest.org/en/v14/references/errors.html#http-status-codes); `PTnnn` is HTTP
 * status nnn. Errors that are not PostgreSQL's become a 500 or 503 without internal details.
 * @param anonymous 42501 becomes 401, and class 23 errors lose their details, which quote stored
 * values.
 */
export function toRefusal(error: unknown, anonymous: boolean): ApiError {
  if (error instanceof ApiError) return error;
  const known = error as { code?: unknown; message: string; detail?: string; hint?: string } | null;
  const code = String(known?.code);
  const later = { 'retry-after': '5' };
  if (/^(CONNECT|ECONN|ENOENT|EPIPE|ETIMEDOUT|57P0[123]$)/.test(code)) {
    const message = 'Database connection error. Retrying the connection.';
    return refusal(503, 'PGRST001', message, {}, later);
  }
  // why: PostgreSQL's own message names its files.
  if (isDiskFault(error)) return refusal(503, '53100', NOTHING_STORED, {}, later);
  if (!known || !/^(?!XX|58)[0-9A-Z]{5}$/.test(code)) {
    return refusal(500, 'PGRST500', 'Something went wrong on the server');
  }
  const { message, detail = null, hint = null } = known;
  const given = /^PT([45]\d\d)$/.exec(code)?.[1];
  const usual = statusBySqlState.find(([states]) => states.test(code))?.[1] ?? 400;
  const status = anonymous && code === '42501' ? 401 : Number(given ?? usual);
  const details = anonymous && code.startsWith('23') ? null : detail;
  // A function that raises PT429 may give the seconds to wait in its details: {"retry_after": 60}.
  const wait = status === 429 && /"retry_after": ?(\d+)/.exec(detail ?? '')?.[1];
  const headers = {
    ...(status === 503 && later),
    ...(wait && { 'retry-after': wait }),
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
  };
  return refusal(status, code, message, { details, hint }, headers);
}
