import type { APIRequestContext } from '@playwright/test';
import type { Sql } from 'postgres';
import { studioDay } from './support/days.ts';
import { putItem } from './support/items.ts';
import { bookFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

/** More orders than a list of Today shows at first. */
const ORDERS = 14;

/** So many orders of one prop each that a member of staff owns and that go out on a day. */
async function ordersOf(sql: Sql, request: APIRequestContext, owner: string, day: string) {
  const item = await putItem(sql, 'props', { own: { quantity: ORDERS } });
  const { order } = await bookFor(sql, request, [{ item, quantity: 1 }], { from: day, to: day });
  await sql`
    with made as (
      insert into orders (customer_id, rental_from, rental_to, total_price)
      select customer_id, rental_from, rental_to, total_price
      from orders cross join generate_series(2, ${ORDERS}::integer) where order_number = ${order} returning id
    )
    insert into order_items (order_id, item_type, item_id, quantity, price, rental_from, rental_to)
    select made.id, line.item_type, line.item_id, 1, line.price, line.rental_from, line.rental_to
    from made cross join order_items as line join orders as first on first.id = line.order_id
    where first.order_number = ${order}`;
  await sql`
    update orders set assigned_to = ${owner} where id in (
      select order_id from order_items where item_id = ${item.id})`;
}

test(
  'a long list of Today shows its first rows, all on request, and all on paper @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, expectAccessible }) => {
    const staff = await makeStaff(sql, 'crm_user');
    const day = studioDay(200);
    await ordersOf(sql, request, staff.id, day);
    await signIn(staff);
    await page.addInitScript(() => {
      window.print = () => {
        document.body.dataset['printed'] = String(
          document.querySelectorAll('[aria-label="Going out"] > ul > li').length,
        );
      };
    });
    await page.goto(`/ops/today?owner=me&day=${day}`);
    const list = page.getByRole('region', { name: 'Going out' });
    const rows = list.getByRole('listitem');
    await expect(rows).toHaveCount(12);
    await expect(list.getByRole('heading')).toContainText(String(ORDERS));
    await expect(list).toContainText(`The first 12 of ${ORDERS}.`);
    await expectAccessible();
    await list.getByRole('button', { name: 'Show all: Going out' }).click();
    await expect(rows).toHaveCount(ORDERS);
    await expect(list.getByRole('button')).toHaveCount(0);
    await expect(rows.nth(12).getByRole('link').first()).toBeFocused();

    await page.reload();
    await expect(rows).toHaveCount(12);
    const printed = page.locator('[data-printed]');
    await page.getByRole('button', { name: 'Print' }).click();
    await expect(printed).toHaveAttribute('data-printed', String(ORDERS));
    await page.reload();
    await expect(rows).toHaveCount(12);
    await page.keyboard.press('Control+p');
    await expect(printed).toHaveAttribute('data-printed', String(ORDERS));
  },
);
