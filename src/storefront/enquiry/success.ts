import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { notify } from '#ui/toast.tsx';

const THANK_YOU_PATH = '/thank-you-for-enquiry';

/** Marks the address of a sent enquiry in browsers without session storage. */
const SENT_HASH = '#sent';

const ANSWER_KEY = 'lastEnquiry';
const GREETED_KEY = 'lastEnquiryGreeted';

/** Shows the success notice (docs/product/enquiry.md). */
export function notifySuccess(): void {
  notify.success('Enquiry submitted successfully!', {
    description: "We'll get back to you soon with availability and pricing.",
  });
}

/** Saves the answer for the thank-you page, in session storage. */
export function saveAnswer(answer: EnquiryAnswer): void {
  try {
    window.sessionStorage.setItem(ANSWER_KEY, JSON.stringify(answer));
    window.sessionStorage.removeItem(GREETED_KEY);
  } catch {
    // why: without storage the thank-you page shows its thanks without the details.
  }
}

/** The address of the thank-you page after an enquiry was sent in this tab. */
export function thankYouAddress(): string {
  return fromSession(ANSWER_KEY) === null ? THANK_YOU_PATH + SENT_HASH : THANK_YOU_PATH;
}

/** The saved answer to this tab's last enquiry; '' for one without saved details, null for none. */
export function savedAnswer(): string | null {
  return fromSession(ANSWER_KEY) ?? (window.location.hash === SENT_HASH ? '' : null);
}

/** True once per saved answer: the caller then shows the success notice again. */
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
