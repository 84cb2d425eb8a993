import type { Mutation, QueryClient } from '@tanstack/react-query';
import { Failure } from '#data/core/failure.ts';
import { isOutcomeUnknown } from '#data/core/write-outcome.ts';

/** Begins the key of every queued mutation. */
export const QUEUE = ['queued-change'] as const;
/** Milliseconds after a failed attempt until the next. */
export const RETRY_MS = 1_000;
/** So many waiting changes are sent again in each {@link RETRY_MS}: the limit of requests counts them all. */
const AT_ONCE = 5;

/**
 * Key of a mutation that is queued: while it is pending, it counts as unsaved, and signing in as
 * another user drops it.
 */
export const queuedKey = (record: string, id: string, field?: string) =>
  [...QUEUE, record, id, ...(field === undefined ? [] : [field])] as const;

/** Options of a queued mutation: unanswered attempts are sent again until there is an answer. */
export const queuedOptions = (queryClient: QueryClient) =>
  ({
    networkMode: 'online',
    retry: (_: number, error: Error) => isOutcomeUnknown(error),
    retryDelay: () => retryMs(queryClient.isMutating({ mutationKey: QUEUE })),
  }) as const;

const retryMs = (waiting: number) => RETRY_MS * Math.max(1, Math.ceil(waiting / AT_ONCE));

/** Whether a mutation is queued. */
export function isQueued({ options }: Pick<Mutation, 'options'>): boolean {
  return options.mutationKey?.[0] === QUEUE[0];
}

/** Drops all queued changes, which belong to the previous user. Returns their number. */
export function dropQueuedChanges(queryClient: QueryClient): number {
  const cache = queryClient.getMutationCache();
  const waiting = cache.findAll({ mutationKey: QUEUE, status: 'pending' });
  for (const mutation of waiting) cache.remove(mutation);
  return waiting.length;
}

/** State of changes that wait. */
export interface Waiting {
  /** The connection to the server is lost. */
  away: boolean;
  /** Status of the last failed attempt, 0 without an answer; null before one failed. */
  status: number | null;
  /** Number of changes that wait. */
  count: number;
}

/** Why changes are not saved yet: 'The server did not answer.' */
export function failedText({ away, status }: Pick<Waiting, 'away' | 'status'>): string {
  if (away) return 'No connection to the server.';
  if (status === null) return 'The server has not answered yet.';
  if (status === 0) return 'The server did not answer.';
  return `The server cannot save at the moment (${status}).`;
}

/** When changes are sent again: 'every second', without a full stop. */
export function retryText({ away, status, count }: Waiting): string {
  if (away) return 'as soon as it answers';
  if (status === null) return 'after 15 seconds without an answer';
  const seconds = retryMs(count) / 1000;
  return seconds === 1 ? 'every second' : `every ${seconds} seconds`;
}

/** Status of a failed attempt, as {@link Waiting} has it. */
export const statusOf = (reason: Error | null) =>
  reason instanceof Failure ? reason.status : null;
