import { randomUUID } from 'node:crypto';
import {
  acceptUpi,
  draftQuote,
  issueDocument,
  linkTo,
  callAsStaff,
  reviseQuote,
  sendQuote,
} from './support/quotes.ts';
import { coveredStops } from './support/tab-stops.ts';
import { expect, expectLegibleInDark, test } from './support/test.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a customer asks for a change, declines, accepts the revised quote and reports a payment @desktop @clock @long', async ({
    page,
    request,
    sql,
    consoleErrors,
  }) => {
    await acceptUpi(sql);
    const { id, number, enquiry, path } = await sendQuote(request, sql);
    const [first = '', second = ''] = enquiry.itemNames;
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Quote for ${enquiry.firstName} ${enquiry.lastName}`,
    );
    await expect(page.getByText(`Quote ${number}`)).toBeVisible();
    await expect(page.getByText('Valid until')).toBeVisible();
    const lines = page.getByRole('listitem');
    await expect(lines.filter({ hasText: first })).toContainText('2 × 3 days');
    await expect(lines.filter({ hasText: second })).toContainText('GST 18%');
    await expect(page.getByRole('link', { name: 'Download as PDF' })).toHaveAttribute(
      'href',
      path.replace('?', '.pdf?'),
    );

    // An answer that is incomplete: the errors are beside the fields, the typed name stays.
    const name = page.getByLabel('Your full name');
    const agreed = page.getByRole('checkbox', { name: /^I accept this quote of ₹/ });
    const accept = page.getByRole('button', { name: 'Accept quote' });
    await name.fill('Nandini <i>');
    await accept.click();
    await expect(page.getByText('Please tick this box to accept')).toBeVisible();
    await expect(agreed).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toHaveValue('Nandini <i>');
    await expect(page.getByText('Please type your full name')).toHaveCount(0);

    // A wish beside a line, and a note.
    await lines.filter({ hasText: first }).getByText('Ask for a change').click();
    await page.locator('#change-1').fill('A smaller one & cheaper');
    await lines
      .filter({ hasText: first })
      .getByRole('button', { name: 'Send your wishes' })
      .click();
    const status = page.getByRole('status');
    await expect(status).toContainText(/You asked for changes on .+\s\d{4}/);
    await expect(status).toContainText(`${first}: A smaller one & cheaper`);

    // Declining is not final.
    await page.getByRole('group').filter({ hasText: 'Decline' }).locator('summary').last().click();
    await page.getByLabel('Reason').fill('Too dear');
    await page.getByRole('button', { name: 'Decline quote' }).click();
    await expect(status).toContainText(/Declined on .+ You can still accept it until /);

    // A revision while the customer reads: nothing is accepted that they have not seen.
    await reviseQuote(request, id, 5);
    await name.fill('Nandini Rao');
    await agreed.check();
    await accept.click();
    const changed = page.getByRole('alert').filter({ hasText: 'This quote was changed' });
    await expect(changed).toContainText('Your answer was not saved.');
    await expect(changed).toContainText(/2 × 3 days .+5 × 3 days/s);
    await expect(changed).not.toContainText(second);
    await expect(page.getByText(`Quote ${number} · Revision 2`)).toBeVisible();
    await expect(name).toHaveValue('Nandini Rao');
    await expect(agreed).not.toBeChecked();
    const accepted = () => sql`
      select name, document_id from document_answers
      where answer = 'accepted' and document_id in (select id from documents where number = ${number})`;
    expect(await accepted()).toEqual([]);
    await agreed.check();
    await accept.click();
    await expect(status.first()).toContainText(/Accepted on .+ by Nandini Rao\./);
    await expect(accept).toHaveCount(0);
    expect(await accepted()).toMatchObject([{ name: 'Nandini Rao' }]);

    // Ways to pay, and the payment that the customer tells of.
    const pay = page.getByRole('region', { name: 'How to pay' });
    await expect(pay.getByRole('img', { name: /^QR code to pay ₹/ })).toBeVisible();
    const reference = number.replaceAll(/\W/g, '');
    await expect(pay.locator('a[href^="upi:"]')).toHaveAttribute(
      'href',
      new RegExp(`^upi://pay\\?pa=frameyard@okbank&pn=Frameyard&tr=${reference}&.*&cu=INR$`),
    );
    await pay.getByText('I have paid').click();
    await pay.getByLabel('Amount in ₹').fill('1,500');
    await pay.getByLabel('Reference (UTR)').fill('12');
    await pay.getByRole('button', { name: 'Tell the studio' }).click();
    await expect(pay.getByLabel('Reference (UTR)')).toHaveAttribute('aria-invalid', 'true');
    await expect(pay.getByLabel('Amount in ₹')).toHaveValue('1,500');
    await pay.getByLabel('Reference (UTR)').fill('4123 5678 9012');
    await pay.getByRole('button', { name: 'Tell the studio' }).click();
    await expect(status.filter({ hasText: 'Thank you.' })).toBeVisible();
    const claims = await sql`
      select amount::float8 as amount, utr, state from payment_claims
      where document_id in (select id from documents where number = ${number})`;
    expect([...claims]).toEqual([{ amount: 1500, utr: '412356789012', state: 'open' }]);
    consoleErrors.length = 0;
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('wishes typed on a quote survive every answer, and accepting with them asks which is meant @desktop @long', async ({
    page,
    request,
    sql,
    consoleErrors,
  }) => {
    const { id, enquiry, path } = await sendQuote(request, sql);
    const [first = '', second = ''] = enquiry.itemNames;
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    const accept = page.getByRole('button', { name: 'Accept quote' });
    const answers = () => sql`
      select answer, name, note, changes from document_answers where document_id = ${id} order by created_at`;
    await page.goto(path);
    await line(first).getByText('Ask for a change').click();
    await page.locator('#change-1').fill('A smaller one');
    await line(second).getByText('Ask for a change').click();
    await page.locator('#change-2').fill('In teal');

    // Without a name: everything comes back.
    await accept.click();
    await expect(page.getByText('Please type your full name')).toBeVisible();
    await expect(page.locator('#change-1')).toHaveValue('A smaller one');
    await expect(page.locator('#change-2')).toHaveValue('In teal');

    // With one: the page asks, and nothing is accepted yet. Enter means Accept.
    await page.getByRole('checkbox', { name: /^I accept this quote of ₹/ }).check();
    await page.getByLabel('Your full name').fill('Nandini Rao');
    await page.getByLabel('Your full name').press('Enter');
    const question = page.getByRole('alert').filter({ hasText: 'Nothing was sent yet.' });
    await expect(question).toContainText('Ask for your changes, or accept the quote as it is?');
    await expect(question).toContainText(`${first}: A smaller one`);
    await expect(question).toContainText(`${second}: In teal`);
    await expect(question.getByRole('button', { name: 'Ask for these changes' })).toBeFocused();
    await expect(page.getByLabel('Your full name')).toHaveValue('Nandini Rao');
    expect(await answers()).toHaveLength(0);

    await question.getByRole('button', { name: 'Ask for these changes' }).click();
    const status = page.getByRole('status');
    await expect(status).toContainText('You asked for changes on');
    const changes = [
      { position: 1, text: 'A smaller one' },
      { position: 2, text: 'In teal' },
    ];
    expect(await answers()).toMatchObject([{ answer: 'change', changes }]);

    // Accepted as it is, the wishes go along.
    await line(second).getByText('Ask for a change').click();
    await page.locator('#change-2').fill('In teal, if you can');
    await page.getByRole('checkbox', { name: /^I accept this quote of ₹/ }).check();
    await page.getByLabel('Your full name').fill('Nandini Rao');
    await accept.click();
    await question.getByRole('button', { name: 'Accept as it is' }).click();
    await expect(status.first()).toContainText(/Accepted on .+ by Nandini Rao\./);
    await expect(status.first()).toContainText(`${second}: In teal, if you can`);
    const [, accepted] = await answers();
    expect(accepted).toMatchObject({
      answer: 'accepted',
      name: 'Nandini Rao',
      changes: [{ position: 2, text: 'In teal, if you can' }],
    });
    consoleErrors.length = 0;
  });
});

test('a link that is unknown, revoked or incomplete opens the same page; a valid one changes nothing @desktop @long', async ({
  request,
  sql,
}) => {
  const { id, path } = await sendQuote(request, sql);
  const { id: link, secret } = await linkTo(request, id);
  const saved = async () => {
    const [row] = await sql<{ state: string }[]>`
      select concat(
        (select to_jsonb(known) from documents as known where known.id = ${id}),
        (select count(*) from document_answers where document_id = ${id}),
        (select count(*) from payment_claims where document_id = ${id}),
        (select jsonb_agg(to_jsonb(known) - 'last_opened' order by known.id) from private.links as known
          where known.document_id = ${id})) as state`;
    return row?.state;
  };
  const before = await saved();
  for (const method of ['GET', 'HEAD']) {
    const answer = await request.fetch(path, { method });
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    const policy = answer.headers()['content-security-policy'];
    expect(policy).toMatch(/^default-src 'none'; style-src 'self' 'sha256-[^']+'; /);
    expect(policy).not.toContain('script');
    const html = await answer.text();
    expect(html).not.toMatch(/<script|<iframe| on\w+=/);
    // The secret is in the page's own addresses only.
    const outside = [...html.matchAll(/(?:href|src|action)="([^"]+)"/g)]
      .map(([, address = '']) => address)
      .filter((address) => address.includes(path.slice(-64)));
    expect(new Set(outside)).toEqual(
      new Set(method === 'HEAD' ? [] : [path, path.replace('?', '.pdf?')]),
    );
  }
  expect((await saved()) === before, 'nothing was changed').toBe(true);

  await callAsStaff(request, 'revoke_link', { id: link });
  const unknown = await Promise.all(
    [`/quote?k=${secret}`, `/quote?k=${'0'.repeat(64)}`, '/quote?k=abc', '/quote', '/invoice'].map(
      async (address) => {
        const answer = await request.get(address);
        return [answer.status(), await answer.text()] as const;
      },
    ),
  );
  expect(new Set(unknown.map(([status]) => status))).toEqual(new Set([404]));
  expect(new Set(unknown.map(([, html]) => html)).size).toBe(1);
  expect(unknown[0]?.[1]).toContain('href="tel:+91');
  const posted = await request.post(`/quote?k=${secret}`, {
    form: { action: 'decline', key: randomUUID(), hash: '' },
  });
  expect(posted.status()).toBe(404);
});

test('an answer that is sent twice counts once, and a form of another page is not accepted @desktop @long', async ({
  request,
  sql,
}) => {
  const { id, path } = await sendQuote(request, sql);
  const html = await (await request.get(path)).text();
  const hash = /name="hash" value="([\da-f]{64})"/.exec(html)?.[1] ?? '';
  const form = { action: 'change', note: 'One day more', key: randomUUID(), hash };
  const send = (more: Record<string, string> = {}) =>
    request.post(path, { form: { ...form, ...more }, maxRedirects: 0 });
  const answers = await Promise.all([send(), send()]);
  expect(answers.map((answer) => answer.status())).toEqual([303, 303]);
  expect(answers[0]?.headers()).toMatchObject({ location: path, 'cache-control': 'no-store' });
  const count = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int from document_answers where document_id = ${id}`;
    return row?.count;
  };
  expect(await count()).toBe(1);
  for (const more of [{ action: 'pay' }, { key: 'x' }, { note: ' ', key: randomUUID() }]) {
    expect((await send(more)).status()).toBe(422);
  }
  expect(await count()).toBe(1);
});

test('every state of the page is accessible and fits its screen @long', async ({
  page,
  request,
  sql,
  expectAccessible,
  consoleErrors,
}) => {
  await acceptUpi(sql);
  const check = async () => {
    await expectAccessible();
    await expectLegibleInDark(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  };
  const { enquiry, draft } = await draftQuote(request, sql);
  const preview = `/quote?k=${(await linkTo(request, draft.id, true)).secret}`;
  await page.goto(preview);
  await expect(page.getByRole('status')).toContainText('Preview of a draft.');
  await expect(page.getByRole('button', { name: 'Accept quote' })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Download as PDF' })).toHaveCount(0);
  await check();
  const headers = (await request.get(preview)).headers();
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");

  const quote = await issueDocument(request, draft);
  const path = `/quote?k=${(await linkTo(request, quote.id)).secret}`;
  await page.goto(path);
  for (const summary of await page.locator('summary').all()) await summary.click();
  await check();
  await page.getByRole('banner').getByRole('link').first().focus();
  const decline = page.getByRole('button', { name: 'Decline quote' });
  expect(await coveredStops(page, decline), 'covered by the bar').toEqual([]);
  await page.getByRole('button', { name: 'Accept quote' }).click();
  await expect(page.getByLabel('Your full name')).toBeFocused();
  await check();
  await page.getByLabel('Your full name').fill('Nandini Rao');
  await page.getByRole('checkbox', { name: /^I accept this quote of ₹/ }).check();
  await page.getByText('Decline', { exact: true }).click();
  await page.getByLabel('Reason').fill('Too dear');
  await page.getByRole('button', { name: 'Accept quote' }).click();
  await expect(page.getByRole('button', { name: 'Ask for these changes' })).toBeFocused();
  await check();

  // An old link shows the newest revision.
  await reviseQuote(request, quote.id, 9999);
  await page.goto(path);
  const status = page.getByRole('status');
  await expect(status.filter({ hasText: 'This is revision 2.' })).toBeVisible();
  await expect(status.filter({ hasText: 'No longer free on your days' })).toBeVisible();
  // A total of lakhs or crores is one line.
  const total = page
    .getByRole('main')
    .getByText(/^₹[\d,]{9,}\.\d\d$/)
    .first();
  const linesOfTotal = () =>
    total.evaluate((text) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
  expect(await linesOfTotal()).toBe(1);
  // why in one transaction: other tests change documents meanwhile.
  await sql.begin(async (owner) => {
    await owner`alter table documents disable trigger user`;
    await owner`
      update documents set valid_until = private.today() - 1,
        frozen = jsonb_set(frozen, '{valid_until}', to_jsonb(private.today() - 1))
      where number = ${quote.number}`;
    await owner`alter table documents enable trigger user`;
  });
  await page.goto(path);
  await expect(page.getByText('Expired on')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept quote' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Ask for this change' })).toBeVisible();
  await check();

  await page.goto('/quote?k=1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'This link does not open anything',
  );
  await check();

  const [invoice] = await sql<{ id: string }[]>`
    insert into documents (kind, enquiry_order_id, customer_id)
    select 'invoice', id, customer_id from enquiry_orders where enquiry_number = ${enquiry.number}
    returning id`;
  await sql`
    insert into document_lines (document_id, position, kind, text, sac, rate, place, quantity, days, unit_price)
    values (${invoice!.id}, 1, 'text', 'Delivery', '997319', 18, 'recipient', 1, null, 1200)`;
  await sql`select private.save_amounts(${invoice!.id})`;
  await sql`select private.freeze_document(${invoice!.id})`;
  await page.goto(`/invoice?k=${(await linkTo(request, invoice!.id)).secret}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Tax invoice for /);
  await expect(page.getByRole('table')).toContainText('997319');
  await expect(page.getByRole('region', { name: 'How to pay' })).toContainText('₹1,416.00');
  await expect(page.getByRole('link', { name: 'How to pay', includeHidden: true })).toHaveAttribute(
    'href',
    '#pay',
  );
  await check();
  consoleErrors.length = 0;
});
