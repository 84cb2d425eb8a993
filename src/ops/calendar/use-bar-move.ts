import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { changedMeanwhile, changeOrder, piecesOut, type Undo } from '#data/crm/rental-changes.ts';
import { refusedItems } from '#data/stock/reservations.ts';
import { datesCheckQuery } from '#data/desk/timeline.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { LineShortage, TimelineBar } from '#domain/timeline/timeline-rows.ts';
import { datesChanges } from '#domain/timeline/moves.ts';
import type { Movement } from '#domain/timeline/movements.ts';
import { movedText, shortLineText } from '#domain/timeline/bar-text.ts';
import { randomUuid } from '#domain/uuid.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** why: a key or the pointer passes several days before it rests. */
const CHECK_DELAY_MS = 120;

/** A bar on other days, not saved yet. */
export interface BarDraft extends Movement {
  dates: RentalDates;
}

/** Whether the draft's days fit. */
export type Fit = 'unknown' | 'fits' | 'short';

/** The bar that is being moved, at most one, and what can be done with it. */
export interface BarMove {
  draft: BarDraft | null;
  fit: Fit;
  /** The lines that do not fit on the draft's days. */
  shortages: readonly LineShortage[];
  isSaving: boolean;
  /** Shows a bar on other days; its own days drop the draft. */
  show: (movement: Movement, dates: RentalDates) => void;
  drop: () => void;
  /** Saves a draft, after those before it, or says what is short. */
  save: (draft: BarDraft) => void;
}

/**
 * Moves bars of the calendar: each new place is checked before it is saved, a saved one can be undone
 * from the notice.
 */
export function useBarMove(): BarMove {
  const api = useStaffApi();
  const [draft, setDraft] = useState<BarDraft | null>(null);
  const [rested, setRested] = useState<BarDraft | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(draft), draft ? CHECK_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [draft]);
  const check = useQuery({
    ...datesCheckQuery(api, draft?.bar ?? NO_BAR, rested?.dates ?? NO_DATES),
    enabled: draft !== null && rested === draft,
  });
  const shortages = (rested === draft && draft && check.data) || NONE;
  const known = rested === draft && check.data !== undefined;
  const drop = useCallback(() => setDraft(null), []);
  const show = useCallback((movement: Movement, dates: RentalDates) => {
    const { from, to } = movement.bar;
    setDraft(from === dates.from && to === dates.to ? null : { ...movement, dates });
  }, []);
  const saving = useSaving((saved) =>
    setDraft((now) => (now && moveOf(now) === moveOf(saved) ? null : now)),
  );
  return {
    draft,
    fit: !known ? 'unknown' : shortages.length > 0 ? 'short' : 'fits',
    shortages,
    isSaving: saving.isPending,
    show,
    drop,
    save: saving.save,
  };
}

/** Identifies a move: its bar and the days it goes to. */
const moveOf = ({ bar, dates }: BarDraft) => [bar.id, dates.from, dates.to].join();

const NO_BAR = { order: null, lines: [] };
const NO_DATES = { from: '', to: '' };
const NONE: readonly LineShortage[] = [];

function useSaving(onDone: (saved: BarDraft) => void) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  const undo = useUndo();
  const readShortages = async (bar: TimelineBar, dates: RentalDates) => {
    try {
      return await queryClient.fetchQuery(datesCheckQuery(api, bar, dates));
    } catch {
      return NONE;
    }
  };
  // why: a repeat after a lost answer must not move anything twice.
  const key = useRef<{ draft: BarDraft | null; key: string }>({ draft: null, key: '' });
  const running = useRef(new Set<string>());
  const saving = useMutation({
    // why a scope: a bar may be moved while another is saved, and is saved after it.
    scope: { id: 'calendar-move' },
    mutationFn: async (draft: BarDraft) => {
      if (key.current.draft !== draft) key.current = { draft, key: randomUuid() };
      return changeOrder(api, {
        id: draft.bar.order?.id ?? '',
        changes: datesChanges(draft.bar, draft.dates),
        key: key.current.key,
      });
    },
    onSuccess: async (changes, draft) => {
      const { bar, dates } = draft;
      const id = bar.order?.id ?? '';
      notify.success(
        `Moved ${movedText(bar, dates)}`,
        changes
          ? { action: { label: 'Undo', onClick: () => undo.mutate({ id, changes }) } }
          : undefined,
      );
      await refetch();
      onDone(draft);
    },
    onError: async (error, draft) => {
      const { bar, dates } = draft;
      onDone(draft);
      const who = bar.order?.number ?? '';
      if (refusedItems(error)) {
        const short = await readShortages(bar, dates);
        notify.failure(`${who} was not moved: something is not free then`, {
          description: short.map(shortLineText).join('. '),
        });
      } else if (changedMeanwhile(error)) {
        notify.failure(`${who} was not moved`, {
          description:
            'Somebody else has changed its days. The calendar shows them now; move it again.',
        });
      } else if (piecesOut(error)) {
        notify.failure(`${who} was not moved`, {
          description:
            'Pieces of it have been handed over. Take them back first, or change the last day.',
        });
      } else notifyFailure(`${who} was not moved`, error);
      void refetch();
    },
    onSettled: (_changes, _error, draft) => void running.current.delete(moveOf(draft)),
  });
  return {
    isPending: saving.isPending,
    save: (draft: BarDraft) => {
      // why: a second press of Enter.
      if (running.current.has(moveOf(draft))) return;
      running.current.add(moveOf(draft));
      saving.mutate(draft);
    },
  };
}

function useUndo() {
  const api = useStaffApi();
  const refetch = useRefetch();
  return useSingleMutation({
    mutationFn: ({ id, changes }: { id: string; changes: Undo }) =>
      changeOrder(api, { id, changes, key: randomUuid() }),
    onSuccess: async () => {
      notify.success('Undone');
      await refetch();
    },
    onError: (error) => {
      notifyFailure('The move could not be undone', error);
      void refetch();
    },
  });
}
