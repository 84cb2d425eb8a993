import { useSyncExternalStore } from 'react';
import { studioToday } from '#domain/dates.ts';
import { withoutDates, type ContactForm } from '#domain/enquiry/contact-form.ts';
import { readAnswer, type EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { readDraft, writeDraft } from '#domain/enquiry/enquiry-draft.ts';
import type { EnquiryForm } from '#domain/enquiry/enquiry-form.ts';
import { createBrowserText } from '#storefront/cart/browser-text.ts';

/** Where each form keeps the key of what it is sending (see `sendOnce`). */
export const enquiryAttempts = createBrowserText('enquiryAttempt');
export const contactAttempts = createBrowserText('contactAttempt');

const draft = createBrowserText('enquiryDraft');
const contactDraft = createBrowserText('contactDraft');
const ANSWER_KEY = 'lastEnquiry';
const GREETED_KEY = 'lastEnquiryGreeted';

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

/** The contact form as the visitor left it. Browser only. */
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

/** Keeps the studio's answer for the thank-you page, for as long as the tab lives. */
export function keepAnswer(answer: EnquiryAnswer): void {
  try {
    window.sessionStorage.setItem(ANSWER_KEY, JSON.stringify(answer));
    window.sessionStorage.removeItem(GREETED_KEY);
  } catch {
    // why: without storage the thank-you page still thanks; it only cannot repeat the details.
  }
}

/**
 * The last enquiry of this tab: undefined while the server renders and the page hydrates, null when
 * there is none.
 */
export function useLastAnswer(): EnquiryAnswer | null | undefined {
  const text = useSyncExternalStore(
    () => () => {},
    () => fromSession(ANSWER_KEY),
    () => undefined,
  );
  return text === undefined ? undefined : readAnswer(text);
}

/** True once for each kept answer: whether the visitor still has to be told that it went well. */
export function takeGreeting(): boolean {
  const pending = fromSession(ANSWER_KEY) !== null && fromSession(GREETED_KEY) === null;
  if (pending) window.sessionStorage.setItem(GREETED_KEY, '1');
  return pending;
}

function fromSession(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
