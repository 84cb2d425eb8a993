import { randomUUID } from 'node:crypto';
import { studioDay } from './support/days.ts';
import { linkedEnquiry } from './support/enquiry-links.ts';
import { callAsStaff, issueDocument, type DraftedDocument } from './support/quotes.ts';
import { coveredStops } from './support/tab-stops.ts';
import { expect, test } from './support/test.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a customer follows an enquiry, asks for a change, reads the quote and withdraws @desktop @clock @long', async ({
    page,
    request,
    sql,
    consoleErrors,
  }) => {
    const { id, number, itemNames, message, mobile, email, path } = await linkedEnquiry(
      request,
      sql,
    );
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('We answer within 24 hours');
    await expect(page.getByText(`Enquiry ${number}`)).toBeVisible();
    for (const name of itemNames) {
      await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('2 × ₹');
    }
    const html = await page.content();
    for (const personal of [message, mobile, email, 'Nandini']) {
      expect(html).not.toContain(personal);
    }
    await expect(page.getByRole('link', { name: `Write about ${number}` })).toHaveAttribute(
      'href',
      new RegExp(`^https://wa\\.me/\\d+\\?text=.*${number}`),
    );

    // Enough of number and address to see a slip; a correction reaches the staff.
    const reached = page.getByRole('region', { name: 'We reach you at' });
    await expect(reached).toContainText(`…${mobile.slice(-5)}, n…@example.com`);
    await reached.getByText('Correct it').click();
    await reached.getByLabel('Right mobile number').fill('98765 4321');
    await reached.getByLabel('Right e-mail address').fill('nandini@example.org');
    await reached.getByRole('button', { name: 'Send the correction' }).click();
    await expect(reached.getByLabel('Right mobile number')).toHaveValue('98765 4321');
    await expect(reached.getByLabel('Right mobile number')).toHaveAccessibleDescription(
      'Please enter a valid Indian mobile number (+91 followed by 10 digits starting with 6-9)',
    );
    await reached.getByLabel('Right mobile number').fill('098765 43210');
    await reached.getByRole('button', { name: 'Send the correction' }).click();
    await expect(page.getByRole('status')).toContainText(
      'Please correct my mobile number to +91 98765 43210 and my e-mail address to nandini@example.org.',
    );
    const told = await callAsStaff<{ answers: { note: string }[]; change_asked_at: unknown }>(
      request,
      'enquiry_record',
      { id },
    );
    expect(told.answers[0]?.note).toContain('+91 98765 43210');
    expect(told.change_asked_at).not.toBeNull();

    await page.getByRole('button', { name: 'Ask for this change' }).click();
    const wish = page.getByLabel('What should change?');
    await expect(page.getByText('Write what should change')).toBeVisible();
    await expect(wish).toHaveAttribute('aria-invalid', 'true');
    await wish.fill('Two days later <b>please</b> 🎬');
    const other = page.getByRole('group', { name: 'Other dates' });
    await other.getByLabel('From').fill(studioDay(41));
    await other.getByLabel('To').fill(studioDay(40));
    await page.getByRole('button', { name: 'Ask for this change' }).click();
    await expect(other.getByLabel('To')).toHaveAccessibleDescription(
      'To date must be the same or after the from date.',
    );
    await expect(wish).toHaveValue('Two days later <b>please</b> 🎬');
    await other.getByLabel('To').fill(studioDay(42));
    await page.getByRole('button', { name: 'Ask for this change' }).click();
    const status = page.getByRole('status');
    await expect(status).toContainText(/Other dates: .* · 2 days/);
    await expect(status).toContainText('Two days later <b>please</b> 🎬');
    await expect(status).toContainText('will answer you.');

    const until = new Date(Date.now() + 3 * 3_600_000).toISOString();
    await callAsStaff(request, 'hold_enquiry', { id, until, key: randomUUID() });
    await page.reload();
    await expect(heading).toHaveText(/^Held for you until /);

    const draft = await callAsStaff<DraftedDocument>(request, 'make_document', {
      kind: 'quote',
      enquiry: id,
      key: randomUUID(),
    });
    const quote = await issueDocument(request, draft);
    await page.reload();
    await expect(heading).toHaveText('Quote ready');
    await page.getByRole('link', { name: 'Open the quote' }).click();
    await expect(page.getByText(`Quote ${quote.number}`)).toBeVisible();
    await page.goBack();

    await page.getByText('Withdraw this enquiry').click();
    await page.getByLabel('Reason').fill('The shoot was cancelled');
    await page.getByRole('button', { name: 'Withdraw …' }).click();
    const sure = page.getByRole('alert');
    await expect(sure).toContainText(`Withdraw enquiry ${number}?`);
    const statusOf = async () => {
      const [row] = await sql<{ status: string; held_until: unknown }[]>`
        select status, held_until from enquiry_orders where id = ${id}`;
      return { ...row };
    };
    await sure.getByRole('link', { name: 'Keep it' }).click();
    await expect(sure).toHaveCount(0);
    expect(await statusOf()).toMatchObject({ status: 'pending' });
    await page.getByText('Withdraw this enquiry').click();
    await page.getByLabel('Reason').fill('The shoot was cancelled');
    await page.getByRole('button', { name: 'Withdraw …' }).click();
    await sure.getByRole('button', { name: 'Yes, withdraw it' }).click();
    await expect(heading).toHaveText('You withdrew this enquiry');
    await expect(page.getByRole('button')).toHaveCount(0);
    expect(await statusOf()).toEqual({ status: 'closed', held_until: null });
    consoleErrors.length = 0;
  });
});

test('a link of an enquiry that opens nothing tells nothing; no answer can be stored or told on @desktop @long', async ({
  request,
  sql,
}) => {
  const { id, secret, path } = await linkedEnquiry(request, sql);
  const good = await request.get(path);
  expect(good.status()).toBe(200);
  expect(good.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  });
  expect(good.headers()['content-security-policy']).not.toContain('script-src');
  expect(await good.text()).not.toContain('<script');
  await callAsStaff(request, 'end_enquiry_links', { enquiry: id });
  const answers = await Promise.all(
    [path, `/enquiry?k=${'0'.repeat(64)}`, '/enquiry?k=abc', '/enquiry'].map((address) =>
      request.get(address),
    ),
  );
  const pages = await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map((answer) => answer.status())).toEqual([404, 404, 404, 404]);
  expect(new Set(pages).size).toBe(1);
  const form = { action: 'change', key: randomUUID(), note: 'Later' };
  expect((await request.post(`/enquiry?k=${secret}`, { form })).status()).toBe(404);
});

test('a form that is sent twice counts once; one of an order is refused @desktop @long', async ({
  request,
  sql,
}) => {
  const { id, path } = await linkedEnquiry(request, sql);
  const form = { action: 'change', key: randomUUID(), note: 'Later' };
  const send = (given: Record<string, string>) =>
    request.post(path, { form: given, maxRedirects: 0 });
  const [one, two] = await Promise.all([send(form), send(form)]);
  expect([one.status(), two.status()]).toEqual([303, 303]);
  expect(one.headers()['location']).toBe(path);
  expect(await sql`select from enquiry_answers where enquiry_order_id = ${id}`).toHaveLength(1);
  expect((await send({ action: 'change', key: 'x', note: 'Later' })).status()).toBe(422);
  // The first press only asks.
  expect((await send({ action: 'withdraw', key: randomUUID() })).status()).toBe(200);
  await callAsStaff(request, 'convert_enquiry_to_order', { id });
  const refused = await send({ action: 'withdraw-sure', key: randomUUID() });
  expect(refused.status()).toBe(409);
  expect(await refused.text()).toMatch(/Your enquiry has become order ORD-\d+/);
});

test('every state of the page of an enquiry is accessible and fits its screen @long', async ({
  page,
  request,
  sql,
  expectAccessible,
  consoleErrors,
}) => {
  const check = async (title: string | RegExp) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectAccessible();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  };
  const { id, path } = await linkedEnquiry(request, sql);
  await page.goto(path);
  await page.getByText('Withdraw this enquiry').click();
  await check('We answer within 24 hours');
  const last = page.getByRole('link', { name: /@/ });
  await page.getByRole('banner').getByRole('link').first().focus();
  expect(await coveredStops(page, last)).toEqual([]);
  await page.getByRole('button', { name: 'Withdraw …' }).click();
  await check('We answer within 24 hours');
  await expect(page.getByRole('button', { name: 'Yes, withdraw it' })).toBeFocused();
  await page.getByRole('link', { name: 'Keep it' }).click();
  await page.getByLabel('What should change?').fill('x'.repeat(2000));
  await page.getByRole('button', { name: 'Ask for this change' }).click();
  await expect(page.getByRole('status')).toContainText('will answer you.');
  await check('We answer within 24 hours');
  await sql`update enquiry_orders set created_at = created_at - interval '25 hours' where id = ${id}`;
  await page.reload();
  await check('We owe you an answer');
  for (const [status, title] of [
    ['contacted', 'We are on it'],
    ['quoted', 'Quote sent'],
    ['on_hold', 'Your enquiry is on hold'],
    ['closed', 'This enquiry is closed'],
  ] as const) {
    await sql`update enquiry_orders set status = ${status} where id = ${id}`;
    await page.reload();
    await check(title);
  }
  await sql`update enquiry_orders set status = 'pending' where id = ${id}`;
  await callAsStaff(request, 'convert_enquiry_to_order', { id });
  await page.reload();
  await check(/^Your order ORD-\d+$/);
  await sql`update orders set status = 'cancelled' where enquiry_order_id = ${id}`;
  await page.reload();
  await check(/^Order ORD-\d+ was cancelled$/);
  consoleErrors.length = 0;
});
