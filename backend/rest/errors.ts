/** A refusal in PostgREST's shape: an HTTP status and the JSON body `{code, details, hint, message}`. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: unknown;
  readonly hint: string | null;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: unknown; hint?: string | null } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = more.details ?? null;
    this.hint = more.hint ?? null;
  }

  /** The answer's body. */
  get body() {
    return { code: this.code, details: this.details, hint: this.hint, message: this.message };
  }
}

/** A query string that cannot be read, or asks for what is not supported: 400 PGRST100. */
export const badQuery = (message: string, details: string | null = null) =>
  new RestError(400, 'PGRST100', message, { details });

/** A body that cannot be read: 400 PGRST102. */
export const badBody = (message: string) => new RestError(400, 'PGRST102', message);

/** A column that the relation does not have, as PostgreSQL reports it: 400 42703. */
export const unknownColumn = (relation: string, column: string) =>
  new RestError(400, '42703', `column ${relation}.${column} does not exist`);

/** Refusals that a schema newer than our picture of it could turn into an answer. */
export const missesSchema = (error: unknown): boolean =>
  error instanceof RestError &&
  ['PGRST200', 'PGRST202', 'PGRST204', 'PGRST205', '42703'].includes(error.code);

const unreachable = /^(CONNECT|ECONN|ENOENT|EPIPE|ETIMEDOUT|57P0[123]$)/;

const statusBySqlState: [RegExp, number][] = [
  [/^(08|53(?!400)|57P0[123])/, 503],
  [/^(0L|0P|28)/, 403],
  [/^(23503|23505)$/, 409],
  [/^25006$/, 405],
  // why: PostgREST says 500, but only what was asked can be too complex here.
  [/^54/, 400],
  [/^(42883|42P01)$/, 404],
  [/^P0001$/, 400],
  [/^(09|25|2D|38|39|3B|40|53|55|57|58|F0|HV|P0|XX|42P17)/, 500],
];

/** What a postgres.js error carries of PostgreSQL's error fields. */
type DatabaseError = Error & { code: string; detail?: string; hint?: string };

/**
 * Turns whatever went wrong into a refusal, with the status PostgREST gives each SQLSTATE
 * (https://docs.postgrest.org/en/v14/references/errors.html#http-status-codes). SQLSTATE `PTnnn`
 * is HTTP status nnn. What is not PostgreSQL's becomes a 500 or 503 that tells nothing of our insides.
 * @param anonymous drops the details of class 23 errors, which quote stored or hidden values.
 */
export function toRestError(error: unknown, anonymous: boolean): RestError {
  if (error instanceof RestError) return error;
  const internal = new RestError(500, 'PGRST500', 'Something went wrong on the server');
  if (!(error instanceof Error) || !('code' in error)) return internal;
  const { code, message, detail, hint } = error as DatabaseError;
  if (unreachable.test(code)) {
    return new RestError(503, 'PGRST001', 'Database connection error. Retrying the connection.');
  }
  if (!/^[0-9A-Z]{5}$/.test(code) || /^(XX|58)/.test(code)) return internal;
  const details = anonymous && code.startsWith('23') ? null : detail;
  const chosen = /^PT([45]\d\d)$/.exec(code)?.[1];
  const status =
    code === '42501'
      ? anonymous
        ? 401
        : 403
      : (chosen ?? statusBySqlState.find(([states]) => states.test(code))?.[1] ?? 400);
  return new RestError(Number(status), code, message, { details, hint: hint ?? null });
}
