import { useEffect } from 'react';
import * as z from 'zod/mini';
import { failureDetails } from '#data/core/failure-details.ts';
import { Failure } from '#data/core/failure.ts';
import type { NoticeOptions } from '#ui/notice-card.tsx';
import { notify } from '#ui/toast.tsx';

const refusedLine = z.object({ field: z.literal('lines'), index: z.number() });

/** The server's message, with the number of the line that it refuses. */
function failureText(error: Error): string {
  const line = failureDetails(error, 'PT422', refusedLine);
  return line ? `Line ${line.index + 1}: ${error.message}` : error.message;
}

/**
 * Notifies of a failed call with the server's message. Skips 401: the sign-in page explains an ended
 * session.
 */
export function notifyFailure(
  title: string,
  error: Error,
  way: Pick<NoticeOptions, 'action'> = {},
): void {
  if (error instanceof Failure && error.status === 401) return;
  notify.failure(title, { ...way, ...(error.message ? { description: failureText(error) } : {}) });
}

/**
 * Notifies that an optimistic change was not saved, also after 401: the sign-in page does not mention
 * the change.
 */
export function notifyUnsaved(title: string, error: Error): void {
  const ended = error instanceof Failure && error.status === 401;
  notifyFailure(title, ended ? new Error('Your session ended before this was saved.') : error);
}

/** Notifies of each failed read. Pass a null error to stay silent. */
export function useFailureNotice(
  title: string,
  { error, errorUpdatedAt }: { error: Error | null; errorUpdatedAt: number },
): void {
  useEffect(() => {
    if (error && errorUpdatedAt > 0) notifyFailure(title, error);
  }, [title, error, errorUpdatedAt]);
}
