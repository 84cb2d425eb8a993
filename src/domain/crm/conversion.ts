import type { StudioDate } from '../days.ts';
import { formatRentalDates, itemName } from './crm-text.ts';
import { unpricedText } from './unpriced-items.ts';
import { isItemLine, type ItemLine, type RecordLine } from './rental-line.ts';
import type { EnquiryRecord } from './rental.ts';

/**
 * Warnings before an enquiry is converted: rental dates in the past, items without a price, and quantities above the
 * stock of lines that reserve nothing, being past or without dates. Stock 0 means that pieces are not counted.
 * @param today in the studio's time zone
 */
export function conversionWarnings(
  enquiry: Pick<EnquiryRecord, 'rental_from' | 'rental_to'> & { items: readonly RecordLine[] },
  today: StudioDate,
): string[] {
  const { rental_from: from, rental_to: to } = enquiry;
  const items = enquiry.items.filter(isItemLine);
  const first = from ?? to;
  const last = to ?? from;
  const warnings = [];
  if (last && last < today) {
    warnings.push(`The rental dates are past: ${formatRentalDates(from, to)}.`);
  } else if (first && first < today) {
    warnings.push(`The rental has already begun: ${formatRentalDates(from, to)}.`);
  }
  for (const { line, quantity } of byItem(items)) {
    if (!line.availability && line.stock && quantity > line.stock) {
      const exist = line.stock === 1 ? 'there is 1' : `there are ${line.stock}`;
      warnings.push(`${itemName(line)}: ${quantity} asked for, ${exist}.`);
    }
  }
  const unpriced = unpricedText(items.map((line) => ({ name: itemName(line), price: line.price })));
  return unpriced ? [...warnings, unpriced] : warnings;
}

/** Lines grouped by item, with the total quantity of each. */
function byItem(lines: readonly ItemLine[]) {
  const items = new Map<string, { line: ItemLine; quantity: number }>();
  for (const line of lines) {
    const key = `${line.item_type} ${line.item_id}`;
    const quantity = (items.get(key)?.quantity ?? 0) + line.quantity;
    items.set(key, { line, quantity });
  }
  return items.values();
}
