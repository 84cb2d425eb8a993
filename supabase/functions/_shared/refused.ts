/** A refusal, with a sentence for the screen and the field it is about. */
export class Refused extends Error {
  readonly status: number;
  readonly field: string | undefined;
  constructor(status: number, message: string, field?: string) {
    super(message);
    this.status = status;
    this.field = field;
  }
}

const STATUSES: Record<string, number> = {
  '42501': 403,
  PT404: 404,
  PT409: 409,
  PT422: 422,
  PGRST301: 401,
  PGRST303: 401,
  over_request_rate_limit: 429,
};
const TOO_MANY = 'Too many requests. Try again in a minute.';
const SENTENCES: Record<string, string> = {
  'Request rate limit reached': TOO_MANY,
  'The last admin must stay.': 'This is the last admin. Make somebody else an admin first.',
};

type DatabaseError = { code: string; message: string; details: string };
type AuthError = { code?: string | undefined; status?: number | undefined; message: string };

/** The refusal for an error of the database; an error without a sentence is thrown as it is. */
export function refusedByDatabase({ code, message, details }: DatabaseError): Error {
  if (code === '23503') return new Refused(409, 'Other records still need this account.');
  const status = STATUSES[code];
  if (status === 401) return new Refused(401, 'Your session has ended. Sign in again.');
  const field = /"field": ?"(\w+)"/.exec(details)?.[1];
  return status ? new Refused(status, SENTENCES[message] ?? message, field) : new Error(message);
}

/** The refusal for an error of Supabase Auth. */
export function refusedByAuth({ code, status, message }: AuthError): Error {
  if (code === 'email_exists')
    return new Refused(422, 'An account with this e-mail exists already.', 'email');
  if (code === 'user_not_found') return new Refused(404, 'There is no such account.');
  if (code === 'validation_failed' || code === 'email_address_invalid')
    return new Refused(422, 'Enter a valid e-mail address.', 'email');
  if (status === 429) return new Refused(429, TOO_MANY);
  return new Error(message);
}
