/**
 * A link that opens a WhatsApp conversation with the studio, a greeting already typed in
 * (click to chat: https://faq.whatsapp.com/5913398998672934).
 * @param studio its name, and its number as digits with the country code
 * @param enquiryNumber is named in the greeting when it is known
 */
export function whatsappLink(
  studio: { name: string; whatsapp: string },
  enquiryNumber?: string,
): string {
  const about = enquiryNumber ? `my enquiry ${enquiryNumber}` : 'my rental enquiry';
  const text = `Hi ${studio.name}! I have just sent you ${about} from your website.`;
  return `https://wa.me/${studio.whatsapp}?text=${encodeURIComponent(text)}`;
}
