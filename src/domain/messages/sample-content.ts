import type { MessageContent } from './outgoing-message.ts';
import type { TemplateName } from './templates.ts';

const LINES = [
  { name: 'Chesterfield sofa, brown', quantity: 1 },
  { name: 'Cane chair', quantity: 4 },
  { name: 'Muslin backdrop, warm grey', quantity: 1 },
];

const NOTHING = { document: null, payment: null, answer: null, words: null, overdue: null };

const BASE = {
  customer: {
    first_name: 'Asha',
    name: 'Asha Rao',
    mobile: '+919876543210',
    email: 'asha.rao@example.com',
  },
  rental: {
    number: 'ORD-01042',
    status: 'confirmed',
    rental_from: '2026-11-14',
    rental_to: '2026-11-16',
    rental_days: 3,
    total: 13_950,
    payable: null,
    lines: LINES,
    more: 0,
    short: [],
    held_until: null,
  },
  ...NOTHING,
  path: '/',
};

const ENQUIRY = {
  ...BASE,
  rental: { ...BASE.rental, number: 'ENQ-01042', status: 'new', payable: 16_461 },
};
const SHORT = { short: [{ name: 'Cane chair', quantity: 4, free: 2 }] };
const PAYMENT = { amount: 8000, method: 'upi', reference: 'UPI 4312', day: '2026-11-10' };
const OVERDUE = { days: 2, lines: LINES.slice(1, 2) };

const quote = {
  kind: 'quote',
  number: 'QT/26-27/0042',
  total: 16_461,
  valid_until: '2026-11-12',
} as const;
const invoice = {
  kind: 'invoice',
  number: 'INV/26-27/0042',
  total: 16_461,
  valid_until: null,
} as const;

const SAMPLES: Readonly<Record<TemplateName, MessageContent>> = {
  enquiry_new: {
    ...ENQUIRY,
    rental: { ...ENQUIRY.rental, ...SHORT },
    words: 'We shoot on the 15th. Could the sofa come a day earlier?',
  },
  message_new: {
    ...BASE,
    rental: null,
    words: 'Do you have a cyclorama wall? We need one for two days in December.',
  },
  enquiry_answered: {
    ...ENQUIRY,
    answer: { answer: 'change', name: null },
    words: 'Please add two more chairs.',
  },
  quote_answered: {
    ...ENQUIRY,
    document: quote,
    answer: { answer: 'accepted', name: 'Asha Rao' },
  },
  payment_claimed: { ...BASE, document: invoice, payment: { ...PAYMENT, due: null } },
  hold_ending: { ...ENQUIRY, rental: { ...ENQUIRY.rental, held_until: '2026-11-10T12:30:00Z' } },
  item_overdue: { ...BASE, overdue: OVERDUE },
  acknowledgement: { ...ENQUIRY, rental: { ...ENQUIRY.rental, ...SHORT, more: 4 } },
  quote: { ...ENQUIRY, document: quote },
  invoice: { ...BASE, document: invoice },
  pickup_tomorrow: BASE,
  return_today: BASE,
  overdue: { ...BASE, overdue: OVERDUE },
  payment_received: { ...BASE, payment: { ...PAYMENT, due: 8461 } },
};

/** Made-up content of an e-mail, for previews and tests of sending. */
export const sampleContent = (template: TemplateName): MessageContent => SAMPLES[template];
