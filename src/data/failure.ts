/**
 * Why a read or write failed, in words fit for a visitor or a member of staff.
 * why: a loader's error message ends up in the page's HTML, so raw messages never leave this room
 * except where the spec relays the server's own.
 */
export class Failure extends Error {
  /** HTTP status, or 0 when no answer came. */
  readonly status: number;
  /** PostgREST's or PostgreSQL's code, '' when no answer came. */
  readonly code: string;
  readonly details: string;
  readonly hint: string;

  constructor(
    message: string,
    facts: { status: number; code?: string; details?: string | null; hint?: string | null },
  ) {
    super(message);
    this.name = 'Failure';
    this.status = facts.status;
    this.code = facts.code ?? '';
    this.details = facts.details ?? '';
    this.hint = facts.hint ?? '';
  }
}

/** Said where the server gave no answer, in place of the browser's own words. */
export const NO_ANSWER = 'The server did not answer. Check your connection and try again.';

/** What supabase-js answers. */
export interface Answer<T> {
  data: T | null;
  error: { message: string; code: string; details: string; hint: string } | null;
  status: number;
}

/**
 * The data of a supabase-js answer.
 * @throws {Failure} when the answer is an error or none came.
 */
export function dataOf<T>(answer: Answer<T>): T {
  if (answer.error) {
    const { message, code, details, hint } = answer.error;
    const { status } = answer;
    // why: the words of a browser, or the page of a proxy, say nothing to a person.
    const told = status === 0 || message.startsWith('<') ? NO_ANSWER : message;
    throw new Failure(told, { status, code, details, hint });
  }
  return answer.data as T;
}
