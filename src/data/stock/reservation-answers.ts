import * as z from 'zod/mini';
import { itemKind } from '#domain/catalogue/kinds/item-kind.ts';
import { count, studioDate, text } from '#domain/shape.ts';
import { shortItem } from '#domain/crm/short-lines.ts';
import type { Answers } from '../core/answer-call.ts';

/** An item with days on which more is promised than there is. */
const conflict = z.object({
  type: itemKind,
  id: text,
  name: text,
  code: text,
  days: z.array(studioDate),
  /** Pieces that are missing on the worst day. */
  short: count,
  orders: z.array(z.object({ id: text, order_number: text })),
  holds: z.array(z.object({ enquiry_id: text, enquiry_number: text })),
});
export type Conflict = z.output<typeof conflict>;

/** Details of a refusal because something is not free. */
export const notFree = z.object({ reason: z.literal('not_free'), lines: z.array(shortItem) });

/** Answers of the database functions of reservations that the CRM calls. */
export const RESERVATION_ANSWERS = {
  hold_enquiry: z.object({ id: text, held_until: text }),
  release_hold: z.object({ id: text, held_until: z.null() }),
  conflicts: z.array(conflict),
} satisfies Answers;
