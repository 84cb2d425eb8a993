import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Sql } from 'postgres';
import sharp from 'sharp';
import { cutConnection, loseAnswer, restoreConnection } from './support/connection.ts';
import { colleague, notice, type MadeOrder } from './support/crm.ts';
import { putItem } from './support/items.ts';
import { bookFor } from './support/rentals.ts';
import { endSessions, makeStaff } from './support/staff.ts';
import { expect, expectLegibleInDark, test } from './support/test.ts';
import { studioDay } from './support/days.ts';
import { todayEntry } from './support/today.ts';

/** A confirmed order of props of the test; by default it goes out today. */
async function orderOf(
  sql: Sql,
  request: APIRequestContext,
  quantities: readonly number[],
  days = { from: studioDay(0), to: studioDay(2) },
) {
  const items = [];
  for (const [at, quantity] of quantities.entries()) {
    const item = await putItem(sql, 'props', { own: { quantity } });
    const place = at % 2 === 0 ? 'Shelf B3' : 'Rail 2';
    await sql`update public.items set place = ${place} where id = ${item.id}`;
    items.push(item);
  }
  const lines = items.map((item, at) => ({ item, quantity: quantities[at] ?? 1 }));
  return { made: await bookFor(sql, request, lines, days), items };
}

const card = (page: Page, { order }: MadeOrder) => page.getByRole('listitem', { name: order });
const row = (page: Page, name: string) => page.getByRole('form').getByRole('listitem', { name });
const history = (page: Page) => page.getByRole('region', { name: 'History' });
const deskOf = ({ order }: MadeOrder, step: string) => `/ops/today?order=${order}&desk=${step}`;

/** Pieces out, back and missing of an order, from its reservations and movements. */
async function movementsOf(sql: Sql, { order }: MadeOrder) {
  const moved = await sql`
    select movement.kind, sum(line.quantity)::int as pieces
    from order_movements as movement
      join order_movement_lines as line on line.movement_id = movement.id
      join orders on orders.id = movement.order_id
    where orders.order_number = ${order} and movement.undone_at is null
    group by movement.id order by movement.created_at`;
  return moved.map(({ kind, pieces }) => `${kind} ${pieces}`);
}

async function statusOf(sql: Sql, { order }: MadeOrder) {
  const [found] = await sql`select status from orders where order_number = ${order}`;
  return found?.['status'];
}

/** A small photo in one colour. */
async function jpegPhoto(background: string) {
  const create = { width: 40, height: 30, channels: 3, background } as const;
  return {
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create }).jpeg().toBuffer(),
  };
}

async function typeReason(dialog: Locator, reason: string) {
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'undo' }).click();
}

test('an order goes out from Today in two presses, comes back with one piece missing in three, and the return is undone @clock', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const { made, items } = await orderOf(sql, request, [3, ...Array<number>(11).fill(1)]);
  const [lamp] = items;
  await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
  await page.goto('/ops/today');
  await todayEntry(page, made.order);
  await expectAccessible();
  await expectLegibleInDark(page);
  await card(page, made)
    .getByRole('link', { name: `Hand over ${made.order}` })
    .click();
  await expect(page.getByRole('region', { name: 'Rail 2' }).getByRole('listitem')).toHaveCount(6);
  await expectAccessible();
  await page.getByRole('button', { name: 'Hand over everything' }).click();
  await expect(notice(page)).toContainText('14 pieces handed over');
  expect(await statusOf(sql, made)).toBe('in_progress');
  expect(await movementsOf(sql, made)).toEqual(['hand_over 14']);

  await page.getByRole('link', { name: 'Take back' }).click();
  await row(page, lamp!.name)
    .getByRole('button', { name: /^Missing:/ })
    .click();
  await expect(page.getByLabel(`Amount: ${lamp!.name} × 1, missing`)).toHaveValue('1000');
  await expectAccessible();
  await page.getByRole('button', { name: 'Take back everything' }).click();
  await expect(notice(page)).toContainText('13 pieces taken back, 1 missing');
  expect(await statusOf(sql, made)).toBe('returned');
  expect(await movementsOf(sql, made)).toEqual(['hand_over 14', 'return 14']);
  const charged = await sql`
    select line.charge, line.price::float from order_items as line
      join orders on orders.id = line.order_id
    where orders.order_number = ${made.order} and line.charge is not null`;
  expect([...charged]).toEqual([{ charge: 'missing', price: 1000 }]);

  const returned = history(page)
    .getByRole('listitem')
    .filter({ hasText: 'Taken back 13 pieces, 1 missing' });
  await returned.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this return?' });
  await dialog.getByRole('button', { name: 'undo' }).click();
  await expect(dialog).toContainText('Say why, for the activity log.');
  await typeReason(dialog, 'It was under the sofa');
  await expect(history(page)).toContainText('It was under the sofa');
  expect(await statusOf(sql, made)).toBe('in_progress');
  expect(await movementsOf(sql, made)).toEqual(['hand_over 14']);
});

test('pieces go out in parts, counted by steps and codes; the counts survive a reload @long @phone', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const { made, items } = await orderOf(sql, request, [5, 1]);
  const [lamp, chair] = items;
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(deskOf(made, 'hand-over'));
  const lampRow = row(page, lamp!.name);
  await lampRow.getByRole('button', { name: /^Increase/ }).click();
  await expect(lampRow).toContainText('1 of 5');
  const field = page.getByRole('textbox', { name: 'Scan or type a code' });
  await field.fill(lamp!.code.toLowerCase());
  await field.press('Enter');
  await expect(page.getByText(`${lamp!.name}: 2 of 5`)).toBeVisible();
  await field.fill('PRP-99999999');
  await field.press('Enter');
  await expect(page.getByText('PRP-99999999 is not on this order.')).toBeVisible();
  await page.reload();
  await expect(lampRow).toContainText('2 of 5');
  await page.getByRole('button', { name: 'Hand over 2 pieces' }).click();
  await expect(notice(page)).toContainText('2 pieces handed over');
  await expect(lampRow).toContainText('2 of 5 out');
  await lampRow.getByRole('checkbox').click();
  await expect(lampRow.getByRole('checkbox')).toBeChecked();
  await page.getByRole('button', { name: 'Hand over 3 pieces' }).click();
  await expect(lampRow).toHaveCount(0);
  await row(page, chair!.name).getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Hand over 1 piece' }).click();
  await expect(page.getByText('Nothing left to hand over')).toBeVisible();
  expect(await movementsOf(sql, made)).toEqual(['hand_over 2', 'hand_over 3', 'hand_over 1']);
});

test('a return has condition, note, photo and a charge for damage @long @phone', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const { made, items } = await orderOf(sql, request, [2]);
  const [lamp] = items;
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(deskOf(made, 'hand-over'));
  await page.getByRole('button', { name: 'Hand over everything' }).click();
  await expect(notice(page)).toContainText('2 pieces handed over');
  await page.getByRole('link', { name: 'Take back' }).click();
  const lampRow = row(page, lamp!.name);
  await lampRow.getByRole('button', { name: /^Damaged:/ }).click();
  await lampRow.getByLabel(/^Note on/).fill('Bent stem');
  await lampRow.getByLabel(/^In repair until/).fill(studioDay(9));
  const photo = await jpegPhoto('#008080');
  await lampRow.getByLabel(/^Add photo of/).setInputFiles(photo);
  await expect(lampRow.getByRole('img', { name: `Photo of ${lamp!.name}, 1` })).toBeVisible();
  const amount = page.getByLabel(`Amount: ${lamp!.name} × 1, damaged`);
  await amount.fill('a lot');
  await page.getByRole('button', { name: 'Take back everything' }).click();
  await expect(page.getByText('Enter an amount like 1250 or 99.50')).toBeVisible();
  await amount.fill('450');
  await page.getByRole('button', { name: 'Take back everything' }).click();
  await expect(notice(page)).toContainText('2 pieces taken back');
  await expect(history(page)).toContainText('Bent stem');
  await expect(history(page).getByRole('img')).toHaveJSProperty('complete', true);
  const [repair] = await sql`
    select upper(rented)::text as until from reservations
    where item_id = ${lamp!.id} and kind = 'out_of_service' and status <> 'released'`;
  expect(repair?.['until']).toBe(studioDay(10));
});

test('photos taken without a connection wait with the counts, survive a reload and are sent once @long @phone', async ({
  page,
  request,
  sql,
  signIn,
  consoleErrors,
  expectAccessible,
}) => {
  const { made, items } = await orderOf(sql, request, [1]);
  const lamp = items[0]!;
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(deskOf(made, 'hand-over'));
  await page.getByRole('button', { name: 'Hand over everything' }).click();
  await expect(notice(page)).toContainText('1 piece handed over');
  await page.getByRole('link', { name: 'Take back' }).click();
  const lampRow = row(page, lamp.name);
  await lampRow.getByRole('button', { name: /^Damaged:/ }).click();
  const uploads: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/object/returns/')) uploads.push(sent.url());
  });
  // The first upload arrives and its answer is lost; after that there is no storage at all.
  let isFirst = true;
  await page.route('**/storage/v1/object/returns/**', async (route) => {
    if (isFirst) await route.fetch();
    isFirst = false;
    await route.abort('connectionreset');
  });
  const photos = [await jpegPhoto('#008080'), await jpegPhoto('#800000')];
  for (const photo of photos) await lampRow.getByLabel(/^Add photo of/).setInputFiles(photo);
  await expect(lampRow.getByRole('img')).toHaveCount(2);
  const waiting = page.getByText('2 photos wait');
  await expect(waiting).toBeVisible();
  await expectAccessible();
  await page.reload();
  await expect(waiting).toBeVisible();
  await expect(lampRow.getByRole('img').last()).toHaveJSProperty('naturalWidth', 40);
  await page.getByRole('button', { name: 'Take back everything' }).click();
  await expect(page.getByRole('button', { name: 'saving...' })).toBeVisible();
  expect(await movementsOf(sql, made)).toEqual(['hand_over 1']);
  await page.unroute('**/storage/v1/object/returns/**');
  await expect(notice(page)).toContainText('1 piece taken back');
  await expect(waiting).toBeHidden();
  const [saved] = await sql<{ names: string[]; stored: number }[]>`
    select line.photos as names, (select count(*)::integer from storage.objects as object
      where object.bucket_id = 'returns' and object.name like orders.id || '/%') as stored
    from orders join order_movements as movement on movement.order_id = orders.id and movement.kind = 'return'
      join order_movement_lines as line on line.movement_id = movement.id
    where orders.order_number = ${made.order}`;
  expect([saved?.names.length, saved?.stored]).toEqual([2, 2]);
  expect(new Set(uploads).size).toBe(2);
  consoleErrors.length = 0;
});

test('a late return proposes a charge that can be changed or dropped @long @phone', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const days = { from: studioDay(-4), to: studioDay(-2) };
  const { made, items } = await orderOf(sql, request, [2], days);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(deskOf(made, 'hand-over'));
  await page.getByRole('button', { name: 'Handed over on an earlier day?' }).click();
  await page.getByLabel('Day').fill(days.from);
  await page.getByRole('button', { name: 'Hand over everything' }).click();
  await expect(page.getByText('Say why it is entered for an earlier day.')).toBeVisible();
  await page.getByLabel('Reason').fill('The book was filled in later');
  await page.getByRole('button', { name: 'Hand over everything' }).click();
  await expect(history(page)).toContainText('The book was filled in later');
  await page.goto('/ops/today');
  await todayEntry(page, made.order);
  const overdue = page.getByRole('region', { name: 'Overdue' });
  await expect(overdue.getByRole('listitem', { name: made.order })).toContainText('Late by 2 days');
  await card(page, made)
    .getByRole('link', { name: `Take back ${made.order}` })
    .click();
  const name = `${items[0]!.name} × 2, 2 days late`;
  await expect(page.getByLabel(`Amount: ${name}`)).toHaveValue('400');
  await page.getByRole('checkbox', { name }).uncheck();
  await page.getByRole('button', { name: 'Take back everything' }).click();
  await expect(notice(page)).toContainText('2 pieces taken back');
  const charged = await sql`
    select from order_items as line join orders on orders.id = line.order_id
    where orders.order_number = ${made.order} and line.charge is not null`;
  expect(charged).toHaveLength(0);
});

test('pieces that a colleague moved meanwhile are refused with the present figures @long @phone', async ({
  page,
  request,
  sql,
  signIn,
  browser,
  consoleErrors,
}) => {
  const { made, items } = await orderOf(sql, request, [5, 1]);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(deskOf(made, 'hand-over'));
  await row(page, items[0]!.name).getByRole('checkbox').click();
  const other = await colleague(browser, sql);
  await other.page.goto(deskOf(made, 'hand-over'));
  const theirs = row(other.page, items[0]!.name);
  for (const _ of [1, 2, 3]) await theirs.getByRole('button', { name: /^Increase/ }).click();
  await other.page.getByRole('button', { name: 'Hand over 3 pieces' }).click();
  await expect(notice(other.page)).toContainText('3 pieces handed over');
  await page.getByRole('button', { name: 'Hand over 5 pieces' }).click();
  await expect(page.getByRole('form').getByRole('alert')).toContainText(
    `${items[0]!.name}: 2 pieces left, not 5.`,
  );
  await page.getByRole('button', { name: 'Hand over 2 pieces' }).click();
  await expect(notice(page)).toContainText('2 pieces handed over');
  expect(await movementsOf(sql, made)).toEqual(['hand_over 3', 'hand_over 2']);
  await other.page.context().close();
  consoleErrors.length = 0;
});

test('a lost answer, a lost network and a reload move pieces once @long @phone', async ({
  page,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const { made } = await orderOf(sql, request, [2, 1]);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(deskOf(made, 'hand-over'));
  await loseAnswer(page, 'rpc/hand_over');
  await page.getByRole('button', { name: 'Hand over everything' }).click();
  await expect(page.getByText('Nothing left to hand over')).toBeVisible();
  expect(await movementsOf(sql, made)).toEqual(['hand_over 3']);

  await page.getByRole('link', { name: 'Take back' }).click();
  await expect(page.getByRole('button', { name: 'Take back everything' })).toBeVisible();
  await cutConnection(page);
  await page.getByRole('button', { name: 'Take back everything' }).click();
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  expect(await movementsOf(sql, made)).toEqual(['hand_over 3']);
  await restoreConnection(page);
  page.on('dialog', (asked) => void asked.accept());
  await page.reload();
  await expect(page.getByText('Everything is back')).toBeVisible();
  expect(await movementsOf(sql, made)).toEqual(['hand_over 3', 'return 3']);
  consoleErrors.length = 0;
});

test('counts survive the end of the session @long @phone', async ({
  page,
  request,
  sql,
  signIn,
  consoleErrors,
}) => {
  const { made, items } = await orderOf(sql, request, [5]);
  const staff = await makeStaff(sql, 'crm_user');
  await signIn(staff);
  await page.goto(deskOf(made, 'hand-over'));
  await row(page, items[0]!.name)
    .getByRole('button', { name: /^Increase/ })
    .click();
  await endSessions(sql, staff.id);
  await page.getByRole('button', { name: 'Hand over 1 piece' }).click();
  await page.getByLabel('Email').fill(staff.email);
  await page.getByLabel('Password').fill(staff.password);
  await page.getByRole('button', { name: 'login' }).click();
  await expect(history(page)).toContainText('Handed over 1 piece');
  expect(await movementsOf(sql, made)).toEqual(['hand_over 1']);
  consoleErrors.length = 0;
});

test('Today shows another day, what is mine, and the way to the customer @long @phone', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const tomorrow = { from: studioDay(1), to: studioDay(2) };
  const { made } = await orderOf(sql, request, [1], tomorrow);
  const staff = await makeStaff(sql, 'crm_user');
  await signIn(staff);
  await page.goto('/ops/today');
  await expect(page.getByRole('link', { name: 'The day after' })).toBeVisible();
  await expect(card(page, made)).toHaveCount(0);
  await page.getByRole('link', { name: 'The day after' }).click();
  await expect(page.getByText('Tomorrow')).toBeVisible();
  await todayEntry(page, made.order);
  await expect(card(page, made).getByRole('link', { name: /^Call / })).toHaveAttribute(
    'href',
    `tel:${made.mobile}`,
  );
  await page.getByRole('switch', { name: 'Mine' }).click();
  await expect(page.getByText('Nothing on this day')).toBeVisible();
  await sql`update orders set assigned_to = ${staff.id} where order_number = ${made.order}`;
  await page.reload();
  await expect(card(page, made)).toBeVisible();
  await page.getByRole('link', { name: 'Back to today' }).click();
  await expect(page).toHaveURL('/ops/today?owner=me');
});

test(
  'staff of the inventory cannot open Today @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn }) => {
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto('/ops/today');
    await expect(page.getByText('You cannot open this page')).toBeVisible();
  },
);
