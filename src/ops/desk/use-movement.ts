import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { movePieces, refusedMovement, refusedNotHere, type SentMovement } from '#data/desk/desk.ts';
import { Failure, NO_ANSWER } from '#data/core/failure.ts';
import { refusedItems } from '#data/stock/reservations.ts';
import { isSignedIn } from '#data/staff/session.ts';
import { savedText, type RefusedCount } from '#domain/desk/desk-text.ts';
import { notHereTexts, ordersWithPieces } from '#domain/desk/not-here.ts';
import { movedPieces, type DeskLine } from '#domain/desk/pick-list.ts';
import { randomUuid } from '#domain/uuid.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useProfile } from '../kit/profile.ts';
import { queuedKey, queuedOptions } from '../kit/change-queue.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import type { AwayMovement } from './refused-hand-over.tsx';
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
 * @param rows the order's lines
 */
export function useMovement(
  rows: readonly DeskLine[],
  draft: DeskDraft,
  setDraft: (next: DeskDraft | null) => void,
) {
  const api = useStaffApi();
  const userId = useProfile()?.id ?? '';
  const { store } = usePhotoStore();
  const refetch = useRefetch();
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<readonly RefusedCount[]>([]);
  const [away, setAway] = useState<AwayMovement | null>(null);
  const forgetRefusal = () => {
    setRefused([]);
    setAway(null);
  };
  const { sent } = draft;
  const { mutate, failureCount } = useMutation({
    mutationKey: queuedKey('movement', sent?.id ?? ''),
    ...queuedOptions(queryClient),
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
      forgetRefusal();
      const missing = lines.filter(({ condition }) => condition === 'missing');
      notify.success(savedText(step, movedPieces(rows, lines), movedPieces(rows, missing)));
      return refetch();
    },
    onError: async (error, attempt) => {
      // why: after a new sign-in the page sends it again.
      if (error instanceof Failure && error.status === 401) return;
      setDraft(attempt.draft);
      const counts = refusedMovement(error);
      const items = refusedNotHere(error);
      if (items) {
        const { movement } = attempt;
        const { id } = movement;
        setAway({
          movement,
          texts: notHereTexts(items, id),
          orders: ordersWithPieces(items, id),
        });
      } else if (!counts)
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
    /** An attempt to send it failed. */
    isFailing: failureCount > 0,
    refused,
    away,
    forgetRefusal,
    send: (movement: Omit<SentMovement, 'key'>) => {
      if (sent) return;
      forgetRefusal();
      setDraft({ ...draft, sent: { ...movement, key: randomUuid() } });
    },
  };
}

const isNotFree = (error: Error) => refusedItems(error) !== null;
