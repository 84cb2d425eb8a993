import type { Page } from '@playwright/test';
import { putItem } from './support/items.ts';
import { bookFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

const DAYS = { from: studioDay(0), to: studioDay(1) };

/** Types as a hand scanner does: the code, then Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}
const saved = (page: Page) => page.getByRole('list', { name: 'Saved scans' }).getByRole('listitem');
const focusField = (page: Page) => page.getByLabel('Code on the label').focus();

test('a numbered piece is handed over and taken back by scanning its label @long', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const chair = await putItem(sql, 'props', { own: { quantity: 2 } });
  const order = await bookFor(sql, request, [{ item: chair, quantity: 2 }], DAYS);
  await signIn(await makeStaff(sql, 'admin'));
  await page.goto(`/ops/props-manager?edit=${chair.code}&part=pieces`);
  await page.getByRole('button', { name: 'number them' }).click();
  await expect(page.getByRole('list', { name: 'Pieces' }).getByRole('listitem')).toHaveCount(2);
  await page.goto(`/ops/scan/${chair.code}-02`);
  await expect(page.getByRole('heading', { name: chair.name })).toBeVisible();
  await expect(page.getByText('No place set')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: `Hand over · ${order.order}` }).click();
  await expect(saved(page)).toHaveText([
    new RegExp(`Handed over · .*${chair.code}-02 · ${order.order}`),
  ]);
  await page.getByRole('button', { name: `Take back · ${order.order}` }).click();
  await expect(saved(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: `Hand over · ${order.order}` })).toBeVisible();
  const [{ moves } = { moves: '' }] = await sql<{ moves: string }[]>`
    select string_agg(movement.kind || cardinality(line.pieces), ' ' order by movement.created_at) as moves
    from order_movements as movement join order_movement_lines as line on line.movement_id = movement.id
      join orders on orders.id = movement.order_id where orders.order_number = ${order.order}`;
  expect(moves).toBe('hand_over1 return1');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  await palette.getByRole('combobox').fill(`${chair.code}-01`);
  await palette.getByRole('option', { name: `${chair.code}-01` }).click();
  await expect(page).toHaveURL(`/ops/scan/${chair.code}-01`);
});

test(
  'scans wait for a lost network, are sent once and in order, and refusals say what to do @long',
  { tag: '@desktop' },
  async ({ page, context, request, sql, signIn, consoleErrors, expectAccessible }) => {
    const [chair, lamp] = [
      await putItem(sql, 'props', { own: { quantity: 1 } }),
      await putItem(sql, 'props', { own: { quantity: 1 } }),
    ];
    const order = await bookFor(
      sql,
      request,
      [
        { item: chair, quantity: 1 },
        { item: lamp, quantity: 1 },
      ],
      DAYS,
    );
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto('/ops/scan');
    await page.getByRole('radio', { name: 'Hand over' }).check();
    await focusField(page);
    await scan(page, 'hello world');
    await expect(
      page.getByRole('alert').filter({ hasText: 'is no label of the studio' }),
    ).toBeVisible();
    await context.setOffline(true);
    for (const code of [chair.code, 'PRP-99999', lamp.code]) await scan(page, code);
    await expect(page.getByText('3 scans wait for the connection.')).toBeVisible();
    await context.setOffline(false);
    await expect(saved(page)).toHaveCount(2);
    const refused = page.getByRole('region', { name: 'Refused scans' });
    await expect(refused).toContainText('No item has the code PRP-99999.');
    await expectAccessible();
    await refused.getByRole('button', { name: 'Remove the scan of PRP-99999' }).click();
    await expect(refused).toBeHidden();
    const [row] = await sql<{ moves: number }[]>`
      select count(*)::integer as moves from order_movements as movement
        join orders on orders.id = movement.order_id where orders.order_number = ${order.order}`;
    expect(row?.moves).toBe(2);
    // The latest first: its undo makes the lamp wait for its hand-over again.
    await saved(page)
      .first()
      .getByRole('button', { name: `Undo ${lamp.code}` })
      .click();
    await expect(page.getByRole('button', { name: `Undo ${lamp.code}` })).toBeHidden();
    await page.getByRole('radio', { name: 'Show it' }).check();
    await scan(page, lamp.code);
    await expect(page.getByRole('button', { name: `Hand over · ${order.order}` })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/ops/scan/${lamp.code}$`));
    await scan(page, 'PRP-99999');
    await expect(page.getByText('No item has the code PRP-99999.')).toBeVisible();
    await page.getByRole('link', { name: 'Search the items' }).click();
    await expect(page).toHaveURL('/ops/items');
    consoleErrors.length = 0;
  },
);

test('stock staff see what a label is and where it belongs, and no orders @long @phone', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
}) => {
  const chair = await putItem(sql, 'props', { own: { quantity: 1 } });
  await sql`update items set place = 'Shelf B3' where id = ${chair.id}`;
  const order = await bookFor(sql, request, [{ item: chair, quantity: 1 }], DAYS);
  await signIn(await makeStaff(sql, 'inventory_user'));
  await page.goto(`/ops/scan/${chair.code}`);
  await expect(page.getByText('Shelf B3')).toBeVisible();
  await expect(page.getByText(order.order)).toHaveCount(0);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expectAccessible();
});
