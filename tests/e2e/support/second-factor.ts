import { expect, type Page } from '@playwright/test';

/** The notices of the back office. */
export const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' });
/** The field of a six-digit code. */
export const codeField = (page: Page) => page.getByLabel('Code of your app');
/** Presses the button of that name. */
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** Starts to set up a second factor, and returns the key of the app. */
export async function startSetUp(page: Page): Promise<string> {
  await press(page, 'Set up an authenticator app');
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  return (key ?? '').replaceAll(' ', '');
}
