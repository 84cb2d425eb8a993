import { DAY_MS, isStudioDate, type StudioDate } from '../days.ts';

// why separate from enquiry-draft.ts: catalogue and item pages read the dates without the form's rules.

/** First and last day of the rental, as typed so far; '' for a missing one. */
export interface DraftDates {
  from: StudioDate;
  to: StudioDate;
}

/** Lifetime of a draft. why limited: it holds personal data. */
const DRAFT_DAYS = 7;

/** Serialises the fields of a draft for storage. */
export function packDraft(form: object, now: Date): string {
  return JSON.stringify({ savedAt: now.toISOString(), form });
}

/** The fields of a stored draft, unchecked; null if it is missing, expired or invalid. Never throws. */
export function unpackDraft(text: string | null, now: Date): Record<string, unknown> | null {
  const { savedAt, form } = parse(text);
  const age = now.getTime() - Date.parse(String(savedAt));
  if (!(age < DRAFT_DAYS * DAY_MS) || typeof form !== 'object' || form === null) return null;
  return { ...form };
}

/** A date of a draft; '' unless it is a date from `today` on. */
export function draftDate(value: unknown, today: StudioDate): StudioDate {
  return typeof value === 'string' && isStudioDate(value) && value >= today ? value : '';
}

/** The dates of a stored draft. Never throws. */
export function readDraftDates(text: string | null, now: Date, today: StudioDate): DraftDates {
  const form = unpackDraft(text, now);
  return {
    from: draftDate(form?.['rental_from'], today),
    to: draftDate(form?.['rental_to'], today),
  };
}

/** The stored draft with other dates. An expired draft loses its other fields. */
export function writeDraftDates(text: string | null, { from, to }: DraftDates, now: Date): string {
  return packDraft({ ...unpackDraft(text, now), rental_from: from, rental_to: to }, now);
}

function parse(text: string | null): { savedAt?: unknown; form?: unknown } {
  try {
    const raw: unknown = JSON.parse(text ?? '');
    return typeof raw === 'object' && raw !== null ? raw : {};
  } catch {
    return {};
  }
}
