import type { DocumentRecord } from '../documents/document-record.ts';
import { DOCUMENT_FACTS } from '../documents/document-kinds.ts';
import { documentTitle } from '../documents/document-text.ts';
import { formatDate } from '../dates.ts';
import { formatTotal } from '../money.ts';
import type { Rental } from '../crm/rental.ts';
import { whatsAppText } from './whatsapp-text.ts';

/** `Hi Asha`; `Hi` where the name is not known. */
const greeting = (name: string | null): string => (name ? `Hi ${name}` : 'Hi');

/** The beginning of a WhatsApp message to a customer. */
export const customerMessage = (studio: string, firstName: string | null): string =>
  whatsAppText({
    opening: `${greeting(firstName)}, this is ${studio}.`,
    rental_from: null,
    rental_to: null,
    items: [],
  });

/**
 * A WhatsApp message to the customer of an enquiry or order.
 * @param about `enquiry ENQ-00042`
 * @param link address of its page
 */
export const rentalMessage = (
  studio: string,
  rental: Rental,
  about: string,
  link?: string,
): string =>
  whatsAppText({
    ...rental,
    opening: `${greeting(rental.customer.first_name)}, this is ${studio} about your ${about}.`,
    items: rental.items.map(({ name, description, quantity }) => ({
      name: name ?? description ?? null,
      quantity,
    })),
    link,
  });

/**
 * A WhatsApp message that sends a document, with the days of its rental when it was issued.
 * @param link address of its page
 */
export function documentMessage(studio: string, document: DocumentRecord, link: string): string {
  const { kind, customer, sums, valid_until: until, lines, frozen } = document;
  const rental = frozen?.order ?? frozen?.enquiry;
  const { name, isOffer } = DOCUMENT_FACTS[kind];
  const what = `${name.toLowerCase()} ${documentTitle(document)}`;
  const valid = isOffer && until !== null ? `, valid until ${formatDate(until)}` : '';
  return whatsAppText({
    opening: `${greeting(customer.name)}, this is ${studio} with your ${what}: ${formatTotal(sums.total)}${valid}.`,
    rental_from: rental?.rental_from ?? null,
    rental_to: rental?.rental_to ?? null,
    items: lines
      .filter((line) => line.kind !== 'heading')
      .map(({ text, quantity }) => ({ name: text, quantity: quantity ?? 1 })),
    link,
  });
}
