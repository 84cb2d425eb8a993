import * as z from 'zod/mini';
import { count, optionalCount, optionalText, text } from '#domain/shape.ts';
import { itemStock } from '#domain/stock/item-stock.ts';
import { foundItem, kitComponent, rentableItem } from '#domain/stock/kit-components.ts';
import { stockCheck } from '#domain/stock/stock-text.ts';
import type { Answers } from '../core/answer-call.ts';

/** The row of a reservation that staff made or ended. */
const reservationRow = z.object({ id: text });

/** Answers of the database functions of an item's stock. */
export const STOCK_ANSWERS = {
  item_reservations: itemStock,
  stock_check: stockCheck,
  set_out_of_service: reservationRow,
  add_sub_rental: reservationRow,
  release_reservation: reservationRow,
  set_turnaround: z.object({ turnaround_days: count, own_turnaround_days: optionalCount }),
  components: z.array(kitComponent),
  set_components: z.array(kitComponent),
  find_items: z.array(foundItem),
  find_rentable: z.object({
    total: count,
    items: z.array(rentableItem),
    next: optionalText,
    /** Nothing has any of the words: the items are the nearest. */
    near: z.boolean(),
    /** Nothing has all words: the items have the most of them. */
    partial: z.boolean(),
  }),
} satisfies Answers;
