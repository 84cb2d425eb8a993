import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { movePieces, refusedMovement, type SentMovement } from '#data/desk.ts';
import { Failure, NO_ANSWER } from '#data/failure.ts';
import { refusedItems } from '#data/reservations.ts';
import { isSignedIn } from '#data/session.ts';
import { savedText, type RefusedCount } from '#domain/desk/desk-text.ts';
import { randomUuid } from '#domain/uuid.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useProfile } from '../shell/profile.ts';
import { queuedKey, queuedOptions } from '../shell/use-queued-change.ts';
import { useRefetch } from '../shell/use-refetch.ts';
import { useStaffApi } from '../use-staff-api.ts';
import type { DeskDraft } from './use-desk-draft.ts';
import { usePhotoStore } from './use-photo-store.ts';

/** why: pieces that leave before their first day may be promised to somebody else until then. */
const NOT_FREE =
  'Before the first day of the rental these pieces are promised to others. Change the dates of the order, or wait.';

interface Attempt {
  movement: SentMovement;
  /** The draft without the movement, restored after a refusal. */
  draft: DeskDraft;
}

/**
 * Sends a movement and retries until there is an answer. It is part of the draft until then, so that a reload
 * or a new sign-in sends it again with its key: the pieces move once.
 */
export function useMovement(draft: DeskDraft, setDraft: (next: DeskDraft | null) => void) {
  const api = useStaffApi();
  const userId = useProfile()?.id ?? '';
  const { store } = usePhotoStore();
  const refetch = useRefetch();
  const [refused, setRefused] = useState<readonly RefusedCount[]>([]);
  const { sent } = draft;
  const { mutate, isPaused } = useMutation({
    mutationKey: queuedKey('movement', sent?.id ?? ''),
    ...queuedOptions,
    scope: { id: `order:${sent?.id ?? ''}` },
    mutationFn: async ({ movement }: Attempt) => {
      if (!isSignedIn(api, userId)) throw new Failure('The session has ended.', { status: 401 });
      const photos = movement.lines.flatMap((line) => line.photos ?? []);
      // why: the server accepts only photos that it has. Without an answer the movement is repeated.
      if (photos.length > 0 && !(await store.flush(photos)))
        throw new Failure(NO_ANSWER, { status: 0 });
      return movePieces(api, movement);
    },
    onSuccess: (_, { movement: { step, lines } }) => {
      setDraft(null);
      setRefused([]);
      const missing = lines.filter(({ condition }) => condition === 'missing');
      notify.success(savedText(step, piecesOf(lines), piecesOf(missing)));
      return refetch();
    },
    onError: async (error, attempt) => {
      // why: after a new sign-in the page sends it again.
      if (error instanceof Failure && error.status === 401) return;
      setDraft(attempt.draft);
      const counts = refusedMovement(error);
      if (!counts)
        notifyFailure('Nothing was saved', isNotFree(error) ? new Error(NOT_FREE) : error);
      await refetch();
      // why after the read: the sentences give the present figures.
      setRefused(counts ?? []);
    },
  });
  const resend = useEffectEvent(() => {
    const { sent: movement, ...rest } = draft;
    if (movement) mutate({ movement, draft: rest });
  });
  // why: also sends a movement of before a reload.
  const key = sent?.key;
  useEffect(() => {
    if (key !== undefined) resend();
  }, [key]);
  return {
    isPending: sent !== undefined,
    isPaused,
    refused,
    forgetRefusal: () => setRefused([]),
    send: (movement: Omit<SentMovement, 'key'>) => {
      if (sent) return;
      setRefused([]);
      setDraft({ ...draft, sent: { ...movement, key: randomUuid() } });
    },
  };
}

const isNotFree = (error: Error) => refusedItems(error) !== null;

const piecesOf = (lines: readonly { quantity: number }[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);
