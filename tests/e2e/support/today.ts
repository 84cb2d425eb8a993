import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** Until a press is tried anew (ms). */
const ATTEMPT_MS = 2000;

/**
 * The entry of an order on the open page Today. Presses "Show all" where the lists are cut: the tests of a run make many
 * orders for the same days. why again and again: the lists of the day before may be shown, and go away under the press.
 */
export async function todayEntry(page: Page, order: string): Promise<Locator> {
  const entry = page.getByRole('listitem', { name: order });
  const all = page.getByRole('button', { name: /^Show all/ }).first();
  await expect(async () => {
    if (!(await entry.isVisible())) await all.click({ timeout: ATTEMPT_MS });
    await expect(entry).toBeVisible({ timeout: ATTEMPT_MS });
  }).toPass();
  return entry;
}
