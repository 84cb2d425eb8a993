import { Failure, NO_ANSWER } from './failure.ts';

/** The result of a supabase-js request. */
export interface Answer<T> {
  data: T | null;
  error: { message: string; code: string; details: string; hint: string } | null;
  status: number;
}

/** Shown in place of a message that names tables and constraints. */
export const NOT_ACCEPTED =
  'The server did not accept this as it was sent. Reload the page and try again.';

/** Codes of errors that the database finds by itself; those that its functions raise have sentences. */
const RAW_CODES = /^(22|23|42(?!501)|XX)/;

/**
 * The data of a supabase-js answer, unchecked.
 * @throws {Failure} when the answer is an error or did not arrive
 */
export function dataOf<T>(answer: Answer<T>): T {
  if (answer.error) {
    const { message, code, details, hint } = answer.error;
    const { status } = answer;
    // why: a browser's own message or a proxy's HTML page means nothing to a person.
    const text = status === 0 || message.startsWith('<') ? NO_ANSWER : message;
    const isRaw = text === message && RAW_CODES.test(code);
    throw new Failure(isRaw ? NOT_ACCEPTED : text, {
      status,
      code,
      details,
      hint,
      ...(isRaw && { raw: message }),
    });
  }
  return answer.data as T;
}
