import { useSyncExternalStore } from 'react';
import { MOST_RENTAL_DAYS, type RentalDates } from '#domain/availability/rental-search.ts';
import { rentalDays, studioToday } from '#domain/days.ts';
import { readDraftDates, writeDraftDates, type DraftDates } from '#domain/enquiry/draft-dates.ts';
import { createSubscribers } from '#domain/subscribers.ts';
import { CLOCK_SET } from '#ui/clock-set.ts';
import { keepForVisit } from './keep-dates.ts';
import { createBrowserText } from '#storefront/shared/browser-text.ts';

const DRAFT_KEY = 'enquiryDraft';
const NONE: DraftDates = { from: '', to: '' };

/** Moments to read the storage again. why beforeprint: other scripts write it without an event. */
const EVENTS = ['storage', 'focus', 'pageshow', 'beforeprint', CLOCK_SET] as const;

const stored = createBrowserText(DRAFT_KEY);
const { subscribe, notify } = createSubscribers(listen, stopListening);
let dates: DraftDates | undefined;

/** The stored draft of the enquiry form, which holds the visitor's rental dates. Browser only. */
export const draftText = {
  /** Reads the storage again. */
  reload: (): string | null => stored.reload(),
  /** Stores the draft (null removes it) and updates all views of its dates. */
  write: (text: string | null): void => {
    stored.write(text);
    adopt();
  },
};

/** The dates of the draft as typed so far, each possibly ''; both '' on the server and while hydrating. */
export function useDraftDates(): DraftDates {
  return useSyncExternalStore(subscribe, currentDraftDates, () => NONE);
}

/**
 * The visitor's rental dates; null on the server, while hydrating, and unless both are set and usable:
 * not in the past, not reversed and at most 92 days.
 */
export function useRentalDates(): RentalDates | null {
  return usable(useDraftDates());
}

/** The dates of {@link useRentalDates}, outside React; browser only. */
export function currentRentalDates(): RentalDates | null {
  adopt();
  return usable(currentDraftDates());
}

/** Sets the visitor's rental dates, or clears them, in all views and tabs and in the enquiry form. */
export function setRentalDates(next: RentalDates | null): void {
  adopt();
  const { from, to } = currentDraftDates();
  if (from === (next?.from ?? '') && to === (next?.to ?? '')) return;
  draftText.write(writeDraftDates(stored.reload(), next ?? NONE, new Date()));
}

function usable(draft: DraftDates): RentalDates | null {
  const { from, to } = draft;
  return from && to && from <= to && rentalDays(from, to) <= MOST_RENTAL_DAYS ? { from, to } : null;
}

function currentDraftDates(): DraftDates {
  if (!dates) adopt();
  return dates ?? NONE;
}

function adopt(): void {
  const next = readDraftDates(stored.reload(), new Date(), studioToday());
  if (dates?.from === next.from && dates.to === next.to) return;
  dates = next;
  keepForVisit(usable(next));
  notify();
}

function listen(): void {
  adopt();
  for (const event of EVENTS) window.addEventListener(event, adopt);
}

function stopListening(): void {
  for (const event of EVENTS) window.removeEventListener(event, adopt);
}
