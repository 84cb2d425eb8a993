import { typedDay } from './support/availability.ts';
import { studioDay } from './support/days.ts';
import { expect, test } from './support/test.ts';

test('a day of the back office is typed, moved by arrows or chosen in the visitor’s months @clock @desktop', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/ops/documents');
  await expect(
    page.getByRole('button', { name: 'Show months' }).first(),
  ).toHaveAccessibleDescription('From');
  const from = page.getByRole('textbox', { name: 'From' });
  await from.fill('12/03/2027');
  await expect(page).toHaveURL(/from=2027-03-12/);
  await from.press('ArrowUp');
  await expect(page).toHaveURL(/from=2027-03-13/);
  await from.press('PageDown');
  await expect(from).toHaveValue('13 Feb 2027');
  // What is no day stays to be mended, and filters nothing.
  await from.fill('31/2');
  await from.press('Tab');
  await expect(from).toHaveAttribute('aria-invalid', 'true');
  await expect(page).not.toHaveURL(/from=/);
  await from.fill(studioDay(0));
  await expect(page).toHaveURL(new RegExp(`from=${studioDay(0)}`));
  await from.press('Alt+ArrowDown');
  const months = page.getByRole('dialog', { name: 'From' });
  await expect(months.getByRole('button', { name: /, today, chosen$/ })).toBeFocused();
  await expectAccessible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(from).toBeFocused();
  await expect(from).toHaveValue(typedDay(studioDay(1)));
  await expect(page).toHaveURL(new RegExp(`from=${studioDay(1)}`));
});
