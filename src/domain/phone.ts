/** `+91 98765 43210` for an Indian number; any other text unchanged. */
export function formatMobile(mobile: string): string {
  const parts = /^\+91(\d{5})(\d{5})$/.exec(mobile);
  return parts ? `+91 ${parts[1]} ${parts[2]}` : mobile;
}

/**
 * A WhatsApp chat link to a number in any notation, optionally with a prefilled text. Without a number
 * WhatsApp lets the user select who gets the text
 * (click to chat: https://faq.whatsapp.com/5913398998672934).
 */
export function whatsAppLink(mobile: string, text?: string): string {
  const chat = `https://wa.me/${mobile.replaceAll(/\D/g, '')}`;
  return text ? `${chat}?text=${encodeURIComponent(text)}` : chat;
}
