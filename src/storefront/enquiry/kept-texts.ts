import { useSyncExternalStore } from 'react';
import { studioToday } from '#domain/dates.ts';
import { withoutDates, type ContactForm } from '#domain/enquiry/contact-form.ts';
import { readAnswer, type EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { readDraft, writeDraft } from '#domain/enquiry/enquiry-draft.ts';
import type { EnquiryForm } from '#domain/enquiry/enquiry-form.ts';
import { createBrowserText } from '#storefront/cart/browser-text.ts';
import { lastSent } from './success.ts';

/** Where each form keeps the key of what it is sending (see `sendOnce`). */
export const enquiryAttempts = createBrowserText('enquiryAttempt');
export const contactAttempts = createBrowserText('contactAttempt');

const draft = createBrowserText('enquiryDraft');
const contactDraft = createBrowserText('contactDraft');

/** The form as the visitor left it, after a reload too. Browser only. */
export function openDraft(): EnquiryForm {
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
      const { rental_from, rental_to } = openDraft();
      return `${rental_from} ${rental_to}`;
    },
    () => '',
  );
  return dates.split(' ');
}

/** Keeps what was typed so far. */
export function keepDraft(form: EnquiryForm): void {
  draft.write(writeDraft(form, new Date()));
}

/** Forgets what was typed, once it has reached the studio. */
export function forgetDraft(): void {
  draft.write(null);
}

/** The contact form as the visitor left it; empty on the server. */
export function openContact(): ContactForm {
  return withoutDates(readDraft(contactDraft.reload(), new Date(), studioToday()));
}

/** Keeps what was typed into the contact form so far. */
export function keepContact(form: ContactForm): void {
  contactDraft.write(writeDraft(form, new Date()));
}

/** Forgets the contact form, once it has reached the studio. */
export function forgetContact(): void {
  contactDraft.write(null);
}

const never = () => () => {};

/**
 * The last enquiry of this tab: undefined while the server renders and the page hydrates. `answer` is
 * null when there was none, or its details could not be kept.
 */
export function useLastEnquiry(): { sent: boolean; answer: EnquiryAnswer | null } | undefined {
  const text = useSyncExternalStore(never, lastSent, () => undefined);
  return text === undefined ? undefined : { sent: text !== null, answer: readAnswer(text) };
}
