import { useSyncExternalStore } from 'react';
import { studioToday } from '#domain/dates.ts';
import { withoutDates, type ContactValues } from '#domain/enquiry/contact-rules.ts';
import { readAnswer, type EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { readDraft, writeDraft } from '#domain/enquiry/enquiry-draft.ts';
import type { EnquiryValues } from '#domain/enquiry/enquiry-rules.ts';
import { createBrowserText } from '#storefront/shared/browser-text.ts';
import { savedAnswer } from './success.ts';

/** Where each form keeps the key of what it is sending (see `sendOnce`). */
export const enquiryAttempts = createBrowserText('enquiryAttempt');
export const contactAttempts = createBrowserText('contactAttempt');

const draft = createBrowserText('enquiryDraft');
const contactDraft = createBrowserText('contactDraft');

/** The form as the visitor left it, after a reload too. Browser only. */
export function loadDraft(): EnquiryValues {
  return readDraft(draft.reload(), new Date(), studioToday());
}

const beforePrint = (look: () => void) => {
  window.addEventListener('beforeprint', look);
  return () => window.removeEventListener('beforeprint', look);
};

/** Start and end date in the unfinished form, looked up whenever the page is about to be printed. */
export function useDraftDates(): string[] {
  const dates = useSyncExternalStore(
    beforePrint,
    () => {
      const { rental_from, rental_to } = loadDraft();
      return `${rental_from} ${rental_to}`;
    },
    () => '',
  );
  return dates.split(' ');
}

/** Keeps what was typed so far. */
export function saveDraft(form: EnquiryValues): void {
  draft.write(writeDraft(form, new Date()));
}

/** Forgets what was typed, once it has reached the studio. */
export function clearDraft(): void {
  draft.write(null);
}

/** The contact form as the visitor left it; empty on the server. */
export function loadContactDraft(): ContactValues {
  return withoutDates(readDraft(contactDraft.reload(), new Date(), studioToday()));
}

/** Keeps what was typed into the contact form so far. */
export function saveContactDraft(form: ContactValues): void {
  contactDraft.write(writeDraft(form, new Date()));
}

/** Forgets the contact form, once it has reached the studio. */
export function clearContactDraft(): void {
  contactDraft.write(null);
}

const never = () => () => {};

/**
 * The last enquiry of this tab: undefined while the server renders and the page hydrates. `answer` is
 * null when there was none, or its details could not be kept.
 */
export function useLastEnquiry(): { sent: boolean; answer: EnquiryAnswer | null } | undefined {
  const text = useSyncExternalStore(never, savedAnswer, () => undefined);
  return text === undefined ? undefined : { sent: text !== null, answer: readAnswer(text) };
}
