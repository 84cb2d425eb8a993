import * as z from 'zod/mini';
import { frozenDocument } from '#domain/documents/frozen-document.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';
import type { LinkedDocument } from './linked-documents.ts';

const text = z.string();
const rupees = z.number();

const linked: Schema<LinkedDocument> = z.object({
  document: frozenDocument,
  state: z.enum(['open', 'accepted', 'declined', 'expired', 'superseded', 'invoice']),
  answer: z.nullable(
    z.object({
      answer: z.enum(['accepted', 'declined', 'change']),
      name: z.nullable(text),
      note: z.nullable(text),
      changes: z.array(z.object({ position: z.number(), text })),
      at: text,
    }),
  ),
  order: z.nullable(text),
  newer: z.boolean(),
  preview: z.boolean(),
  hash: text,
  paid: z.nullable(z.object({ received: rupees, due: rupees })),
  pay: z.nullable(
    z.object({
      upi: z.nullable(z.object({ id: text, name: text })),
      bank: z.nullable(z.object({ account_name: text, bank: text, account: text, ifsc: text })),
      reference: text,
      amount: rupees,
    }),
  ),
  policy_url: text,
} satisfies Fields<LinkedDocument>);

const opened = z.nullable(linked);

/** Answers of the functions that a document's link may call. */
export const LINKED_DOCUMENT_ANSWERS = {
  linked_document: opened,
  answer_document: opened,
  claim_payment: opened,
} satisfies Answers;
