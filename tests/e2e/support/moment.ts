import type { Page } from '@playwright/test';

/** Puts a page at a moment: the device's clock, and the answer of the server that sets it right. */
export async function atMoment(page: Page, moment: string): Promise<void> {
  await page.clock.setFixedTime(moment);
  const date = new Date(moment).toUTCString();
  await page.route('/healthz', (route) => route.fulfill({ headers: { date } }));
}
