import * as z from 'zod/mini';
import { dataOf, type Answer } from './answer-data.ts';
import { Failure } from './failure.ts';

/** Shown where the server's answer does not have the shape that this code was built for. */
const UNREADABLE = 'The server sent an answer that this page cannot read. Reload the page.';

/** Code of the {@link Failure} of an answer that has a wrong shape. */
export const WRONG_SHAPE = 'wrong_shape';

/** Enough to find the cause; a list of many rows has the same problem in each. */
const MOST_LOGGED = 5;

/**
 * The data of an answer, checked against its schema: the one way by which data enters the app. A
 * wrong shape is logged with field names and expected types, never with values, which may be personal.
 * @param source the function or table that answered, for the log
 * @throws {Failure} when the answer is an error, did not arrive, or has a wrong shape
 */
export function parseAnswer<Schema extends z.ZodMiniType>(
  source: string,
  schema: Schema,
  answer: Answer<unknown>,
): z.output<Schema> {
  const parsed = z.safeParse(schema, dataOf(answer));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, MOST_LOGGED).map(describe);
  console.error(`The answer of ${source} has a wrong shape: ${problems.join('; ')}`);
  throw new Failure(UNREADABLE, { status: answer.status, code: WRONG_SHAPE });
}

function describe(issue: z.core.$ZodIssue): string {
  const expected = 'expected' in issue ? `, expected ${issue.expected}` : '';
  return `${issue.path.join('.') || 'answer'}: ${issue.code}${expected}`;
}
