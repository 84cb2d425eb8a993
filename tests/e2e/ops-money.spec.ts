import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { formatTotal } from '#domain/money.ts';
import { makeOwingOrder, newUtr } from './support/claims.ts';
import { loseAnswer, NO_ANSWER } from './support/connection.ts';
import { notice } from './support/crm.ts';
import { counted } from './support/presses.ts';
import { callAsStaff, issueDocument, type DraftedDocument } from './support/quotes.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const moneyOf = (order: string) => `/ops/crm?tab=orders&q=${order}&open=${order}&part=money`;
const entries = (page: Page) => page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
const receive = (order: string, amount: number) => ({
  order,
  account: 'rental',
  kind: 'received',
  amount,
  method: 'bank',
  reference: newUtr(),
  key: randomUUID(),
});

test(
  'a part payment lowers what is due, its reversal raises it, and a claim pays the rest',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, sql, signIn, expectAccessible }) => {
    const made = await makeOwingOrder(sql, request, 3);
    const utr = newUtr();
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto(moneyOf(made.order));
    const drawer = page.getByRole('dialog', { name: made.order });
    await expect(drawer.getByText(`${formatTotal(made.due)} due, 3 days overdue`)).toBeVisible();
    await expect(drawer.getByText('Value, by its quote')).toBeVisible();
    await expect(drawer.getByText('No money recorded yet.')).toBeVisible();

    // Keys only: open, correct, record.
    const opener = drawer.getByRole('button', { name: 'record payment' });
    await opener.press('Enter');
    const amount = drawer.getByLabel('Amount (₹)');
    await expect(amount).toBeFocused();
    const digits = { minimumFractionDigits: Number.isInteger(made.due) ? 0 : 2 };
    await expect(amount).toHaveValue(made.due.toLocaleString('en-IN', digits));
    await page.keyboard.press('Escape');
    await expect(amount).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.press('Enter');
    await amount.fill('12.345');
    await drawer.getByLabel('Reference').fill(utr);
    await page.keyboard.press('Enter');
    await expect(amount).toHaveAccessibleDescription('Enter rupees, with two decimals at most.');
    await expect(amount).toBeFocused();
    await amount.fill('100.50');
    const rest = formatTotal(made.due - 100.5);
    await expect(drawer.getByText(`Then: ${rest} due, 3 days overdue`)).toBeVisible();
    await expectAccessible();
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText('Payment recorded');
    await expect(drawer.getByText(`${rest} due, 3 days overdue`, { exact: true })).toBeVisible();
    await expect(entries(page)).toContainText([`UPI · ${utr}`]);
    await expect(opener).toBeFocused();

    await drawer.getByRole('button', { name: 'Reverse: Received, ₹100.50' }).click();
    const question = page.getByRole('dialog', { name: 'Reverse this entry?' });
    await question.getByRole('button', { name: 'reverse' }).click();
    const reason = question.getByLabel('Reason');
    await expect(reason).toHaveAccessibleDescription('Enter why this entry is reversed.');
    await reason.fill('Of another order');
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(entries(page)).toContainText(['Of another order', 'reversed']);
    await expect(drawer.getByText(`${formatTotal(made.due)} due, 3 days overdue`)).toBeVisible();
    await expect(drawer.getByLabel('Payment status')).toHaveValue('pending');

    await made.claim(made.due, utr);
    await page.reload();
    await drawer.getByRole('button', { name: `It arrived: ${formatTotal(made.due)}` }).click();
    await expect(drawer.getByText('Paid', { exact: true })).toBeVisible();
    await expect(drawer.getByText('To compare with the bank')).toHaveCount(0);
    await expect(entries(page)).toHaveCount(3);
    await expectAccessible();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('row').filter({ hasText: made.order })).toContainText('Fully paid');
  },
);

test('a payment whose answer is lost is recorded once, after another tab and a reload too @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const made = await makeOwingOrder(sql, request, -10);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(moneyOf(made.order));
  const drawer = page.getByRole('dialog', { name: made.order });
  await drawer.getByRole('button', { name: 'record payment' }).click();
  await drawer.getByLabel('Amount (₹)').fill('70');
  await drawer.getByLabel('Note (optional)').fill('By the driver');
  await loseAnswer(page, 'rpc/record_payment');
  const record = drawer.getByRole('button', { name: 'Record', exact: true });
  await record.click();
  await expect(notice(page)).toContainText(NO_ANSWER);
  await expect(entries(page)).toHaveCount(1);
  await drawer.getByRole('tab', { name: 'Items' }).click();
  await drawer.getByRole('tab', { name: 'Money' }).click();
  await expect(drawer.getByLabel('Note (optional)')).toHaveValue('By the driver');
  await page.reload();
  await expect(drawer.getByLabel('Note (optional)')).toHaveValue('By the driver');
  await record.click();
  await expect(notice(page)).toContainText('Payment recorded');
  await expect(entries(page)).toHaveCount(1);
  const [money] = await sql<{ count: number }[]>`
    select count(*)::int as count from payments where order_id = ${made.id}`;
  expect(money?.count).toBe(1);

  // More than is due is recorded with a warning; the reference of a payment is refused at its field.
  const known = receive(made.id, 30);
  await callAsStaff(request, 'record_payment', known);
  await drawer.getByRole('button', { name: 'record payment' }).click();
  await drawer.getByLabel('Method').selectOption('Bank transfer');
  await drawer.getByLabel('Reference').fill(known.reference);
  await record.click();
  await expect(drawer.getByLabel('Reference')).toHaveAccessibleDescription(
    'A payment of this order has this reference already.',
  );
  await expect(drawer.getByLabel('Reference')).toBeFocused();
  await drawer.getByLabel('Reference').fill('');
  await drawer.getByLabel('Amount (₹)').fill(String(made.due));
  await record.click();
  await expect(notice(page)).toContainText('₹100.00 more than is due was received.');
  await expect(drawer.getByText('₹100.00 to refund')).toBeVisible();
  consoleErrors.length = 0;
});

test('a cancelled order is refunded by the policy, and what is retained is invoiced @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const made = await makeOwingOrder(sql, request, 0);
  await callAsStaff(request, 'record_payment', receive(made.id, 1000));
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(moneyOf(made.order));
  const drawer = page.getByRole('dialog', { name: made.order });
  await drawer.getByRole('button', { name: 'refund if cancelled now' }).click();
  const panel = drawer.getByRole('region', { name: 'Cancellation' });
  await expect(panel).toContainText(
    'After the first rental day began the policy refunds 50% of what was received.',
  );
  await drawer.getByLabel('Order status').selectOption('Cancelled');
  await page.getByRole('button', { name: 'cancel the order' }).click();
  await expect(panel).toContainText('Cancelled');
  await expect(drawer.getByText('₹500.00 to refund', { exact: true })).toBeVisible();
  await expectAccessible();
  await panel.getByRole('button', { name: 'record refund of ₹500.00' }).click();
  await expect(notice(page)).toContainText('Refund recorded');
  await expect(entries(page).first()).toContainText('Cancellation: 50% of ₹1,000.00');
  await expect(
    drawer.getByText('Nothing to refund, ₹500.00 to invoice', { exact: true }),
  ).toBeVisible();
  const steps = panel.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps).toHaveText([
    /Invoice what the studio retains.*₹500\.00/,
    /Refunded.*₹500\.00/,
  ]);
  await panel.getByRole('button', { name: 'as a draft' }).click();
  await expect(page).toHaveURL(/\/ops\/documents\/[\da-f-]{36}$/);
  const [draft] = await sql<{ kind: string; total: number; text: string }[]>`
    select kind, total::float, (select text from document_lines where document_id = documents.id limit 1)
    from documents where order_id = ${made.id} and state = 'draft'`;
  expect(draft).toMatchObject({ kind: 'invoice', text: `Cancellation of ${made.order}` });
  // The tax inside an amount is not always exact to the paisa when it is added again.
  expect(Math.abs((draft?.total ?? 0) - 500)).toBeLessThan(0.05);
});

test('a refund that a colleague recorded meanwhile is not recorded twice @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const made = await makeOwingOrder(sql, request, 0);
  await callAsStaff(request, 'record_payment', receive(made.id, 1000));
  await sql`update orders set status = 'cancelled' where id = ${made.id}`;
  // Nothing is told live.
  await page.routeWebSocket(/\/realtime\/v1\//, (socket) => void socket.close({ code: 1011 }));
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(moneyOf(made.order));
  const panel = page.getByRole('region', { name: 'Cancellation' });
  const refund = panel.getByRole('button', { name: 'Record refund of ₹500.00' });
  await expect(refund).toBeVisible();
  await callAsStaff(request, 'record_payment', {
    ...receive(made.id, 500),
    kind: 'refunded',
  });
  await refund.click();
  await expect(notice(page)).toContainText('The refund was not recorded');
  await expect(notice(page)).toContainText('Somebody else recorded money of this order meanwhile.');
  await expect(panel.getByText('Done: Refunded')).toBeVisible();
  await expect(entries(page)).toHaveCount(2);
  consoleErrors.length = 0;
});

test('a cancelled order with an invoice and a deposit is settled in one place, with one total @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}, testInfo) => {
  const made = await makeOwingOrder(sql, request, 0);
  const draft = await callAsStaff<DraftedDocument>(request, 'make_document', {
    kind: 'invoice',
    order: made.id,
    key: randomUUID(),
  });
  const { number } = await issueDocument(request, draft);
  await callAsStaff(request, 'record_payment', receive(made.id, 1000));
  await callAsStaff(request, 'record_payment', { ...receive(made.id, 400), account: 'deposit' });
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(moneyOf(made.order));
  const drawer = page.getByRole('dialog', { name: made.order });
  await drawer.getByLabel('Order status').selectOption('Cancelled');
  await page.getByRole('button', { name: 'cancel the order' }).click();
  const panel = drawer.getByRole('region', { name: 'Cancellation' });
  const steps = panel.getByRole('list', { name: 'Steps' }).locator('> li');
  await expect(drawer.getByText('₹900.00 to give back', { exact: true })).toBeVisible();
  await expect(steps).toHaveText([
    /^Credit what was billed/,
    /^Later: Invoice what the studio retains, after the credit note₹500\.00$/,
    /^Refund the customer₹500\.00/,
    /^Return the deposit₹400\.00/,
  ]);
  await expectAccessible();

  const person = counted(page);
  const question = page.getByRole('dialog', { name: `Credit ${number}?` });
  await person.step('credit note', async () => {
    await person.press(steps.nth(0).getByRole('button', { name: 'Issue its credit note' }));
    await person.press(question.getByRole('button', { name: 'Issue it' }));
    await expect(steps.nth(0)).toHaveText(/^Done: Credited/);
  });
  await expect(panel).toBeFocused();
  // Another day: the steps are where they were.
  await page.reload();
  await person.step('invoice', async () => {
    await person.press(steps.nth(1).getByRole('button', { name: 'Issue the invoice of ₹500.00' }));
    await person.press(page.getByRole('button', { name: 'Issue it' }));
    await expect(steps.nth(1)).toHaveText(/^Done: Invoiced/);
  });
  await person.step('refund', async () => {
    await person.press(steps.nth(2).getByRole('button', { name: 'Record refund of ₹500.00' }));
    await expect(steps.nth(2)).toHaveText('Done: Refunded₹500.00');
  });
  await expect(drawer.getByText('₹400.00 to give back', { exact: true })).toBeVisible();
  await person.step('deposit', async () => {
    await person.press(steps.nth(3).getByRole('button', { name: 'Return the deposit' }));
    await person.press(drawer.getByRole('button', { name: 'Record', exact: true }));
    await expect(steps.nth(3)).toHaveText('Done: Deposit returned₹400.00');
  });
  await expect(panel).toContainText('Settled by the policy.');
  await expect(drawer.getByText('Nothing to refund', { exact: true })).toBeVisible();
  testInfo.annotations.push({ type: 'walk', description: person.report() });
  expect(person.presses(), person.report()).toBe(7);
  const issued = await sql<{ kind: string; total: number }[]>`
    select kind, total::float from documents where order_id = ${made.id} and state = 'issued' and kind <> 'quote'
    order by issued_at`;
  expect(issued.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note', 'invoice']);
});
