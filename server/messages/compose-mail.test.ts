import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { composeMail, type RenderedMail, WrongAddress } from './compose-mail.ts';

const MAIL: RenderedMail = {
  from: { name: 'Frameyard', address: 'hello@frameyard.test' },
  to: 'asha@example.test',
  replyTo: { name: 'Frameyard', address: 'desk@frameyard.test' },
  subject: 'Your enquiry ENQ-1001',
  html: '<!doctype html><p>Thank you, आशा</p>',
  text: 'Thank you, आशा',
};
const IDS = { messageId: '<1@studio.test>', thread: '<record.2@studio.test>' };

const compose = async (changes: Partial<RenderedMail>, ids = IDS) => {
  const { bytes } = await composeMail({ ...MAIL, ...changes }, ids);
  return { text: bytes.toString(), mail: await PostalMime.parse(bytes) };
};
const headersOf = (text: string) => text.slice(0, text.indexOf('\r\n\r\n'));
const header = (mail: { headers: { key: string; value: string }[] }, name: string) =>
  mail.headers.filter(({ key }) => key === name).map(({ value }) => value);

test('an e-mail has text and HTML, its ids, and says that a machine sent it', async () => {
  const { mail } = await compose({});
  expect(mail).toMatchObject({
    from: MAIL.from,
    to: [{ name: '', address: MAIL.to }],
    replyTo: [MAIL.replyTo],
    subject: MAIL.subject,
    messageId: IDS.messageId,
    inReplyTo: IDS.thread,
    references: IDS.thread,
  });
  expect(mail.text?.trim()).toBe(MAIL.text);
  expect(mail.html?.trim()).toBe(MAIL.html);
  expect(header(mail, 'auto-submitted')).toEqual(['auto-generated']);
  expect(header(mail, 'x-auto-response-suppress')).toEqual(['All']);
});

test('a document comes as a PDF file beside text and HTML', async () => {
  const bytes = new TextEncoder().encode('%PDF-1.7 …');
  const { bytes: raw } = await composeMail(MAIL, IDS, [{ name: 'INV-26-27-0001.pdf', bytes }]);
  const mail = await PostalMime.parse(raw);
  expect(mail.html?.trim()).toBe(MAIL.html);
  expect(mail.attachments).toMatchObject([
    { filename: 'INV-26-27-0001.pdf', mimeType: 'application/pdf', disposition: 'attachment' },
  ]);
  expect(new Uint8Array(mail.attachments[0]!.content as ArrayBuffer)).toEqual(bytes);
});

test('the first e-mail of a conversation refers to none', async () => {
  const { mail } = await compose({}, { messageId: IDS.messageId, thread: IDS.messageId });
  expect([mail.inReplyTo, mail.references]).toEqual([undefined, undefined]);
});

describe('hostile values', () => {
  const INJECTION = 'Asha\r\nBcc: victim@example.test\r\n\r\nHello\nX-Evil: 1\u2028Y: 2\0';

  test('a line break adds no header and no recipient', async () => {
    const { mail, text } = await compose({
      subject: INJECTION,
      from: { name: INJECTION, address: MAIL.from.address },
      replyTo: { name: INJECTION, address: MAIL.from.address },
    });
    expect(mail.subject).toBe('Asha Bcc: victim@example.test Hello X-Evil: 1 Y: 2');
    expect(mail.from?.name).toBe('Asha Bcc: victim@example.test Hello X-Evil: 1 Y: 2');
    expect(headersOf(text)).not.toMatch(/^(bcc|x-evil|y):/im);
    expect(mail.to).toHaveLength(1);
    expect(mail.text?.trim()).toBe(MAIL.text);
  });

  test.each([
    'asha@example.test\r\nBcc: b@example.test',
    'asha@example.test, b@example.test',
    'asha@example.test>, <b@example.test',
    '"asha b"@example.test',
    'asha',
    '',
    'asha@example.test\0',
  ])('the address %j is refused', async (to) => {
    await expect(composeMail({ ...MAIL, to }, IDS)).rejects.toThrow(WrongAddress);
  });

  test('a long name is cut, between characters', async () => {
    const { mail, text } = await compose({
      subject: '🎬'.repeat(10_000),
      from: { name: '🎬'.repeat(10_000), address: MAIL.from.address },
    });
    expect(mail.from?.name).toBe(`${'🎬'.repeat(49)}…`);
    expect(mail.subject).toBe(`${'🎬'.repeat(124)}…`);
    for (const line of text.split('\r\n')) expect(line.length).toBeLessThan(998);
  });

  test('signs that turn the direction around are no part of a name', async () => {
    const { mail } = await compose({
      from: { name: '\u202Eten.oiduts\u202C نادیہ \u2066x', address: MAIL.from.address },
    });
    expect(mail.from?.name).toBe('ten.oiduts نادیہ x');
  });

  test('text in any script arrives as it is', async () => {
    const words = 'ಆಶಾ आशा نادیہ 🎬 👩‍👩‍👧 \ud800 .\r\n.\r\nQUIT\r\nMAIL FROM:<x@example.test>';
    const { mail } = await compose({ text: words, subject: 'ಆಶಾ نادیہ 🎬' });
    expect(mail.subject).toBe('ಆಶಾ نادیہ 🎬');
    expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(
      words.toWellFormed().replaceAll('\r\n', '\n'),
    );
  });
});
