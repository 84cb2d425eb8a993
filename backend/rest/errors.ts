/** A refusal in PostgREST's shape: an HTTP status and a JSON body. */
export class RestError extends Error {
  readonly status: number;
  readonly body: { code: string; details: string | null; hint: string | null; message: string };

  constructor(
    status: number,
    code: string,
    message: string,
    { details = null, hint = null }: { details?: string | null; hint?: string | null } = {},
  ) {
    super(message);
    this.status = status;
    this.body = { code, details, hint, message };
  }
}

/** A query string that cannot be read, or asks for what is not supported: 400 PGRST100. */
export const badQuery = (message: string, details: string | null = null) =>
  new RestError(400, 'PGRST100', message, { details });

/** A body that cannot be read: 400 PGRST102. */
export const badBody = (message: string) => new RestError(400, 'PGRST102', message);

/** Refusals that a schema newer than our picture of it could turn into an answer. */
export const missesSchema = (error: unknown): boolean =>
  error instanceof RestError && /^(PGRST20[0245]|42703)$/.test(error.body.code);

/** HTTP statuses as PostgREST has them; 54 is a 500 there, but only what is asked is too complex here. */
const statusBySqlState: [RegExp, number][] = [
  [/^(08|53(?!400)|57P0[123])/, 503],
  [/^(0L|0P|28|42501)/, 403],
  [/^(23503|23505)$/, 409],
  [/^25006$/, 405],
  [/^(42883|42P01)$/, 404],
  [/^(09|25|2D|38|39|3B|40|53|55|57|F0|HV|P0(?!001)|42P17)/, 500],
];

/**
 * Turns whatever went wrong into a refusal, with the status PostgREST gives each SQLSTATE
 * (https://docs.postgrest.org/en/v14/references/errors.html#http-status-codes); `PTnnn` is HTTP
 * status nnn. What is not PostgreSQL's becomes a 500 or 503 that tells nothing of our insides.
 * @param anonymous 42501 is 401, and class 23 errors lose their details, which quote hidden values.
 */
export function toRestError(error: unknown, anonymous: boolean): RestError {
  if (error instanceof RestError) return error;
  const known = error as { code?: unknown; message: string; detail?: string; hint?: string } | null;
  const code = String(known?.code);
  if (/^(CONNECT|ECONN|ENOENT|EPIPE|ETIMEDOUT|57P0[123]$)/.test(code)) {
    return new RestError(503, 'PGRST001', 'Database connection error. Retrying the connection.');
  }
  if (!known || !/^(?!XX|58)[0-9A-Z]{5}$/.test(code)) {
    return new RestError(500, 'PGRST500', 'Something went wrong on the server');
  }
  const { message, detail = null, hint = null } = known;
  const chosen = /^PT([45]\d\d)$/.exec(code)?.[1];
  const usual = statusBySqlState.find(([states]) => states.test(code))?.[1] ?? 400;
  const status = anonymous && code === '42501' ? 401 : Number(chosen ?? usual);
  const details = anonymous && code.startsWith('23') ? null : detail;
  return new RestError(status, code, message, { details, hint });
}
