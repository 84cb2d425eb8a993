import * as z from 'zod/mini';
import type { ChangedField } from '#domain/crm/order-change.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';

const text = z.string();
const optionalText = z.nullable(text);
const count = z.number();

const changedField: Schema<ChangedField> = z.object({
  index: count,
  line: optionalText,
  field: text,
  present: z.unknown(),
  by: optionalText,
  at: optionalText,
} satisfies Fields<ChangedField>);

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

/** Answers of the functions that change orders, and make enquiries and orders. */
export const ORDER_CHANGE_ANSWERS = {
  change_order: z.object({
    order: z.object({ id: text, total_price: count }),
    undo: z.nullable(z.array(z.unknown())),
  }),
  make_rental: z.object({
    id: text,
    number: text,
    customer_id: text,
    customer_number: text,
  }),
  wait_for_items: z.object({ id: text, waiting_since: optionalText }),
} satisfies Answers;
