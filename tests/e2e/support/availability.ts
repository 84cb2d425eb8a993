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

/** Dates as the storefront writes them: `14–16 Nov`, `30 Nov – 2 Dec`. */
export function datesName({ from, to }: Dates): string {
  if (from === to) return dayName(from);
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${Number(from.slice(8))}–${dayName(to)}`
    : `${dayName(from)} – ${dayName(to)}`;
}

/**
 * Adds up the page's layout shifts from its next load on, without those of a font that has just arrived.
 * why without: on a busy machine it arrives after the first paint, and words in bold are some pixels wider then.
 */
export async function watchShifts(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const entries: (PerformanceEntry & { value: number })[] = [];
    const fonts: number[] = [];
    const ofFont = ({ startTime }: PerformanceEntry) =>
      fonts.some((at) => Math.abs(at - startTime) < 100);
    const sum = () => entries.reduce((all, entry) => all + (ofFont(entry) ? 0 : entry.value), 0);
    Object.assign(window, { sumOfShifts: sum });
    document.fonts.addEventListener('loadingdone', () => fonts.push(performance.now()));
    new PerformanceObserver((list) => {
      entries.push(...(list.getEntries() as typeof entries));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // why the cast: the script above has put it there.
  return () => page.evaluate((): unknown => (Reflect.get(window, 'sumOfShifts') as () => number)());
}
