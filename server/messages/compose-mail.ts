import MailComposer from 'nodemailer/lib/mail-composer';
import type { DocumentFile } from '../documents/print-document.ts';
import type { RawMail } from './mail-server.ts';

/** A person or studio in a header. */
export interface MailPerson {
  name: string;
  address: string;
}

/** An e-mail as the app has rendered it (src/app/render-mail.ts). */
export interface RenderedMail {
  from: MailPerson;
  to: string;
  /** Where answers go; null: to the sender. */
  replyTo: MailPerson | null;
  subject: string;
  html: string;
  text: string;
}

/** Names of an e-mail and of its conversation, with angle brackets. */
interface MailIds {
  messageId: string;
  thread: string | null;
}

const LONGEST_NAME = 100;
const LONGEST_SUBJECT = 250;

/** Control characters and separators of lines. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Signs that change the direction of what follows. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/g;

/** One line for a header, of so many code units at most. */
const headerText = (text: string, longest: number): string => {
  // why cut first: a name may be megabytes long.
  const start = text.slice(0, longest * 4).toWellFormed();
  const line = start.replaceAll(BREAKS, ' ').trim();
  if (line.length <= longest) return line;
  return `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
};

/**
 * why: quotes and brackets in an address could add recipients. Nor is any sign of another script sent as raw bytes: a
 * domain is written in its ASCII form, what stands before the `@` has none.
 */
const ADDRESS = /^[!#-'*+\-./0-9=?A-Z^-~]{1,64}@[^\s@<>(),;:"[\]\\\p{Cc}]{1,255}$/u;

/** An address that no mail server can accept, or that could change the headers. */
export class WrongAddress extends Error {}

const checked = (address: string): string => {
  if (!ADDRESS.test(address)) throw new WrongAddress('The address is not valid.');
  return address;
};
const person = ({ name, address }: MailPerson) => ({
  name: headerText(name.replaceAll(DIRECTIONS, ''), LONGEST_NAME),
  address: checked(address),
});

/**
 * Writes an e-mail: text and HTML beside each other, marked as sent by a machine (RFC 3834).
 * @param files PDF files that it brings
 * @throws WrongAddress
 */
export async function composeMail(
  mail: RenderedMail,
  ids: MailIds,
  files: readonly DocumentFile[] = [],
): Promise<RawMail> {
  const from = person(mail.from);
  const to = checked(mail.to);
  const isReply = ids.thread !== null && ids.thread !== ids.messageId;
  const composer = new MailComposer({
    from,
    to: { name: '', address: to },
    // why not refused: a visitor has typed it, and the studio must get its e-mail.
    ...(mail.replyTo && ADDRESS.test(mail.replyTo.address) && { replyTo: person(mail.replyTo) }),
    subject: headerText(mail.subject, LONGEST_SUBJECT),
    text: mail.text.toWellFormed(),
    html: mail.html.toWellFormed(),
    attachments: files.map(({ name, bytes }) => ({
      filename: name,
      content: Buffer.from(bytes),
      contentType: 'application/pdf',
    })),
    messageId: ids.messageId,
    ...(isReply && { references: ids.thread ?? '', inReplyTo: ids.thread ?? '' }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from: from.address, to, bytes: await composer.compile().build() };
}
