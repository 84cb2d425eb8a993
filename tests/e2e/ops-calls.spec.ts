import type { Locator, Page } from '@playwright/test';
import { notice } from './support/crm.ts';
import { putItem, type PutItem } from './support/items.ts';
import { counted } from './support/presses.ts';
import { bookFor, enquireFor } from './support/rentals.ts';
import { endSessions, makeCustomer, makeStaff } from './support/staff.ts';
import { expect, signInByForm, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

const days = { from: studioDay(60), to: studioDay(62) };

const drawer = (page: Page, number: string) =>
  page.getByRole('dialog', { name: number, exact: true });

/** Types a code as a hand scanner does: fast, with Enter. */
async function scan(inside: Locator, code: string) {
  await inside.getByRole('combobox', { name: 'Add an item by name or code' }).fill(code);
  await inside.getByRole('combobox', { name: 'Add an item by name or code' }).press('Enter');
}

test('a known customer and four items take seven presses beside typing @long @desktop', async ({
  page,
  sql,
  signIn,
  expectAccessible,
}, testInfo) => {
  const items: PutItem[] = [];
  for (const quantity of [3, 3, 3, 9]) {
    items.push(await putItem(sql, 'props', { price: 100, own: { quantity } }));
  }
  const [lamp, , , tray] = items;
  await sql`update items set place = 'Shelf 4' where id = ${lamp!.id}`;
  const caller = await makeCustomer(sql);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto('/ops/crm?tab=orders');
  const person = counted(page);
  const form = page.getByRole('dialog', { name: 'New order' });
  const found = form.getByRole('listbox', { name: 'Found items' }).getByRole('option');
  const lines = form.getByRole('region', { name: 'Items' }).getByRole('listitem');
  const field = form.getByRole('combobox', { name: 'Add an item by name or code' });
  const year = Number(studioDay(0).slice(0, 4)) + 1;

  await person.step('customer', async () => {
    await person.press(page.getByRole('button', { name: 'New order' }));
    await expect(form.getByRole('combobox', { name: 'Customer' })).toBeFocused();
    const [first = '', last = ''] = caller.name.split(' ');
    await person.type(`${last} ${first}`);
    await expect(form.getByRole('option').filter({ hasText: caller.number })).toBeVisible();
    await person.key('Enter');
  });
  await person.step('dates', async () => {
    // The same with the month first.
    await expect(form.getByLabel('From')).toBeFocused();
    await person.type(`0505${year}`);
    await expect(form.getByLabel('To', { exact: true })).toBeFocused();
    await person.type(`0606${year}`);
    await expect(field).toBeFocused();
  });
  await person.step('items', async () => {
    for (const [at, { name }] of items.entries()) {
      // The words in another order.
      await person.type(name.split(' ').toReversed().join(' '));
      await expect(found.first()).toContainText(name);
      await expect(found.first()).toContainText(/₹100\/day.*[39] of [39] free/);
      if (at === 0) await expect(found.first()).toContainText('Shelf 4');
      if (at === 0) await expectAccessible();
      await person.key('Enter');
      await expect(lines).toHaveCount(at + 1);
      await expect(field).toHaveValue('');
    }
  });
  await expect(
    form.getByText(`${tray!.name} added. A number and Enter set its pieces.`),
  ).toBeVisible();
  await person.step('save', () => person.key('Control+Enter'));
  await expect(page).toHaveURL(/open=ORD-\d+/);
  testInfo.annotations.push({ type: 'walk', description: person.report() });
  expect(person.presses(), person.report()).toBe(7);

  // A number is the pieces of what was added last; arrows move, a press adds.
  await page.goto('/ops/crm?tab=enquiries&new=enquiry');
  const enquiry = page.getByRole('dialog', { name: 'New enquiry' });
  const words = enquiry.getByRole('combobox', { name: 'Add an item by name or code' });
  const offered = enquiry.getByRole('option');
  const pieces = (name: string) => enquiry.getByRole('textbox', { name: `Quantity of ${name}` });
  await words.fill(tray!.name);
  await expect(offered.filter({ hasText: tray!.name })).toHaveAttribute('aria-selected', 'true');
  await words.press('Enter');
  await expect(words).toHaveValue('');
  await words.fill('12');
  await words.press('Enter');
  await expect(pieces(tray!.name)).toHaveValue('12');
  await expect(enquiry.getByText(`${tray!.name}: 12 pieces`)).toBeVisible();
  await words.fill('chair');
  await expect(offered).toHaveCount(9);
  await words.press('ArrowUp');
  await expect(offered.last()).toHaveText('Show more');
  await expect(offered.last()).toHaveAttribute('aria-selected', 'true');
  await words.press('Enter');
  await expect(offered.nth(8)).not.toHaveText('Show more');
  await offered.nth(8).click();
  await expect(words).toBeFocused();
  const wanted = enquiry.getByRole('region', { name: 'Items' }).getByRole('listitem');
  await expect(wanted).toHaveCount(2);

  // A pasted list makes lines; what is not found is kept, also over a reload, until it is searched or removed.
  const left = enquiry.getByRole('region', { name: 'Lines not found' });
  await words.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    const pasted = { clipboardData, bubbles: true, cancelable: true };
    input.dispatchEvent(new ClipboardEvent('paste', pasted));
  }, `- 2 x ${lamp!.name}\n- ${tray!.name} (3)\n- 2 zzqunicorns\n`);
  await expect(enquiry.getByText('2 lines added, 1 not found.')).toBeVisible();
  await expect(pieces(lamp!.name)).toHaveValue('2');
  await expect(pieces(tray!.name)).toHaveValue('15');
  await expect(left).toContainText('2 × zzqunicorns');
  await expectAccessible();
  await page.reload();
  await expect(wanted).toHaveCount(3);
  await enquiry.getByRole('button', { name: 'Save the enquiry' }).click();
  await expect(enquiry).toContainText('Search or remove the lines that were not found.');
  await left.getByRole('button', { name: 'Search zzqunicorns' }).click();
  await expect(words).toBeFocused();
  await expect(words).toHaveValue('zzqunicorns');
  await words.fill(lamp!.name);
  await expect(offered.first()).toContainText(lamp!.name);
  await words.press('Enter');
  await expect(pieces(lamp!.name)).toHaveValue('4');
  await expect(left).toBeHidden();
});

test(
  'a new order survives a reload and an ended session, and says what is not free @long',
  { tag: '@desktop' },
  async ({ page, request, sql, consoleErrors, expectAccessible }) => {
    const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 1 } });
    const stool = await putItem(sql, 'props', { price: 300, own: { quantity: 2 } });
    await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    const staff = await makeStaff(sql, 'crm_user');
    const { mobile } = await makeCustomer(sql);
    const unknown = `${mobile.slice(0, -4)}0000`;
    await signInByForm(page, staff);
    await page.goto('/ops/crm?new=order');
    const form = page.getByRole('dialog', { name: 'New order' });
    await form.getByRole('combobox', { name: 'Customer' }).fill(unknown);
    await expect(form.getByLabel('Mobile')).toHaveValue(unknown);
    await form.getByLabel('First name').fill('Asha');
    await form.getByLabel('Last name').fill('Caller');
    await form.getByLabel('From').fill(days.from);
    await form.getByLabel('To').fill(days.to);
    await scan(form, lamp.code);
    await expect(form.getByRole('region', { name: 'Items' })).toContainText(
      /Short · 0 of 1 free · Free from/,
    );
    await endSessions(sql, staff.id);
    await page.waitForURL(/\/ops$/);
    await page.getByLabel('Email').fill(staff.email);
    await page.getByLabel('Password').fill(staff.password);
    await page.getByRole('button', { name: 'login' }).click();
    await expect(form.getByLabel('First name')).toHaveValue('Asha');
    await form.getByRole('button', { name: 'Make the order' }).click();
    await expect(form.getByRole('region', { name: 'Items' })).toContainText('1 wanted, 0 free on');
    // Hired in for the order, in one press, until it is taken back.
    await form.getByRole('button', { name: `Hire in 1, ${lamp.name}` }).click();
    await expect(form.getByRole('listitem').filter({ hasText: lamp.name })).toContainText(
      '1 hired in',
    );
    await expect(form.getByRole('button', { name: 'Save as second option' })).toBeHidden();
    await form.getByRole('button', { name: `Do not hire in ${lamp.name}` }).click();
    await expect(form.getByRole('button', { name: 'Save as second option' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'keep editing' }).click();
    // The choices of a short line: other dates for all, another item, and an enquiry that waits.
    const items = form.getByRole('region', { name: 'Items' });
    await items.getByRole('button', { name: /^Other dates: .*, for all items$/ }).click();
    await expect(items).toContainText('1 of 1 free');
    await expect(form.getByLabel('From')).not.toHaveValue(days.from);
    await form.getByLabel('From').fill(days.from);
    await form.getByLabel('To', { exact: true }).fill(days.to);
    await items.getByRole('button', { name: `Swap ${lamp.name}` }).click();
    const swap = items.getByRole('group', { name: `Instead of ${lamp.name}` });
    await swap.getByRole('searchbox').fill(stool.name);
    await expectAccessible();
    await swap.getByRole('radio', { name: `Swap for ${stool.name}` }).click();
    await expect(items.getByRole('listitem')).toContainText(stool.name);
    await expect(items).toContainText('2 of 2 free');
    await form.getByRole('button', { name: `Remove ${stool.name}` }).click();
    await form.getByRole('button', { name: 'Make the order' }).click();
    await expect(form).toContainText('Add at least one item.');
    const [made] = await sql`select count(*)::int as n from customers where mobile = ${unknown}`;
    expect(made?.['n']).toBe(0);
    await scan(form, lamp.code);
    await form.getByRole('button', { name: 'Save as second option' }).click();
    await expect(page).toHaveURL(/tab=enquiries&open=ENQ-\d+/);
    await expect(
      page.getByRole('dialog', { name: /^ENQ-/ }).getByText('Second option since'),
    ).toBeVisible();
    consoleErrors.length = 0;
  },
);

test('an enquiry without e-mail is saved for a new caller @long @desktop', async ({
  page,
  sql,
  signIn,
}) => {
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 1 } });
  const { mobile: known } = await makeCustomer(sql);
  const unknown = `${known.slice(0, -4)}1111`;
  await signIn();
  await page.goto('/ops/crm?tab=enquiries&new=enquiry');
  const form = page.getByRole('dialog', { name: 'New enquiry' });
  await form.getByRole('button', { name: 'Save the enquiry' }).click();
  await expect(form).toContainText('Choose the customer, or a new one.');
  const customer = form.getByRole('combobox', { name: 'Customer' });
  await expect(customer).toBeFocused();
  await customer.fill('Asha Qcaller');
  await form.getByRole('option', { name: 'New customer “Asha Qcaller”' }).click();
  await expect(form.getByLabel('Mobile')).toBeFocused();
  await form.getByLabel('Mobile').fill(known);
  await expect(form).toContainText('The number of Kavya');
  await form.getByLabel('Mobile').fill(unknown);
  await expect(form.getByText('The number of Kavya')).toBeHidden();
  await expect(form.getByLabel('First name')).toHaveValue('Asha');
  await form.getByLabel('From').fill(days.from);
  const label = `https://studio.example/ops/scan/${lamp.code}-02`;
  const search = form.getByRole('combobox', { name: 'Add an item by name or code' });
  // Enter after the search has begun, and before it has an answer.
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route(
    '**/rest/v1/rpc/find_rentable',
    async (route) => {
      begun.resolve();
      await answer.promise;
      await route.continue().catch(() => {});
    },
    { times: 1 },
  );
  await search.fill(label);
  await begun.promise;
  await search.press('Enter');
  answer.resolve();
  await expect(form.getByRole('region', { name: 'Items' })).toContainText(lamp.name);
  await form.getByLabel('Message').fill('Call back at noon');
  await form.getByRole('button', { name: 'Save the enquiry' }).click();
  await expect(page).toHaveURL(/tab=enquiries&open=ENQ-\d+/);
  const open = page.getByRole('dialog', { name: /^ENQ-/ });
  await expect(open).toContainText('Asha Qcaller');
  await expect(open).toContainText('Call back at noon');
  await expect(open.locator(`a[href="tel:${unknown}"]`)).toBeVisible();
  await expect(open.locator('a[href^="mailto:"]')).toHaveCount(0);
});

test('an enquiry is second option until the hold of another ends @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
  const wanted = [{ item: lamp, quantity: 1 }];
  const first = await enquireFor(sql, request, wanted, days);
  const second = await enquireFor(sql, request, wanted, days);
  await signIn();
  const panel = (number: string) => drawer(page, number).getByRole('region', { name: 'Hold' });
  await page.goto(`/ops/crm?tab=enquiries&open=${first.number}`);
  await panel(first.number)
    .getByRole('button', { name: /^Hold until/ })
    .click();
  await expect(panel(first.number)).toContainText(/Held until/);
  await page.goto(`/ops/crm?tab=enquiries&open=${second.number}`);
  await panel(second.number).getByRole('button', { name: 'Second option' }).click();
  await expect(panel(second.number)).toContainText('Second option since');
  await page.goto(`/ops/crm?tab=enquiries&open=${first.number}`);
  await panel(first.number).getByRole('button', { name: 'Release' }).click();
  await expect(notice(page)).toContainText('Hold released');
  await page.goto(`/ops/crm?tab=enquiries&open=${second.number}`);
  await expect(panel(second.number)).toContainText('Second option: everything is free now');
  await panel(second.number)
    .getByRole('button', { name: /^Hold until/ })
    .click();
  await expect(panel(second.number)).toContainText(/Held until/);
  await expect(panel(second.number)).not.toContainText('Second option');
});

test('a new order hires in what is short, in one press @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 2 } });
  await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  const caller = await makeCustomer(sql);
  await signIn();
  await page.goto('/ops/crm?tab=orders&new=order');
  const form = page.getByRole('dialog', { name: 'New order' });
  await form.getByRole('combobox', { name: 'Customer' }).fill(caller.mobile);
  await expect(form.getByLabel('From')).toBeFocused();
  await form.getByLabel('From').fill(days.from);
  await form.getByLabel('To', { exact: true }).fill(days.to);
  await scan(form, lamp.code);
  const pieces = form.getByRole('textbox', { name: `Quantity of ${lamp.name}` });
  await pieces.fill('3');
  await pieces.press('Enter');
  const items = form.getByRole('region', { name: 'Items' });
  await items.getByRole('button', { name: `Hire in 2, ${lamp.name}` }).click();
  await expect(items.getByRole('listitem')).toContainText('2 hired in');
  await form.getByRole('button', { name: 'Make the order' }).click();
  await expect(page).toHaveURL(/open=ORD-\d+/);
  const reserved = await sql<{ kind: string; pieces: number }[]>`
    select kind, sum(quantity)::int as pieces from reservations
    where item_id = ${lamp.id} and status = 'booked' group by kind order by kind`;
  expect(reserved.map((row) => ({ ...row }))).toEqual([
    { kind: 'rental', pieces: 4 },
    { kind: 'sub_rental', pieces: 2 },
  ]);
});
