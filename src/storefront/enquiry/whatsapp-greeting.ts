import { formatPeriod } from '#domain/dates.ts';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { formatTotal } from '#domain/money.ts';
import { whatsAppLink } from '#domain/phone.ts';

/** How many items the greeting lists by name. */
const NAMED = 3;

/**
 * A WhatsApp link to the studio with a prefilled greeting.
 * @param studio name, and number as digits with the country code
 * @param enquiry if known, its number and summary are part of the greeting
 */
export function enquiryWhatsAppLink(
  studio: { name: string; whatsapp: string },
  enquiry?: EnquiryAnswer | null,
): string {
  const about = enquiry ? `my enquiry ${enquiry.enquiry_number}` : 'my rental enquiry';
  const text = `Hi ${studio.name}! I have just sent you ${about} from your website${enquiry ? `: ${summary(enquiry)}` : '.'}`;
  return whatsAppLink(studio.whatsapp, text);
}

function summary({ items, rental_from, rental_to, total_price }: EnquiryAnswer): string {
  const named = items.slice(0, NAMED).map(({ quantity, name }) => `${quantity} × ${name}`);
  const more = items.length > NAMED ? ` and ${items.length - NAMED} more` : '';
  return `${named.join(', ')}${more}; ${formatPeriod(rental_from, rental_to)}; ${formatTotal(total_price)} excl. GST.`;
}
