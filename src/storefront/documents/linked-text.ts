import { periodText } from '#domain/availability/availability-text.ts';
import { rentalDays, type StudioDate } from '#domain/days.ts';
import type { FrozenDocument, FrozenLine } from '#domain/documents/frozen-document.ts';
import { formatPrice } from '#domain/money.ts';

/** The days of a document's rental with their number: `27–29 Nov 2026 · 3 days`; '' without dates. */
export function rentalText({ order, enquiry }: FrozenDocument): string {
  const { rental_from: from, rental_to: to } = order ?? enquiry ?? {};
  return rentedDays(from ?? null, to ?? null);
}

/** The days from one day to another with their number: `27–29 Nov 2026 · 3 days`; '' where one is missing. */
export function rentedDays(from: StudioDate | null, to: StudioDate | null): string {
  if (from === null || to === null) return '';
  const days = rentalDays(from, to);
  return `${periodText({ from, to })} ${to.slice(0, 4)} · ${days} ${days === 1 ? 'day' : 'days'}`;
}

/** Make-up of a line's amount: `2 × 3 days × ₹1,250`, `₹1,200` for one, charged once. */
export function quantityText({ quantity, days, unit_price }: FrozenLine): string {
  const factors = [
    quantity !== null && (quantity !== 1 || days !== null) && String(quantity),
    days !== null && (days === 1 ? '1 day' : `${days} days`),
    unit_price !== null && formatPrice(unit_price),
  ];
  return factors.filter(Boolean).join(' × ');
}

/** A rate of GST: `GST 18%`. */
export const rateText = (rate: number): string => `GST ${rate}%`;

/** The document's title and number: `Quote QT/26-27/0012`; drafts have no number. */
export const documentName = ({ title, number }: FrozenDocument): string =>
  [title, number].filter(Boolean).join(' ');
