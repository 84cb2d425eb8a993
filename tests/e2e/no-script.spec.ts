import { demoCards, putProp } from './support/catalogue.ts';
import { studioDay } from './support/days.ts';
import { breakInsert, enquiriesOf, messageAt, messagesOf, someMobile } from './support/order.ts';
import { expect, test } from './support/test.ts';

test.use({ javaScriptEnabled: false });

/** Every page and its heading. */
const PAGES = [
  ['/', /\w/],
  ['/rent-props', 'Rent Props'],
  ['/rent-clothes', 'Rent Clothes'],
  ['/rent-backdrops', 'Rent Backdrops'],
  ['/rent-gear', 'Rent Gear'],
  ['/rent-sets-packages', /Sets/],
  ['/free-props', 'Free Items'],
  ['/hire-crew', 'All Crew'],
  ['/search?q=red', 'Search'],
  ['/projects', /\w/],
  ['/about', /\w/],
  ['/pricing', /\w/],
  ['/studio-policy', /\w/],
  ['/my-order', 'My Order'],
  ['/contact', 'Get in touch'],
] as const;

test('every page is readable without JavaScript @desktop', async ({ page }) => {
  for (const [path, heading] of PAGES) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toContainText('Bangalore');
      await expect(page.locator('[data-skeleton]')).toHaveCount(0);
    });
  }
});

test('navigating from the list to an item and back without JavaScript @desktop @long', async ({
  page,
}) => {
  await page.goto('/rent-props');
  await expect(page).toHaveTitle(/^Rent Props \| /);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(24);
  await expect(page.getByText(/^Showing 24 of 2,\d{3} items$/)).toBeVisible();
  const link = demoCards(page).first().getByRole('link');
  const name = await link.innerText();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Props' }).click();
  await expect(cards).toHaveCount(24);
});

test('a list that cannot be loaded, without JavaScript @desktop @long', async ({
  page,
  consoleErrors,
}) => {
  // A cursor that the database rejects.
  const answer = await page.goto('/rent-props?after=abc');
  expect(answer?.status()).toBe(400);
  await expect(page.getByRole('heading', { name: 'No props available' })).toBeVisible();
  await expect(page.getByText('The list could not be loaded.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute(
    'href',
    '/rent-props?after=abc',
  );
  await expect(page.locator('[data-skeleton]').first()).toBeHidden();
  consoleErrors.length = 0;
});

test('the contact form works as a plain form: errors keep the input, and a message is saved once @desktop @long', async ({
  page,
  request,
  sql,
  consoleErrors,
}) => {
  const mobile = someMobile();
  await page.goto('/#contact');
  const send = page.getByRole('button', { name: 'Send Message' });
  await page.getByLabel('First name').fill('Asha <i>');
  await page.getByLabel('Mobile').fill('12345');
  await page.getByLabel('Message').fill('Is the loft free?\n<script>alert(1)</script>');
  await send.click();
  await expect(page).toHaveURL('/contact');
  await expect(page.getByText('Your message has not been sent yet.')).toBeVisible();
  await messageAt(page, 'First name', 'Please remove the characters < and >');
  await messageAt(page, 'Last name', 'Last name is required');
  await messageAt(
    page,
    'Mobile',
    'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)',
  );
  await messageAt(page, 'Email', 'Please enter a valid email address');
  await expect(page.getByLabel('First name')).toHaveValue('Asha <i>');
  await expect(page.getByLabel('Message')).toHaveValue(
    'Is the loft free?\n<script>alert(1)</script>',
  );
  expect(await messagesOf(sql, mobile)).toEqual([]);

  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Last name').fill('Rao');
  // A digit too many is refused and comes back as it was typed.
  await page.getByLabel('Mobile').fill(`${mobile.slice(3)}9`);
  await send.click();
  await messageAt(
    page,
    'Mobile',
    'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)',
  );
  await expect(page.getByLabel('Mobile')).toHaveValue(`${mobile.slice(3)}9`);
  // Without the script the field accepts other notations of a number.
  await page.getByLabel('Mobile').fill(`0${mobile.slice(3, 8)} ${mobile.slice(8)}`);
  await page.getByLabel('Email').fill('asha@example.com');
  await send.click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Enquiry submitted successfully!' }),
  ).toBeVisible();
  await expect(page.getByText("We'll get back to you soon.")).toBeVisible();
  const saved = ['Is the loft free?\n<script>alert(1)</script>'];
  expect(await messagesOf(sql, mobile)).toEqual(saved);
  await page.reload();
  await expect(page.getByText("We'll get back to you soon.")).toBeVisible();

  // Posting the same message again does not save it twice.
  const form = {
    first_name: 'Asha',
    last_name: 'Rao',
    mobile,
    email: 'asha@example.com',
    message: 'Is the loft free?\r\n<script>alert(1)</script>',
  };
  const post = (headers: Record<string, string>, message = form.message) =>
    request.post('/contact', { form: { ...form, message }, headers, maxRedirects: 0 });
  const sameOrigin = { origin: new URL(page.url()).origin };
  const answers = await Promise.all([post(sameOrigin), post(sameOrigin)]);
  expect(answers.map((answer) => answer.status())).toEqual([303, 303]);
  expect(await messagesOf(sql, mobile)).toEqual(saved);

  // Cross-site posts are rejected.
  for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
    expect((await post(headers, 'From elsewhere')).status()).toBe(403);
  }
  expect(await messagesOf(sql, mobile)).toEqual(saved);
  // The typed values do not leak into other visitors' pages.
  expect(await (await request.get('/contact')).text()).not.toContain('Asha');
  // Opening the confirmation's address directly confirms nothing.
  await page.goto('/contact?sent=');
  await expect(page.getByRole('heading', { level: 1, name: 'Get in touch' })).toBeVisible();
  consoleErrors.length = 0;
});

test('a plain form that could not be saved shows the error and keeps the input @desktop @long', async ({
  request,
  sql,
  baseURL,
}) => {
  const mobile = someMobile();
  const who = { first_name: 'Asha', last_name: 'Rao', mobile, email: 'asha@example.com' };
  const message = `broken ${mobile}`;
  const restore = await breakInsert(sql, 'contact_enquiries', `new.message = '${message}'`);
  const headers = { origin: baseURL ?? '' };
  let key: string | undefined;
  try {
    const answer = await request.post('/contact', { form: { ...who, message }, headers });
    expect(answer.status()).toBe(503);
    const html = await answer.text();
    expect(html).toContain('>Failed to submit enquiry: no room<');
    expect(html).toContain(`>${message}</textarea>`);
    key = /name="key" value="([\da-f-]{36})"/.exec(html)?.[1];
  } finally {
    await restore();
  }
  expect(await messagesOf(sql, mobile)).toEqual([]);
  // Sent again, with words added while its answers are lost: one message.
  for (const said of [message, `${message}, and a lift?`]) {
    const form = { ...who, message: said, key: key ?? '' };
    const answer = await request.post('/contact', { form, headers, maxRedirects: 0 });
    expect(answer.status()).toBe(303);
  }
  expect(await messagesOf(sql, mobile)).toEqual([`${message}, and a lift?`]);
});

test('an enquiry from an item page as a plain form: errors keep the input, and it is saved once', async ({
  page,
  request,
  sql,
  consoleErrors,
}) => {
  const { slug, name } = await putProp(sql);
  const mobile = someMobile();
  await page.goto(`/props/${slug}?from=${studioDay(1)}&to=${studioDay(3)}`);
  await page.getByRole('link', { name: 'Send an enquiry for this item' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Place Enquiry');
  await expect(page.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  await expect(page.getByLabel('Rental start date')).toHaveValue(studioDay(1));
  const send = page.getByRole('button', { name: 'Submit Enquiry' });
  await page.getByLabel('First name').fill('Asha');
  await page.getByLabel('Mobile').fill('12345');
  await page.getByLabel('Message').fill('By noon\n<b>please</b> ');
  await send.click();
  await expect(page).toHaveURL('/enquire');
  await expect(page.getByText('Your enquiry has not been sent yet.')).toBeVisible();
  await messageAt(page, 'Last name', 'Last name is required');
  await expect(page.getByLabel('Last name')).toBeFocused();
  await messageAt(page, 'Email', 'Please enter a valid email address');
  await expect(page.getByLabel('Mobile')).toHaveValue('12345');
  await expect(page.getByLabel('Message')).toHaveValue('By noon\n<b>please</b> ');

  await page.getByLabel('Last name').fill('Rao');
  await page.getByLabel('Mobile').fill(`0${mobile.slice(3, 8)} ${mobile.slice(8)}`);
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByLabel('Quantity').fill('2');
  const form = await page
    .getByRole('form', { name: 'Place Enquiry' })
    .evaluate(
      (element: HTMLFormElement) =>
        Object.fromEntries(new FormData(element)) as Record<string, string>,
    );
  await send.click();
  await page.waitForURL(/\/enquiry\?k=[\da-f]{64}&sent=1$/);
  await expect(page.getByText('Enquiry submitted successfully!')).toBeVisible();
  await expect(
    page.getByText("We'll get back to you soon with availability and pricing"),
  ).toBeVisible();
  const [saved] = await enquiriesOf(sql, mobile);
  await expect(page.getByText(`Enquiry ${saved?.enquiry_number}`)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('2 ×');
  await expect(page.getByText('To pay incl. GST')).toBeVisible();
  await expect(page.getByText('₹3,540.00')).toBeVisible();
  const once = [expect.objectContaining({ items: 1, message: 'By noon\n<b>please</b>' })];
  expect(await enquiriesOf(sql, mobile)).toEqual(once);

  // The same form again saves nothing more; one from elsewhere is refused.
  const post = (headers: Record<string, string>) =>
    request.post('/enquire', { form, headers, maxRedirects: 0 });
  expect((await post({ origin: new URL(page.url()).origin })).status()).toBe(303);
  expect((await post({ origin: 'https://evil.example' })).status()).toBe(403);
  expect(await enquiriesOf(sql, mobile)).toEqual(once);

  // With a word added, as after an answer that was lost, it is the same enquiry; for another number of pieces it is not.
  form['message'] = 'By noon, at the gate';
  expect((await post({ origin: new URL(page.url()).origin })).status()).toBe(303);
  const amended = expect.objectContaining({
    enquiry_number: saved?.enquiry_number,
    message: 'By noon, at the gate',
  });
  expect(await enquiriesOf(sql, mobile)).toEqual([amended]);
  form['quantity'] = '3';
  expect((await post({ origin: new URL(page.url()).origin })).status()).toBe(303);
  expect(await enquiriesOf(sql, mobile)).toHaveLength(2);
  consoleErrors.length = 0;
});

test('order and enquiry say that they need JavaScript and offer other contact options @long', async ({
  page,
}) => {
  await page.goto('/rent-props');
  const link = demoCards(page).first().getByRole('link');
  const name = await link.innerText();
  await link.click();
  // why a locator: Playwright's text selectors skip noscript elements.
  const words = page.locator('noscript p').first();
  await expect(words).toContainText('Adding to an order needs JavaScript');
  await expect(words).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to Order' })).toBeHidden();
  const whatsApp = page.getByRole('link', { name: 'Message us on WhatsApp' });
  await expect(whatsApp).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+\?text=/);
  expect(decodeURIComponent((await whatsApp.getAttribute('href')) ?? '')).toContain(name);
  await expect(page.getByRole('link', { name: /^Write to .+@/ })).toHaveAttribute(
    'href',
    /^mailto:/,
  );

  await page.goto('/my-order');
  await expect(words).toContainText('My Order needs JavaScript');
  await expect(words).toBeVisible();
  await expect(page.locator('[aria-busy]')).toBeHidden();
  await expect(page.getByRole('link', { name: /^Call \+91/ })).toHaveAttribute('href', /^tel:\+91/);
  await page.getByRole('link', { name: 'Use the contact form' }).click();
  await expect(page.getByRole('form', { name: 'Contact' })).toBeVisible();
});
