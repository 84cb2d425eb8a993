import type { Page } from '@playwright/test';
import { ADMIN } from './site.ts';

/** The button of the sign-in form. */
export const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });

/** Fills the open sign-in form, without sending it. */
export async function fillIn(page: Page, { email, password } = ADMIN): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
}
