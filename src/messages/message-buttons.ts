import type { TemplateName } from '#domain/messages/templates.ts';

/** Words of the button of each e-mail. */
export const BUTTON_WORDS: Readonly<Record<TemplateName, string>> = {
  enquiry_new: 'Open the enquiry',
  message_new: 'Open the message',
  enquiry_answered: 'Open the enquiry',
  quote_answered: 'Open the quote',
  payment_claimed: 'Check the payment',
  hold_ending: 'Open the enquiry',
  item_overdue: 'Open the order',
  acknowledgement: 'See your enquiry',
  quote: 'See the quote',
  invoice: 'See the document',
  pickup_tomorrow: 'See your rental',
  return_today: 'See your rental',
  overdue: 'See your rental',
  payment_received: 'See your rental',
};

/** The whole address of a path of this site; null without one, or where it leads elsewhere. */
export function siteAddress(path: string | null, origin: string): string | null {
  if (path === null) return null;
  try {
    const address = new URL(path, origin);
    return address.origin === new URL(origin).origin ? address.href : null;
  } catch {
    return null;
  }
}
