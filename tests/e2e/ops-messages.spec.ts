import type { Page } from '@playwright/test';
import { notice } from './support/crm.ts';
import { sendQuote } from './support/quotes.ts';
import { sendEnquiry } from './support/send-enquiry.ts';
import { makeStaff } from './support/staff.ts';
import { expect, hydrated, test } from './support/test.ts';

/** The row of a message about a record, in the list of messages. */
const rowOf = (page: Page, name: string, number: string) =>
  page
    .getByRole('table', { name: 'Messages' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: number, exact: true }) })
    .filter({ has: page.getByRole('button', { name, exact: true }) });

test('an enquiry’s e-mails are read and cancelled, and a failed one is sent again from the enquiry @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const { number, lastName } = await sendEnquiry(request);
  // An address at which mail can arrive.
  await sql`update enquiry_orders set contact_email = 'nandini@frameyard.test' where enquiry_number = ${number}`;
  await signIn(await makeStaff(sql, 'crm_user'));
  // why of one kind: the list has the newest fifty, and other tests send enquiries too.
  await page.goto('/ops/messages?template=acknowledgement');
  const row = rowOf(page, 'Enquiry received', number);
  await expect(row).toContainText('Waiting');
  await expect(row).toContainText(lastName);
  await expectAccessible();
  await row.getByRole('button', { name: 'Enquiry received' }).click();
  const sheet = page.getByRole('dialog', { name: 'Enquiry received' });
  await expect(sheet.getByText(`We have your enquiry ${number}`)).toBeVisible();
  await expect(
    sheet.frameLocator('iframe').getByText(/^Thank you, we have your enquiry/),
  ).toBeVisible();
  await expectAccessible();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  const asked = page.getByRole('dialog', { name: 'Cancel this message?' });
  await asked.getByRole('button', { name: 'cancel the message' }).click();
  await expect(notice(page)).toContainText('Message cancelled');
  await expect(sheet.getByText('Cancelled', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row).toContainText('Cancelled');

  await sql`update private.outbox as failed
    set state = 'failed', reason = 'refused', problem = '550 no such user', attempts = 1
    from enquiry_orders as enquiry
    where enquiry.id = failed.enquiry_order_id and enquiry.enquiry_number = ${number}
      and failed.template = 'enquiry_new' and failed.channel = 'email'`;
  // None is late. why: nothing sends the e-mails of this site, which is said once they wait for five minutes.
  await sql`update private.outbox set due_at = now() where state = 'waiting' and due_at < now()`;
  await page.goto('/ops/today');
  await expect(page.getByRole('link', { name: /e-mails? failed\.$/ })).toBeVisible();
  await page.goto(`/ops/crm?tab=enquiries&open=${number}&part=emails`);
  const emails = page.getByRole('list', { name: 'E-mails' });
  const failed = emails.getByRole('button', { name: /^New enquiry/ });
  await expect(failed).toContainText('Failed');
  await expect(failed).toContainText('The mail server refused this e-mail for good.');
  await expectAccessible();
  await failed.click();
  const opened = page.getByRole('dialog', { name: 'New enquiry' });
  await expect(opened.getByText('550 no such user')).toBeVisible();
  await opened.getByRole('button', { name: 'Send again' }).click();
  await expect(notice(page)).toContainText('It will be sent again');
  await expect(opened.getByText('Waiting', { exact: true })).toBeVisible();
});

test('a quote is sent by e-mail, and a second time after a warning @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const quote = await sendQuote(request, sql);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(`/ops/documents/${quote.id}`);
  await page.getByRole('button', { name: 'Send by e-mail' }).click();
  const asked = page.getByRole('dialog', { name: `Send ${quote.number} by e-mail?` });
  await expect(asked).toContainText('with a link to the document');
  await expectAccessible();
  await asked.getByRole('button', { name: 'send' }).click();
  await expect(notice(page)).toContainText('The e-mail is on its way');
  const emails = page
    .getByRole('list', { name: 'E-mails' })
    .getByRole('button', { name: /^Quote/ });
  await expect(emails).toHaveCount(1);
  await sql`update private.outbox set state = 'sent', sent_at = now() where document_id = ${quote.id}`;
  await page.reload();
  await expect(emails).toContainText('Sent');
  await expectAccessible();
  await emails.click();
  const sheet = page.getByRole('dialog', { name: 'Quote' });
  await sheet.getByRole('button', { name: 'Send again' }).click();
  const again = page.getByRole('dialog', { name: 'Send it again?' });
  await expect(again).toContainText('It arrives a second time.');
  await again.getByRole('button', { name: 'send again' }).click();
  await expect(emails).toHaveCount(2);
});

test('the list is filtered in the address, by keys of the navigation and of the palette @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const { number } = await sendEnquiry(request);
  await signIn(await makeStaff(sql, 'admin'));
  await page.goto('/ops/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await hydrated(page);
  await page.keyboard.press('g');
  await page.keyboard.press('e');
  await expect(page).toHaveURL('/ops/messages');
  await expect(page.getByText(number).first()).toBeVisible();
  await expectAccessible();
  await page.getByLabel('State').selectOption('skipped');
  await expect(page).toHaveURL('/ops/messages?state=skipped');
  await page.getByLabel('Kind').selectOption('payment_received');
  await expect(page.getByText('No messages match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('No messages match')).toBeHidden();
  await expect(page).toHaveURL('/ops/messages');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  await palette.getByRole('combobox').fill('waiting e');
  await palette.getByRole('option', { name: 'Waiting e-mails' }).click();
  await expect(page).toHaveURL('/ops/messages?state=open');
});

test('a refused login and a pause are told, and can be ended @long @desktop', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}) => {
  await signIn(await makeStaff(sql, 'crm_user'));
  const email: Record<string, unknown> = {
    channel: 'email',
    paused_at: '2026-11-20T10:00:00.000Z',
    paused_by: null,
    is_refused: true,
    problem: '535 wrong password',
    asked_at: null,
    waiting: 2,
    late: 2,
    failed: 0,
  };
  // why made up: a pause would stop the e-mails of the tests beside this one.
  await page.route('**/rest/v1/rpc/outbox_list', (route) =>
    route.fulfill({ json: { rows: [], next: null, channels: [email] } }),
  );
  await page.route('**/rest/v1/rpc/dashboard_figures', async (route) => {
    // why the cast: the body is an object of figures.
    const figures = (await (await route.fetch()).json()) as Record<string, unknown>;
    await route.fulfill({ json: { ...figures, email } });
  });
  const changes: unknown[] = [];
  await page.route('**/rest/v1/rpc/pause_channel', (route) => {
    changes.push(route.request().postDataJSON());
    Object.assign(email, { paused_at: null, is_refused: false, problem: null });
    return route.fulfill({ json: [email] });
  });
  await page.goto('/ops/dashboard');
  await page
    .getByRole('link', { name: 'The mail server refuses the login. 2 e-mails wait.' })
    .click();
  const sending = page.getByRole('region', { name: 'Sending' });
  await expect(sending).toContainText('It answers: 535 wrong password.');
  await expectAccessible();
  await sending.getByRole('button', { name: 'Try now' }).click();
  await expect(sending.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(changes).toEqual([{ channel: 'email', paused: false }]);
});
