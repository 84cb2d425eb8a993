import * as z from 'zod/mini';
import { optionalDate, optionalText, rupees, text } from '#domain/shape.ts';
import type { Answers } from '../core/answer-call.ts';

/** An enquiry as its link shows it. */
export const linkedEnquiry = z.object({
  number: text,
  /** `withdrawn`: by the customer; `closed`: by the studio; `cancelled`: the order made from it. */
  state: z.enum(['open', 'quoted', 'ordered', 'cancelled', 'withdrawn', 'closed']),
  /** The status that staff see. */
  status: text,
  /** A point in time, ISO 8601. */
  created_at: text,
  rental_from: optionalDate,
  rental_to: optionalDate,
  rental_days: z.number(),
  /** Rupees for all days, without GST. */
  total: rupees,
  /** Rupees for all days, with GST; null once a quote or an order says what is to be paid. */
  payable: z.nullable(rupees),
  /** As typed with this enquiry. */
  contact: z.object({ mobile: optionalText, email: optionalText }),
  /** End of a hold, ISO 8601; null without one. */
  held_until: optionalText,
  items: z.array(
    z.object({
      name: text,
      image: optionalText,
      quantity: z.number(),
      /** Rupees for one. */
      price: rupees,
      /** False: charged once. */
      per_day: z.boolean(),
    }),
  ),
  /** The last answer of the customer. */
  answer: z.nullable(
    z.object({
      answer: z.enum(['change', 'withdraw']),
      note: optionalText,
      rental_from: optionalDate,
      rental_to: optionalDate,
      at: text,
    }),
  ),
  /** The last answer is a change that the studio has not answered. */
  change_waits: z.boolean(),
  quote: z.nullable(
    z.object({
      number: text,
      /** Rupees with GST. */
      total: rupees,
      valid_until: optionalDate,
      state: z.enum(['open', 'accepted', 'declined', 'expired', 'changed']),
      /** The link of the enquiry opens it too. */
      opens: z.boolean(),
    }),
  ),
  order: z.nullable(
    z.object({ number: text, status: text, rental_from: optionalDate, rental_to: optionalDate }),
  ),
});
export type LinkedEnquiry = z.output<typeof linkedEnquiry>;

/** Answers of the functions that an enquiry's link may call. */
export const LINKED_ENQUIRY_ANSWERS = {
  linked_enquiry: z.nullable(linkedEnquiry),
  answer_enquiry: z.nullable(linkedEnquiry),
} satisfies Answers;
