import { freeText, shortText } from '#domain/availability/availability-text.ts';
import type { EnquiryAnswer } from './enquiry-answer.ts';

/**
 * Free pieces of an item when the enquiry was sent: `2 of 3 free 14–16 Nov`, `Only 1 of 2 free on
 * 14–16 Nov`, `Booked 14–16 Nov`. Null where it was not counted, not shown, or sent before this was
 * saved (docs/product/availability.md).
 */
export function freeWhenSent(
  { quantity, free, of }: EnquiryAnswer['items'][number],
  { rental_from: from, rental_to: to }: Pick<EnquiryAnswer, 'rental_from' | 'rental_to'>,
): string | null {
  if (free === undefined || free === null) return null;
  const dates = { from, to };
  return free > 0 && free < quantity
    ? shortText({ quantity, free }, [], dates)
    : freeText({ free, of: of ?? null }, dates);
}
