import { expect, type Page } from '@playwright/test';

/** Waits for the script that moves the focus to new pages, which a page loads once somebody uses it. */
export async function focusKept(page: Page): Promise<void> {
  const loaded = () =>
    page.evaluate(async () => {
      const script = performance
        .getEntriesByType('resource')
        .find(({ name }) => name.includes('/once-used-'));
      // why: a script that has arrived may not have run.
      if (script) await import(script.name);
      return script !== undefined;
    });
  await expect.poll(loaded).toBe(true);
}
