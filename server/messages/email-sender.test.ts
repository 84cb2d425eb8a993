import { afterAll, describe, expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutgoingMessage } from '#domain/messages/outgoing-message.ts';
import { createEmailSender } from './email-sender.ts';
import { createMailFolder } from './mail-folder.ts';

const ID = '0b0e7b1c-5d0a-4a38-9f5c-0d6a9c3d2b11';

/** why: the sender passes a message on to the renderer and reads three of its fields. */
const message = {
  id: ID,
  template: 'test',
  message_id: `<${ID}@site.test>`,
  thread: null,
} as OutgoingMessage;

const mailTo = (to: string) => async () => ({
  from: { name: 'Studio', address: 'studio@studio.test' },
  to,
  replyTo: null,
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
});

const print = async () => ({ name: 'QT-26-27-0001.pdf', bytes: new Uint8Array([37, 80, 68, 70]) });
const options = { print, settings: async () => ({}), origin: 'https://site.test', log: () => {} };
const folder = mkdtempSync(join(tmpdir(), 'mail-'));
afterAll(() => rmSync(folder, { recursive: true }));

const signal = new AbortController().signal;

describe('an address for examples', () => {
  test.each([
    ['hello@frameyard.example', 'refused'],
    ['hello@mail.example.COM', 'refused'],
    ['hello@example.studio.test', 'sent'],
    ['hello@myexample.com', 'sent'],
  ])('%s is %s by a mail server', async (to, result) => {
    const asked: string[] = [];
    const server = {
      send: async (raw: { to: string }) => {
        asked.push(raw.to);
        return { outcome: { result: 'sent' as const } };
      },
      close: () => {},
    };
    const deliver = createEmailSender({ ...options, render: mailTo(to), to: { server } });
    expect((await deliver(message, signal)).outcome.result).toBe(result);
    expect(asked).toEqual(result === 'sent' ? [to] : []);
  });

  test('is written into a folder', async () => {
    const mails = createMailFolder(folder);
    const render = mailTo('hello@frameyard.example');
    const deliver = createEmailSender({ ...options, render, to: { folder: mails } });
    expect((await deliver(message, signal)).outcome.result).toBe('sent');
    expect((await mails.read(ID))?.to).toBe('hello@frameyard.example');
  });
});
