import type { TemplateName } from './templates.ts';

/** Words in braces that the texts of e-mails may name, with their names on screen. */
export const PLACEHOLDERS = {
  first_name: 'First name',
  name: 'Name',
  number: 'Number',
  dates: 'Dates',
  total: 'Total',
  document: 'Quote or invoice',
  amount: 'Amount',
  days: 'Days late',
  answer: 'Answer',
  until: 'Held until',
  studio: 'Studio',
  phone: 'Phone',
} as const;

/** A word in braces of an e-mail's text, without the braces. */
export type PlaceholderName = keyof typeof PLACEHOLDERS;

/** An e-mail as the studio edits it: names on screen, default subject and text. */
export interface MessageText {
  label: string;
  /** When it is sent. */
  help: string;
  subject: string;
  text: string;
  placeholders: readonly PlaceholderName[];
}

/** The studio's own words, in every e-mail. */
const OWN = ['studio', 'phone'] as const;
const CUSTOMER = ['first_name', 'number'] as const;

/** Default texts of the e-mails. Greeting, facts, button and footer are added when an e-mail is sent. */
export const MESSAGE_TEXTS: Readonly<Record<TemplateName, MessageText>> = {
  enquiry_new: {
    label: 'New enquiry',
    help: 'A visitor has sent an enquiry.',
    subject: 'New enquiry {number} from {name}',
    text: '{name} has sent an enquiry for {dates}. We have promised an answer within 24 hours.',
    placeholders: ['name', 'number', 'dates', 'total', ...OWN],
  },
  message_new: {
    label: 'New message',
    help: 'A visitor has written through the contact form.',
    subject: 'New message from {name}',
    text: '{name} has written to us on the website.',
    placeholders: ['name', ...OWN],
  },
  enquiry_answered: {
    label: 'Enquiry changed or withdrawn',
    help: 'A customer has asked for a change on the enquiry’s page, or has withdrawn it.',
    subject: 'Enquiry {number}: {answer}',
    text: '{name} has answered on the page of enquiry {number}: {answer}.',
    placeholders: ['name', 'number', 'answer', 'dates', ...OWN],
  },
  quote_answered: {
    label: 'Quote answered',
    help: 'A customer has accepted or declined a quote, or wants a change.',
    subject: 'Quote {number}: {answer}',
    text: '{name} has answered quote {number}: {answer}.',
    placeholders: ['name', 'number', 'answer', 'total', ...OWN],
  },
  payment_claimed: {
    label: 'Payment to check',
    help: 'A customer says that an invoice is paid.',
    subject: '{name} says {amount} is paid',
    text: '{name} says that {amount} is paid. Please compare it with your account, then confirm it.',
    placeholders: ['name', 'number', 'amount', ...OWN],
  },
  hold_ending: {
    label: 'Hold ends soon',
    help: 'Six hours before the hold of an enquiry’s items ends.',
    subject: 'The hold of {number} ends {until}',
    text: 'The items of {number} are held for {name} until {until}. After that, others can book them.',
    placeholders: ['name', 'number', 'until', 'dates', ...OWN],
  },
  item_overdue: {
    label: 'Items overdue',
    help: 'Items of an order are still out: daily at 9 am for two weeks, then weekly.',
    subject: 'Overdue: {number}, {name}',
    text: '{name} has not brought back everything of order {number}. It is {days} late.',
    placeholders: ['name', 'number', 'days', 'dates', ...OWN],
  },
  acknowledgement: {
    label: 'Enquiry received',
    help: 'To the address in the form: at most one an hour and three a day.',
    subject: 'We have your enquiry {number}',
    text: 'Thank you, we have your enquiry {number} for {dates}. We answer within 24 hours.',
    placeholders: [...CUSTOMER, 'dates', 'total', ...OWN],
  },
  quote: {
    label: 'Quote',
    help: 'When you send a quote by e-mail.',
    subject: 'Your quote {number} from {studio}',
    text: 'Your quote is ready. On its page you can accept it or ask for a change.',
    placeholders: [...CUSTOMER, 'total', ...OWN],
  },
  invoice: {
    label: 'Invoice or receipt',
    help: 'When you send an invoice, credit note or voucher by e-mail.',
    subject: 'Your {document} {number} from {studio}',
    text: 'Here is your {document} {number} for {total}.',
    placeholders: [...CUSTOMER, 'document', 'total', ...OWN],
  },
  pickup_tomorrow: {
    label: 'Pick-up tomorrow',
    help: 'At 4 pm on the day before a rental begins.',
    subject: 'Pick-up tomorrow: {number}',
    text: 'Your rental {number} begins tomorrow. If something has changed, please call us: {phone}.',
    placeholders: [...CUSTOMER, 'dates', ...OWN],
  },
  return_today: {
    label: 'Return today',
    help: 'At 8 am on a rental’s last day.',
    subject: 'Return today: {number}',
    text: 'Your rental {number} ends today. Please bring everything back before we close.',
    placeholders: [...CUSTOMER, 'dates', ...OWN],
  },
  overdue: {
    label: 'Not returned yet',
    help: 'One, three and seven days after items were due back, at 9 am.',
    subject: 'Please return the items of {number}',
    text: 'Some items of your rental {number} are {days} late. Please bring them back, or call us: {phone}.',
    placeholders: [...CUSTOMER, 'days', 'dates', ...OWN],
  },
  payment_received: {
    label: 'Payment received',
    help: 'When you record a payment.',
    subject: 'We have received {amount}',
    text: 'Thank you, we have received your payment of {amount} for {number}.',
    placeholders: [...CUSTOMER, 'amount', ...OWN],
  },
};
