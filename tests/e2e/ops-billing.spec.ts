import { randomUUID } from 'node:crypto';
import { makeOwingOrder } from './support/claims.ts';
import { makeOrder } from './support/crm.ts';
import { callAsStaff, type DraftedDocument } from './support/quotes.ts';
import { expect, test } from './support/test.ts';

test('billing details: an SEZ unit, other numbers of GST, and what contradicts itself @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const made = await makeOrder(sql, request);
  const [order] = await sql<{ id: string }[]>`
    select id from orders where order_number = ${made.order}`;
  const draft = await callAsStaff<DraftedDocument>(request, 'make_document', {
    kind: 'invoice',
    order: order!.id,
    key: randomUUID(),
  });
  await signIn();
  await page.goto(`/ops/documents/${draft.id}`);
  await page.getByRole('button', { name: 'New billing details' }).click();
  const form = page.getByRole('form', { name: 'Billing details' });
  const gstin = form.getByLabel('GSTIN');
  await form.getByLabel('Legal name').fill('Asha Films LLP');
  await form.getByLabel('Address').fill('4, Hill Road\nMumbai, Maharashtra');
  await gstin.fill('29AAGCB7383JIZ4');
  await expect(gstin).toHaveAccessibleDescription(
    'The letter O and the digit 0, or I and 1, look alike: 29AAGCB7383J1Z4 would fit.',
  );
  await gstin.fill('29BLRA12345A1DR');
  await expect(gstin).toHaveAccessibleDescription(
    'This is the number of a deductor of tax at source (TDS).',
  );
  await gstin.fill('29-AAGCB\u200b7383J 1Z4');
  const contradiction = 'The GSTIN is of Karnataka, the address names Maharashtra.';
  await expect(form.getByText(contradiction)).toBeVisible();
  await form.getByLabel('Zero-rated supply').selectOption('with_payment');
  await expectAccessible();
  await form.getByRole('button', { name: 'save' }).click();
  await expect(form).toBeHidden();
  const customer = page.getByRole('region', { name: 'Customer' });
  await expect(customer).toContainText('SEZ unit or developer, with payment of IGST.');
  await expect(customer).toContainText(contradiction);
  const sums = page.locator('dl[aria-label="Sums"]');
  await expect(sums).toContainText('IGST');
  await expect(sums).not.toContainText('CGST');

  // A customer abroad.
  await page.getByRole('button', { name: 'Edit billing details' }).click();
  await gstin.fill('');
  await form.getByLabel('State').selectOption('96');
  await form.getByLabel('Zero-rated supply').selectOption('without_payment');
  await form.getByRole('button', { name: 'save' }).click();
  await expect(customer).toContainText('Export, without payment of IGST.');
  await expect(sums).not.toContainText('IGST');
  await page
    .getByRole('region', { name: 'Missing' })
    .getByRole('link', { name: /letter of undertaking/ })
    .click();
  await expect(page.getByLabel('Letter of undertaking (LUT)')).toBeFocused();
});

test('a voucher that the settings hold up leads to their field @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const made = await makeOwingOrder(sql, request, 3);
  const text = "Enter the studio's legal name in the settings.";
  await page.route('**/rest/v1/rpc/record_payment', async (route) =>
    route.fulfill({
      status: 409,
      json: {
        code: 'PT409',
        message: text,
        hint: null,
        details: JSON.stringify({
          reason: 'incomplete',
          missing: [{ field: 'identity.legal_name', text }],
        }),
      },
    }),
  );
  await signIn();
  await page.goto(`/ops/crm?tab=orders&q=${made.order}&open=${made.order}&part=money`);
  const drawer = page.getByRole('dialog', { name: made.order });
  await drawer.getByRole('button', { name: 'record payment' }).click();
  await drawer.getByLabel('Amount (₹)').press('Enter');
  await drawer.getByRole('region', { name: 'Missing' }).getByRole('link', { name: text }).click();
  await expect(page.getByLabel('Legal name')).toBeFocused();
  expect(consoleErrors).toHaveLength(1);
  consoleErrors.length = 0;
});
