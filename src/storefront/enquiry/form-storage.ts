import { useSyncExternalStore } from 'react';
import { studioToday } from '#domain/days.ts';
import { withoutDates, type ContactValues } from '#domain/enquiry/contact-rules.ts';
import { readAnswer, type EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { readDraft, writeDraft } from '#domain/enquiry/enquiry-draft.ts';
import type { EnquiryValues } from '#domain/enquiry/enquiry-rules.ts';
import { draftText } from '#storefront/availability/dates-store.ts';
import { createBrowserText } from '#storefront/shared/browser-text.ts';
import { savedAnswer } from './success.ts';

/** Where each form saves its idempotency key while it is being sent (see `sendOnce`). */
export const enquiryAttempts = createBrowserText('enquiryAttempt');
export const contactAttempts = createBrowserText('contactAttempt');

const contactDraft = createBrowserText('contactDraft');

/** The saved draft of the enquiry form, or the empty form. Browser only. */
export function loadDraft(): EnquiryValues {
  return readDraft(draftText.reload(), new Date(), studioToday());
}

/** Saves the draft of the enquiry form. */
export function saveDraft(form: EnquiryValues): void {
  draftText.write(writeDraft(form, new Date()));
}

/** Deletes the draft, after the enquiry was sent. */
export function clearDraft(): void {
  draftText.write(null);
}

/** The saved draft of the contact form, or the empty form; empty on the server. */
export function loadContactDraft(): ContactValues {
  return withoutDates(readDraft(contactDraft.reload(), new Date(), studioToday()));
}

/** Saves the draft of the contact form. */
export function saveContactDraft(form: ContactValues): void {
  contactDraft.write(writeDraft(form, new Date()));
}

/** Deletes the draft, after the message was sent. */
export function clearContactDraft(): void {
  contactDraft.write(null);
}

const never = () => () => {};

/**
 * The last enquiry of this tab; undefined on the server and while hydrating. `answer` is null without
 * an enquiry and where the browser could not save its details.
 */
export function useLastEnquiry(): { sent: boolean; answer: EnquiryAnswer | null } | undefined {
  const text = useSyncExternalStore(never, savedAnswer, () => undefined);
  return text === undefined ? undefined : { sent: text !== null, answer: readAnswer(text) };
}
