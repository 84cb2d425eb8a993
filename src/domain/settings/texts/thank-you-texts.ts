import { PROMISED_HOURS } from '#config/policy';

/** Default texts of the page /thank-you-for-enquiry. */
export const THANK_YOU_TEXTS = {
  title: 'Thank you for your enquiry',
  text: `We will contact you within ${PROMISED_HOURS} hours with availability and the final price. If it is urgent, write to us on WhatsApp.`,
};
