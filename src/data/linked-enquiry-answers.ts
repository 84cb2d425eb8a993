import * as z from 'zod/mini';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';
import type { LinkedEnquiry } from './linked-enquiries.ts';

const text = z.string();
const optionalText = z.nullable(text);
const rupees = z.number();

const linked: Schema<LinkedEnquiry> = z.object({
  number: text,
  state: z.enum(['open', 'quoted', 'ordered', 'cancelled', 'withdrawn', 'closed']),
  status: text,
  created_at: text,
  rental_from: optionalText,
  rental_to: optionalText,
  rental_days: z.number(),
  total: rupees,
  held_until: optionalText,
  items: z.array(
    z.object({ name: text, image: optionalText, quantity: z.number(), price: rupees }),
  ),
  answer: z.nullable(
    z.object({ answer: z.enum(['change', 'withdraw']), note: optionalText, at: text }),
  ),
  change_waits: z.boolean(),
  quote: z.nullable(
    z.object({
      number: text,
      total: rupees,
      valid_until: optionalText,
      state: z.enum(['open', 'accepted', 'declined', 'expired']),
      opens: z.boolean(),
    }),
  ),
  order: z.nullable(
    z.object({ number: text, status: text, rental_from: optionalText, rental_to: optionalText }),
  ),
} satisfies Fields<LinkedEnquiry>);

const opened = z.nullable(linked);

/** Answers of the functions that an enquiry's link may call. */
export const LINKED_ENQUIRY_ANSWERS = {
  linked_enquiry: opened,
  answer_enquiry: opened,
} satisfies Answers;
