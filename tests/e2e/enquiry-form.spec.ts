import {
  fillEnquiry,
  makeProp,
  messageAt,
  notices,
  openOrder,
  someMobile,
  storedLine,
  submit,
} from './support/order.ts';
import { typedDay } from './support/availability.ts';
import { atMoment } from './support/moment.ts';
import { expect, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

const MOBILE =
  'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)';

test('every validation message at its field; the first invalid field is focused @long', async ({
  page,
  sql,
  expectAccessible,
  isMobile,
}) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  await page.getByRole('button', { name: 'Place Enquiry' }).click();
  // On a touch screen the keyboard would cover the dates, so no field takes the focus.
  const title = page.getByRole('heading', { name: 'Place Enquiry' });
  await expect(title).toBeInViewport();
  await expect(isMobile ? title : page.getByLabel('Rental start date')).toBeFocused();
  // Left as it was, the field that took the focus by itself is not complained about.
  await page.getByLabel('Message').focus();
  await expect(page.getByLabel('Message')).toBeFocused();
  await messageAt(page, 'Rental start date', '');
  await submit(page).click();
  await messageAt(page, 'First name', 'First name is required');
  await messageAt(page, 'Last name', 'Last name is required');
  await messageAt(page, 'Mobile', MOBILE);
  await messageAt(page, 'Email', 'Please enter a valid email address');
  await messageAt(page, 'Rental start date', 'Rental start date is required');
  await messageAt(page, 'Rental end date', 'Rental end date is required');
  await expect(page.getByLabel('Rental start date')).toBeFocused();
  await expect(page.getByLabel('Rental start date')).toHaveAttribute('aria-invalid', 'true');
  // The browser fills in what it knows: it finds each field by its token, also where labels are translated.
  for (const [label, token] of [
    ['First name', 'given-name'],
    ['Last name', 'family-name'],
    ['Mobile', 'tel'],
    ['Email', 'email'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAttribute('autocomplete', token);
  }
  await expectAccessible();

  // An error disappears on edit and reappears on blur if the field is still invalid.
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

test('dates: not before today, not reversed @desktop @clock @long', async ({ page, sql }) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  await page.getByRole('button', { name: 'Place Enquiry' }).click();
  const from = page.getByLabel('Rental start date');
  const to = page.getByLabel('Rental end date');
  await from.fill(studioDay(5));
  await to.fill(studioDay(4));
  await to.blur();
  await messageAt(page, 'Rental end date', 'To date must be the same or after the from date.');
  await from.fill(studioDay(4));
  await messageAt(page, 'Rental end date', '');
  await from.fill(studioDay(-1));
  await from.blur();
  await messageAt(page, 'Rental start date', 'Rental start date cannot be in the past');
  await from.fill('soon');
  await from.blur();
  await messageAt(page, 'Rental start date', 'Rental start date is required');

  // A press opens the range picker, with its own fields in focus.
  await to.click();
  const picker = page.getByRole('dialog', { name: 'When do you need it?' });
  await expect(picker.getByRole('textbox', { name: 'Last day' })).toBeFocused();
  await picker.getByRole('textbox', { name: 'First day' }).fill(studioDay(6));
  await picker.getByRole('textbox', { name: 'Last day' }).fill(studioDay(8));
  await picker.getByRole('button', { name: 'Set dates' }).click();
  await expect(from).toHaveValue(typedDay(studioDay(6)));
  await expect(to).toHaveValue(typedDay(studioDay(8)));
  await messageAt(page, 'Rental start date', '');
});

test('the mobile field always starts with +91 @desktop @long', async ({ page, sql }) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  await page.getByRole('button', { name: 'Place Enquiry' }).click();
  const mobile = page.getByLabel('Mobile');
  await expect(mobile).toHaveValue('+91');
  await mobile.click();
  await mobile.press('End');
  await mobile.pressSequentially('98a765-43 2109');
  await expect(mobile).toHaveValue('+919876543210');
  await messageAt(page, 'Mobile', 'Only 10 digits fit after +91. What you added was left out.');
  for (const typed of ['+91 98765 43210', '919876543210', '0091 98765 43210', '098765 43210']) {
    await mobile.fill('');
    await mobile.press('End');
    await mobile.pressSequentially(typed);
    await expect(mobile).toHaveValue('+919876543210');
    await messageAt(page, 'Mobile', '10 digits; we add +91');
  }
  await mobile.fill('');
  await mobile.press('End');
  await page.keyboard.insertText('+65 9123 4567');
  await expect(mobile).toHaveValue('+91');
  await messageAt(
    page,
    'Mobile',
    '+65 is not India: only Indian mobile numbers, +91 and 10 digits.',
  );
  for (const pasted of ['098765 43210', '+91-98765-43210', '0091 98765 43210', '9876543210']) {
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
  await expect.poll(caret).toBe(3);
  for (let step = 0; step < 4; step += 1) await mobile.press('ArrowRight');
  await mobile.press('Backspace');
  await expect(mobile).toHaveValue('+91987543210');
  await expect.poll(caret).toBe(6);
  await mobile.press('x');
  await expect.poll(caret).toBe(6);
  await mobile.press('6');
  await expect(mobile).toHaveValue('+919876543210');
  await expect.poll(caret).toBe(7);
});

test('the mobile field accepts autofill @desktop @long', async ({ page, sql }) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  await page.getByRole('button', { name: 'Place Enquiry' }).click();
  const mobile = page.getByLabel('Mobile');
  for (const filled of [
    '9876543210',
    '+91 98765 43210',
    '919876543210',
    '09876543210',
    '0091 98765 43210',
  ]) {
    // Like autofill: a new value and one event, without focus and key events.
    await mobile.evaluate((input: HTMLInputElement, value) => {
      input.setRangeText(value, 0, input.value.length);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, filled);
    await expect(mobile).toHaveValue('+919876543210');
  }
  // Deleting everything leaves the prefix.
  await mobile.focus();
  await mobile.press('Control+a');
  await mobile.press('Delete');
  await expect(mobile).toHaveValue('+91');
});

test('the earliest date is today in the studio’s time zone @desktop @clock @long', async ({
  browser,
  sql,
  baseURL,
}) => {
  const lamp = await makeProp(sql);
  // 22:00 on the 30th in Bangalore is still noon in New York; 01:00 on the 1st in Bangalore, too.
  for (const [now, today] of [
    ['2026-11-30T16:30:00Z', '2026-11-30'],
    ['2026-11-30T19:30:00Z', '2026-12-01'],
  ] as const) {
    const context = await browser.newContext({
      timezoneId: 'America/New_York',
      ...(baseURL ? { baseURL } : {}),
    });
    const page = await context.newPage();
    await atMoment(page, now);
    await openOrder(page, [storedLine(lamp)]);
    await page.getByRole('button', { name: 'Place Enquiry' }).click();
    await page.getByLabel('Rental start date').click();
    const days = page.getByRole('gridcell').getByRole('button', { disabled: false });
    await expect(days.first()).toHaveAttribute('data-day', today);
    await expect(days.first()).toHaveAccessibleName(/, today$/);
    await context.close();
  }
});

const INVISIBLE = 'This has invisible characters: please delete it and type it again';

test('hostile input is cleaned or rejected with a message @desktop @long', async ({
  page,
  sql,
}) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  const mobile = someMobile();
  await fillEnquiry(page, mobile);
  const long = 'x'.repeat(10_000);
  for (const [label, text, message] of [
    ['First name', long, 'First name must be at most 80 characters'],
    ['First name', 'As\0ha', INVISIBLE],
    ['First name', '\u202eahsA', INVISIBLE],
    ['Last name', long, 'Last name must be at most 80 characters'],
    ['Last name', '<img src=x onerror=alert(1)>', 'Please remove the characters < and >'],
    ['Mobile', long, MOBILE],
    ['Mobile', '<b>९८७६५</b>', MOBILE],
    ['Email', `${long}@example.com`, 'Email must be at most 254 characters'],
    ['Email', '<script>@x', 'Please enter a valid email address'],
    ['Email', 'as\0ha@example.com', 'Please enter a valid email address'],
    ['Message', long, 'Message must be at most 2000 characters'],
  ] as const) {
    await page.getByLabel(label).fill(text);
    await page.getByLabel(label).blur();
    await messageAt(page, label, message);
  }
  await page.getByLabel('First name').fill('أمينة 👩‍🎨');
  await page.getByLabel('Last name').fill('O\'Brien & "Co"');
  await page.getByLabel('Mobile').fill(mobile);
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByLabel('Message').fill('\0שלום\n<b>🎬</b> \u0001'.repeat(20));
  await submit(page).click();
  await page.waitForURL('/thank-you-for-enquiry');
  const [saved] = await sql<Record<string, string>[]>`
    select contact_first_name, contact_last_name, contact_email, message
    from public.enquiry_orders where contact_email = 'asha@example.com'
      and customer_id = (select id from public.customers where mobile = ${mobile})`;
  expect(saved).toEqual({
    contact_first_name: 'أمينة 👩‍🎨',
    contact_last_name: 'O\'Brien & "Co"',
    contact_email: 'asha@example.com',
    message: 'שלום\n<b>🎬</b> '.repeat(20).trim(),
  });
});

test('the draft survives a reload; Cancel returns to the cart @desktop @long', async ({
  page,
  sql,
}) => {
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
  await expect(page.getByLabel('Rental end date')).toHaveValue(typedDay(studioDay(3)));
  // The restored number can be edited.
  await page.getByLabel('Mobile').press('End');
  await page.getByLabel('Mobile').press('Backspace');
  await expect(page.getByLabel('Mobile')).toHaveValue(mobile.slice(0, -1));

  // A cleared form can be had back; the dates belong to the order.
  await page.getByRole('button', { name: 'Clear the form' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('');
  await expect(page.getByLabel('Mobile')).toHaveValue('+91');
  await expect(page.getByLabel('Rental end date')).toHaveValue(typedDay(studioDay(3)));
  const draft = () => page.evaluate(() => window.localStorage.getItem('enquiryDraft'));
  await expect.poll(draft).not.toContain('Asha');
  await notices(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('First name')).toHaveValue('Asha');
  await expect.poll(draft).toContain(mobile.slice(0, -1));
});
