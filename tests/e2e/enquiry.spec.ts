import type { Page } from '@playwright/test';
import {
  enquiriesOf,
  fillEnquiry,
  makeProp,
  openOrder,
  someMobile,
  storedCart,
  storedLine,
  studioDay,
} from './support/order.ts';
import { expect, test } from './support/test.ts';

const SUBMIT = '**/rest/v1/rpc/submit_enquiry';
const UNEXPECTED = 'Something went wrong. Please try again.';
const MOBILE =
  'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)';

const submit = (page: Page) => page.getByRole('button', { name: 'Submit Enquiry' });
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** The message under a field, found the way assistive technology finds it. */
const messageAt = (page: Page, label: string, text: string) =>
  expect(page.getByLabel(label)).toHaveAccessibleDescription(text);

/** Answers the sending with an error as the database would raise it. */
const refuse = (page: Page, status: number, error: Record<string, unknown>) =>
  page.route(SUBMIT, (route) =>
    route.fulfill({ status, json: { code: '', message: '', details: '', hint: '', ...error } }),
  );

test('an enquiry reaches the studio', async ({ page, sql }) => {
  const lamp = await makeProp(sql, 500);
  const mobile = someMobile();
  await openOrder(page, [storedLine(lamp, { quantity: 2 })]);
  await fillEnquiry(page, mobile);
  await page.getByLabel('Message').fill('Morning call 🎬 <b>please</b>');
  await expect(page.getByText('Estimated total, 3 days, excl. GST')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '₹3,000.00' })).toBeVisible();
  await submit(page).click();

  await page.waitForURL('/thank-you-for-enquiry');
  const saved = await enquiriesOf(sql, mobile);
  expect(saved).toEqual([
    {
      enquiry_number: expect.stringMatching(/^ENQ-\d{5,}$/) as unknown as string,
      total_price: '3000.00',
      message: 'Morning call 🎬 <b>please</b>',
      items: 1,
    },
  ]);
  const number = saved[0]?.enquiry_number ?? '';
  await expect(toast(page)).toContainText('Enquiry submitted successfully!');
  await expect(toast(page)).toContainText(
    "We'll get back to you soon with availability and pricing.",
  );
  const main = page.getByRole('main');
  await expect(main).toContainText('within 24 hours');
  await expect(main).toContainText(number);
  await expect(main).toContainText('3 days');
  await expect(main).toContainText(lamp.name);
  await expect(main).toContainText('2 × ₹500/day');
  await expect(main).toContainText('₹3,000.00');
  const whatsapp = page.getByRole('link', { name: 'WhatsApp' });
  await expect(whatsapp).toHaveAttribute('href', new RegExp(`^https://wa\\.me/\\d+\\?.*${number}`));
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  expect(await storedCart(page)).toBeNull();
  expect(await page.evaluate(() => window.localStorage.getItem('enquiryDraft'))).toBeNull();
  expect(await page.evaluate(() => window.localStorage.getItem('enquiryAttempt'))).toBeNull();

  await page.reload();
  await expect(main).toContainText(number);
  await expect(toast(page)).not.toContainText('Enquiry submitted');
});

test('the thank-you page, with an enquiry and without', async ({ page, expectAccessible }) => {
  await page.goto('/thank-you-for-enquiry');
  const main = page.getByRole('main');
  await expect(main).toContainText('within 24 hours');
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toBeVisible();
  await expect(main).not.toContainText('ENQ-');
  await page.evaluate(() => {
    const answer = {
      enquiry_number: 'ENQ-00042',
      status: 'pending',
      rental_from: '2026-11-21',
      rental_to: '2026-11-21',
      rental_days: 1,
      total_price: 1234567.5,
      items: [{ type: 'set', id: 'x', name: 'Long '.repeat(24), quantity: 999, price: 99.5 }],
    };
    window.sessionStorage.setItem('lastEnquiry', JSON.stringify(answer));
  });
  await page.reload();
  await expect(main).toContainText('ENQ-00042');
  await expect(main).toContainText('21 Nov 2026, 1 day');
  await expect(main).toContainText('999 × ₹99.50/day');
  await expect(main).toContainText('₹12,34,567.50');
  await expectAccessible();
});

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

test('a double click and Enter send once, and the button says it is busy', async ({
  page,
  sql,
}) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  const mobile = someMobile();
  await fillEnquiry(page, mobile);
  let calls = 0;
  await page.route(SUBMIT, async (route) => {
    calls += 1;
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await submit(page).dblclick();
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  await page.getByLabel('Email').press('Enter');
  await page.waitForURL('/thank-you-for-enquiry');
  expect(calls).toBe(1);
  expect(await enquiriesOf(sql, mobile)).toHaveLength(1);
});

test.describe('a lost connection', () => {
  test('before the studio has it: nothing lost, sending again works', async ({
    page,
    sql,
    consoleErrors,
  }) => {
    const lamp = await makeProp(sql);
    await openOrder(page, [storedLine(lamp)]);
    const mobile = someMobile();
    await fillEnquiry(page, mobile);
    await page.route(SUBMIT, (route) => route.abort('connectionreset'), { times: 1 });
    await submit(page).click();
    await expect(toast(page)).toContainText(UNEXPECTED);
    await expect(page.getByLabel('Mobile')).toHaveValue(mobile);
    expect(await storedCart(page)).toEqual([storedLine(lamp)]);
    expect(await enquiriesOf(sql, mobile)).toHaveLength(0);
    await submit(page).click();
    await page.waitForURL('/thank-you-for-enquiry');
    expect(await enquiriesOf(sql, mobile)).toHaveLength(1);
    consoleErrors.length = 0;
  });

  test('after the studio has it: one enquiry only, a reload between or not', async ({
    page,
    sql,
    consoleErrors,
  }) => {
    await openOrder(page, [storedLine(await makeProp(sql))]);
    const mobile = someMobile();
    await fillEnquiry(page, mobile);
    await page.route(
      SUBMIT,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 2 },
    );
    await submit(page).click();
    await expect(toast(page)).toContainText(UNEXPECTED);
    await expect(toast(page)).toContainText('Sending again makes no second enquiry.');
    const [first] = await enquiriesOf(sql, mobile);
    await expect(submit(page)).toBeVisible();
    await submit(page).click();
    await expect(toast(page)).toContainText(UNEXPECTED);
    await page.reload();
    await page.getByRole('button', { name: 'Place Enquiry' }).click();
    await submit(page).click();
    await page.waitForURL('/thank-you-for-enquiry');
    await expect(page.getByRole('main')).toContainText(first?.enquiry_number ?? 'none');
    expect(await enquiriesOf(sql, mobile)).toHaveLength(1);
    consoleErrors.length = 0;
  });

  test('another enquiry gets another key', async ({ page, sql, consoleErrors }) => {
    await openOrder(page, [storedLine(await makeProp(sql))]);
    await fillEnquiry(page, someMobile());
    const keys: unknown[] = [];
    await page.route(SUBMIT, async (route) => {
      keys.push((route.request().postDataJSON() as Record<string, unknown>)['idempotency_key']);
      await route.abort('connectionreset');
    });
    await submit(page).click();
    await expect.poll(() => keys.length).toBe(1);
    await submit(page).click();
    await expect.poll(() => keys.length).toBe(2);
    await page.getByLabel('Message').fill('One more thing');
    await submit(page).click();
    await expect.poll(() => keys.length).toBe(3);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    consoleErrors.length = 0;
  });
});

test('a price that changed while the form was open', async ({ page, sql, consoleErrors }) => {
  const lamp = await makeProp(sql, 500);
  await openOrder(page, [storedLine(lamp)]);
  const mobile = someMobile();
  await fillEnquiry(page, mobile);
  await sql`update public.props set price = 650 where id = ${lamp.id}`;
  await submit(page).click();
  await expect(
    page.getByText('Your order has changed. Please check the marked items and send again.'),
  ).toBeVisible();
  const line = page.getByRole('listitem').filter({ hasText: lamp.name });
  await expect(line).toContainText('Price updated: ₹500');
  await expect(line).toContainText('₹650/day');
  await expect(page.getByRole('definition').filter({ hasText: '₹1,950.00' })).toBeVisible();
  expect(await enquiriesOf(sql, mobile)).toHaveLength(0);
  await submit(page).click();
  await page.waitForURL('/thank-you-for-enquiry');
  expect((await enquiriesOf(sql, mobile))[0]?.total_price).toBe('1950.00');
  consoleErrors.length = 0;
});

test('an item that went while the form was open', async ({ page, sql, consoleErrors }) => {
  const lamp = await makeProp(sql);
  const gone = await makeProp(sql);
  await openOrder(page, [storedLine(lamp), storedLine(gone)]);
  const mobile = someMobile();
  await fillEnquiry(page, mobile);
  await sql`update public.props set active = false where id = ${gone.id}`;
  await submit(page).click();
  const line = page.getByRole('listitem').filter({ hasText: gone.name });
  await expect(line).toContainText('No longer available');
  await submit(page).click();
  await expect(
    page.getByText('Please remove the items that are no longer available, then send again.'),
  ).toBeVisible();
  await page.getByRole('button', { name: `Remove ${gone.name}` }).click();
  await submit(page).click();
  await page.waitForURL('/thank-you-for-enquiry');
  expect((await enquiriesOf(sql, mobile))[0]?.items).toBe(1);
  consoleErrors.length = 0;
});

test.describe('what the studio’s server refuses', () => {
  for (const [hint, title] of [
    ['customer_lookup', 'Failed to check customer information'],
    ['customer_create', 'Failed to create customer record: disk full'],
    ['enquiry_create', 'Failed to create enquiry order: disk full'],
    ['items_save', 'Failed to save enquiry items: disk full'],
    ['', UNEXPECTED],
  ] as const) {
    test(`${hint || 'anything else'}: ${title}`, async ({ page, sql, consoleErrors }) => {
      const lamp = await makeProp(sql);
      await openOrder(page, [storedLine(lamp)]);
      const mobile = someMobile();
      await fillEnquiry(page, mobile);
      await refuse(page, 500, { code: '53100', message: 'disk full', hint });
      await submit(page).click();
      await expect(toast(page).getByText(title, { exact: true })).toBeVisible();
      await expect(page.getByLabel('Mobile')).toHaveValue(mobile);
      await expect(submit(page)).toBeVisible();
      expect(await storedCart(page)).toEqual([storedLine(lamp)]);
      expect(new URL(page.url()).pathname).toBe('/my-order');
      consoleErrors.length = 0;
    });
  }

  test('a field is said at that field', async ({ page, sql, consoleErrors }) => {
    await openOrder(page, [storedLine(await makeProp(sql))]);
    await fillEnquiry(page, someMobile());
    await refuse(page, 422, {
      code: 'PT422',
      message: 'Not this one.',
      details: '{"field":"email"}',
    });
    await submit(page).click();
    await messageAt(page, 'Email', 'Not this one.');
    await expect(page.getByLabel('Email')).toBeFocused();
    consoleErrors.length = 0;
  });

  test('one notice at a time', async ({ page, sql, consoleErrors }) => {
    await openOrder(page, [storedLine(await makeProp(sql))]);
    await fillEnquiry(page, someMobile());
    await refuse(page, 500, { message: 'disk full', hint: 'items_save' });
    await page.getByRole('button', { name: 'Refresh Cart' }).click();
    await expect(toast(page)).toContainText('Cart refreshed');
    await submit(page).click();
    await expect(toast(page)).toContainText('Failed to save enquiry items: disk full');
    await expect(toast(page)).not.toContainText('Cart refreshed');
    await expect(toast(page).getByRole('button', { name: 'Dismiss' })).toHaveCount(1);
    consoleErrors.length = 0;
  });
});

test('a step that really fails in the database names itself', async ({
  page,
  sql,
  consoleErrors,
}) => {
  const lamp = await makeProp(sql);
  const mobile = someMobile();
  await openOrder(page, [storedLine(lamp)]);
  await fillEnquiry(page, mobile);
  const name = `refuse_${mobile.slice(1)}`;
  await sql.unsafe(`
    create function public.${name}() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$;
    create trigger ${name} before insert on public.customers
      for each row when (new.mobile = '${mobile}') execute function public.${name}();`);
  try {
    await submit(page).click();
    await expect(toast(page)).toContainText('Failed to create customer record: no room');
  } finally {
    await sql.unsafe(`drop function public.${name}() cascade`);
  }
  await submit(page).click();
  await page.waitForURL('/thank-you-for-enquiry');
  expect(await enquiriesOf(sql, mobile)).toHaveLength(1);
  consoleErrors.length = 0;
});
