import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { formatTotal } from '#domain/money.ts';
import { studioToday } from '#domain/days.ts';
import { makeOwingOrder, newUtr } from './support/claims.ts';
import { loseAnswer, NO_ANSWER } from './support/connection.ts';
import { colleague, notice } from './support/crm.ts';
import { openLive } from './support/live.ts';
import { callAsStaff } from './support/quotes.ts';
import { makeStaff } from './support/staff.ts';
import { expect, expectLegibleInDark, hydrated, startSession, test } from './support/test.ts';

/** The claim with this UTR in the list. */
const claimOf = (page: Page, utr: string) =>
  page.getByRole('list', { name: 'Claims' }).getByRole('listitem').filter({ hasText: utr });
/** The text of the file that a press saves. */
async function savedBy(page: Page, button: Locator) {
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}
const month = () => studioToday().slice(0, 7);

test('an overdue order, its claim matched in one press, and the payment in the export @clock @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const made = await makeOwingOrder(sql, request, 900);
  const [utr, wrong] = [newUtr(), newUtr()];
  await made.claim(made.due, utr);
  await made.claim(1, wrong);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto('/ops/money');
  await expect(page).toHaveTitle(/^Money/);
  const owing = page.getByRole('link', { name: made.order });
  await expect(owing).toBeVisible();
  await expect(page.getByText('900 days overdue, was due').first()).toBeVisible();
  await expect(page.getByText('Due in all')).toBeVisible();
  await expectAccessible();
  await expectLegibleInDark(page);
  await owing.click();
  await expect(page).toHaveURL(`/ops/crm?tab=orders&open=${made.order}&part=money`);
  const drawer = page.getByRole('dialog', { name: made.order });
  await expect(drawer.getByRole('tab', { name: 'Money' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();

  await page.getByRole('tab', { name: /^Claims/ }).click();
  await expect(claimOf(page, utr)).toContainText(`${made.order}, ${formatTotal(made.due)} due`);
  await expectAccessible();
  await claimOf(page, utr)
    .getByRole('button', { name: /^It arrived/ })
    .click();
  await expect(notice(page)).toContainText('Claim matched');
  await expect(claimOf(page, utr)).toHaveCount(0);
  // The focus goes on to the next claim.
  await expect(page.getByRole('list', { name: 'Claims' }).locator('button:focus')).toHaveCount(1);
  // The rest of the order is paid, so the other claim no longer fits.
  await expect(claimOf(page, wrong)).toContainText('Nothing is due.');
  await claimOf(page, wrong).getByRole('button', { name: 'dismiss' }).click();
  // Another claim arrives meanwhile: the list is as long as before.
  await page.route('**/rest/v1/rpc/dismiss_claim', async (route) => {
    const response = await route.fetch();
    await made.claim(2, newUtr());
    await route.fulfill({ response });
  });
  await page.getByRole('dialog').getByRole('button', { name: 'dismiss' }).click();
  await expect(claimOf(page, wrong)).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Claims' }).locator('button:focus')).toHaveCount(1);

  await page.getByRole('tab', { name: 'Exports' }).click();
  await expect(page.getByRole('region', { name: 'GSTR-1' })).toBeVisible();
  await expectAccessible();
  await page
    .getByRole('button', { name: /^\w+ \d{4}$/ })
    .first()
    .click();
  const { name, text } = await savedBy(
    page,
    page.getByRole('button', { name: 'Export CSV: Payments' }),
  );
  expect(name).toMatch(new RegExp(`^payments-${month()}-01-to-${month()}-\\d\\d\\.csv$`));
  expect(text).toContain(`Received,${made.due},${made.due},UPI,${utr},`);
  await expect(page.getByText(/^\d+ rows? saved as payments-/)).toBeVisible();
  await page.getByRole('tab', { name: 'Due' }).click();
  await expect(page.getByText('Due in all')).toBeVisible();
  await expect(page.getByRole('link', { name: made.order })).toHaveCount(0);
});

test('two people match the same claim: the second reads why not, and keeps the typed text @desktop @long', async ({
  page,
  browser,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const made = await makeOwingOrder(sql, request, 5);
  const [utr, pressed] = [newUtr(), newUtr()];
  await made.claim(made.due / 2, utr);
  await made.claim(1, pressed);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto('/ops/money?tab=claims');
  await claimOf(page, utr)
    .getByRole('button', { name: /^With other details/ })
    .click();
  const sheet = page.getByRole('dialog', { name: /^Claim of/ });
  await expect(sheet.getByLabel('Amount')).toHaveValue((made.due / 2).toFixed(2));
  await sheet.getByLabel('Note').fill('Half, by the producer');
  // A reload loses nothing.
  await page.reload();
  await claimOf(page, utr)
    .getByRole('button', { name: /^With other details/ })
    .click();
  await expect(sheet.getByLabel('Note')).toHaveValue('Half, by the producer');

  const other = await colleague(browser, sql);
  await other.page.goto('/ops/money?tab=claims');
  await claimOf(other.page, utr)
    .getByRole('button', { name: /^It arrived/ })
    .click();
  await expect(claimOf(other.page, utr)).toHaveCount(0);
  await claimOf(other.page, pressed).getByRole('button', { name: 'dismiss' }).click();
  await other.page.getByRole('dialog').getByRole('button', { name: 'dismiss' }).click();
  await expect(claimOf(other.page, pressed)).toHaveCount(0);
  await other.page.context().close();

  await sheet.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(sheet).toContainText('This claim was matched already.');
  await expect(sheet).toContainText('This claim was matched or dismissed meanwhile.');
  await expect(sheet.getByLabel('Note')).toHaveValue('Half, by the producer');
  await sheet.getByRole('button', { name: 'Close' }).first().click();
  await expect(claimOf(page, pressed)).toHaveCount(0);
  const [money] = await sql<{ received: number; entries: number }[]>`
    select sum(amount)::float as received, count(*)::int as entries from payments where order_id = ${made.id}`;
  expect(money).toEqual({ received: made.due / 2, entries: 1 });
  consoleErrors.length = 0;
});

test('a claim whose answer is lost is matched once; another is linked to the payment of its reference @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const made = await makeOwingOrder(sql, request, 5);
  const [utr, foreign] = [newUtr(), newUtr()];
  await made.claim(100, utr);
  const known = newUtr();
  await callAsStaff(request, 'record_payment', {
    order: made.id,
    account: 'rental',
    kind: 'received',
    amount: 60,
    method: 'bank',
    reference: known,
    key: randomUUID(),
  });
  await made.claim(60, known);
  await signIn(await makeStaff(sql, 'admin'));
  await page.goto('/ops/money?tab=claims');
  await loseAnswer(page, 'rpc/match_claim');
  await claimOf(page, utr)
    .getByRole('button', { name: /^It arrived/ })
    .click();
  await expect(notice(page)).toContainText(NO_ANSWER);
  await expect(claimOf(page, utr)).toHaveCount(0);
  await claimOf(page, known)
    .getByRole('button', { name: /^It is the payment of/ })
    .click();
  await expect(claimOf(page, known)).toHaveCount(0);
  const entries = await sql`
    select amount::float from payments where order_id = ${made.id} order by created_at`;
  expect([...entries]).toEqual([{ amount: 60 }, { amount: 100 }]);

  // The reference of another order, and an amount that is refused at its field.
  const second = await makeOwingOrder(sql, request, 5);
  await second.claim(100, utr);
  await second.claim(50, foreign);
  await page.reload();
  await expect(claimOf(page, utr)).toContainText(
    `${utr} is recorded for ${made.order} already, with ₹100.00.`,
  );
  await claimOf(page, utr)
    .getByRole('button', { name: /^With other details/ })
    .click();
  const sheet = page.getByRole('dialog', { name: /^Claim of/ });
  await sheet.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(sheet.getByLabel('Reference')).toHaveAccessibleDescription(
    `A payment of ${made.order} has this reference already.`,
  );
  await sheet.getByRole('button', { name: 'cancel' }).click();
  await claimOf(page, foreign)
    .getByRole('button', { name: /^With other details/ })
    .click();
  await sheet.getByLabel('Entry').selectOption('Deposit received');
  await sheet.getByLabel('Method').selectOption('Bank transfer');
  await sheet.getByLabel('Amount').fill('45.50');
  await sheet.getByLabel('Amount').press('Enter');
  await expect(sheet).toBeHidden();
  const deposits = await sql`
    select account, method, amount::float, reference from payments where order_id = ${second.id}`;
  expect([...deposits]).toEqual([
    { account: 'deposit', method: 'bank', amount: 45.5, reference: foreign },
  ]);
  consoleErrors.length = 0;
});

test('exports name the month that failed, can be cancelled, and check their days @desktop @long', async ({
  page,
  sql,
  signIn,
  expectAccessible,
  consoleErrors,
}) => {
  await signIn(await makeStaff(sql, 'crm_user'));
  // why up to last month: documents of other tests are of today.
  const monthAt = (months: number) => {
    const [year = 0, of = 0] = month().split('-').map(Number);
    return new Date(Date.UTC(year, of - 1 + months));
  };
  const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
  const nameOf = (months: number) =>
    new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'short', year: 'numeric' }).format(
      monthAt(months),
    );
  const from = dayOf(monthAt(-12)).replace(/01$/, '10');
  const to = dayOf(new Date(monthAt(0).getTime() - 86_400_000));
  await page.goto(`/ops/money?tab=exports&from=${from}&to=${to}`);
  const register = page.getByRole('region', { name: 'Invoice register' });
  const start = register.getByRole('button', { name: 'Export CSV: Invoice register' });
  let isStuck = false;
  await page.route('**/rest/v1/rpc/invoice_register', async (route) => {
    const { from: first } = route.request().postDataJSON() as { from: string };
    if (first === dayOf(monthAt(-9)) && isStuck) {
      // No answer: it is cancelled.
      return undefined;
    }
    if (first === dayOf(monthAt(-10)) && !isStuck) {
      return route.fulfill({
        status: 500,
        json: { code: '57014', message: 'It took too long.', details: null, hint: null },
      });
    }
    return route.continue();
  });
  await start.click();
  await expect(register.getByRole('alert')).toHaveText(
    `${nameOf(-10)} could not be read, so no file was saved. It took too long.`,
  );
  await expectAccessible();
  isStuck = true;
  await start.click();
  await expect(register.getByRole('status')).toHaveText(`Reading ${nameOf(-9)}, 4 of 12…`);
  await register.getByRole('button', { name: 'Cancel: Invoice register' }).click();
  await expect(register.getByRole('status')).toHaveText('');
  await page.unroute('**/rest/v1/rpc/invoice_register');

  const { name, text } = await savedBy(page, start);
  expect(name).toBe(`invoice-register-${from}-to-${to}.csv`);
  const [stored] = await sql<{ numbers: string[] }[]>`
    select array_agg(number order by date, kind, fy, sequence) as numbers from documents
    where state = 'issued' and kind <> 'quote' and date between ${from} and ${to}`;
  expect(
    text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[2]),
  ).toEqual(stored?.numbers);

  const gstr1 = page.getByRole('region', { name: 'GSTR-1' });
  await gstr1.getByRole('button', { name: 'Read figures: GSTR-1' }).click();
  const codes = await savedBy(page, gstr1.getByRole('button', { name: 'Save CSV: 12 By SAC' }));
  expect(codes.name).toBe(`gstr1-hsn-${from}-to-${to}.csv`);
  expect(codes.text.split('\r\n')[0]).toBe(
    '\uFEFFRecipients,SAC,Rate,Value,Taxable value,CGST,SGST,IGST',
  );

  // Days without documents make no empty file, and wrong days none at all.
  await page.getByLabel('From').fill('2001-01-01');
  await page.getByLabel('To').fill('2001-01-31');
  await start.click();
  await expect(register.getByRole('status')).toHaveText(
    'No tax document was issued on these days.',
  );
  await page.getByLabel('To').fill('2000-12-31');
  await expect(page.getByLabel('To')).toHaveAccessibleDescription(
    'The last day is before the first.',
  );
  await expect(start).toBeDisabled();
  await page.getByRole('button', { name: /^FY/ }).last().click();
  await expect(page.getByLabel('From')).toHaveValue(/^1 Apr \d{4}$/);
  await expect(page.getByLabel('To')).toHaveValue(/^31 Mar \d{4}$/);
  await expect(page).toHaveURL(/from=\d{4}-04-01&to=\d{4}-03-31/);
  consoleErrors.length = 0;
});

test('keys and palette lead to the page; failures, other roles and erased customers are explained @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const made = await makeOwingOrder(sql, request, 901);
  await sql`
    update customers set first_name = null, last_name = null, mobile = null, email = null, erased_at = now()
    where mobile = ${made.mobile}`;
  const staff = await makeStaff(sql, 'crm_user');
  await signIn(staff);
  await page.route('**/rest/v1/rpc/due', (route) => route.abort('connectionrefused'));
  await page.goto('/ops/dashboard');
  await hydrated(page.getByRole('link', { name: 'Money' }));
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await expect(page).toHaveURL('/ops/money');
  await expect(page.getByText('The due amounts could not be loaded')).toBeVisible();
  await page.unroute('**/rest/v1/rpc/due');
  await page.getByRole('button', { name: 'Try again' }).click();
  const owing = page.getByRole('row').filter({ hasText: made.order });
  await expect(owing).toContainText('CUS-');
  await page.keyboard.press('j');
  await expect(page.locator('[data-row-link]').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/ops\/crm\?tab=orders&open=ORD-\d+&part=money$/);
  const drawer = page.getByRole('dialog', { name: /^ORD-/ });
  await expect(drawer.getByRole('tab', { name: 'Money' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill('match cl');
  await page.getByRole('option', { name: /^Match claims/ }).click();
  await expect(page).toHaveURL('/ops/money?tab=claims');

  await startSession(page, await makeStaff(sql, 'inventory_user'));
  await page.goto('/ops/money');
  await expect(page.getByText('You cannot open this page')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Money' })).toHaveCount(0);
  consoleErrors.length = 0;
});

test(
  'a claim and its match appear without a reload',
  { tag: ['@long', '@desktop', '@live'] },
  async ({ page, request, sql, signIn }) => {
    const made = await makeOwingOrder(sql, request, 902);
    const utr = newUtr();
    await signIn();
    await openLive(page, '/ops/money?tab=claims');
    await made.claim(made.due, utr);
    await expect(claimOf(page, utr)).toBeVisible();
    await page.getByRole('tab', { name: 'Due' }).click();
    await expect(page.getByRole('link', { name: made.order })).toBeVisible();
    await sql`update payment_claims set state = 'dismissed' where utr = ${utr}`;
    await page.getByRole('tab', { name: /^Claims/ }).click();
    await expect(claimOf(page, utr)).toHaveCount(0);
  },
);
