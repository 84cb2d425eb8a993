import { present } from '../clock.ts';
import { isStudioDate, studioToday, type StudioDate } from '../days.ts';
import type { EnquiryContact } from './enquiry-contact.ts';
import { formatDate, formatMoment, unbroken } from '../dates.ts';

/** `ENQ-00042`, or "ENQ-" and the last 6 characters of the id. */
export function enquiryNumber(enquiry: { id: string; enquiry_number: string | null }): string {
  return enquiry.enquiry_number || `ENQ-${enquiry.id.slice(-6)}`;
}

/** First and last name, or "Unknown Customer". */
export function customerName(
  customer: { first_name: string | null; last_name: string | null } | null,
): string {
  const name = `${customer?.first_name ?? ''} ${customer?.last_name ?? ''}`.trim();
  return name || 'Unknown Customer';
}

/** The initials of a name's first and last word: `MN` for Meera Nair. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => /./u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toUpperCase();
}

/** A status without its label, while statuses load or once it was removed: `Advance received`. */
export function statusText(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A line's text or its item's name; "Unknown Item" if the item no longer exists. */
export function itemName(line: {
  name: string | null;
  description?: string | null | undefined;
}): string {
  return line.description || line.name || 'Unknown Item';
}

/** The items in one line: `Brass Lamp, Gold · Chair × 2`. Not comma-separated: names contain commas. */
export function itemsText(
  items: readonly (Parameters<typeof itemName>[0] & { quantity: number })[],
): string {
  return items
    .map((item) => (item.quantity === 1 ? itemName(item) : `${itemName(item)} × ${item.quantity}`))
    .join(' · ');
}

/**
 * The typed name and e-mail address where they differ from the customer record, ignoring case
 * (docs/product/enquiry.md).
 */
export function typedDifferently(
  contact: EnquiryContact,
  customer: { first_name: string | null; last_name: string | null; email: string | null } | null,
): { name?: string; email?: string } {
  const name = `${contact.contact_first_name ?? ''} ${contact.contact_last_name ?? ''}`.trim();
  const email = contact.contact_email ?? '';
  return {
    ...(name && !same(name, customerName(customer)) ? { name } : {}),
    ...(email && !same(email, customer?.email ?? '') ? { email } : {}),
  };
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const period = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** Rental dates in short form: `21–23 Nov 2026`; '–' for none. */
export function formatRentalDates(from: StudioDate | null, to: StudioDate | null): string {
  if (!from || !to) return from || to ? formatDate(from ?? to ?? '') : '–';
  if (!isStudioDate(from) || !isStudioDate(to)) return `${from} – ${to}`;
  return period.formatRange(Date.parse(from), Date.parse(to));
}

const clock = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  hour: 'numeric',
  minute: '2-digit',
});

const dayAndClock = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

/** Time of receipt in the studio's time zone: `Today, 9:35 am`, `20 Nov, 9:35 am`, `20 Nov 2025`. */
export function formatReceived(iso: string, now: Date = present()): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return formatMoment(iso);
  const [day, today] = [studioToday(moment), studioToday(now)];
  if (day === today) return `Today, ${unbroken(clock.format(moment))}`;
  return day.slice(0, 4) === today.slice(0, 4)
    ? unbroken(dayAndClock.format(moment))
    : formatDate(day);
}
