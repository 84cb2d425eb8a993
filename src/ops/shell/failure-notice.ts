import { useEffect } from 'react';
import { Failure } from '#data/failure.ts';
import { notify, type NoticeOptions } from '#ui/toast.tsx';

/**
 * Tells of a failed call by the spec's title and the server's message (back office §8).
 * An answer that the session has ended leads to the sign-in, which says so itself.
 */
export function notifyFailure(
  title: string,
  error: Error,
  way: Pick<NoticeOptions, 'action'> = {},
): void {
  if (error instanceof Failure && error.status === 401) return;
  notify.failure(title, { ...way, ...(error.message ? { description: error.message } : {}) });
}

/**
 * Tells of a change that was shown already and is not saved: also where the session ended first, as
 * the sign-in says nothing of the change.
 */
export function notifyUnsaved(title: string, error: Error): void {
  const ended = error instanceof Failure && error.status === 401;
  notifyFailure(title, ended ? new Error('Your session ended before this was saved.') : error);
}

/** Tells of a failed read each time it fails; say nothing with a null error. */
export function useFailureNotice(
  title: string,
  { error, errorUpdatedAt }: { error: Error | null; errorUpdatedAt: number },
): void {
  useEffect(() => {
    if (error && errorUpdatedAt > 0) notifyFailure(title, error);
  }, [title, error, errorUpdatedAt]);
}
