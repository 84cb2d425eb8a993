import type { Page } from '@playwright/test';
import { notice } from './support/crm.ts';
import { typedDay } from './support/availability.ts';
import { putItem } from './support/items.ts';
import { bookFor, enquireFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

const days = { from: studioDay(40), to: studioDay(42) };

const drawer = (page: Page, number: string) =>
  page.getByRole('dialog', { name: number, exact: true });
const hold = (page: Page, number: string) =>
  drawer(page, number).getByRole('region', { name: 'Hold' });

test(
  'an enquiry is held in one press, extended and released @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, expectAccessible, consoleErrors }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
    const sent = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    const rival = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
    await page.goto(`/ops/crm?tab=enquiries&open=${sent.number}`);
    await hold(page, sent.number)
      .getByRole('button', { name: /^Hold until \w{3} 6\spm$/ })
      .click();
    await expect(notice(page)).toContainText(/^Held until \w{3} 6\spm/);
    await expect(hold(page, sent.number)).toContainText(/Held until \w{3} 6\spm · .* left/);
    const extend = hold(page, sent.number).getByRole('button', { name: 'Another time' });
    const dialog = page.getByRole('dialog', { name: `Extend the hold of ${sent.number}` });
    await extend.click();
    await dialog.getByLabel('Hold until').fill(studioDay(40));
    await dialog.getByLabel('Time').fill('10:00');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'hold' }).click();
    await expect(dialog.getByLabel('Hold until')).toHaveAccessibleDescription(
      'A hold must end before the first day of the rental.',
    );
    await dialog.getByLabel('Hold until').fill('2020-01-01');
    await dialog.getByRole('button', { name: 'hold' }).click();
    await expect(dialog).toContainText('Enter a date and time in the future.');
    await dialog.getByLabel('Hold until').fill(studioDay(4));
    await dialog.getByRole('button', { name: 'hold' }).click();
    await expect(dialog).toBeHidden();
    const aDayMore = hold(page, sent.number).getByRole('button', {
      name: /^Extend until \w{3} 6\spm$/,
    });
    await aDayMore.click();
    await expect(notice(page)).toContainText(/^Held until \w{3} 6\spm/);
    await expect(aDayMore).toHaveCount(0);
    await expect(extend).toHaveCount(0);
    await page.goto(`/ops/crm?tab=enquiries&open=${rival.number}`);
    const row = drawer(page, rival.number).getByRole('row', { name: lamp.name });
    await expect(row).toContainText(/Short on .*: 0 of 1 free/);
    await expect(row).toContainText(`Held for ${sent.number} until`);
    await hold(page, rival.number)
      .getByRole('button', { name: /^Hold until/ })
      .click();
    await expect(notice(page)).toContainText('Error holding the items');
    await expect(notice(page)).toContainText(`${lamp.name}: 1 wanted, 0 free on`);
    await page.goto(`/ops/crm?tab=enquiries&open=${sent.number}`);
    await hold(page, sent.number).getByRole('button', { name: 'Release' }).click();
    await expect(notice(page)).toContainText('Hold released');
    await expect(
      hold(page, sent.number).getByRole('button', { name: /^Hold until/ }),
    ).toBeVisible();
    const happened = drawer(page, sent.number).getByRole('region', { name: 'Activity' });
    await expect(happened.getByRole('listitem')).toHaveText([
      new RegExp(`${sent.number}: hold released · Meera Nair`),
      new RegExp(`${sent.number}: hold extended until .* · Meera Nair`),
      new RegExp(`${sent.number}: hold extended until .* · Meera Nair`),
      new RegExp(`${sent.number}: held until .* · Meera Nair`),
      new RegExp(`Sent ${sent.number} · Visitor`),
    ]);
    consoleErrors.length = 0;
  },
);

test(
  'an order moves to other dates, unless its items are not free then @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, expectAccessible, consoleErrors }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
    const line = [{ item: lamp, quantity: 1 }];
    const order = await bookFor(sql, request, line, days);
    const later = { from: studioDay(50), to: studioDay(51) };
    await bookFor(sql, request, line, later);
    await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
    await page.goto(`/ops/crm?tab=orders&open=${order.order}`);
    const row = drawer(page, order.order).getByRole('row', { name: lamp.name });
    await expect(row).toContainText('Reserved · 0 of 1 still free');
    await drawer(page, order.order).getByRole('button', { name: 'Change dates' }).click();
    const dialog = page.getByRole('dialog', { name: `Change the dates of ${order.order}` });
    await expect(dialog.getByLabel('From')).toHaveValue(typedDay(days.from));
    // Beyond its last day the rental moves with its length; back again, it has the days that it had.
    await dialog.getByLabel('From').fill(later.to);
    await expect(dialog.getByLabel('To')).toHaveValue(typedDay(studioDay(53)));
    await dialog.getByLabel('From').fill(days.from);
    await expect(dialog.getByLabel('To')).toHaveValue(typedDay(days.to));
    await dialog.getByLabel('From').fill(later.to);
    await dialog.getByLabel('To').fill(later.from);
    await dialog.getByRole('button', { name: 'change dates' }).click();
    await expect(dialog).toContainText('The last day is before the first.');
    await dialog.getByLabel('From').fill(later.from);
    await dialog.getByLabel('To').fill(studioDay(52));
    await dialog.getByRole('button', { name: 'change dates' }).click();
    await expect(dialog.getByRole('alert')).toContainText(`${lamp.name}: 1 wanted, 0 free on`);
    await expectAccessible();
    await dialog.getByLabel('From').fill(studioDay(52));
    await dialog.getByLabel('To').fill(studioDay(55));
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'change dates' }).click();
    await expect(notice(page)).toContainText('Dates changed successfully');
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('₹400.00');
    await expect(drawer(page, order.order).getByRole('region', { name: 'Activity' })).toContainText(
      new RegExp(`${order.order}: dates .* → .* · Meera Nair`),
    );
    consoleErrors.length = 0;
  },
);

test('conflicts are counted and lead to their items and orders @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const lamp = await putItem(sql, 'props', { own: { quantity: 2 } });
  const order = await bookFor(sql, request, [{ item: lamp, quantity: 2 }], days);
  await sql`update props set quantity = 1 where id = ${lamp.id}`;
  await signIn();
  await page.goto('/ops/crm?tab=orders');
  await page.getByRole('button', { name: /^\d+ conflicts?$/ }).click();
  const list = page.getByRole('dialog', { name: 'Conflicts' });
  const item = list.getByRole('listitem').filter({ hasText: lamp.name });
  await expect(item).toContainText('1 too few on');
  await expectAccessible();
  await item.getByRole('link', { name: order.order }).click();
  await expect(drawer(page, order.order)).toContainText(/Short on .*: 1 of 1 free/);
  await expect(list).toBeHidden();
  await sql`update props set quantity = 2 where id = ${lamp.id}`;
});
