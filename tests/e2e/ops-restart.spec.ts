import type { Page } from '@playwright/test';
import type { Sql } from 'postgres';
import { banner, loseAnswer } from './support/connection.ts';
import { putItem } from './support/items.ts';
import { test } from './support/own-site.ts';
import { bookFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, signInByForm } from './support/test.ts';
import { studioDay } from './support/days.ts';

/** Pieces that each movement of an order has moved, the first movement first. */
const movementsOf = (order: string) => async (sql: Sql) => {
  const rows = await sql<{ moved: string }[]>`
    select movement.kind || ' ' || sum(line.quantity) as moved from order_movements as movement
      join order_movement_lines as line on line.movement_id = movement.id
      join orders on orders.id = movement.order_id
    where orders.order_number = ${order} group by movement.id order by movement.created_at`;
  return rows.map(({ moved }) => moved);
};

/** Types as a hand scanner does: the code, then Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

test('scans and a hand-over wait while the server is restarted, and are saved once @long @phone', async ({
  page,
  request,
  site,
  consoleErrors,
}) => {
  const { staff, codes, order, later } = await site.query(async (sql) => {
    const items = [];
    for (let at = 0; at < 4; at += 1) {
      items.push(await putItem(sql, 'props', { price: 100, own: { quantity: 9 } }));
    }
    const days = { from: studioDay(0), to: studioDay(1) };
    const lines = items.slice(0, 3).map((item) => ({ item, quantity: 1 }));
    const more = items.slice(3).map((item) => ({ item, quantity: 4 }));
    return {
      staff: await makeStaff(sql, 'crm_user'),
      codes: items.map(({ code }) => code),
      order: (await bookFor(sql, request, lines, days)).order,
      later: (await bookFor(sql, request, more, days)).order,
    };
  });
  await signInByForm(page, staff);
  await page.goto('/ops/scan');
  await page.getByRole('radio', { name: 'Hand over' }).check();
  await page.getByLabel('Code on the label').focus();

  // The first scan is saved and its answer lost; the others are read while there is no server.
  await loseAnswer(page, 'rpc/hand_over');
  await scan(page, codes[0]!);
  await expect.poll(() => site.query(movementsOf(order))).toEqual(['hand_over 1']);
  await site.kill();
  for (const code of codes.slice(1, 3)) await scan(page, code);
  await expect(banner(page)).toBeVisible();
  await expect(
    page.getByText('3 scans wait for the connection. They are saved in this browser.'),
  ).toBeVisible();
  await site.startAgain();
  const saved = page.getByRole('list', { name: 'Saved scans' }).getByRole('listitem');
  await expect(saved).toHaveCount(3);
  await expect(page.getByText('wait for the connection')).toBeHidden();
  expect(await site.query(movementsOf(order))).toEqual([
    'hand_over 1',
    'hand_over 1',
    'hand_over 1',
  ]);

  // A hand-over that was begun before the server ended.
  await page.goto(`/ops/today?order=${later}&desk=hand-over`);
  const count = page.getByRole('textbox', { name: /^Quantity of/ });
  await count.fill('3');
  await count.press('Enter');
  await site.kill();
  await page.getByRole('button', { name: 'Hand over 3 pieces' }).click();
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await site.startAgain();
  await expect(
    page.getByRole('region', { name: 'No place' }).getByText('3 of 4 out'),
  ).toBeVisible();
  expect(await site.query(movementsOf(later))).toEqual(['hand_over 3']);
  consoleErrors.length = 0;
});
