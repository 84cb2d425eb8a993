import * as z from 'zod/mini';
import { itemKind } from '../catalogue/kinds/item-kind.ts';
import { formatDate } from '../dates.ts';
import { count, optionalText, studioDate, text } from '../shape.ts';
import { lateText } from './desk-text.ts';

/** An item of which more was to be handed over than is in the studio, and where the rest is. */
export const notHereItem = z.object({
  type: itemKind,
  id: text,
  name: text,
  /** Pieces that were to be handed over. */
  wanted: count,
  here: count,
  /** Orders that have pieces of it, the latest first. */
  out: z.array(
    z.object({
      id: text,
      order_number: text,
      /** Null once erased. */
      customer: optionalText,
      quantity: count,
      /** Calendar days after the line's last day; 0 if it is not late. */
      late_days: count,
    }),
  ),
  out_of_service: z.array(z.object({ quantity: count, until: studioDate })),
  /** Pieces that are hired in later. */
  hired: z.array(z.object({ quantity: count, from: studioDate })),
});
export type NotHereItem = z.output<typeof notHereItem>;

/** Numbers of the orders that have the pieces, without this one, each once. */
export function ordersWithPieces(items: readonly NotHereItem[], orderId: string): string[] {
  const others = items.flatMap(({ out }) => out).filter(({ id }) => id !== orderId);
  return [...new Set(others.map(({ order_number }) => order_number))];
}

/**
 * Where the pieces are that cannot be handed over, a sentence for each item:
 * `Chair: none here. 1 out with ORD-00012, Asha Rao, late by 2 days.`
 * @param orderId the order that they were to be handed over with; its own pieces are left out
 */
export function notHereTexts(items: readonly NotHereItem[], orderId: string): string[] {
  return items.map(({ name, wanted, here, out, out_of_service, hired }) => {
    const places = [
      ...out
        .filter(({ id }) => id !== orderId)
        .map(({ quantity, order_number, customer, late_days }) =>
          [
            `${quantity} out with ${order_number}`,
            customer,
            late_days > 0 && lateText(late_days).toLowerCase(),
          ]
            .filter(Boolean)
            .join(', '),
        ),
      ...out_of_service.map(
        ({ quantity, until }) => `${quantity} out of service until ${formatDate(until)}`,
      ),
      ...hired.map(({ quantity, from }) => `${quantity} hired in from ${formatDate(from)}`),
    ];
    const head = here === 0 ? `${name}: none here.` : `${name}: ${here} of ${wanted} here.`;
    return places.length > 0 ? `${head} ${places.join('; ')}.` : head;
  });
}
