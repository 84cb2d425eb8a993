import { randomInt, randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { colleague, makeOrder, notice } from './support/crm.ts';
import {
  callAsStaff,
  changeFirstLine,
  draftQuote,
  issueDocument,
  linkTo,
  type DraftedDocument,
} from './support/quotes.ts';
import { sendEnquiry } from './support/send-enquiry.ts';
import { makeStaff } from './support/staff.ts';
import { coveredStops } from './support/tab-stops.ts';
import { expect, expectLegibleInDark, test } from './support/test.ts';

const lineField = (page: Page, label: string) =>
  page.getByRole('table', { name: 'Lines' }).getByLabel(label, { exact: true });
const sums = (page: Page) => page.locator('dl[aria-label="Sums"]');

/** Opens an address as a customer does: without a session and without JavaScript. */
async function asCustomer(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-IN' });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

/** Issues the draft that is open, in the dialog that asks. */
async function issue(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: /^Issue / }).click();
  const dialog = page.getByRole('dialog', { name: `Issue this ${kind}?` });
  await dialog.getByRole('button', { name: `issue ${kind}` }).click();
  await expect(notice(page)).toContainText('issued');
}

test('a quote says what is short, issuing asks, and the customer learns what happens next @desktop @long', async ({
  page,
  browser,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  // why so near: a quote ends within ten years.
  const { enquiry, draft } = await draftQuote(request, sql, 700);
  const [first = ''] = enquiry.itemNames;
  await signIn(await makeStaff(sql, 'admin'));
  await page.goto(`/ops/documents/${draft.id}`);
  const short = page.getByRole('status', { name: 'Not free as quoted' });
  await expect(lineField(page, `Quantity of ${first}`)).toHaveValue('2');
  await expect(short).toHaveCount(0);
  await lineField(page, `Quantity of ${first}`).fill('5000');
  await expect(short).toContainText(`${first}: 5000 wanted, `);
  await short.getByRole('button').click();
  await expect(lineField(page, `Quantity of ${first}`)).toBeFocused();
  const [row] = await sql<{ day: string }[]>`
    select rental_from::text as day from enquiry_orders where enquiry_number = ${enquiry.number}`;
  await page.getByLabel('Valid until').fill(row?.day ?? '');
  await expect(page.getByLabel('Valid until')).toHaveAccessibleDescription(
    /^The rental begins on .+, before this quote ends\.$/,
  );
  await expectAccessible();
  await expectLegibleInDark(page);

  await page.getByRole('button', { name: /^Issue / }).click();
  const dialog = page.getByRole('dialog', { name: 'Issue this quote?' });
  await expect(dialog).toContainText('As it stands, this quote cannot be kept:');
  await expect(dialog).toContainText(`${first}: 5000 wanted, `);
  await expect(dialog).toContainText('before this quote ends.');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'issue quote all the same' }).click();
  await expect(notice(page)).toContainText('issued');

  const { secret } = await linkTo(request, draft.id);
  const customer = await asCustomer(browser, `/quote?k=${secret}`);
  const gone = customer.getByRole('status').filter({ hasText: 'No longer free on your days' });
  await expect(gone).toContainText(`${first}.`);
  await expect(gone).toContainText('calls you within 24 hours with a replacement or other days');
  await customer.getByLabel('Your full name').fill('Nandini Rao');
  await customer.getByRole('checkbox', { name: /^I accept this quote of ₹/ }).check();
  await customer.getByRole('button', { name: 'Accept quote' }).click();
  await expect(gone).toContainText('Your acceptance is saved.');
});

test('a quote is edited, issued and accepted, becomes an order and its invoice, which is credited @desktop @clock', async ({
  page,
  browser,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const enquiry = await sendEnquiry(request);
  const [first = '', second = ''] = enquiry.itemNames;
  await signIn(await makeStaff(sql, 'admin'));
  await page.goto(`/ops/crm?tab=enquiries&open=${enquiry.number}`);
  await page.getByRole('tab', { name: 'Documents' }).click();
  await page.getByRole('button', { name: 'Make quote' }).click();
  await expect(page).toHaveURL(/\/ops\/documents\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quote, draft');

  // Lines, discounts and a note. The sums follow while it is typed.
  await lineField(page, `Quantity of ${first}`).fill('1');
  await lineField(page, `Price of ${first}`).fill('1000');
  await lineField(page, `Discount of ${first}, percent or rupees`).fill('10%');
  await lineField(page, `Price of ${second}`).fill('500');
  await page.getByRole('button', { name: 'Add a text line' }).click();
  await expect(lineField(page, 'Text of line 3')).toBeFocused();
  await lineField(page, 'Text of line 3').fill('Delivery');
  await lineField(page, 'Price of Delivery').fill('750');
  await page.getByLabel('Discount on all lines').fill('450');
  await page.getByLabel('Notes for the customer').fill('Collection from the back gate');
  // 2,700 + 3,000 + 750 less 450, and 18 %.
  await expect(sums(page)).toContainText('₹6,000.00');
  await expect(sums(page)).toContainText('₹7,080.00');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessible();

  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.frameLocator('iframe');
  await expect(preview.getByRole('heading', { level: 1 })).toContainText(enquiry.lastName);
  await expect(preview.getByText('Collection from the back gate')).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Accept quote' })).toBeDisabled();
  await page.keyboard.press('Escape');

  await issue(page, 'quote');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/^Quote QT\/\d\d-\d\d\/\d{4,}$/);
  const number = (await title.innerText()).replace('Quote ', '');
  await expectAccessible();

  // The customer accepts by the address that was copied.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Send a link', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(notice(page)).toContainText('Address copied');
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await expectAccessible();
  const customer = await asCustomer(browser, address);
  await expect(customer.getByText('₹7,080.00').first()).toBeVisible();
  await customer.getByLabel('Your full name').fill('Nandini Rao');
  await customer.getByRole('checkbox', { name: /^I accept this quote of ₹7,080\.00/ }).check();
  await customer.getByRole('button', { name: 'Accept quote' }).click();
  await expect(customer.getByRole('status').first()).toContainText('by Nandini Rao.');

  // Staff read it, and make the order, then its invoice.
  await page.reload();
  await expect(page.getByRole('region', { name: 'Answers' })).toContainText(
    'Accepted by Nandini Rao',
  );
  await page.getByRole('button', { name: 'Make order' }).click();
  await expect(page).toHaveURL(/tab=orders&open=ORD-\d+/);
  await page.getByRole('tab', { name: 'Documents' }).click();
  const documents = page.getByRole('list', { name: 'Documents' });
  await expect(documents.getByRole('link', { name: number })).toContainText('Accepted');
  await expectAccessible();
  await page.getByRole('button', { name: 'Make invoice' }).click();
  await expect(title).toHaveText('Tax invoice, draft');
  await expect(sums(page)).toContainText('₹7,080.00');
  await issue(page, 'tax invoice');
  await expect(title).toHaveText(/^Tax invoice INV\/\d\d-\d\d\/\d{4,}$/);
  const invoice = (await title.innerText()).replace('Tax invoice ', '');

  // All of it is credited.
  await page.getByRole('button', { name: 'Credit note' }).click();
  const credit = page.getByRole('dialog', { name: `Credit note for ${invoice}` });
  await credit.getByRole('button', { name: 'make the credit note' }).click();
  await expect(credit.getByLabel('Reason')).toBeFocused();
  await credit.getByLabel('Reason').fill('Cancelled by the customer');
  await credit.getByRole('button', { name: 'make the credit note' }).click();
  await expect(title).toHaveText('Credit note, draft');
  await issue(page, 'credit note');
  await expect(title).toHaveText(/^Credit note CN\/\d\d-\d\d\/\d{4,}$/);
  await page.getByRole('link', { name: invoice }).click();
  await expect(title).toHaveText(`Tax invoice ${invoice}`);
  await expect(page.getByText('Credited so far')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Credit note' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Documents' }).first().click();
  await page.getByRole('searchbox', { name: 'Search documents' }).fill(enquiry.lastName);
  await expect(page.getByRole('row')).toHaveCount(4);
  await expectAccessible();
});

test('an order from a quote asks about a line without a price @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const { enquiry, draft } = await draftQuote(request, sql);
  const unpriced = await changeFirstLine(request, draft, { unit_price: 0 });
  const quote = await issueDocument(request, unpriced);
  await signIn(await makeStaff(sql, 'admin'));
  await page.goto(`/ops/documents/${quote.id}`);
  const make = page.getByRole('button', { name: 'Make order' });
  await make.click();
  const question = page.getByRole('dialog', { name: 'Make the order without these prices?' });
  await expect(question).toContainText(`${enquiry.itemNames[0]} costs ₹0.`);
  await expectAccessible();
  await question.getByRole('button', { name: 'make no order' }).click();
  await expect(make).toBeFocused();
  await make.click();
  await question.getByRole('button', { name: 'make the order' }).click();
  await expect(page).toHaveURL(/tab=orders&open=ORD-\d+/);
  const [made] = await sql`select count(*)::int as n from orders
    join enquiry_orders as asked on asked.id = orders.enquiry_order_id
    where asked.enquiry_number = ${enquiry.number}`;
  expect(made).toEqual({ n: 1 });
});

test('a draft whose rate changed, and two editors of a draft @desktop @long', async ({
  page,
  browser,
  request,
  sql,
  signIn,
  consoleErrors,
  expectAccessible,
}) => {
  const { enquiry, draft } = await draftQuote(request, sql);
  const [first = ''] = enquiry.itemNames;
  const rate = randomInt(500, 900) / 100;
  const taxClass = { label: `Costumes ${enquiry.lastName}`, sac: '9966', place: 'recipient' };
  const { classes } = await callAsStaff<{ classes: { id: string; label: string }[] }>(
    request,
    'change_tax_class',
    { ...taxClass, rate, id: null, key: randomUUID() },
  );
  await signIn();
  await page.goto(`/ops/documents/${draft.id}`);
  const tax = lineField(page, `Tax class of ${first}`);
  await tax.selectOption({ label: `${taxClass.label} · ${rate}%` });
  const saved = page.getByText('Saved', { exact: true });
  await expect(saved).toBeVisible();

  await lineField(page, 'Text of line 1').focus();
  const last = page.getByRole('button', { name: 'Issue quote' });
  expect(await coveredStops(page, last)).toEqual([]);

  // The rate changes while the question is open: the draft cannot be issued, and everything stays.
  await page.getByRole('button', { name: 'Issue quote' }).click();
  const question = page.getByRole('dialog', { name: 'Issue this quote?' });
  await expect(question).toBeVisible();
  await callAsStaff(request, 'change_tax_class', {
    ...taxClass,
    rate: 9.5,
    id: classes.find(({ label }) => label === taxClass.label)?.id,
    key: randomUUID(),
  });
  await question.getByRole('button', { name: 'issue quote' }).click();
  const missing = page.getByRole('region', { name: 'Missing' });
  const sentence = `The tax class "${taxClass.label}" changed: this line has ${rate}%, today's rate is 9.5%.`;
  await expect(missing).toContainText(sentence);
  await expect.poll(() => consoleErrors).toEqual([expect.stringContaining('409')]);
  consoleErrors.length = 0;
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await missing.getByRole('button').click();
  await expect(tax).toBeFocused();
  await expect(tax.locator('option:checked')).toHaveText(`9966 · ${rate}% (former)`);
  await tax.selectOption({ label: `${taxClass.label} · 9.5%` });
  await expect(missing).toHaveCount(0);

  // Two editors: the second one decides, and what they typed stays until then.
  const other = await colleague(browser, sql);
  await other.page.goto(`/ops/documents/${draft.id}`);
  const theirNotes = other.page.getByLabel('Notes for the customer');
  await expect(theirNotes).toBeVisible();
  await page.getByLabel('Notes for the customer').fill('Mine');
  await expect(saved).toBeVisible();
  await theirNotes.fill('Theirs');
  const conflict = other.page.getByRole('alert', { name: 'Changed meanwhile' });
  await expect(conflict.getByRole('row', { name: /^Notes/ })).toContainText('Mine');
  await expect(theirNotes).toHaveValue('Theirs');
  await expectAccessible(other.page);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(other.page.getByText('Saved', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await sql`select notes from documents where id = ${draft.id}`)[0])
    .toEqual({ notes: 'Theirs' });
  await other.page.context().close();
});

test('an order that is edited after its quote, a wrong GSTIN and a missing state @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  consoleErrors,
  expectAccessible,
}) => {
  const made = await makeOrder(sql, request);
  const [order] = await sql<{ id: string }[]>`
    select id from orders where order_number = ${made.order}`;
  const make = (kind: string) =>
    callAsStaff<DraftedDocument>(request, 'make_document', {
      kind,
      order: order?.id,
      key: randomUUID(),
    });
  const quote = await make('quote');
  const invoice = await make('invoice');
  await issueDocument(request, await make('quote')).then(async ({ id }) => {
    await sql`update order_items set quantity = 1 where order_id = ${order!.id}`;
    await signIn();
    await page.goto(`/ops/documents/${id}`);
  });
  const changed = page.getByRole('status').filter({ hasText: `Order ${made.order} has changed` });
  await expect(changed).toBeVisible();
  await expectAccessible();
  const [first = ''] = made.itemNames;
  await page.goto(`/ops/documents/${quote.id}`);
  const quantity = lineField(page, `Quantity of ${first}`);
  await expect(quantity).toHaveValue('2');
  await changed.getByRole('button').click();
  await expect(quantity).toHaveValue('1');
  await expect(changed).toHaveCount(0);

  // An invoice from ₹50,000 needs name, address and state.
  await page.goto(`/ops/documents/${invoice.id}`);
  await lineField(page, `Price of ${first}`).fill('60000');
  const missing = page.getByRole('region', { name: 'Missing' });
  const sentence = "From ₹50,000 an invoice needs the customer's name, address and state.";
  await missing.getByRole('button', { name: sentence }).click();
  await expect(page.getByLabel('Billed to')).toBeFocused();
  await page.getByRole('button', { name: 'New billing details' }).click();
  const form = page.getByRole('form', { name: 'Billing details' });
  const save = form.getByRole('button', { name: 'save' });
  await form.getByLabel('Legal name').fill('Asha Films LLP');
  await form.getByLabel('Address').fill('4, Hill Road\nMumbai 400050');
  await form.getByLabel('GSTIN').fill('27AAPFU0939F1ZW');
  await save.click();
  await expect(form.getByLabel('GSTIN')).toBeFocused();
  await expect(
    form.getByText('The last character of this GSTIN does not fit the others'),
  ).toBeVisible();
  await expect(form.getByLabel('Address')).toHaveValue('4, Hill Road\nMumbai 400050');
  await expectAccessible();
  await form.getByLabel('GSTIN').fill('27 aapfu 0939 f1zv');
  await expect(form.getByLabel('State')).toHaveValue('27');
  await save.click();
  await expect(page.getByLabel('Billed to')).toHaveValue(/./);
  await expect(sums(page)).toContainText('IGST');
  await expect(missing).toHaveCount(0);

  // Absurd figures stay in their fields with a sentence.
  const price = lineField(page, `Price of ${first}`);
  await price.fill('-5');
  await expect(price).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Issue invoice' }).click();
  await expect(price).toBeFocused();
  await page.reload();
  await expect(price).toHaveValue('-5');
  await expect(price).toHaveAttribute('aria-invalid', 'true');

  await page.goto('/ops/settings/tax');
  const add = page.getByRole('button', { name: 'Add a tax class' });
  await expect(add).toBeVisible();
  await expectAccessible();
  await add.click();
  const taxClass = page.getByRole('form', { name: 'Tax class' });
  await taxClass.getByLabel('Name').fill('Crew');
  await taxClass.getByRole('button', { name: 'save' }).click();
  await expect(taxClass.getByLabel('SAC')).toBeFocused();
  await expect(taxClass.getByText('A SAC has 4, 6 or 8 digits.')).toBeVisible();
  await expect(taxClass.getByLabel('Name')).toHaveValue('Crew');
  expect(consoleErrors).toEqual([]);
});

test('documents and due amounts load further parts @long @desktop', async ({ page, signIn }) => {
  await signIn();
  for (const [path, rows] of [
    ['/ops/documents', page.getByRole('table', { name: 'Documents' }).getByRole('row')],
    ['/ops/money', page.getByRole('table', { name: 'Due amounts' }).getByRole('row')],
  ] as const) {
    await page.goto(path);
    await expect(rows.nth(50)).toBeVisible();
    const before = await rows.count();
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows.count()).toBeGreaterThan(before);
  }
});
