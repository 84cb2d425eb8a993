import type { Page } from '@playwright/test';
import { studioDay } from './support/days.ts';
import { putItem } from './support/items.ts';
import { draftQuote } from './support/quotes.ts';
import { bookFor, enquireFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, hydrated, test } from './support/test.ts';

const days = { from: studioDay(80), to: studioDay(82) };
const labelOf = (code: string) => `https://studio.example/ops/scan/${code}`;

/** Types as a hand scanner does: key by key into whatever has the focus, with Enter. */
async function scan(page: Page, label: string) {
  await page.keyboard.type(label);
  await page.keyboard.press('Enter');
}

test('a label that is scanned over a focused button adds its item, and presses nothing @desktop', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const [lamp, chair] = [await putItem(sql, 'props'), await putItem(sql, 'props')];
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto('/ops/crm?tab=orders&new=order');
  const form = page.getByRole('dialog', { name: 'New order' });
  await form.getByRole('combobox', { name: 'Add an item by name or code' }).focus();
  await scan(page, labelOf(lamp.code));
  const items = form.getByRole('region', { name: 'Items' });
  await expect(items).toContainText(lamp.name);
  await items.getByRole('button', { name: `Remove ${lamp.name}` }).focus();
  await scan(page, labelOf(`${chair.code}-02`));
  await expect(items).toContainText(chair.name);
  await expect(items.getByRole('listitem')).toHaveCount(2);

  const { order } = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  await page.goto(`/ops/crm?tab=orders&open=${order}`);
  const open = page.getByRole('dialog', { name: order, exact: true });
  await open.getByRole('button', { name: `Price of ${lamp.name}` }).focus();
  await scan(page, chair.code);
  await expect(open.getByRole('row', { name: chair.name })).toBeVisible();
  await expect(open.getByRole('form', { name: `Price of ${lamp.name}` })).toHaveCount(0);
});

test('a label scanned into the search over everything opens its item or piece @desktop', async ({
  page,
  sql,
  signIn,
}) => {
  const lamp = await putItem(sql, 'props', { own: { quantity: 2 } });
  await sql`insert into item_pieces (item_id, number, code) values (${lamp.id}, 1, ${`${lamp.code}-01`})`;
  await signIn(await makeStaff(sql, 'crm_user'));
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  const open = async () => {
    await page.goto('/ops/today');
    await hydrated(page.getByRole('navigation', { name: 'Back office', exact: true }));
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
  };
  await open();
  await scan(page, labelOf(lamp.code));
  await expect(page).toHaveURL(`/ops/props-manager?edit=${lamp.code}`);
  await expect(palette).toBeHidden();
  await open();
  await scan(page, labelOf(`${lamp.code}-01`));
  await expect(page).toHaveURL(`/ops/scan/${lamp.code}-01`);
});

test('a scanned label adds a line to a document @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const lamp = await putItem(sql, 'props', { price: 500 });
  const { draft } = await draftQuote(request, sql, 700);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(`/ops/documents/${draft.id}`);
  await page.getByRole('combobox', { name: 'Add an item by name or code' }).focus();
  await scan(page, labelOf(lamp.code));
  const lines = page.getByRole('table', { name: 'Lines' });
  await expect(lines.getByLabel(`Quantity of ${lamp.name}`, { exact: true })).toHaveValue('1');
});

test('scanned labels add components to a set, each of two fast ones @desktop @long', async ({
  page,
  sql,
  signIn,
}) => {
  const kit = await putItem(sql, 'sets');
  const [lamp, chair] = [await putItem(sql, 'gear'), await putItem(sql, 'props')];
  const vase = await putItem(sql, 'props');
  await signIn(await makeStaff(sql, 'inventory_user'));
  await page.goto(`/ops/sets-manager?edit=${kit.code}&part=components`);
  const panel = page.getByRole('dialog', { name: 'edit set / package' });
  await panel.getByRole('searchbox').focus();
  await scan(page, labelOf(lamp.code));
  await scan(page, `${chair.code}-03`);
  const components = panel.getByRole('list', { name: 'Components' });
  await expect(components.getByRole('listitem')).toHaveCount(2);
  await scan(page, labelOf(lamp.code));
  await expect(panel.getByLabel(`Quantity of ${lamp.name}`)).toHaveValue('2');
  // Slowly, so that the search for the text has begun and ends with Enter.
  const begun = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route(
    '**/rest/v1/rpc/find_items',
    async (route) => {
      begun.resolve();
      await answer.promise;
      await route.continue().catch(() => {});
    },
    { times: 1 },
  );
  await panel.getByRole('searchbox').fill(vase.code);
  await begun.promise;
  await panel.getByRole('searchbox').press('Enter');
  answer.resolve();
  await expect(panel.getByLabel(`Quantity of ${vase.name}`)).toHaveValue('1');
  await scan(page, kit.code);
  await expect(panel.getByRole('status').filter({ hasText: 'cannot' })).toHaveText(
    'It cannot contain itself.',
  );
  await scan(page, 'PRP-99999999');
  await expect(panel.getByRole('status').filter({ hasText: 'no item' })).toHaveText(
    'There is no item with the code PRP-99999999.',
  );
  await expect(components.getByRole('listitem')).toHaveCount(3);
});

test('a scanned label selects what a short line is swapped for, where that is free @desktop @long', async ({
  page,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
  const booked = await putItem(sql, 'props', { own: { quantity: 1 } });
  const spare = await putItem(sql, 'props', { price: 150, own: { quantity: 4 } });
  await bookFor(
    sql,
    request,
    [lamp, booked].map((item) => ({ item, quantity: 1 })),
    days,
  );
  const sent = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(`/ops/crm?tab=enquiries&open=${sent.number}`);
  await page
    .getByRole('dialog', { name: sent.number, exact: true })
    .getByRole('button', { name: 'Convert to Order' })
    .click();
  const sheet = page.getByRole('dialog', { name: /^Not everything is free/ });
  await sheet.getByLabel(`Another item instead of ${lamp.name}`).focus();
  await scan(page, labelOf(booked.code));
  await expect(sheet.getByRole('status')).toContainText([
    'Nothing found that is free on these days.',
  ]);
  await sheet.getByLabel(`Another item instead of ${lamp.name}`).fill('');
  await scan(page, labelOf(`${spare.code}-01`));
  await expect(sheet.getByRole('radio', { name: new RegExp(spare.name) })).toBeChecked();
  await expect(sheet.getByRole('list', { name: 'Changes' })).toContainText(
    `1 × ${spare.name} at ₹150/day instead of ${lamp.name}.`,
  );
  // The refused conversion.
  consoleErrors.length = 0;
});
