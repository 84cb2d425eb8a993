/** `+91 98765 43210` for an Indian number, anything else as it is. */
export function formatMobile(mobile: string): string {
  const parts = /^\+91(\d{5})(\d{5})$/.exec(mobile);
  return parts ? `+91 ${parts[1]} ${parts[2]}` : mobile;
}

/**
 * The address of a WhatsApp chat with a number of any notation (wa.me takes digits only), a text
 * already typed in where one is given
 * (click to chat: https://faq.whatsapp.com/5913398998672934).
 */
export function whatsAppLink(mobile: string, text?: string): string {
  const chat = `https://wa.me/${mobile.replaceAll(/\D/g, '')}`;
  return text ? `${chat}?text=${encodeURIComponent(text)}` : chat;
}
