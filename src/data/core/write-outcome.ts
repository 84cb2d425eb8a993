import type { Answer } from './answer-data.ts';
import { Failure } from './failure.ts';

/** Statuses of a server that is down, or of a proxy in front of it. */
const DOWN: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether a write may or may not have happened: there was no response, or the server was down. */
export function isOutcomeUnknown(error: Error | null): boolean {
  return error instanceof Failure && (error.status === 0 || DOWN.has(error.status));
}

/**
 * Whether a retried insert was refused because the first attempt had succeeded and only its response
 * was lost. Only a conflict on the primary key counts: the form generated that id.
 */
export function isDuplicateInsert({ error }: Answer<unknown>, table: string): boolean {
  return error?.code === '23505' && error.message.includes(`"${table}_pkey"`);
}
