import { outgoingMessage } from '#domain/messages/outgoing-message.ts';
import { siteOf, type SiteSettings } from '#domain/settings/site.ts';
import { renderMessage } from '#messages/render-message.tsx';

/** A person or studio in the head of an e-mail. */
interface MailPerson {
  name: string;
  address: string;
}

/** An e-mail with its head. */
interface Mail {
  from: MailPerson;
  to: string;
  /** Where answers go; null: to the sender. */
  replyTo: MailPerson | null;
  subject: string;
  html: string;
  text: string;
}

/**
 * Renders an e-mail with sender and recipient.
 * @param claimed what a worker was given by the database
 * @param settings site-wide settings that differ from their defaults
 * @param origin of the site, for links, unless the studio has set its address
 * @throws ZodError when `claimed` is no outgoing message
 */
export function renderMail(claimed: unknown, settings: SiteSettings, origin: string): Mail {
  const message = outgoingMessage.parse(claimed);
  const site = siteOf(settings);
  const { name, email } = site.studio;
  const own = (key: string, usual: string): string => {
    const value = message.settings[`messages.${key}`];
    return typeof value === 'string' && value !== '' ? value : usual;
  };
  const from = { name: own('from_name', name), address: own('from_address', email) };
  const rendered = renderMessage(message, site, own('site_address', origin).replace(/\/+$/, ''));
  const { customer } = message.content;
  const customersAddress = customer?.email && { name: customer.name, address: customer.email };
  const studiosAddress = from.address === email ? null : { name, address: email };
  return {
    ...rendered,
    from,
    to: message.to ?? own('studio_address', email),
    replyTo: message.audience === 'studio' ? customersAddress || null : studiosAddress,
  };
}
