import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { accountAnswers } from './answers/accounts.ts';
import { catalogueAnswers } from './answers/catalogue.ts';
import { customerAnswers } from './answers/customers.ts';
import { deskAnswers } from './answers/desk.ts';
import { documentAnswers } from './answers/documents.ts';
import { inventoryAnswers } from './answers/inventory.ts';
import { linkedDocumentAnswers } from './answers/linked-documents.ts';
import { linkedEnquiryAnswers } from './answers/linked-enquiries.ts';
import { linkAnswers } from './answers/links.ts';
import { messageAnswers } from './answers/messages.ts';
import { moneyAnswers } from './answers/money.ts';
import { noticeAnswers } from './answers/notices.ts';
import { ownStudioAnswers } from './answers/own-studio.ts';
import { rentalAnswers } from './answers/rentals.ts';
import { settingsAnswers } from './answers/settings.ts';
import { stockAnswers } from './answers/stock.ts';
import { studioSettingsAnswers } from './answers/studio-settings.ts';
import { useStudioDay } from './answers/studio-day.ts';
import { unfilledParts } from './unfilled-parts.ts';

/*
 * The schemas of src/data against real answers: a small studio's day, worked through over HTTP with
 * the functions that the pages call. Every answer is recorded.
 */

const DATA = join(import.meta.dirname, '../../src/data');

/** The maps of answers in src/data, all in one: a new file of answers is tested too. */
const SCHEMAS: Record<string, z.ZodMiniType> = {};
for (const file of readdirSync(DATA, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('-answers.ts')) continue;
  const exported = (await import(join(DATA, file))) as Record<string, typeof SCHEMAS>;
  for (const [name, answers] of Object.entries(exported)) {
    if (name.endsWith('_ANSWERS')) Object.assign(SCHEMAS, answers);
  }
}

/** Parts that no answer of a function fills, though others of the same shape do. */
const NEVER_FILLED = [
  // Only the search over everything suggests items, and only facets of colours have swatches.
  'search_catalogue.instead[]',
  'search_free_items.instead[]',
  'search_free_items.facets{}[].hex',
  'search_by_words.facets{}[].hex',
  // Less than a page is found.
  'find_rentable.next',
  // Related items are read without dates.
  'item_page.related[].free',
  'item_page.related[].of',
  'related_items[].free',
  'related_items[].of',
  // It answers with a ledger, of which `ledger` fills every part.
  'settle_deposit.ledger.',
  // These answer with the record of a document, of which `document` fills every part.
  'make_document.',
  'change_document.',
  'take_source_lines.',
  'issue_document.',
  'revise_quote.',
  'make_credit_note.',
  // The day has less than a page of documents and of orders that owe money.
  'search_documents.next',
  'due.next',
  // These answer as `record_payment`, and the ledger as `ledger`.
  'reverse_payment.',
  'match_claim.',
  'record_payment.ledger',
  // An entry that counts: `ledger` fills every part.
  'open_claims[].same_reference.',
  // A claim that is open has no payment.
  'open_claims[].payment_id',
  // Tests of documents parse their content (documents.test.ts).
  'printed_document.',
  'linked_document.document',
  'answer_document.document',
  'claim_payment.document',
  // `linked_enquiry` fills every part.
  'answer_enquiry.order',
  'answer_enquiry.quote',
  // The day has less than a page of messages.
  'outbox_list.next',
  // These answer with one message, of which `outbox_list` and `messages_of` fill every part.
  'messages_of[].sample_of',
  'resend_message.',
  'cancel_message.',
  'send_document.',
  // Staff do not read the address. Tests of e-mails parse their content (messages-*.test.ts).
  'message_content.to',
  'message_content.content.',
  // Nothing becomes free that there is not.
  'document.short[].next_free',
  // `document` fills them; a customer reads only their positions (quote-stock.test.ts).
  'make_document.short[]',
  'change_document.short[]',
  'take_source_lines.short[]',
  'issue_document.short[]',
  'revise_quote.short[]',
  'make_credit_note.short[]',
  'linked_document.short[]',
  'answer_document.short[]',
  'claim_payment.short[]',
  // Only the search by words finds items with some of the words.
  'search_catalogue.partial',
  'search_free_items.partial',
  // An erased customer cannot be edited.
  'correct_customer.erased_at',
];

const day = useStudioDay();

// why one file: later subjects work on what earlier ones made, and a studio takes seconds to start.
describe('a day in the studio', () => {
  catalogueAnswers(day);
  customerAnswers(day);
  rentalAnswers(day);
  linkAnswers(day);
  documentAnswers(day);
  linkedDocumentAnswers(day);
  linkedEnquiryAnswers(day);
  moneyAnswers(day);
  messageAnswers(day);
  noticeAnswers(day);
  inventoryAnswers(day);
  stockAnswers(day);
  deskAnswers(day);
  settingsAnswers(day);
  studioSettingsAnswers(day);
  accountAnswers(day);
  // The last one: it empties the studio.
  ownStudioAnswers(day);
});

// why after the day: these judge what it recorded.
describe.each(Object.keys(SCHEMAS))('the answers of %s', (name) => {
  const answers = () => day.recorded.get(name) ?? [];

  it('are read by src/data and have the shape of its schema', () => {
    expect(answers().length, 'calls of this function by the day above').toBeGreaterThan(0);
    for (const answer of answers()) {
      expect(SCHEMAS[name]?.safeParse(answer).error?.issues ?? []).toEqual([]);
    }
  });

  it('fill every optional part at least once', () => {
    const unfilled = unfilledParts(SCHEMAS[name]!, answers()).map((part) => `${name}${part}`);
    expect(
      unfilled.filter((part) => !NEVER_FILLED.some((prefix) => part.startsWith(prefix))),
    ).toEqual([]);
  });
});
