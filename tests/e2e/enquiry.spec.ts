import {
  SUBMIT,
  UNEXPECTED,
  enquiriesOf,
  fillEnquiry,
  makeProp,
  notices,
  openOrder,
  someMobile,
  storedCart,
  storedLine,
  submit,
} from './support/order.ts';
import { expect, test } from './support/test.ts';

test('an enquiry is saved and confirmed', async ({ page, sql }) => {
  const lamp = await makeProp(sql, 500);
  const mobile = someMobile();
  await openOrder(page, [storedLine(lamp, { quantity: 2 })]);
  await fillEnquiry(page, mobile);
  await page.getByLabel('Message').fill('Morning call 🎬 <b>please</b>');
  await expect(
    page.getByLabel('Place Enquiry').getByText('Total for 3 days, GST included'),
  ).toBeVisible();
  // The same figure in the summary and in the form.
  await expect(page.getByRole('definition').filter({ hasText: '₹3,000.00' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '₹3,540.00' })).toHaveCount(2);
  await submit(page).click();

  await page.waitForURL('/thank-you-for-enquiry');
  const saved = await enquiriesOf(sql, mobile);
  expect(saved).toEqual([
    {
      enquiry_number: expect.stringMatching(/^ENQ-\d{5,}$/),
      total_price: '3000.00',
      message: 'Morning call 🎬 <b>please</b>',
      items: 1,
    },
  ]);
  const number = saved[0]?.enquiry_number ?? '';
  const main = page.getByRole('main');
  await expect(main).toContainText('Enquiry submitted successfully!');
  await expect(main).toContainText("We'll get back to you soon with availability and pricing.");
  await expect(notices(page)).toHaveText('');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('definition').filter({ hasText: number })).toBeInViewport();
  await expect(
    page.getByRole('definition').filter({ hasText: '₹3,540.00 incl. GST' }),
  ).toBeInViewport();
  // The answer is promised within 24 hours, in the studio's time.
  await expect(page.getByRole('definition').filter({ hasText: /^by \d/ })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  await expect(main).toContainText('within 24 hours');
  await expect(main).toContainText(number);
  await expect(main).toContainText('3 days');
  await expect(main).toContainText(lamp.name);
  await expect(main).toContainText('2 × ₹500/day');
  await expect(main).toContainText('₹3,000.00');
  const whatsapp = page.getByRole('link', { name: 'WhatsApp' });
  const address = new URL((await whatsapp.getAttribute('href')) ?? '');
  expect(address.origin).toBe('https://wa.me');
  expect(address.searchParams.get('text')).toContain(number);
  expect(address.searchParams.get('text')).toContain(`2 × ${lamp.name}`);
  expect(address.searchParams.get('text')).toContain('3 days');
  const own = main.getByRole('link', { name: 'Your enquiry’s page' });
  const path = (await own.getAttribute('href')) ?? '';
  expect(path).toMatch(/^\/enquiry\?k=[\da-f]{64}$/);
  expect(address.searchParams.get('text')).toContain(new URL(path, page.url()).href);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  for (const key of ['myOrder', 'enquiryDraft', 'enquiryAttempt']) {
    await expect
      .poll(() => page.evaluate((name) => window.localStorage.getItem(name), key), key)
      .toBeNull();
  }

  await page.reload();
  await expect(main).toContainText(number);
  await expect(main).toContainText(`We reach you at …${mobile.slice(-5)}, `);
  await main.getByRole('link', { name: 'Correct it' }).click();
  await expect(page.getByLabel('Right mobile number')).toBeVisible();
  await page.goBack();
  await own.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We answer within 24 hours');
  await expect(page.getByText(`Enquiry ${number}`)).toBeVisible();
});

test('the thank-you page, with an enquiry and without @long', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/thank-you-for-enquiry');
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No enquiry sent from here yet');
  await expect(main).not.toContainText('Thank you');
  await expect(main).toContainText('within 24 hours');
  const whatsapp = page.getByRole('link', { name: 'WhatsApp' });
  await expect(whatsapp).not.toHaveAttribute('href', /sent/);
  await expect(main.getByRole('link', { name: 'Go to My Order' })).toHaveAttribute(
    'href',
    '/my-order',
  );
  await expect(main).not.toContainText('ENQ-');
  await expectAccessible();
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your enquiry');
  await expect(main).toContainText('within 24 hours');
  await expect(main).toContainText('ENQ-00042');
  await expect(main).toContainText('21 Nov 2026, 1 day');
  await expect(main).toContainText('999 × ₹99.50/day');
  await expect(main).toContainText('₹12,34,567.50');
  await expect(whatsapp).toHaveAttribute('href', /ENQ-00042/);
  await expectAccessible();
  await page.getByRole('link', { name: 'Continue browsing' }).click();
  await expect(page).toHaveURL('/rent-props');
  await page.goBack();
  await expect(main).toContainText('ENQ-00042');
});

test('the success screen is in sight, and stays where the thank-you page cannot be loaded @desktop @long', async ({
  page,
  sql,
}) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  await fillEnquiry(page, someMobile());
  // Without session storage the thank-you page still confirms.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    Object.defineProperty(navigator, 'onLine', { value: false });
  });
  await submit(page).click();
  const title = page.getByRole('heading', { name: 'Enquiry Submitted!' });
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('definition').filter({ hasText: /^ENQ-\d+$/ })).toBeInViewport();
  await expect(page.getByRole('definition').filter({ hasText: /^by \d/ })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Continue Shopping' })).toBeInViewport();
  await expect(notices(page)).toHaveText('');
  await page.getByRole('link', { name: 'See your enquiry' }).click();
  await page.waitForURL('/thank-you-for-enquiry#sent');
  await expect(page.getByRole('heading', { name: 'Thank you for your enquiry' })).toBeVisible();
});

test('a double click and Enter send once, and the button is busy meanwhile @desktop @long', async ({
  page,
  sql,
}) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  const mobile = someMobile();
  await fillEnquiry(page, mobile);
  let calls = 0;
  const pressed = Promise.withResolvers<void>();
  await page.route(SUBMIT, async (route) => {
    calls += 1;
    await pressed.promise;
    await route.continue();
  });
  await submit(page).dblclick();
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  await page.getByLabel('Email').press('Enter');
  pressed.resolve();
  await page.waitForURL('/thank-you-for-enquiry');
  expect(calls).toBe(1);
  expect(await enquiriesOf(sql, mobile)).toHaveLength(1);
});

test('what stands in the fields is sent, however it came there @desktop @long', async ({
  page,
  sql,
}) => {
  await openOrder(page, [storedLine(await makeProp(sql))]);
  await fillEnquiry(page, someMobile());
  const mobile = someMobile();
  // As a password manager that reports nothing.
  const put = (label: string, text: string) =>
    page.getByLabel(label).evaluate((field: HTMLInputElement, value) => {
      field.value = value;
    }, text);
  await put('First name', 'Meera');
  await put('Mobile', mobile.replace('+91', '0'));
  await put('Message', 'Two vans');
  await submit(page).click();
  await page.waitForURL('/thank-you-for-enquiry');
  const sent = await sql`
    select enquiry.contact_first_name as name, enquiry.message
    from enquiry_orders as enquiry where contact_mobile = ${mobile}`;
  expect([...sent]).toEqual([{ name: 'Meera', message: 'Two vans' }]);
});

test.describe('a lost connection @desktop', () => {
  test('before the request arrives: nothing is lost, a retry works @long', async ({
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
    await expect(notices(page)).toContainText(UNEXPECTED);
    await expect(page.getByLabel('Mobile')).toHaveValue(mobile);
    expect(await storedCart(page)).toEqual([storedLine(lamp)]);
    expect(await enquiriesOf(sql, mobile)).toHaveLength(0);
    await submit(page).click();
    await page.waitForURL('/thank-you-for-enquiry');
    expect(await enquiriesOf(sql, mobile)).toHaveLength(1);
    consoleErrors.length = 0;
  });

  test('after the request has arrived: one enquiry, with or without a reload in between', async ({
    page,
    sql,
    consoleErrors,
  }) => {
    await openOrder(page, [storedLine(await makeProp(sql))]);
    const mobile = someMobile();
    await fillEnquiry(page, mobile);
    let lost = 0;
    await page.route(
      SUBMIT,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
        lost += 1;
      },
      { times: 2 },
    );
    await submit(page).click();
    await expect(notices(page)).toContainText(UNEXPECTED);
    await expect(notices(page)).toContainText('Sending again makes no second enquiry.');
    const [first] = await enquiriesOf(sql, mobile);
    await submit(page).click();
    await expect.poll(() => lost).toBe(2);
    await expect(submit(page)).toBeVisible();
    await expect(notices(page)).toContainText(UNEXPECTED);
    await page.reload();
    await page.getByRole('button', { name: 'Place Enquiry' }).click();
    await submit(page).click();
    await page.waitForURL('/thank-you-for-enquiry');
    await expect(page.getByRole('main')).toContainText(first?.enquiry_number ?? 'none');
    expect(await enquiriesOf(sql, mobile)).toHaveLength(1);
    consoleErrors.length = 0;
  });

  test('after the answer was lost, a word is added: one enquiry, with the word @long', async ({
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
      { times: 1 },
    );
    await submit(page).click();
    await expect(notices(page)).toContainText('Sending again makes no second enquiry.');
    const [first] = await enquiriesOf(sql, mobile);
    await page.getByLabel('Message').fill('One more thing');
    await submit(page).click();
    await page.waitForURL('/thank-you-for-enquiry');
    await expect(page.getByRole('main')).toContainText(first?.enquiry_number ?? 'none');
    expect(await enquiriesOf(sql, mobile)).toHaveLength(1);
    const sent = await sql`
      select message from enquiry_orders where enquiry_number = ${first?.enquiry_number ?? ''}`;
    expect(sent.map(({ message }) => message as string)).toEqual(['One more thing']);
    consoleErrors.length = 0;
  });
});
