import type { StudioDate } from '../days.ts';
import type { FoundCustomer } from './found-customer.ts';
import { emptyRental, MOST_PIECES, type DraftLine, type RentalDraft } from './new-rental.ts';
import type { ChargeKind, RecordLine } from './rental-line.ts';
import type { Discount } from './rental.ts';

/** The form of a new enquiry or order that repeats an earlier one, and what could not be repeated. */
export interface Duplicate {
  draft: RentalDraft;
  /** Names of what the new one lacks: text lines, such as delivery, items that are gone, a discount. */
  left: readonly string[];
}

/** An enquiry or order that is open. */
export interface Repeated extends Partial<Discount> {
  items: readonly (RecordLine & { charge?: ChargeKind | null })[];
}

/**
 * Repeats an enquiry or order for days that are still to be chosen: its customer and its items at today's prices. Each
 * item is one line with as many pieces as were rented at the same time. Charges of a return belong to the earlier
 * rental, and are not named.
 * @param customer who the customer is now; null for one who was erased
 */
export function duplicateRental(
  rental: Repeated,
  customer: FoundCustomer | null,
  key: string,
): Duplicate {
  const lines = new Map<string, DraftLine>();
  const left: string[] = [];
  for (const line of rental.items) {
    const { item_type: type, item_id: id, name, code, price, active, description, charge } = line;
    if (charge) continue;
    if (type === null || id === null) left.push(description ?? 'a line without a text');
    else if (name === null) left.push('an item that no longer exists');
    else {
      const quantity = Math.min(MOST_PIECES, piecesAtOnce(rental.items, id));
      lines.set(id, { type, id, name, code: code ?? '', price, active: active === true, quantity });
    }
  }
  if (rental.discount_percent ?? rental.discount_amount) left.push('the discount');
  return { draft: { ...emptyRental(key), customer, lines: [...lines.values()] }, left };
}

/** Most pieces of an item on one day; its lines may have days of their own. */
function piecesAtOnce(all: readonly RecordLine[], id: string): number {
  const lines = all.filter(({ item_id }) => item_id === id);
  const on = (day: StudioDate | null) =>
    lines
      .filter(({ rental_from: from, rental_to: to }) =>
        day === null || from === null || to === null ? true : from <= day && day <= to,
      )
      .reduce((sum, { quantity }) => sum + quantity, 0);
  return Math.max(...lines.map(({ rental_from }) => on(rental_from)));
}
