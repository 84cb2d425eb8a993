import { notify } from '#ui/toast.tsx';

/** Where a visitor lands after an enquiry (spec, public side §2). */
export const THANK_YOU_PATH = '/thank-you-for-enquiry';

/** The spec's words for an enquiry that has arrived (public side §8). */
export function tellSuccess(): void {
  notify.success('Enquiry submitted successfully!', {
    description: "We'll get back to you soon with availability and pricing.",
  });
}
