import * as z from 'zod/mini';
import { rupees, text } from '#domain/shape.ts';
import { frozenDocument } from '#domain/documents/frozen-document.ts';
import type { Answers } from '../core/answer-call.ts';

/** A document as its link shows it. */
const linkedDocument = z.object({
  document: frozenDocument,
  state: z.enum(['open', 'accepted', 'declined', 'expired', 'changed', 'superseded', 'invoice']),
  /** The acceptance, else the last answer. */
  answer: z.nullable(
    z.object({
      answer: z.enum(['accepted', 'declined', 'change']),
      name: z.nullable(text),
      note: z.nullable(text),
      changes: z.array(z.object({ position: z.number(), text })),
      /** A point in time, ISO 8601. */
      at: text,
    }),
  ),
  /** Number of the order that the document belongs to or became. */
  order: z.nullable(text),
  /** The link was made for an earlier revision. */
  newer: z.boolean(),
  /** Opened by staff before it is sent: it cannot be answered. */
  preview: z.boolean(),
  /** Of what is shown; an answer carries it. */
  hash: text,
  /** Rupees; null where no money is expected. */
  paid: z.nullable(z.object({ received: rupees, due: rupees })),
  /** Ways to pay; null when nothing is due. */
  pay: z.nullable(
    z.object({
      upi: z.nullable(z.object({ id: text, name: text })),
      bank: z.nullable(z.object({ account_name: text, bank: text, account: text, ifsc: text })),
      reference: text,
      /** Rupees. */
      amount: rupees,
    }),
  ),
  /** Positions of the lines that are not free any more; empty once there is an order. */
  short: z.array(z.number()),
  /** Root-relative. */
  policy_url: text,
});
export type LinkedDocument = z.output<typeof linkedDocument>;

/** Answers of the functions that a document's link may call. */
export const LINKED_DOCUMENT_ANSWERS = {
  linked_document: z.nullable(linkedDocument),
  answer_document: z.nullable(linkedDocument),
  claim_payment: z.nullable(linkedDocument),
} satisfies Answers;
