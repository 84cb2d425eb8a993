import { Failure, NO_ANSWER } from './failure.ts';

/** The result of a supabase-js request. */
export interface Answer<T> {
  data: T | null;
  error: { message: string; code: string; details: string; hint: string } | null;
  status: number;
}

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
    throw new Failure(text, { status, code, details, hint });
  }
  return answer.data as T;
}
