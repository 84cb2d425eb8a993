import * as z from 'zod/mini';
import { count, optionalText, text } from '../shape.ts';
import type { ItemKind } from '../catalogue/kinds/kind.ts';
import type { StudioDate } from '../days.ts';
import type { Discount } from './rental.ts';

/** First and last day of a rental, as the database names them. */
export interface RentalSpan {
  rental_from: StudioDate;
  rental_to: StudioDate;
}

/** An item that a line is for. */
export interface LineItem {
  type: ItemKind;
  /** uuid */
  item: string;
}

/**
 * One change of an order, in the words of `change_order`. `expected` is the value that the person saw: the
 * database refuses the change if it is no longer so.
 */
export type RecordChange =
  | ({ action: 'dates'; line?: string; expected?: RentalSpan } & RentalSpan)
  | { action: 'quantity'; line: string; quantity: number; expected?: number }
  | ({ action: 'swap'; line: string; quantity?: number; expected?: string } & LineItem)
  | ({ action: 'add'; line: string; quantity: number } & LineItem & Partial<RentalSpan>)
  | {
      action: 'add_text';
      line: string;
      description: string;
      quantity: number;
      /** Rupees. */
      price: number;
      per_day: boolean;
    }
  | { action: 'text'; line: string; description: string; expected?: string }
  | { action: 'remove'; line: string; expected?: { quantity: number } }
  | { action: 'price'; line: string; price: number; reason: string | null; expected?: number }
  | {
      action: 'discount';
      percent: number | null;
      amount: number | null;
      reason: string | null;
      expected?: { percent: number | null; amount: number | null };
    }
  | { action: 'sub_rental'; line: string; quantity: number; reason?: string; item?: string }
  | { action: 'take_over'; line: string; enquiry: string };

/** A field that somebody else changed after it was read. */
export const changedField = z.object({
  /** Place of the refused change in the call. */
  index: count,
  line: optionalText,
  field: text,
  /** Its value now; null where the line was removed. */
  present: z.unknown(),
  /** Display name of who changed it; null where it is not known. */
  by: optionalText,
  /** ISO 8601. */
  at: optionalText,
});
export type ChangedField = z.output<typeof changedField>;

/** A discount in the words of `change_order`. */
export const discountValue = ({ discount_percent, discount_amount }: Discount) => ({
  percent: discount_percent,
  amount: discount_amount,
});

/**
 * The value that an edit replaces: the one that its form showed. The present one where it is wanted already: then
 * an earlier save has arrived, whose answer was lost.
 */
export function replacedValue<Value>(shown: Value, present: Value, wanted: Value): Value {
  return JSON.stringify(present) === JSON.stringify(wanted) ? present : shown;
}

/**
 * The same change over the value that somebody else set meanwhile.
 * @param present the field's value now, as the refusal tells it
 */
export function overwriting(change: RecordChange, present: unknown): RecordChange {
  return 'expected' in change ? ({ ...change, expected: present } as RecordChange) : change;
}
