import { Failure, type Answer } from './failure.ts';

/** Statuses of a server that is down, or of a proxy before it. */
const DOWN: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether nobody knows if a request was done: no answer came, or the server was down. */
export function isUnanswered(error: Error | null): boolean {
  return error instanceof Failure && (error.status === 0 || DOWN.has(error.status));
}

/**
 * Whether an insert was refused because its row is there already: the first try got through and its
 * answer was lost. Only the row's own id counts, which its form made up.
 */
export function isRepeated({ error }: Answer<unknown>, table: string): boolean {
  return error?.code === '23505' && error.message.includes(`"${table}_pkey"`);
}
