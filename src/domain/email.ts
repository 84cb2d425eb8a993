/** An address that a mail server takes without an extension for other scripts: plain signs before the `@`, none that end an address. */
const EMAIL = /^[!#-'*+\-./0-9=?A-Z^-~]+@[^\s@.<>(),;:"[\]\\]+(\.[^\s@.<>(),;:"[\]\\]+)+$/;

/** Signs that are copied around an address; the marks show nothing, having no width or only a direction. */
const MARKS = String.raw`\s"'“”‘’\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff`;
const BEFORE = new RegExp(String.raw`^[<(\[{${MARKS}]*(?:mailto:)?[<(\[{${MARKS}]*`, 'i');
const BEHIND = new RegExp(String.raw`[>)\]},;.${MARKS}]+$`);

/** Whether a text is an e-mail address to which something can be sent: `private.can_be_sent_to` in SQL. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/**
 * An address without what is copied around it: `mailto:`, brackets, quotes, a comma or dot behind it, marks without
 * width. Twin of `private.plain_email` in SQL; `email-cases.ts` tests both.
 */
export function plainEmail(text: string): string {
  return text.replace(BEFORE, '').replace(BEHIND, '');
}
