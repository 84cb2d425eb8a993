import { formatDate, formatMoment, isStudioDate, studioToday, type StudioDate } from '../dates.ts';

/** `ENQ-00042`, or "ENQ-" and the last 6 characters of the id (back office §3). */
export function enquiryNumber(enquiry: { id: string; enquiry_number: string | null }): string {
  return enquiry.enquiry_number || `ENQ-${enquiry.id.slice(-6)}`;
}

/** First and last name; "Unknown Customer" where there is none (back office §2). */
export function customerName(
  customer: { first_name: string | null; last_name: string | null } | null,
): string {
  const name = `${customer?.first_name ?? ''} ${customer?.last_name ?? ''}`.trim();
  return name || 'Unknown Customer';
}

/** An item's name; "Unknown Item" where it cannot be fetched (back office §2). */
export function itemName(item: { name: string | null }): string {
  return item.name || 'Unknown Item';
}

/** The items in one line: `Brass Lamp, Gold · Chair × 2`; names hold commas of their own. */
export function itemsText(items: readonly { name: string | null; quantity: number }[]): string {
  return items
    .map((item) => (item.quantity === 1 ? itemName(item) : `${itemName(item)} × ${item.quantity}`))
    .join(' · ');
}

/** What a visitor typed with one enquiry, where it may differ from what is known of the customer. */
export interface EnquiryContact {
  contact_first_name: string | null;
  contact_last_name: string | null;
  contact_email: string | null;
}

/**
 * What the visitor typed this time and the customer's record does not say (design §4): a name, an
 * e-mail address, both or nothing.
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

/** The rental's dates, as short as they can be said: `21–23 Nov 2026`; '–' where there are none. */
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

/** When something came in, on the studio's clock: `Today, 9:35 am`, `20 Nov, 9:35 am`, `20 Nov 2025`. */
export function formatReceived(iso: string, now: Date = new Date()): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return formatMoment(iso);
  const [day, today] = [studioToday(moment), studioToday(now)];
  if (day === today) return `Today, ${clock.format(moment)}`;
  return day.slice(0, 4) === today.slice(0, 4) ? dayAndClock.format(moment) : formatDate(day);
}
