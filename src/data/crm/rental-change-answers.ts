import * as z from 'zod/mini';
import { count, optionalText, text } from '#domain/shape.ts';
import { changedField } from '#domain/crm/record-change.ts';
import type { Answers } from '../core/answer-call.ts';

/** Details of a refusal because somebody else changed the same fields meanwhile. */
export const changedDetails = z.object({
  reason: z.literal('changed'),
  changes: z.array(changedField),
});

/** Details of a refusal because pieces are with the customer. */
export const handedOver = z.object({
  reason: z.literal('handed_over'),
  lines: z.array(z.object({ line: text, out: count })),
});

/** Rows of `catalogue_items` with their prices. */
export const itemPrices = z.array(z.object({ id: text, price: count }));

/** An enquiry or order after a change. */
const changed = z.object({ id: text, total_price: count });
/** The changes that undo one; null where that is not safe. */
const undo = z.nullable(z.array(z.unknown()));

/** Answers of the functions that change and make enquiries and orders. */
export const RENTAL_CHANGE_ANSWERS = {
  change_order: z.object({ order: changed, undo }),
  change_enquiry: z.object({ enquiry: changed, undo }),
  make_rental: z.object({
    id: text,
    number: text,
    customer_id: text,
    customer_number: text,
  }),
  wait_for_items: z.object({ id: text, waiting_since: optionalText }),
} satisfies Answers;
