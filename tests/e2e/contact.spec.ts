import type { Page } from '@playwright/test';
import {
  breakInsert,
  messageAt,
  messagesOf,
  notices,
  someMobile,
  UNEXPECTED,
} from './support/order.ts';
import { openWithoutScripts } from './support/delayed-scripts.ts';
import { expect, hydrated, test } from './support/test.ts';

const CALL = '**/rest/v1/rpc/submit_contact_enquiry';

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' });

/** Opens the form, waits for its script, and fills it in. */
async function writeMessage(page: Page, mobile: string): Promise<void> {
  await page.goto('/#contact');
  await hydrated(page.getByLabel('First name'));
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
  await page.getByLabel('Mobile').fill(mobile);
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByLabel('Message').fill('Is the loft free in June? 🎬 <b>x</b>');
}

test('a message is saved once, and the form is empty again', async ({
  page,
  sql,
  consoleErrors,
  expectAccessible,
}) => {
  const mobile = someMobile();
  await writeMessage(page, mobile);
  await expect(page.getByRole('heading', { name: 'Get in touch' })).toBeVisible();
  await expect(page.getByText(/uses these details only to answer this message/)).toBeVisible();

  // The draft survives a reload.
  await page.reload();
  await expect(page.getByLabel('Message')).toHaveValue('Is the loft free in June? 🎬 <b>x</b>');
  await expect(page.getByLabel('Mobile')).toHaveValue(mobile);

  // The answer is lost, and the visitor adds a word and sends again: one message, with the word.
  await page.route(
    CALL,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await send(page).dblclick();
  await expect(notices(page)).toContainText(UNEXPECTED);
  await expect(notices(page)).toContainText('Sending again makes no second message.');
  await page.getByLabel('Message').fill('Is the loft free in June? 🎬 <b>x</b> Or July?');
  let calls = 0;
  const seen = Promise.withResolvers<void>();
  await page.route(CALL, async (route) => {
    calls += 1;
    await seen.promise;
    await route.continue();
  });
  await send(page).dblclick();
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  seen.resolve();
  await expect(notices(page)).toContainText('Enquiry submitted successfully!');
  await expect(notices(page)).toContainText("We'll get back to you soon.");
  expect(calls).toBe(1);
  expect(await messagesOf(sql, mobile)).toEqual(['Is the loft free in June? 🎬 <b>x</b> Or July?']);
  await expect(page.getByLabel('First name')).toHaveValue('');
  await expect(page.getByLabel('Mobile')).toHaveValue('+91');
  await expect(page.getByLabel('Message')).toHaveValue('');
  await expect(page).toHaveURL('/#contact');
  await expectAccessible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('contactDraft'))).toBeNull();
  consoleErrors.length = 0;
});

test('what stands in the fields is sent, however it came there @desktop @long', async ({
  page,
  sql,
}) => {
  await writeMessage(page, someMobile());
  const mobile = someMobile();
  await page.getByLabel('Mobile').evaluate(
    (field: HTMLInputElement, value) => {
      field.value = value;
    },
    mobile.replace('+91', ''),
  );
  await page.getByLabel('Message').evaluate((field: HTMLTextAreaElement) => {
    field.value = 'Filled in';
  });
  await send(page).click();
  await expect(notices(page)).toContainText('Enquiry submitted successfully!');
  expect(await messagesOf(sql, mobile)).toEqual(['Filled in']);
});

test('every validation message, long texts and control characters @desktop @long', async ({
  page,
  sql,
}) => {
  await page.goto('/#contact');
  await hydrated(page.getByLabel('First name'));
  await send(page).click();
  await messageAt(page, 'First name', 'First name is required');
  await messageAt(page, 'Last name', 'Last name is required');
  await messageAt(
    page,
    'Mobile',
    'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)',
  );
  await messageAt(page, 'Email', 'Please enter a valid email address');
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByLabel('First name').press('A');
  await messageAt(page, 'First name', '');

  await page.getByLabel('Message').fill('x'.repeat(10_000));
  await page.getByLabel('Message').blur();
  await messageAt(page, 'Message', 'Message must be at most 2000 characters');
  const mobile = someMobile();
  await writeMessage(page, mobile);
  await page.getByLabel('First name').fill('أم\u202eينة');
  await page.getByLabel('First name').blur();
  await messageAt(
    page,
    'First name',
    'This has invisible characters: please delete it and type it again',
  );
  await page.getByLabel('First name').fill('أمينة 👩‍🎨');
  await page.getByLabel('Message').fill('\0<script>alert(1)</script>\0');
  // Typed with its country code, it is the same number.
  await page.getByLabel('Mobile').fill('');
  await page.getByLabel('Mobile').pressSequentially(`91 ${mobile.slice(3, 8)} ${mobile.slice(8)}`);
  await expect(page.getByLabel('Mobile')).toHaveValue(mobile);
  await send(page).click();
  await expect(notices(page)).toContainText('Enquiry submitted successfully!');
  expect(await messagesOf(sql, mobile)).toEqual(['<script>alert(1)</script>']);
});

test('each failing step has its own notice and keeps the form @desktop @long', async ({
  page,
  sql,
  consoleErrors,
}) => {
  const mobile = someMobile();
  const tag = `broken ${mobile}`;
  await writeMessage(page, mobile);
  await page.getByLabel('Message').fill(tag);

  let restore = await breakInsert(sql, 'customers', `new.mobile = '${mobile}'`);
  try {
    await send(page).click();
    await expect(notices(page)).toContainText('Failed to create customer record: no room');
  } finally {
    await restore();
  }
  restore = await breakInsert(sql, 'contact_enquiries', `new.message = '${tag}'`);
  try {
    await send(page).click();
    await expect(notices(page)).toContainText('Failed to submit enquiry: no room');
    await expect(notices(page).getByRole('button', { name: 'Dismiss' })).toHaveCount(1);
  } finally {
    await restore();
  }

  await sql`insert into public.customers (first_name, last_name, mobile, email)
    values ('Asha', 'Rao', ${mobile}, 'asha@example.com')`;
  restore = await breakInsert(sql, 'customers', `new.mobile = '${mobile}'`);
  try {
    await send(page).click();
    await expect(notices(page)).toContainText('Failed to check customer information');
  } finally {
    await restore();
  }
  await page.route(CALL, (route) => route.fulfill({ status: 404, json: { message: 'no' } }), {
    times: 1,
  });
  await send(page).click();
  await expect(notices(page)).toContainText(UNEXPECTED);

  // Over a limit: the message stays at the form after the notice is dismissed.
  const limited = 'Too many messages from this mobile number. Please try again in 12 minutes.';
  await page.route(
    CALL,
    (route) => route.fulfill({ status: 429, json: { code: 'PT429', message: limited } }),
    { times: 1 },
  );
  await send(page).click();
  await expect(notices(page)).toContainText(`Failed to submit enquiry: ${limited}`);
  await notices(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('form', { name: 'Contact' }).getByText(limited)).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue(tag);
  expect(await messagesOf(sql, mobile)).toEqual([]);
  consoleErrors.length = 0;
});

test('text typed before the form’s script has loaded is kept and sent @desktop @long', async ({
  page,
  sql,
}) => {
  const mobile = someMobile();
  const { release } = await openWithoutScripts(page, '/#contact');
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Mobile').fill(mobile.slice(3));
  await page.getByLabel('Message').fill('Typed early');
  release();
  // The prefix shows that the script has loaded.
  await expect(page.getByLabel('Mobile')).toHaveValue(mobile);
  await expect(page.getByLabel('Message')).toBeFocused();
  await page.getByLabel('Last name').fill('Rao');
  await page.getByLabel('Email').fill('asha@example.com');
  await send(page).click();
  await expect(notices(page)).toContainText('Enquiry submitted successfully!');
  await expect(page).toHaveURL('/#contact');
  expect(await messagesOf(sql, mobile)).toEqual(['Typed early']);
});

test('a form submitted before its script has loaded is posted as a plain form @desktop @long', async ({
  page,
  sql,
}) => {
  const mobile = someMobile();
  await openWithoutScripts(page, '/#contact');
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
  await page.getByLabel('Mobile').fill(mobile);
  await page.getByLabel('Email').fill('asha@example.com');
  await send(page).click();
  await expect(
    page.getByRole('heading', { name: 'Enquiry submitted successfully!' }),
  ).toBeVisible();
  expect(await messagesOf(sql, mobile)).toHaveLength(1);
});
