import { enquiryPath, type EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { whatsAppText } from '#domain/messages/whatsapp-text.ts';
import { whatsAppLink } from '#domain/phone.ts';

/**
 * A WhatsApp link to the studio with a prefilled greeting.
 * @param studio name, and number as digits with the country code
 * @param enquiry if known, its number, dates, items and page are part of the greeting
 * @param origin of the site
 */
export function enquiryWhatsAppLink(
  studio: { name: string; whatsapp: string },
  enquiry: EnquiryAnswer | null,
  origin: string,
): string {
  const sent = `Hi ${studio.name}! I have just sent you`;
  if (!enquiry)
    return whatsAppLink(studio.whatsapp, `${sent} my rental enquiry from your website.`);
  const path = enquiryPath(enquiry);
  const text = whatsAppText({
    ...enquiry,
    opening: `${sent} my enquiry ${enquiry.enquiry_number} from your website.`,
    link: path && new URL(path, origin).href,
  });
  return whatsAppLink(studio.whatsapp, text);
}
