import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import type { ShortItem } from '#domain/crm/short-lines.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';
import type { Conflict } from './reservations.ts';

const text = z.string();
const count = z.number();
const kind = z.enum(ITEM_KINDS);
const days = z.array(text);

const shortItem: Schema<ShortItem> = z.object({
  type: kind,
  id: text,
  wanted: count,
  free: count,
  days,
} satisfies Fields<ShortItem>);

/** Details of a refusal because something is not free. */
export const notFree = z.object({ reason: z.literal('not_free'), lines: z.array(shortItem) });

const conflict: Schema<Conflict> = z.object({
  type: kind,
  id: text,
  name: text,
  code: text,
  days,
  short: count,
  orders: z.array(z.object({ id: text, order_number: text })),
  holds: z.array(z.object({ enquiry_id: text, enquiry_number: text })),
} satisfies Fields<Conflict>);

/** Answers of the database functions of reservations that the CRM calls. */
export const RESERVATION_ANSWERS = {
  hold_enquiry: z.object({ id: text, held_until: text }),
  release_hold: z.object({ id: text, held_until: z.null() }),
  change_order_dates: z.object({ id: text, rental_from: text, rental_to: text }),
  conflicts: z.array(conflict),
} satisfies Answers;
