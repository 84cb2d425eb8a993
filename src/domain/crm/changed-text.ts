import { formatPrice } from '../money.ts';
import { formatReceived, formatRentalDates } from './crm-text.ts';
import type { ChangedField } from './record-change.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * The present value of a field as the screen shows it; '' where a value cannot be said in a word, such as
 * another item.
 */
function presentText({ field, present }: ChangedField): string {
  if (typeof present === 'number') {
    return field === 'price' ? formatPrice(present) : String(present);
  }
  if (isRecord(present)) {
    const { rental_from: from, rental_to: to, percent, amount, quantity } = present;
    if (typeof from === 'string' && typeof to === 'string') return formatRentalDates(from, to);
    if (typeof percent === 'number') return `${percent} %`;
    if (typeof amount === 'number') return formatPrice(amount);
    if (typeof quantity === 'number') return String(quantity);
    if (field === 'discount') return 'none';
  }
  return field === 'text' && typeof present === 'string' ? `“${present}”` : '';
}

/**
 * That somebody else changed a field: `Changed meanwhile by Asha (Today, 9:35 am): now 3.`, `Removed meanwhile
 * by Asha (Today, 9:35 am).`
 */
export function changedText(change: ChangedField, now: Date): string {
  const who = change.by === null ? '' : ` by ${change.by}`;
  const when = change.at === null ? '' : ` (${formatReceived(change.at, now)})`;
  if (change.present === null) return `Removed meanwhile${who}${when}.`;
  const value = presentText(change);
  return `Changed meanwhile${who}${when}${value === '' ? '' : `: now ${value}`}.`;
}
