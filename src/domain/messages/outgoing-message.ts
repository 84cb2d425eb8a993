import * as z from 'zod/mini';
import { DOCUMENT_KINDS } from '../documents/document-kinds.ts';
import { TEMPLATES } from './templates.ts';

const text = z.nullable(z.string());

const lines = z.array(z.object({ name: z.string(), quantity: z.number() }));

/** The content of an e-mail, as the database gives it when the e-mail is sent. Absent parts are null. */
const messageContent = z.object({
  customer: z.nullable(
    z.object({
      /** For the greeting of a customer; null where the typed name looks like an address or is too long. */
      first_name: text,
      /** For the studio. */
      name: z.string(),
      mobile: text,
      email: text,
    }),
  ),
  /** The enquiry or order. Dates are days of Asia/Kolkata; the total is rupees for all days, without GST. */
  rental: z.nullable(
    z.object({
      number: z.string(),
      status: z.string(),
      rental_from: text,
      rental_to: text,
      rental_days: z.number(),
      total: z.number(),
      /** Of an enquiry: rupees for all days, with GST. */
      payable: z.nullable(z.number()),
      /** To the studio all lines, to customers the first 20. */
      lines,
      /** Number of lines that are not in `lines`. */
      more: z.number(),
      /** Lines of a new enquiry that were not all free when it was sent, with the pieces that were. */
      short: z.array(z.object({ name: z.string(), quantity: z.number(), free: z.number() })),
      /** End of a hold, as an ISO time. */
      held_until: text,
    }),
  ),
  document: z.nullable(
    z.object({
      kind: z.enum(DOCUMENT_KINDS),
      number: z.string(),
      /** Rupees. */
      total: z.number(),
      valid_until: text,
    }),
  ),
  /** A payment, or what a customer says they paid; rupees. */
  payment: z.nullable(
    z.object({
      amount: z.number(),
      method: text,
      reference: text,
      day: text,
      due: z.nullable(z.number()),
    }),
  ),
  /** The answer of a customer to a quote or their enquiry. */
  answer: z.nullable(
    z.object({ answer: z.enum(['accepted', 'declined', 'change', 'withdrawn']), name: text }),
  ),
  /** A visitor's own words; in e-mails to the studio only. */
  words: text,
  /** Overdue pieces and the days since they were due. */
  overdue: z.nullable(z.object({ days: z.number(), lines })),
  /** Path of the button, with its secret for a customer: `/quote?k=…`. */
  path: text,
});

/** The content of an e-mail. */
export type MessageContent = z.infer<typeof messageContent>;

/** An e-mail that a worker has claimed from the outbox. */
export const outgoingMessage = z.object({
  id: z.string(),
  /** Proof of the claim; settling the row needs it. */
  lease: z.string(),
  attempt: z.number(),
  /** With angle brackets; the same for every attempt. */
  message_id: z.string(),
  /** Message-ID that all e-mails of a record refer to. */
  thread: text,
  template: z.enum([...TEMPLATES, 'test']),
  audience: z.enum(['studio', 'customer', 'person']),
  /** Address; null for the studio's own. */
  to: text,
  /** Published settings of the group `messages` that differ from their defaults, without texts and switches. */
  settings: z.record(z.string(), z.unknown()),
  /** The studio's own subject and text, where it has changed them. */
  texts: z.object({ subject: z.optional(z.string()), text: z.optional(z.string()) }),
  /** The template that a test shows. */
  sample_of: z.nullable(z.enum(TEMPLATES)),
  content: messageContent,
  /** The document that comes as a file, as it was issued (`FrozenDocument`); absent or null for none. */
  attached: z.optional(z.unknown()),
});

/** An e-mail to send. */
export type OutgoingMessage = z.infer<typeof outgoingMessage>;
