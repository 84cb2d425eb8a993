import type { Locator, Page } from '@playwright/test';
import { notice } from './support/crm.ts';
import { studioDay } from './support/days.ts';
import { putItem, type PutItem } from './support/items.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

/** A Monday some weeks ahead. */
function monday(): number {
  const weekday = new Date(`${studioDay(40)}T00:00:00Z`).getUTCDay();
  return 40 + ((1 - weekday + 7) % 7);
}

async function openWeek(page: Page, first: number, { name }: PutItem) {
  await page.goto(
    `/ops/calendar?view=week&show=all&from=${studioDay(first)}&q=${encodeURIComponent(name)}`,
  );
  return page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
}

/** Drags from the middle of one day to that of another, counted from 0, and lets go. */
async function drag(page: Page, track: Locator, from: number, to: number, isDropped = false) {
  await track.hover();
  const box = await track.boundingBox();
  if (!box) throw new Error('The row is not in the page.');
  const x = (day: number) => box.x + (box.width / 7) * (day + 0.5);
  const y = box.y + box.height / 2;
  await page.mouse.move(x(from), y);
  await page.mouse.down();
  await page.mouse.move(x(to), y, { steps: 5 });
  if (isDropped) await page.keyboard.press('Escape');
  await page.mouse.up();
}

test(
  'a drag over empty days of an item begins an order of them, and loses none that is begun @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn, expectAccessible }) => {
    const first = monday();
    const lamp = await putItem(sql, 'props', { own: { quantity: 2 } });
    await signIn(await makeStaff(sql, 'crm_user'));
    const track = await openWeek(page, first, lamp);
    const choices = page.getByRole('dialog', { name: lamp.name, exact: true });
    await drag(page, track, 1, 3, true);
    await track.click({ position: { x: 200, y: 10 } });
    await expect(choices).toHaveCount(0);

    await drag(page, track, 3, 1);
    await expect(choices).toContainText('3 days');
    await expectAccessible();
    await choices.getByRole('button', { name: 'New order' }).click();
    const form = page.getByRole('dialog', { name: 'New order' });
    const line = form.getByRole('region', { name: 'Items' }).getByRole('listitem');
    await expect(line).toContainText(lamp.name);
    await expect(line).toContainText('2 of 2 free');
    await form.getByLabel('Message').fill('Called twice.');
    await page.reload();
    await expect(line).toContainText(lamp.name);

    // One that is begun is not replaced.
    const chair = await putItem(sql, 'props', { own: { quantity: 1 } });
    const other = await openWeek(page, first, chair);
    await drag(page, other, 5, 5.3);
    await page
      .getByRole('dialog', { name: chair.name, exact: true })
      .getByRole('button', { name: 'New order' })
      .click();
    await expect(notice(page)).toContainText('A new order is begun already');
    await expect(line).toContainText(lamp.name);
  },
);

test(
  'a drag over empty days takes pieces out of service, for stock staff at once @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn }) => {
    const first = monday();
    const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
    await signIn(await makeStaff(sql, 'inventory_user'));
    const track = await openWeek(page, first, lamp);
    await drag(page, track, 4, 6);
    const form = page.getByRole('dialog').getByRole('form', { name: 'Out of service' });
    await form.getByLabel('Because').fill('Repair');
    await form.getByRole('button', { name: 'Take out of service' }).click();
    await expect(notice(page)).toContainText('1 piece out of service');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const [kept] = await sql`
      select lower(rented)::text as first, (upper(rented) - 1)::text as last, reason from reservations
      where item_id = ${lamp.id} and kind = 'out_of_service'`;
    expect(kept).toEqual({
      first: studioDay(first + 4),
      last: studioDay(first + 6),
      reason: 'Repair',
    });
  },
);
