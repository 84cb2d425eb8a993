import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * The entry of an order on the open page Today. Presses "Show all" where the lists are cut: the tests of a run make many
 * orders for the same days.
 */
export async function todayEntry(page: Page, order: string): Promise<Locator> {
  const entry = page.getByRole('listitem', { name: order });
  const all = page.getByRole('button', { name: /^Show all/ }).first();
  await expect(entry.or(all).first()).toBeVisible();
  if (!(await entry.isVisible())) await all.click();
  await expect(entry).toBeVisible();
  return entry;
}
