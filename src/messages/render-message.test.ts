import { expect, it } from 'vitest';
import { MESSAGE_TEXTS } from '#domain/messages/message-texts.ts';
import type { MessageContent, OutgoingMessage } from '#domain/messages/outgoing-message.ts';
import { sampleContent } from '#domain/messages/sample-content.ts';
import { TEMPLATES, type TemplateName } from '#domain/messages/templates.ts';
import { siteOf } from '#domain/settings/site.ts';
import { renderMessage } from './render-message.tsx';

const SITE = siteOf();
const ORIGIN = 'https://rent.frameyard.test';

type Given = Partial<Omit<OutgoingMessage, 'content'>> & { content?: Partial<MessageContent> };

function rendered(template: TemplateName, { content, ...given }: Given = {}) {
  const message: OutgoingMessage = {
    id: '6b0f2a52-95f4-4f2e-8f59-4f1a2f4c6a10',
    lease: '2b0f2a52-95f4-4f2e-8f59-4f1a2f4c6a11',
    attempt: 1,
    message_id: '<a@b>',
    thread: null,
    template,
    audience: 'customer',
    to: 'asha.rao@example.com',
    settings: {},
    texts: {},
    sample_of: null,
    content: { ...sampleContent(template), ...content },
    ...given,
  };
  return renderMessage(message, SITE, ORIGIN);
}

const named = (first_name: string | null, name = first_name ?? 'Asha Rao') => ({
  customer: { first_name, name, mobile: null, email: null },
});

it('an acknowledgement says what was asked, when we answer, and where it stands', () => {
  const { subject, text } = rendered('acknowledgement', { content: { path: '/enquiry?k=abc-1' } });
  expect(subject).toBe('We have your enquiry ENQ-01042');
  expect(text).toBe(
    `Hello Asha,

Thank you, we have your enquiry ENQ-01042 for 14–16 Nov. We answer within 24 hours.

See your enquiry:
https://rent.frameyard.test/enquiry?k=abc-1

Enquiry: ENQ-01042
Dates: 14–16 Nov · 3 days
Not all free: 4 × Cane chair: only 2 free
Items:
  1 × Chesterfield sofa, brown
  4 × Cane chair
  1 × Muslin backdrop, warm grey
  and 4 more
Total: ₹13,950.00 without GST
To pay: ₹16,461.00 with GST

--${' '}
Frameyard Studio Rental
14, 3rd Cross, HAL 2nd Stage, Indiranagar, Bangalore 560038
+91 80412 30000 · hello@frameyard.example

You get this e-mail because this address was given to us with an enquiry or an order.
`,
  );
});

it('the link is above the table for customers, below it for the studio, and what is booked is said', () => {
  const [, customer = ''] = rendered('acknowledgement').html.split('<body');
  expect(customer.indexOf('See your enquiry')).toBeLessThan(customer.indexOf('Chesterfield'));
  const rental = { ...sampleContent('enquiry_new').rental!, more: 0 };
  const content = { rental: { ...rental, short: [{ name: 'Sofa', quantity: 1, free: 0 }] } };
  const told = rendered('enquiry_new', { content });
  const [, studio = ''] = told.html.split('<body');
  expect(studio.indexOf('Open the enquiry')).toBeGreaterThan(studio.indexOf('Chesterfield'));
  expect(told.text).toContain('Not all free: 1 × Sofa: booked\nItems:\n');
  expect(told.text.indexOf('Open the enquiry:')).toBeGreaterThan(told.text.indexOf('Total:'));
});

it.each(TEMPLATES)(
  '%s says all of its text also in HTML, with nothing loaded from elsewhere',
  (template) => {
    const { subject, html, text } = rendered(template);
    const shown = html
      .replace(/<style>.*?<\/style>/gs, '')
      .replace(/<br\/>|<\/(p|div|t[dh])>/g, '\n');
    const visible = shown
      .replace(/<[^>]+>/g, '')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&');
    const said = text
      .split('\n')
      .map((line) => line.replace(/^(> | {2})|^[A-Z][a-z -]+: ?(?=.|$)/g, '').trim())
      .filter((line) => !/^(-- ?|https:.*|See .*:|Open .*:|Check .*:)?$/.test(line));
    expect(said.filter((line) => !visible.includes(line))).toEqual([]);
    expect(html).not.toMatch(/<img|<link|<script|url\(|@import|<iframe| on\w+=/i);
    expect(html).toContain('<html lang="en-IN">');
    expect(`${subject}${html}${text}`).not.toMatch(/\{\w+\}|undefined|null|NaN|\d{4}-\d\d-\d\d/);
    expect(subject).toMatch(/^\P{Cc}{5,}$/u);
  },
);

it('keeps a visitor’s words from customers, and gives them to the studio as text', () => {
  const content = { words: '<b>Cheap watches</b>\nhttps://evil.example' };
  expect(rendered('acknowledgement', { content }).html).not.toContain('watches');
  expect(rendered('acknowledgement', { content }).text).not.toContain('watches');
  const told = rendered('message_new', { audience: 'studio', content });
  expect(told.html).toContain('&lt;b&gt;Cheap watches&lt;/b&gt;<br/>https://evil.example');
  expect(told.text).toContain('> <b>Cheap watches</b>\n> https://evil.example');
});

it('a test shows its template with made-up values and the studio’s own text', () => {
  const { subject, text } = rendered('quote', {
    template: 'test',
    sample_of: 'quote',
    texts: { subject: 'Offer {number}', text: 'Dear {first_name},\nlook.\n\nBye, {studio}' },
  });
  expect(subject).toBe('Test: Offer QT/26-27/0042');
  expect(text).toContain('Dear Asha,\nlook.\n\nBye, Frameyard Studio Rental\n');
  const plain = rendered('quote', { template: 'test', sample_of: null });
  expect(plain.subject).toBe('Test e-mail from Frameyard Studio Rental');
  expect(plain.text).toContain('E-mails of your studio arrive at this address.');
});

it('words in braces that nobody knows stay', () => {
  const texts = { text: '{constructor} {price} {} {number' };
  expect(rendered('quote', { texts }).text).toContain('\n\n{constructor} {price} {} {number\n');
});

it('a word without a value takes its comma along', () => {
  const texts = { subject: 'Thanks, {first_name}!', text: 'Dear {first_name}: {number}' };
  const { subject, text } = rendered('acknowledgement', { texts, content: named(null) });
  expect(subject).toBe('Thanks!');
  expect(text).toMatch(/^Hello,\n\nDear: ENQ-01042\n/);
});

it.each([
  ['//evil.example/a', null],
  ['https://evil.example/a', null],
  ['javascript:alert(1)', null],
  ['/quote?k=a"><script>', 'https://rent.frameyard.test/quote?k=a%22%3E%3Cscript%3E'],
  ['/ops/crm', 'https://rent.frameyard.test/ops/crm'],
])('the button of %s leads to %s', (path, address) => {
  const { html } = rendered('quote', { content: { path } });
  const links = Array.from(html.matchAll(/href="([^"]*)"/g), ([, href]) => href);
  expect(links).toEqual(address === null ? [] : [address]);
});

const HOSTILE = [
  'Asha\r\nBcc: victim@frameyard.test',
  'Asha\u2028Bcc: x\u2029\u0000\u0007\u0085',
  '{first_name} {number} {total}',
  '$& $1 $$ \\1',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '"><a href="https://evil.example">win</a>',
  '</style><style>*{display:none}</style>',
  '&lt;b&gt; &amp; &#x27;',
  'a'.repeat(10_000),
  '👩‍👩‍👧‍👦'.repeat(10_000),
  `e${'\u0301'.repeat(10_000)}`,
  'שלום عالم',
  '\u202egnp.exe\u202c \u2066x\u2067',
  'A\u200bs\ufeffh\u00ada\u2060\u{e0041}',
  '\ud800lone\udfff',
  'आशा राव 🎬',
];

it.each(HOSTILE)('a name like %j is text', (name) => {
  const texts = { subject: 'For {first_name}: {name}', text: '{name} and {first_name}.' };
  for (const template of ['acknowledgement', 'quote_answered'] as const) {
    const { subject, html, text } = rendered(template, { texts, content: named(name) });
    const [usual] = [rendered(template, { texts, content: named('Asha') })];
    expect(subject).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e]+$/u);
    expect(subject.length).toBeLessThan(160 * 24);
    const tags = (of: string) => Array.from(of.matchAll(/<\/?[a-z]+[^<>]*>/g), ([tag]) => tag);
    const withoutTitle = (of: string) => tags(of.replace(/<title>.*?<\/title>/s, ''));
    expect(withoutTitle(html)).toEqual(withoutTitle(usual.html));
    expect(tags(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '')).toEqual([]);
    expect(text.split('\n')).toHaveLength(usual.text.split('\n').length);
    expect(`${html}${text}`).not.toMatch(/[\u202a-\u202e\u200b\u2060\ufeff\u00ad]/);
    expect(text.length).toBeLessThan(12_000);
    expect(`${subject}${html}${text}`.isWellFormed()).toBe(true);
  }
});

it('names are cut on whole characters, isolated where they run from right to left, and filled in once', () => {
  const greet = (name: string) => rendered('quote', { content: named(name) }).text.split('\n')[0];
  expect(greet('a'.repeat(61))).toBe(`Hello ${'a'.repeat(60)}…,`);
  expect(greet('👩‍👩‍👧‍👦'.repeat(61))).toBe(`Hello ${'👩‍👩‍👧‍👦'.repeat(60)}…,`);
  expect(greet('שלום')).toBe('Hello \u2068שלום\u2069,');
  expect(greet('{number}')).toBe('Hello {number},');
  expect(greet('$&')).toBe('Hello $&,');
  expect(greet('   ')).toBe('Hello,');
});

it('random texts and values never break out', { tags: ['long'] }, () => {
  const pieces = [
    '{',
    '}',
    '{name}',
    '{number}',
    '<',
    '>',
    '"',
    '&',
    '\n',
    '\r',
    '\u0000',
    'é',
    '🎬',
    'ש',
    '$&',
    '\ud83c',
  ];
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const random = () => Array.from({ length: next(30) }, () => pieces[next(pieces.length)]).join('');
  for (let turn = 0; turn < 300; turn += 1) {
    const texts = { subject: `Hi ${random()}`, text: `Hi ${random()}` };
    const template = TEMPLATES[next(TEMPLATES.length)] ?? 'quote';
    const { subject, html } = rendered(template, { texts, content: named(random(), random()) });
    expect(subject).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+$/u);
    expect(html.isWellFormed()).toBe(true);
    const allowed =
      /^<\/?(!doctype|html|head|meta|title|style|body|table|tbody|tr|td|th|div|p|a|br|blockquote)\b/;
    for (const [tag] of html.matchAll(/<[^ >]*/g)) expect(tag).toMatch(allowed);
  }
});

it('every placeholder of every text has a value', () => {
  for (const template of TEMPLATES) {
    const { placeholders } = MESSAGE_TEXTS[template];
    const text = placeholders.map((word) => `[${word}:{${word}}]`).join('\n');
    const { text: filled } = rendered(template, { texts: { text } });
    for (const word of placeholders) expect(filled).toMatch(new RegExp(`\\[${word}:[^\\]{}]+\\]`));
  }
});
