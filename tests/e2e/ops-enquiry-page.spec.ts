import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { notice } from './support/crm.ts';
import { studioDay } from './support/days.ts';
import { linkedEnquiry } from './support/enquiry-links.ts';
import { expect, test } from './support/test.ts';

const row = (page: Page, number: string) =>
  page.getByRole('table', { name: 'Enquiries' }).getByRole('row').filter({ hasText: number });

test('staff see a change that a customer asked for, send the page of the enquiry, and end its links @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const sent = await linkedEnquiry(request, sql);
  const form = {
    action: 'change',
    key: randomUUID(),
    note: 'One lamp more <b>please</b>',
    from: studioDay(61),
    to: studioDay(62),
  };
  expect((await request.post(sent.path, { form })).status()).toBe(200);
  await signIn();
  await page.goto(`/ops/crm?tab=enquiries&q=${sent.number}`);
  await expect(row(page, sent.number)).toContainText('Change asked');
  await page.getByRole('link', { name: sent.number }).click();
  const open = page.getByRole('dialog', { name: sent.number, exact: true });
  const replies = open.getByRole('region', { name: 'From the customer' });
  await expect(replies).toContainText('One lamp more <b>please</b>');
  await expect(open.getByText(`${sent.number}: the customer asks for a change`)).toBeVisible();
  await expectAccessible();
  // In one press to the dates that they ask for, and back by Undo.
  const rentalDays = open.getByText('Rental days').locator('..');
  await expect(rentalDays).toContainText('3');
  await replies.getByRole('button', { name: 'Move to these dates' }).click();
  await expect(notice(page)).toContainText('Dates changed successfully');
  await expect(rentalDays).toContainText('2');
  await expect(replies.getByRole('button', { name: 'Move to these dates' })).toHaveCount(0);
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rentalDays).toContainText('3');
  await replies.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(replies.getByRole('button')).toHaveCount(0);
  await expect(row(page, sent.number)).not.toContainText('Change asked');

  await open.getByRole('button', { name: 'Send its page' }).click();
  const sheet = page.getByRole('dialog', { name: `Send the page of ${sent.number}` });
  const field = sheet.getByLabel('Address', { exact: true });
  await expect(field).toHaveValue(/\/enquiry\?k=[\da-f]{64}$/);
  const address = await field.inputValue();
  const whatsApp = await sheet.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  const text = new URL(whatsApp ?? '').searchParams.get('text') ?? '';
  expect(text.split('\n')).toEqual([
    expect.stringMatching(
      new RegExp(`^Hi Nandini, this is .+ about your enquiry ${sent.number}\\.$`),
    ),
    expect.stringContaining('· 3 days'),
    ...sent.itemNames.map((name) => `2 × ${name}`),
    address,
  ]);
  await expectAccessible();
  expect((await request.get(address)).status()).toBe(200);
  await sheet.getByRole('button', { name: 'End all links to this page' }).click();
  await expect(sheet).toBeHidden();
  expect((await request.get(address)).status()).toBe(404);
  expect((await request.get(sent.path)).status()).toBe(404);
});
