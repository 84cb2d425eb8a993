import type { FrozenDocument } from '#domain/documents/frozen-document.ts';
import type { SiteSettings } from '#domain/settings/site.ts';
import type { OutgoingMessage } from '#domain/messages/outgoing-message.ts';
import type { Log } from '#backend';
import type { PrintDocument } from '../documents/print-document.ts';
import { composeMail, type RenderedMail, WrongAddress } from './compose-mail.ts';
import type { Attempt, Deliver } from './delivery.ts';
import type { MailFolder } from './mail-folder.ts';
import type { MailServer } from './mail-server.ts';

/**
 * Renders an e-mail (src/app/render-mail.ts).
 * @param message what the database gave; its shape is checked
 * @param settings site-wide settings that differ from their defaults
 * @param origin the site's address, unless the studio has set one
 */
export type RenderMail = (
  message: unknown,
  settings: SiteSettings,
  origin: string,
) => Promise<RenderedMail>;

/** Domains for examples (RFC 2606), such as the demo studio's. Nothing sent there arrives. */
const EXAMPLE_DOMAIN = /[@.](example\.(com|net|org)|example|invalid)$/i;

interface SenderOptions {
  render: RenderMail;
  /** Prints the document that an e-mail brings as a file. */
  print: PrintDocument;
  /** Site-wide settings, as pages read them. */
  settings: () => Promise<SiteSettings>;
  origin: string;
  /** Where e-mails go. */
  to: { server: MailServer } | { folder: MailFolder };
  log: Log;
}

/** Sends e-mails: renders one, writes it, and hands it to the mail server or into the folder. */
export function createEmailSender(options: SenderOptions): Deliver<OutgoingMessage> {
  const { render, print, settings, origin, to, log } = options;
  const deliver = async (message: OutgoingMessage, signal: AbortSignal): Promise<Attempt> => {
    const mail = await render(message, await settings(), origin);
    const { message_id: messageId, thread } = message;
    // why the cast: the database has checked and frozen it.
    const attached = message.attached as FrozenDocument | null | undefined;
    const files = attached ? [await print(attached)] : [];
    const raw = await composeMail(mail, { messageId, thread }, files);
    if ('server' in to) {
      if (!EXAMPLE_DOMAIN.test(raw.to)) return to.server.send(raw, signal);
      const problem = 'The address is one for examples. Set your own in the settings of messages.';
      return { outcome: { result: 'refused', problem } };
    }
    await to.folder.write(message.id, mail, raw);
    return { outcome: { result: 'sent' } };
  };
  return (message, signal) =>
    deliver(message, signal).catch((error: unknown): Attempt => {
      if (error instanceof WrongAddress) {
        return { outcome: { result: 'refused', problem: error.message } };
      }
      // why not its text: it may repeat what the message contains.
      const name = error instanceof Error ? error.name : 'Error';
      const { id, template } = message;
      log('error', 'An e-mail could not be made', { id, template, error: stackOf(error) });
      return { outcome: { result: 'later', problem: `The e-mail could not be made (${name}).` } };
    });
}

/** Where an error was thrown, without its text. */
const stackOf = (error: unknown): string =>
  String(Object(error).stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 5)
    .join(' ')
    .trim();
