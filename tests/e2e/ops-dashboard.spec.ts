import { sendEnquiry } from './support/send-enquiry.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

test(
  'the CRM’s card leads there and shows what waits',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn }) => {
    await sendEnquiry(request);
    await signIn(await makeStaff(sql, 'crm_user'));
    const card = page.getByRole('link', { name: 'CRM-Rental' });
    await expect(card).toContainText(/\d+\s*pending enquir/);
    await expect(card).toContainText(/\d+ orders? out today/);
    await expect(card).toContainText(/\d+ messages? to answer/);
    await card.click();
    await expect(page).toHaveURL('/ops/crm?tab=leads');
    await expect(page.getByRole('tab', { name: 'Leads' })).toHaveAttribute('aria-selected', 'true');
  },
);

test(
  'figures that cannot be loaded leave the card, and the retry brings them',
  { tag: '@desktop' },
  async ({ page, signIn, consoleErrors }) => {
    await page.route('**/rest/v1/rpc/dashboard_figures', (route) =>
      route.fulfill({ status: 403, json: { code: '42501', message: 'not for you' } }),
    );
    await signIn();
    await expect(page.getByText('The figures could not be loaded.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'CRM-Rental' })).toBeVisible();
    await page.unroute('**/rest/v1/rpc/dashboard_figures');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/pending enquir/)).toBeVisible();
    consoleErrors.length = 0;
  },
);

test(
  'a role without the CRM has no card for it and asks for no figures of it',
  { tag: '@desktop' },
  async ({ page, sql, signIn }) => {
    await signIn(await makeStaff(sql, 'inventory_user'));
    const props = page.getByRole('link', { name: 'Props' });
    await expect(props).toContainText(/[\d,]+\s*active/);
    await expect(props).toContainText(/\d+ switched off/);
    await expect(page.getByRole('link', { name: 'CRM-Rental' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: /Inventory manager/ })).toHaveCount(6);
    await props.click();
    await expect(page).toHaveURL('/ops/props-manager');
  },
);
