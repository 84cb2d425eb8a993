import type { SentMovement } from '#data/desk/desk.ts';
import type { StudioDate } from '#domain/days.ts';
import type { ChargeEntry } from '#domain/desk/desk-charges.ts';
import type { Entries } from '#domain/desk/desk-counts.ts';
import type { DeskStep } from '#domain/desk/pick-list.ts';
import { useDraft } from '../kit/drafts.ts';

/** Everything entered for one step of one order. */
export interface DeskDraft {
  entries: Entries;
  charges: Readonly<Record<string, ChargeEntry>>;
  /** Absent: today. */
  day?: StudioDate;
  reason?: string;
  /** A movement whose answer has not arrived; it is sent again with the same key. */
  sent?: SentMovement;
}

const EMPTY: DeskDraft = { entries: {}, charges: {} };

/** The draft of a step of an order, which survives reloads and the end of the session. */
export function useDeskDraft(step: DeskStep, orderId: string) {
  const [saved, setSaved] = useDraft<DeskDraft>(`desk:${step}:${orderId}`);
  return { draft: saved ?? EMPTY, isEmpty: saved === null, setDraft: setSaved };
}
