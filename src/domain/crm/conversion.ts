import type { StudioDate } from '../dates.ts';
import { formatRentalDates, itemName } from './crm-text.ts';
import type { EnquiryRecord, RecordLine } from './rental.ts';

/**
 * What speaks against making an order of an enquiry, a sentence each: rental dates that are past, and
 * more pieces of an item than there are. An item with a stock of 0 is not counted, so never too few.
 * @param today in the studio
 */
export function conversionDoubts(
  enquiry: Pick<EnquiryRecord, 'rental_from' | 'rental_to' | 'items'>,
  today: StudioDate,
): string[] {
  const { rental_from: from, rental_to: to, items } = enquiry;
  const first = from ?? to;
  const last = to ?? from;
  const doubts = [];
  if (last && last < today) {
    doubts.push(`The rental dates are past: ${formatRentalDates(from, to)}.`);
  } else if (first && first < today) {
    doubts.push(`The rental has already begun: ${formatRentalDates(from, to)}.`);
  }
  for (const { line, quantity } of byItem(items)) {
    if (line.stock && quantity > line.stock) {
      const exist = line.stock === 1 ? 'there is 1' : `there are ${line.stock}`;
      doubts.push(`${itemName(line)}: ${quantity} asked for, ${exist}.`);
    }
  }
  return doubts;
}

/** The items with how many of each are asked for in all lines together. */
function byItem(lines: readonly RecordLine[]) {
  const items = new Map<string, { line: RecordLine; quantity: number }>();
  for (const line of lines) {
    const key = `${line.item_type} ${line.item_id}`;
    const quantity = (items.get(key)?.quantity ?? 0) + line.quantity;
    items.set(key, { line, quantity });
  }
  return items.values();
}
