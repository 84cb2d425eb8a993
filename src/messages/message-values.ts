import { dayText, lengthText, periodText } from '#domain/availability/availability-text.ts';
import { formatMoment } from '#domain/dates.ts';
import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import type { MessageContent } from '#domain/messages/outgoing-message.ts';
import type { TemplateName } from '#domain/messages/templates.ts';
import { formatTotal } from '#domain/money.ts';
import { formatMobile } from '#domain/phone.ts';
import type { Site } from '#domain/settings/site.ts';
import type { PlaceholderValues } from './filled-text.ts';
import { safeLine } from '#domain/messages/safe-text.ts';

type Rental = NonNullable<MessageContent['rental']>;

/** A customer's answer, inside a sentence. */
export const ANSWER_WORDS = {
  accepted: 'accepted',
  declined: 'declined',
  change: 'change wanted',
  withdrawn: 'withdrawn',
} as const;

const DATES_OPEN = 'dates not yet fixed';

/** E-mails whose number is the document's, where they have one. */
const OF_DOCUMENTS: ReadonlySet<TemplateName> = new Set([
  'quote_answered',
  'payment_claimed',
  'quote',
  'invoice',
]);

/** `1 day`, `3 days`. */
export const countedDays = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

/** The rental's days with their number: `14–16 Nov · 3 days`; null without dates. */
export function datesWithLength({ rental_from: from, rental_to: to }: Rental): string | null {
  return from === null ? null : lengthText({ from, to: to ?? from });
}

const datesOf = ({ rental_from: from, rental_to: to }: Rental) =>
  from === null ? DATES_OPEN : periodText({ from, to: to ?? from });

/** A date without its year: `18 Nov`. */
export const dateText = (date: string): string => dayText(date.slice(0, 10));

/** Values of an e-mail's placeholders; empty where there is none. */
export function placeholderValues(
  template: TemplateName,
  { customer, rental, document, payment, answer, overdue }: MessageContent,
  { studio }: Site,
): PlaceholderValues {
  const numbers = OF_DOCUMENTS.has(template)
    ? [document?.number, rental?.number]
    : [rental?.number, document?.number];
  return {
    first_name: safeLine(customer?.first_name ?? ''),
    name: safeLine(customer?.name ?? '') || 'Somebody',
    number: safeLine(numbers.find((one) => one !== undefined) ?? ''),
    dates: rental ? datesOf(rental) : DATES_OPEN,
    total: formatTotal((document ?? rental)?.total ?? 0),
    document: document ? DOCUMENT_FACTS[document.kind].word : 'document',
    amount: formatTotal(payment?.amount ?? 0),
    days: countedDays(overdue?.days ?? 0),
    answer: answer ? ANSWER_WORDS[answer.answer] : '',
    until: rental?.held_until ? formatMoment(rental.held_until) : '',
    studio: safeLine(studio.name),
    phone: formatMobile(studio.phone),
  };
}
