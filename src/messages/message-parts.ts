import { MESSAGE_TEXTS } from '#domain/messages/message-texts.ts';
import type { MessageContent, OutgoingMessage } from '#domain/messages/outgoing-message.ts';
import { sampleContent } from '#domain/messages/sample-content.ts';
import { STUDIO_TEMPLATES, type TemplateName } from '#domain/messages/templates.ts';
import { formatMobile } from '#domain/phone.ts';
import type { Site } from '#domain/settings/site.ts';
import { fillPlaceholders } from './filled-text.ts';
import { BUTTON_WORDS, siteAddress } from './message-buttons.ts';
import { messageFacts, type MessageFact } from './message-facts.ts';
import { placeholderValues } from './message-values.ts';
import { safeLine, safeSubject, safeWords } from '#domain/messages/safe-text.ts';

/** The parts of an e-mail, which its HTML and its text both show. All of it is plain text. */
export interface MessageParts {
  subject: string;
  /** Null in e-mails to the studio. */
  greeting: string | null;
  /** Paragraphs of the studio's text; they may have several lines. */
  paragraphs: readonly string[];
  /** A visitor's own words. */
  words: string | null;
  facts: readonly MessageFact[];
  button: { words: string; address: string } | null;
  /** The button stands above the facts. */
  isButtonFirst: boolean;
  studio: string;
  /** Address, opening hours and contacts, one line each. */
  footer: readonly string[];
  /** Why it was sent. */
  reason: string;
}

/** An e-mail of a template. */
type Shown = Pick<OutgoingMessage, 'content' | 'texts'> & { template: TemplateName };

const FOR_STUDIO: readonly string[] = STUDIO_TEMPLATES;

const REASONS = {
  studio: 'Which e-mails the studio gets is set in the back office under Settings, Messages.',
  customer: 'You get this e-mail because this address was given to us with an enquiry or an order.',
} as const;

const lines = (text: string) => text.split('\n').map((line) => line.trim());

function footerOf({ studio }: Site): string[] {
  const { address_lines, postal_code, city, hours, phone, email } = studio;
  return [
    [...lines(address_lines), `${city} ${postal_code}`].join(', '),
    ...lines(hours),
    [formatMobile(phone), email].join(' · '),
  ].filter((line) => line !== '');
}

/** The parts of an e-mail of a template. */
export function templateParts(
  { template, content, texts }: Shown,
  site: Site,
  origin: string,
): MessageParts {
  const forStudio = FOR_STUDIO.includes(template);
  const audience = forStudio ? 'studio' : 'customer';
  const values = placeholderValues(template, content, site);
  const usual = MESSAGE_TEXTS[template];
  const text = fillPlaceholders(safeWords(texts.text ?? usual.text), values);
  const address = siteAddress(content.path, origin);
  const first = values.first_name;
  return {
    subject: safeSubject(fillPlaceholders(texts.subject ?? usual.subject, values)),
    greeting: forStudio ? null : first === '' ? 'Hello,' : `Hello ${first},`,
    paragraphs: text.split(/\n\s*\n/).flatMap((one) => one.trim() || []),
    // why: anybody can type any words and any address into a form, so customers never get them.
    words: forStudio && content.words !== null ? safeWords(content.words) || null : null,
    facts: messageFacts(content, audience),
    button: address === null ? null : { words: BUTTON_WORDS[template], address },
    // why: a customer's list may be long, and what is not in it is on the page.
    isButtonFirst: !forStudio,
    studio: values.studio,
    footer: footerOf(site),
    reason: REASONS[audience],
  };
}

const NOTHING: MessageContent = {
  customer: null,
  rental: null,
  document: null,
  payment: null,
  answer: null,
  words: null,
  overdue: null,
  path: null,
};

/** A test of sending alone, without a template. */
const plainTest = (site: Site): MessageParts => ({
  subject: `Test e-mail from ${safeLine(site.studio.name)}`,
  greeting: null,
  paragraphs: ['This is a test. E-mails of your studio arrive at this address.'],
  words: null,
  facts: messageFacts(NOTHING, 'studio'),
  button: null,
  isButtonFirst: false,
  studio: safeLine(site.studio.name),
  footer: footerOf(site),
  reason: 'You get this e-mail because you asked for a test in the back office.',
});

/** The parts of an e-mail. A test shows its template with made-up values, and says so in its subject. */
export function messageParts(
  { template, sample_of: sample, content, texts }: OutgoingMessage,
  site: Site,
  origin: string,
): MessageParts {
  if (template !== 'test') return templateParts({ template, content, texts }, site, origin);
  if (sample === null) return plainTest(site);
  const shown = { template: sample, content: sampleContent(sample), texts };
  const parts = templateParts(shown, site, origin);
  return { ...parts, subject: safeSubject(`Test: ${parts.subject}`) };
}
