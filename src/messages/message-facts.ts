import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import { answerText } from '#domain/documents/document-text.ts';
import { formatMoment } from '#domain/dates.ts';
import type { MessageContent, OutgoingMessage } from '#domain/messages/outgoing-message.ts';
import { PAYMENT_METHODS } from '#domain/money/payment.ts';
import { formatTotal } from '#domain/money.ts';
import { formatMobile } from '#domain/phone.ts';
import { dateText, datesWithLength, countedDays } from './message-values.ts';
import { safeLine } from '#domain/messages/safe-text.ts';

/** A row of an e-mail's table; `lines` are shown below each other. */
export interface MessageFact {
  label: string;
  lines: readonly string[];
}

type Content = MessageContent;

/** Graphemes of an item's name. */
const LONGEST_ITEM = 100;

const row = (label: string, value: string | null | undefined): MessageFact[] =>
  value ? [{ label, lines: [value] }] : [];

const itemLines = (lines: readonly { name: string; quantity: number }[], more = 0): string[] => [
  ...lines.map(({ name, quantity }) => `${quantity} × ${safeLine(name, LONGEST_ITEM)}`),
  ...(more > 0 ? [`and ${more} more`] : []),
];

const shortLines = ({ short }: NonNullable<Content['rental']>): string[] =>
  short.map(({ name, quantity, free }) => {
    const found = free > 0 ? `only ${free} free` : 'booked';
    return `${quantity} × ${safeLine(name, LONGEST_ITEM)}: ${found}`;
  });

const customerFacts = ({ customer }: Content) =>
  customer === null
    ? []
    : [
        ...row('Name', safeLine(customer.name)),
        ...row('Mobile', customer.mobile && formatMobile(safeLine(customer.mobile))),
        ...row('E-mail', customer.email && safeLine(customer.email, 254)),
      ];

const totalRows = ({ total, payable }: NonNullable<Content['rental']>) => [
  ...row('Total', `${formatTotal(total)} without GST`),
  ...(payable === null || payable === total
    ? []
    : row('To pay', `${formatTotal(payable)} with GST`)),
];

function rentalFacts({ rental, document, payment, overdue }: Content): MessageFact[] {
  if (rental === null) return [];
  const lines = overdue ? [] : itemLines(rental.lines, rental.more);
  const short = shortLines(rental);
  return [
    ...row(rental.number.startsWith('ORD') ? 'Order' : 'Enquiry', safeLine(rental.number)),
    ...row('Dates', datesWithLength(rental)),
    ...(short.length > 0 ? [{ label: 'Not all free', lines: short }] : []),
    ...(lines.length > 0 ? [{ label: 'Items', lines }] : []),
    ...(document || payment || overdue ? [] : totalRows(rental)),
    ...row('Held until', rental.held_until && formatMoment(rental.held_until)),
  ];
}

const documentFacts = ({ document }: Content) =>
  document === null
    ? []
    : [
        ...row(DOCUMENT_FACTS[document.kind].name, safeLine(document.number)),
        ...row('Total', formatTotal(document.total)),
        ...row('Valid until', document.valid_until && dateText(document.valid_until)),
      ];

const methodText = (method: string) =>
  // why the cast: only the methods of the ledger have a name; any other text is shown as it is.
  (PAYMENT_METHODS as Readonly<Record<string, string>>)[method] ?? safeLine(method);

function paymentFacts({ payment }: Content): MessageFact[] {
  if (payment === null) return [];
  const { amount, method, reference, day, due } = payment;
  return [
    ...row('Amount', formatTotal(amount)),
    ...row('Paid by', method && methodText(method)),
    ...row('Reference', reference && safeLine(reference)),
    ...row('Date', day && dateText(day)),
    ...row('Still to pay', due !== null && due > 0 ? formatTotal(due) : null),
  ];
}

const answerFacts = ({ answer }: Content) => {
  if (answer === null) return [];
  const name = answer.name === null ? null : safeLine(answer.name);
  const text =
    answer.answer === 'withdrawn'
      ? ['Withdrawn', name].filter(Boolean).join(' by ')
      : answerText({ answer: answer.answer, name });
  return row('Answer', text);
};

const overdueFacts = ({ overdue }: Content) =>
  overdue === null
    ? []
    : [
        ...row('Late by', countedDays(overdue.days)),
        ...(overdue.lines.length > 0
          ? [{ label: 'Still out', lines: itemLines(overdue.lines) }]
          : []),
      ];

/** The rows of an e-mail's table. The customer's own data is in e-mails to the studio only. */
export function messageFacts(
  content: MessageContent,
  audience: OutgoingMessage['audience'],
): MessageFact[] {
  return [
    ...(audience === 'customer' ? [] : customerFacts(content)),
    ...answerFacts(content),
    ...paymentFacts(content),
    ...documentFacts(content),
    ...rentalFacts(content),
    ...overdueFacts(content),
  ];
}
