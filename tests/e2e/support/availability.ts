import type { Page } from '@playwright/test';

/** Rental dates, both inclusive, `YYYY-MM-DD`. */
export interface Dates {
  from: string;
  to: string;
}

/** Stores rental dates in the draft of the enquiry form. The page must be on the site. */
export async function storeDates(page: Page, { from, to }: Dates): Promise<void> {
  const savedAt = new Date().toISOString();
  const draft = JSON.stringify({ savedAt, form: { rental_from: from, rental_to: to } });
  await page.evaluate((text) => window.localStorage.setItem('enquiryDraft', text), draft);
}

/** A day as the storefront writes it: `14 Nov`. */
export function dayName(date: string): string {
  const format = new Intl.DateTimeFormat('en-IN', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
  });
  return format.format(new Date(date));
}

/** A day as it stands in a field: `14 Nov 2026`. */
export const typedDay = (date: string) => `${dayName(date)} ${date.slice(0, 4)}`;

/** Dates as the storefront writes them: `14–16 Nov`, `30 Nov – 2 Dec`. */
export function datesName({ from, to }: Dates): string {
  if (from === to) return dayName(from);
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${Number(from.slice(8))}–${dayName(to)}`
    : `${dayName(from)} – ${dayName(to)}`;
}
