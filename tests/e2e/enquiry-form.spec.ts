import {
  fillEnquiry,
  makeProp,
  messageAt,
  openOrder,
  someMobile,
  storedLine,
  studioDay,
  submit,
} from './support/order.ts';
import { expect, test } from './support/test.ts';

const MOBILE =
  'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)';

test('every message, at its field, and the first wrong field gets the focus', async ({
  page,
  sql,
  expectAccessible,
}) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  await page.getByRole('button', { name: 'Place Enquiry' }).click();
  await expect(page.getByRole('heading', { name: 'Place Enquiry' })).toBeFocused();
  await submit(page).click();
  await messageAt(page, 'First name', 'First name is required');
  await messageAt(page, 'Last name', 'Last name is required');
  await messageAt(page, 'Mobile', MOBILE);
  await messageAt(page, 'Email', 'Please enter a valid email address');
  await messageAt(page, 'Rental start date', 'Rental start date is required');
  await messageAt(page, 'Rental end date', 'Rental end date is required');
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();

  // An error goes as soon as its field is edited, and comes back when the field is left wrong.
  await page.getByLabel('First name').fill('A');
  await messageAt(page, 'First name', '');
  await page.getByLabel('First name').fill('  ');
  await page.getByLabel('First name').blur();
  await messageAt(page, 'First name', 'First name is required');
  await page.getByLabel('First name').fill('x'.repeat(81));
  await page.getByLabel('First name').blur();
  await messageAt(page, 'First name', 'First name must be at most 80 characters');
  await page.getByLabel('Email').fill('asha@example');
  await page.getByLabel('Email').blur();
  await messageAt(page, 'Email', 'Please enter a valid email address');
  await page.getByLabel('Message').fill('x'.repeat(2001));
  await page.getByLabel('Message').blur();
  await messageAt(page, 'Message', 'Message must be at most 2000 characters');
});

test('dates: not before today, not reversed', async ({ page, sql }) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  await page.getByRole('button', { name: 'Place Enquiry' }).click();
  const from = page.getByLabel('Rental start date');
  const to = page.getByLabel('Rental end date');
  await expect(from).toHaveAttribute('min', studioDay(0));
  await expect(to).toHaveAttribute('min', studioDay(0));
  await from.fill(studioDay(5));
  await expect(to).toHaveAttribute('min', studioDay(5));
  await to.fill(studioDay(4));
  await to.blur();
  await messageAt(page, 'Rental end date', 'To date must be the same or after the from date.');
  await from.fill(studioDay(4));
  await messageAt(page, 'Rental end date', '');
  await from.fill(studioDay(-1));
  await from.blur();
  await messageAt(page, 'Rental start date', 'Rental start date cannot be in the past');
});

test('the mobile field always begins with +91', async ({ page, sql }) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  await page.getByRole('button', { name: 'Place Enquiry' }).click();
  const mobile = page.getByLabel('Mobile');
  await expect(mobile).toHaveValue('+91');
  await mobile.click();
  await mobile.press('End');
  await mobile.pressSequentially('98a765-43 2109');
  await expect(mobile).toHaveValue('+919876543210');
  for (const pasted of ['098765 43210', '+91-98765-43210', '9876543210']) {
    await mobile.fill('');
    await expect(mobile).toHaveValue('+91');
    await mobile.press('End');
    await page.keyboard.insertText(pasted);
    await expect(mobile).toHaveValue('+919876543210');
  }
  const caret = () => mobile.evaluate((input: HTMLInputElement) => input.selectionStart);
  await mobile.press('Home');
  for (let step = 0; step < 3; step += 1) await mobile.press('ArrowRight');
  await mobile.press('Backspace');
  await expect(mobile).toHaveValue('+919876543210');
  expect(await caret()).toBe(3);
  for (let step = 0; step < 4; step += 1) await mobile.press('ArrowRight');
  await mobile.press('Backspace');
  await expect(mobile).toHaveValue('+91987543210');
  expect(await caret()).toBe(6);
  await mobile.press('x');
  expect(await caret()).toBe(6);
  await mobile.press('6');
  await expect(mobile).toHaveValue('+919876543210');
  expect(await caret()).toBe(7);
});

test('what was typed survives a reload; cancel goes back to the cart', async ({ page, sql }) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  const mobile = someMobile();
  await fillEnquiry(page, mobile);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const place = page.getByRole('button', { name: 'Place Enquiry' });
  await expect(place).toBeFocused();
  await expect(page.getByLabel('First name')).toBeHidden();
  await page.reload();
  await place.click();
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
  await expect(page.getByLabel('Mobile')).toHaveValue(mobile);
  await expect(page.getByLabel('Rental end date')).toHaveValue(studioDay(3));
  // The restored number is edited like a typed one.
  await page.getByLabel('Mobile').press('End');
  await page.getByLabel('Mobile').press('Backspace');
  await expect(page.getByLabel('Mobile')).toHaveValue(mobile.slice(0, -1));
});
