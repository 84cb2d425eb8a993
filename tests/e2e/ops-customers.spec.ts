import type { Page } from '@playwright/test';
import { sendEnquiry } from './support/send-enquiry.ts';
import { endSessions, makeCustomer, makeStaff, putMessage } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const refuse = (page: Page, call: string) =>
  page.route(`**/rest/v1/${call}*`, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 422, json: { code: 'PT422', message: 'not today' } }),
  );

test(
  'the customer page shows all records of a customer, with contact actions @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, expectAccessible }) => {
    const sent = await sendEnquiry(request);
    const [customer] = await sql<{ id: string; number: string }[]>`
      select id, customer_number as number from customers where mobile = ${sent.mobile}`;
    if (!customer) throw new Error('No customer was made.');
    await putMessage(sql, customer.id, 'Is there parking?');
    await signIn();
    await page.goto(`/ops/crm?q=${sent.lastName}`);
    await page
      .getByRole('link', { name: `${sent.firstName} ${sent.lastName}`, exact: true })
      .click();
    await expect(page).toHaveURL(`/ops/customers/${customer.number}`);
    const identity = part(page, 'Customer');
    await expect(identity.locator(`a[href="tel:${sent.mobile}"]`)).toBeVisible();
    await expect(identity.locator(`a[href="mailto:${sent.email}"]`)).toBeVisible();
    await expect(
      identity.locator(`a[href^="https://wa.me/${sent.mobile.slice(1)}?text=Hi"]`),
    ).toBeVisible();
    await expect(identity).toContainText('Typed differently');
    await expect(identity).toContainText('Kavi Other');
    await expect(identity).toContainText('kavi.other@example.com');
    await expect(part(page, 'Messages')).toContainText('Is there parking?');
    await expect(part(page, 'Activity')).toContainText(`Sent ${sent.number}`);
    await part(page, 'E-mails').getByRole('button', { name: 'Show e-mails' }).click();
    const emails = part(page, 'E-mails').getByRole('list', { name: 'E-mails' });
    await expect(emails.getByRole('button', { name: /^Enquiry received/ })).toBeVisible();
    await expectAccessible();
    await part(page, 'Enquiries').getByRole('link', { name: sent.number }).click();
    await expect(page.getByRole('dialog', { name: sent.number })).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: 'Leads' }).click();
    await expect(page).toHaveURL('/ops/crm?tab=leads');
  },
);

test(
  'an unknown customer number and a failed read each have an error page',
  { tag: ['@desktop', '@long'] },
  async ({ page, signIn, consoleErrors }) => {
    await signIn();
    await page.goto('/ops/customers/CUS-999999999');
    await expect(page.getByText('There is no customer with this number')).toBeVisible();
    await page.route('**/rest/v1/rpc/customer_record', (route) =>
      route.fulfill({ status: 403, json: { code: '42501', message: 'not for you' } }),
    );
    await page.goto('/ops/customers/CUS-00012');
    await expect(notice(page)).toContainText('Error loading customers');
    await expect(
      page.getByRole('heading', { name: 'The customer could not be loaded' }),
    ).toBeVisible();
    consoleErrors.length = 0;
  },
);

test(
  'marking a message as handled; a failed attempt leaves it unchanged @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn, consoleErrors }) => {
    const customer = await makeCustomer(sql);
    await putMessage(sql, customer.id, 'Is there parking?');
    const me = await makeStaff(sql, 'crm_user', 'Meera Test');
    await signIn(me);
    await page.goto(`/ops/customers/${customer.number}`);
    const messages = part(page, 'Messages');
    await refuse(page, 'contact_enquiries');
    await messages.getByRole('button', { name: 'mark as handled' }).click();
    await expect(notice(page)).toContainText('Error updating message');
    await expect(notice(page)).toContainText('not today');
    await expect(messages).toContainText('To answer');
    await page.unroute('**/rest/v1/contact_enquiries*');
    await messages.getByRole('button', { name: 'mark as handled' }).click();
    await expect(messages).toContainText('Handled by Meera Test');
    await expect(part(page, 'Activity')).toContainText('Message handled · Meera Test');
    await messages.getByRole('button', { name: 'reopen' }).click();
    await expect(messages).toContainText('To answer');
    consoleErrors.length = 0;
  },
);

test(
  'staff add notes and edit or delete only their own; a refused note keeps its draft',
  { tag: ['@long', '@desktop'] },
  async ({ page, sql, signIn, consoleErrors }) => {
    const customer = await makeCustomer(sql);
    const [me, other] = [
      await makeStaff(sql, 'crm_user'),
      await makeStaff(sql, 'crm_user', 'Ravi'),
    ];
    await sql`
      insert into customer_notes (customer_id, author, note)
      values (${customer.id}, ${other.id}, 'Written by Ravi')`;
    await signIn(me);
    await page.goto(`/ops/customers/${customer.number}`);
    const notes = part(page, 'Staff notes');
    await notes.getByLabel('New note').fill('Likes <b>brass</b> lamps 🎬');
    await refuse(page, 'customer_notes');
    await notes.getByRole('button', { name: 'add note' }).click();
    await expect(notice(page)).toContainText('Error adding note');
    await expect(notes.getByLabel('New note')).toHaveValue('Likes <b>brass</b> lamps 🎬');
    await page.unroute('**/rest/v1/customer_notes*');
    await notes.getByRole('button', { name: 'add note' }).dblclick();
    const mine = notes.getByRole('listitem').filter({ hasText: 'Likes <b>brass</b> lamps 🎬' });
    await expect(mine).toBeVisible();
    await expect(notes.getByLabel('New note')).toHaveValue('');
    const [written] = await sql`
      select count(*)::int from customer_notes where customer_id = ${customer.id} and author = ${me.id}`;
    expect(written).toEqual({ count: 1 });
    const his = notes.getByRole('listitem').filter({ hasText: 'Written by Ravi' });
    await expect(his.getByRole('button')).toHaveCount(0);
    await mine.getByRole('button', { name: /^Edit note/ }).click();
    const editor = notes.getByLabel(/^Note of/);
    await expect(editor).toBeFocused();
    await editor.fill('Likes steel');
    await refuse(page, 'customer_notes');
    await notes.getByRole('button', { name: 'save note' }).click();
    await expect(notice(page)).toContainText('Error editing note');
    await page.unroute('**/rest/v1/customer_notes*');
    await page.reload();
    await expect(editor).toHaveValue('Likes steel');
    await sql`update customer_notes set note = 'Likes gold' where author = ${me.id}`;
    await page.reload();
    await expect(notes).toContainText(
      'Edited meanwhile, and now says: “Likes gold”. Saving replaces that.',
    );
    await notes.getByRole('button', { name: 'save note' }).click();
    const steel = notes.getByRole('listitem').filter({ hasText: 'Likes steel' });
    await expect(steel).toContainText(' · edited, ');
    await expect(steel.getByRole('button', { name: /^Edit note/ })).toBeFocused();
    await expect(part(page, 'Activity')).toContainText('Note edited');
    await steel.getByRole('button', { name: /^Delete note/ }).click();
    const question = page.getByRole('dialog', { name: 'Delete this note?' });
    await expect(question).toContainText('Likes steel');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(steel).toBeVisible();
    await steel.getByRole('button', { name: /^Delete note/ }).click();
    await question.getByRole('button', { name: 'delete' }).click();
    await expect(steel).toHaveCount(0);
    await expect(his).toBeVisible();
    consoleErrors.length = 0;
  },
);

test(
  'editing a customer shows a concurrent edit before it can be overwritten @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn, consoleErrors }) => {
    const customer = await makeCustomer(sql);
    await signIn();
    await page.goto(`/ops/customers/${customer.number}`);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = page.getByRole('form', { name: 'Edit customer' });
    await form.getByLabel('First name').fill('Kavitha');
    await sql`update customers set email = 'newer@example.com' where id = ${customer.id}`;
    await form.getByRole('button', { name: 'save' }).click();
    await expect(notice(page)).toContainText('Error editing customer');
    await expect(form).toContainText('Is now: newer@example.com');
    await expect(form.getByLabel('First name')).toHaveValue('Kavitha');
    const [kept] = await sql`select first_name from customers where id = ${customer.id}`;
    expect(kept).toEqual({ first_name: 'Kavya' });
    await form.getByLabel('E-mail').fill('newer@example.com');
    await form.getByRole('button', { name: 'save' }).click();
    await expect(notice(page)).toContainText('Customer edited');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Kavitha');
    await expect(part(page, 'Activity')).toContainText('Edited: first name');
    consoleErrors.length = 0;
  },
);

test(
  'drafts survive the end of the session',
  { tag: ['@desktop', '@long'] },
  async ({ page, sql, signIn, consoleErrors }) => {
    const customer = await makeCustomer(sql);
    const me = await makeStaff(sql, 'crm_user');
    await signIn(me);
    // why: the press is to be the first to notice that the session has ended.
    await page.routeWebSocket('**/realtime/**', () => {});
    await page.goto(`/ops/customers/${customer.number}`);
    await page.getByLabel('New note').fill('Half a thought');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('First name').fill('Kavitha');
    await endSessions(sql, me.id);
    await page.getByRole('button', { name: 'save' }).click();
    await expect(page).toHaveURL('/ops');
    await expect(page.getByText('Your session has ended.')).toBeVisible();
    await page.getByLabel('Email').fill(me.email);
    await page.getByLabel('Password').fill(me.password);
    await page.getByRole('button', { name: 'login' }).click();
    await expect(page).toHaveURL(`/ops/customers/${customer.number}`);
    await expect(page.getByLabel('New note')).toHaveValue('Half a thought');
    await expect(page.getByLabel('First name')).toHaveValue('Kavitha');
    await page.getByRole('button', { name: 'save' }).click();
    await expect(notice(page)).toContainText('Customer edited');
    consoleErrors.length = 0;
  },
);

test(
  'an admin erases personal data after typing the customer number @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn, expectAccessible }) => {
    const customer = await makeCustomer(sql);
    await signIn();
    await page.goto(`/ops/customers/${customer.number}`);
    await page.getByRole('button', { name: 'erase personal data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase personal data' });
    await expect(dialog).toContainText('What stays');
    await expectAccessible();
    await dialog.getByLabel(`Type ${customer.number} to confirm`).fill('yes');
    await dialog.getByRole('button', { name: 'erase for good' }).click();
    await expect(dialog).toContainText(`Type ${customer.number} to confirm.`);
    await dialog.getByLabel(`Type ${customer.number} to confirm`).fill(customer.number);
    await dialog.getByRole('button', { name: 'erase for good' }).click();
    await expect(page.getByRole('heading', { name: 'Unknown Customer' })).toBeVisible();
    await expect(page.getByText(customer.mobile.slice(3))).toHaveCount(0);
  },
);

test(
  'a CRM user cannot erase, and sees that an admin has erased the data @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn, consoleErrors }) => {
    const customer = await makeCustomer(sql);
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto(`/ops/customers/${customer.number}`);
    await page.getByLabel('New note').fill('Too late');
    await expect(page.getByRole('button', { name: 'erase personal data' })).toHaveCount(0);
    await sql`
      update customers set first_name = null, last_name = null, mobile = null, email = null,
        erased_at = now() where id = ${customer.id}`;
    await page.getByRole('button', { name: 'add note' }).click();
    await expect(notice(page)).toContainText('Error adding note');
    await expect(page.getByRole('heading', { name: 'Unknown Customer' })).toBeVisible();
    consoleErrors.length = 0;
  },
);

test('on a narrow screen the customer page fits', async ({
  page,
  sql,
  signIn,
  expectAccessible,
  isMobile,
}) => {
  test.skip(!isMobile, 'for narrow screens');
  const customer = await makeCustomer(sql);
  await putMessage(sql, customer.id, 'x'.repeat(500));
  await signIn();
  await page.goto(`/ops/customers/${customer.number}`);
  await expect(part(page, 'Messages')).toBeVisible();
  await expectAccessible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});
