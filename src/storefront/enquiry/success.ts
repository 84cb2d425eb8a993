import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';

const THANK_YOU_PATH = '/thank-you-for-enquiry';

/** Marks the address of a sent enquiry in browsers without session storage. */
const SENT_HASH = '#sent';

const ANSWER_KEY = 'lastEnquiry';

/** Saves the answer for the thank-you page, in session storage. */
export function saveAnswer(answer: EnquiryAnswer): void {
  try {
    window.sessionStorage.setItem(ANSWER_KEY, JSON.stringify(answer));
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

function fromSession(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
