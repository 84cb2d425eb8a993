import type { Page } from '@playwright/test';
import { notice } from './support/crm.ts';
import { putItem } from './support/items.ts';
import { putOutOfService } from './support/bookings.ts';
import { openLive } from './support/live.ts';
import { bookFor, type Days } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, expectLegibleInDark, test } from './support/test.ts';
import { studioDay } from './support/days.ts';

/** A Tuesday some weeks ahead, so that its week has the following days too. */
function tuesday(): number {
  const weekday = new Date(`${studioDay(40)}T00:00:00Z`).getUTCDay();
  return 40 + ((2 - weekday + 7) % 7);
}
let first: number;
let days: Days;
// why before each: a run may pass midnight.
test.beforeEach(() => {
  first = tuesday();
  days = { from: studioDay(first), to: studioDay(first + 1) };
});
const short = (from: string, to = from) => {
  const day = (date: string) => Number(date.slice(8));
  const month = (date: string) =>
    'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ')[Number(date.slice(5, 7)) - 1];
  if (from === to) return `${day(from)} ${month(from)}`;
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${day(from)}–${day(to)} ${month(to)}`
    : `${day(from)} ${month(from)} – ${day(to)} ${month(to)}`;
};

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
const bar = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) });
const week = (name: string) =>
  `/ops/calendar?view=week&from=${days.from}&q=${encodeURIComponent(name)}`;
const orderWeek = (number: string) =>
  `/ops/calendar?view=week&by=orders&from=${days.from}&q=${number}`;

test(
  'the calendar shows a booking, filters, and moves it with the keyboard; the move is undone @clock',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, sql, signIn, expectAccessible, consoleErrors }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 2 } });
    const order = await bookFor(sql, request, [{ item: lamp, quantity: 2 }], days);
    await putOutOfService(sql, {
      item: lamp.id,
      quantity: 1,
      from: studioDay(first + 3),
      to: studioDay(first + 3),
    });
    await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
    await page.goto(`/ops/calendar?from=${days.from}&show=all`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(days.from.slice(0, 4));
    await page.getByRole('searchbox', { name: 'Find items' }).fill(lamp.name);
    await page.getByRole('button', { name: 'Week' }).click();
    await expect(page.getByRole('columnheader')).toHaveCount(8);
    await expect(page.getByRole('columnheader').first()).toHaveText('1 item');
    await page.getByLabel('Kind').selectOption('Gear');
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await page.getByLabel('Kind').selectOption('Props');
    await expect(row(page, lamp.name)).toContainText('2 pieces');
    await expectAccessible();
    await expectLegibleInDark(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const looks = await page
      .getByRole('list', { name: 'Colours' })
      .locator('li > span')
      .evaluateAll((samples) =>
        samples.map((sample) => {
          const look = getComputedStyle(sample);
          return [look.backgroundColor, look.borderStyle, look.borderWidth, look.backgroundImage];
        }),
      );
    expect(looks).toHaveLength(9);
    expect(new Set(looks.map(String)).size, 'looks in forced colours').toBe(9);
    await page.emulateMedia({ forcedColors: null });

    const inItem = bar(page, `^${order.order} .*, 2 of ${lamp.name}, `);
    await expect(inItem).toHaveAccessibleName(new RegExp(`${short(days.from, days.to)}, booked$`));
    await page.getByRole('searchbox', { name: 'Find items' }).fill('');
    await page.getByRole('button', { name: 'Orders' }).click();
    await page.getByRole('button', { name: 'Customer Any' }).click();
    const finder = page.getByRole('dialog', { name: 'Customer' });
    await finder.getByRole('searchbox').fill(order.mobile);
    await finder.getByRole('list', { name: 'Found customers' }).getByRole('button').click();
    await expect(page).toHaveURL(/customer=/);
    const onlyTheirs = page.getByRole('button', { name: /^Remove filter: customer/ });
    await expect(onlyTheirs).toContainText(order.lastName);
    await expect(onlyTheirs).toBeFocused();
    const booked = bar(page, `^${order.order} .*, 2 pieces, `);
    await expect(booked).toHaveAccessibleName(new RegExp(`${short(days.from, days.to)}, booked$`));
    await onlyTheirs.click();
    await expect(page).not.toHaveURL(/customer=/);
    await expect(page.getByRole('button', { name: 'Customer Any' })).toBeFocused();
    await page.getByRole('searchbox', { name: 'Number or customer' }).fill(order.order);
    await expect(page.getByRole('row')).toHaveCount(2);
    await booked.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    const status = page.getByRole('status').filter({ hasText: order.order });
    await expect(status).toContainText(
      `${short(studioDay(first + 1), studioDay(first + 3))} · 3 days`,
    );
    await expect(status).toContainText(
      `${lamp.name}: 2 wanted, 1 free on ${short(studioDay(first + 3))}`,
    );
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText(`${order.order} was not moved`);
    await expect(notice(page)).toContainText('2 wanted, 1 free');
    await booked.focus();
    await page.keyboard.press('ArrowRight');
    await expect(status).toContainText('free');
    await page.keyboard.press('Escape');
    await expect(status).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText(`Moved ${order.order}`);
    const moved = new RegExp(`${short(studioDay(first + 1), studioDay(first + 2))}, booked$`);
    await expect(booked).toHaveAccessibleName(moved);
    await notice(page).getByRole('button', { name: 'Undo' }).click();
    await expect(notice(page)).toContainText('Undone');
    await expect(booked).toHaveAccessibleName(new RegExp(`${short(days.from, days.to)}, booked$`));
    consoleErrors.length = 0;
  },
);

test(
  'a bar is dragged to other days and made longer at its end @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
    const order = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto(orderWeek(order.order));
    const booked = bar(page, `^${order.order} `);
    const drag = async (from: 'middle' | 'end', columns: number) => {
      await booked.hover();
      const box = await booked.boundingBox();
      const column = await page.getByRole('columnheader').nth(1).boundingBox();
      if (!box || !column) throw new Error('The bar is not in the page.');
      const x = from === 'middle' ? box.x + box.width / 2 : box.x + box.width - 3;
      await page.mouse.move(x, box.y + 10);
      await page.mouse.down();
      await page.mouse.move(x + column.width * columns, box.y + 12, { steps: 6 });
      await expect(page.getByRole('status').filter({ hasText: '· free' })).toBeVisible();
      await page.mouse.up();
      await expect(notice(page)).toContainText(`Moved ${order.order}`);
      await notice(page).getByRole('button', { name: 'Dismiss' }).click();
      // While a move is saved, no other one begins.
      await expect(page.getByRole('button', { name: 'Drop' })).toHaveCount(0);
    };
    await drag('middle', 2);
    await expect(booked).toHaveAccessibleName(
      new RegExp(short(studioDay(first + 2), studioDay(first + 3))),
    );
    await drag('end', 1);
    await expect(booked).toHaveAccessibleName(
      new RegExp(short(studioDay(first + 2), studioDay(first + 4))),
    );
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const [saved] = await sql<{ from: string; to: string }[]>`
      select rental_from::text as "from", rental_to::text as "to" from orders
      where order_number = ${order.order}`;
    expect(saved).toEqual({ from: studioDay(first + 2), to: studioDay(first + 4) });
  },
);

test(
  'a bar that is moved while another one is saved is saved after it @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 2 } });
    const one = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    const two = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto(week(lamp.name));
    const calls = page.waitForRequest('**/rpc/change_order');
    const answered = Promise.withResolvers<void>();
    await page.route('**/rpc/change_order', async (route) => {
      await answered.promise;
      await route.fallback();
    });
    for (const { order } of [one, two]) {
      await bar(page, `^${order} `).focus();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('status').filter({ hasText: order })).toContainText('free');
      await page.keyboard.press('Enter');
    }
    await calls;
    answered.resolve();
    const moved = new RegExp(`${short(studioDay(first + 1), studioDay(first + 2))}, booked$`);
    for (const { order } of [one, two]) {
      await expect(notice(page)).toContainText(`Moved ${order}`);
      await expect(bar(page, `^${order} `)).toHaveAccessibleName(moved);
    }
    await expect(page.getByRole('button', { name: 'Drop' })).toHaveCount(0);
  },
);

test(
  'a bar opens its reservation, whose form changes the dates too @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, expectAccessible, consoleErrors }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
    const order = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    const rival = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], {
      from: studioDay(first + 3),
      to: studioDay(first + 4),
    });
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto(orderWeek(order.order));
    await bar(page, `^${order.order} `).click();
    const panel = page.getByRole('dialog', { name: new RegExp(order.order) });
    await expect(panel).toContainText(`${short(days.from, days.to)} · 2 days`);
    await expect(panel.getByRole('link', { name: 'Hand over' })).toHaveAttribute(
      'href',
      `/ops/today?order=${order.order}&desk=hand-over`,
    );
    await panel.getByLabel('To').fill(studioDay(first - 1));
    await expect(panel).toContainText('The last day is before the first.');
    await expect(panel.getByRole('button', { name: 'Change dates' })).toBeDisabled();
    await panel.getByLabel('To').fill(studioDay(first + 3));
    await expect(panel).not.toContainText('The last day is before the first.');
    await expect(panel).toContainText(
      `${lamp.name}: 1 wanted, 0 free on ${short(studioDay(first + 3))}`,
    );
    await expect(panel.getByRole('button', { name: 'Change dates' })).toBeDisabled();
    await expectAccessible();
    await panel.getByLabel('To').fill(studioDay(first + 2));
    await expect(panel).toContainText('Everything is free then.');
    await panel.getByRole('button', { name: 'Change dates' }).click();
    await expect(notice(page)).toContainText(`Moved ${order.order}`);
    await page.goto(week(lamp.name));
    await bar(page, `^${rival.order} `).click();
    await page.getByRole('link', { name: `Open ${rival.order}` }).click();
    await expect(page).toHaveURL(/\/ops\/crm\?.*\btab=orders\b/);
    await expect(page.getByRole('dialog', { name: rival.order })).toBeVisible();
    consoleErrors.length = 0;
  },
);

test(
  'days turn with keys and come back to today; the whole list is printed on wide paper @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn }) => {
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto('/ops/calendar?show=all');
    const title = page.getByRole('heading', { level: 1 });
    const now = await title.textContent();
    await expect(page.getByRole('button', { name: 'Orders' })).toHaveCount(0);
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await page.keyboard.press(']');
    await expect(title).not.toHaveText(now ?? '');
    await page.keyboard.press('Home');
    await expect(title).toHaveText(now ?? '');
    const shown = await page.getByRole('rowheader').count();
    expect(shown).toBeLessThan(100);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => page.getByRole('rowheader').count()).toBeGreaterThan(150);
    const pdf = await page.pdf({ preferCSSPageSize: true });
    expect(pdf.toString('latin1')).toMatch(/MediaBox ?\[ ?0 0 841\.\d+ 59[45]/);
  },
);

test('a phone lists the days one after the other @long @clock', async ({
  page,
  request,
  sql,
  signIn,
  expectAccessible,
  isMobile,
}) => {
  test.skip(!isMobile, 'wide screens have the grid');
  const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
  const order = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(week(lamp.name));
  const out = page.getByRole('region', { name: short(days.from) });
  await expect(out.getByRole('heading', { level: 3 })).toHaveText('Going out · 1');
  const back = page.getByRole('region', { name: short(days.to) });
  await expect(back.getByRole('heading', { level: 3 })).toHaveText('Coming back · 1');
  const button = out.getByRole('button', { name: new RegExp(`${lamp.name}.*${order.order}`) });
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await expectAccessible();
  await button.click();
  await expect(page.getByRole('dialog', { name: new RegExp(order.order) })).toBeVisible();
});

test(
  'another person’s booking appears without a reload @long',
  { tag: ['@desktop', '@live'] },
  async ({ page, request, sql, signIn }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
    await signIn(await makeStaff(sql, 'crm_user'));
    await openLive(page, `${week(lamp.name)}&show=all`);
    await expect(row(page, lamp.name)).toBeVisible();
    await expect(row(page, lamp.name).getByRole('button')).toHaveCount(0);
    const order = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    await expect(bar(page, `^${order.order} `)).toBeVisible();
  },
);

test(
  'a bar that would not fit is red while it is dragged, and stays where it was @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, consoleErrors }) => {
    const lamp = await putItem(sql, 'props', { own: { quantity: 1 } });
    const order = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    const later = { from: studioDay(first + 2), to: studioDay(first + 3) };
    await bookFor(sql, request, [{ item: lamp, quantity: 1 }], later);
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto(orderWeek(order.order));
    const booked = bar(page, `^${order.order} `);
    await booked.hover();
    const box = await booked.boundingBox();
    if (!box) throw new Error('The bar is not in the page.');
    await page.mouse.move(box.x + box.width / 2, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width, box.y + 10, { steps: 5 });
    const status = page.getByRole('status').filter({ hasText: order.order });
    await expect(status).toContainText(`${lamp.name}: 1 wanted, 0 free on`);
    await page.mouse.up();
    await expect(notice(page)).toContainText(`${order.order} was not moved`);
    await expect(booked).toHaveAccessibleName(new RegExp(short(days.from, days.to)));
    consoleErrors.length = 0;
  },
);

test(
  'in a row of an item only its line moves; days that somebody else changed are not overwritten @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, consoleErrors }) => {
    const [lamp, chair] = [await putItem(sql, 'props'), await putItem(sql, 'props')];
    const lines = [lamp, chair].map((item) => ({ item, quantity: 1 }));
    const order = await bookFor(sql, request, lines, days);
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto(week(lamp.name));
    const booked = bar(page, `^${order.order} .* of ${lamp.name}`);
    await booked.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText(`Moved ${order.order}`);
    // While a move is saved, no other one begins.
    await expect(page.getByRole('button', { name: 'Drop' })).toHaveCount(0);
    const saved = () => sql<{ item: string; from: string }[]>`
      select line.item_id as item, line.rental_from::text as "from"
      from order_items as line join orders as made on made.id = line.order_id
      where made.order_number = ${order.order} order by line.position`;
    expect([...(await saved())]).toEqual([
      { item: lamp.id, from: studioDay(first + 1) },
      { item: chair.id, from: days.from },
    ]);
    await sql`
      update order_items set rental_to = rental_to + 1
      where item_id = ${lamp.id} and order_id = (select id from orders where order_number = ${order.order})`;
    await booked.focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(notice(page)).toContainText('Somebody else has changed its days.');
    expect((await saved())[0]).toEqual({ item: lamp.id, from: studioDay(first + 1) });
    consoleErrors.length = 0;
  },
);
