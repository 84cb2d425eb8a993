import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { notify } from '#ui/toast.tsx';

/** Where a visitor lands after an enquiry (spec, public side §2). */
const THANK_YOU_PATH = '/thank-you-for-enquiry';

/** Says in the address that an enquiry was sent, where the browser keeps nothing for the tab. */
const SENT_HASH = '#sent';

const ANSWER_KEY = 'lastEnquiry';
const GREETED_KEY = 'lastEnquiryGreeted';

/** The spec's words for an enquiry that has arrived (public side §8). */
export function notifySuccess(): void {
  notify.success('Enquiry submitted successfully!', {
    description: "We'll get back to you soon with availability and pricing.",
  });
}

/** Keeps the studio's answer for the thank-you page, for as long as the tab lives. */
export function saveAnswer(answer: EnquiryAnswer): void {
  try {
    window.sessionStorage.setItem(ANSWER_KEY, JSON.stringify(answer));
    window.sessionStorage.removeItem(GREETED_KEY);
  } catch {
    // why: without storage the thank-you page still thanks; it only cannot repeat the details.
  }
}

/** The address of the thank-you page for an enquiry that was sent in this tab. */
export function thankYouAddress(): string {
  return fromSession(ANSWER_KEY) === null ? THANK_YOU_PATH + SENT_HASH : THANK_YOU_PATH;
}

/** The kept answer to this tab's last enquiry as text; '' when only that it was sent is known, null without one. */
export function savedAnswer(): string | null {
  return fromSession(ANSWER_KEY) ?? (window.location.hash === SENT_HASH ? '' : null);
}

/** True once for each kept answer: whether the visitor still has to be told that it went well. */
export function claimSuccessNotice(): boolean {
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
