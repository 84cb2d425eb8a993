import { notice } from './support/crm.ts';
import { studioDay } from './support/days.ts';
import { putItem } from './support/items.ts';
import { counted } from './support/presses.ts';
import { bookFor, enquireFor } from './support/rentals.ts';
import { makeStaff } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const days = { from: studioDay(70), to: studioDay(72) };
/** As it is typed: day, month and year. */
const typed = (day: string) => day.split('-').toReversed().join('');

test(
  'an order is repeated on other days in two presses; what is not free then is solved there @long',
  { tag: '@desktop' },
  async ({ page, request, sql, signIn, expectAccessible }) => {
    const lamp = await putItem(sql, 'props', { price: 500, own: { quantity: 3 } });
    const chair = await putItem(sql, 'props', { price: 200, own: { quantity: 5 } });
    const [from, to] = [studioDay(90), studioDay(91)];
    const wanted = [
      { item: lamp, quantity: 2 },
      { item: chair, quantity: 4 },
    ];
    const { order } = await bookFor(sql, request, wanted, days);
    await sql`
      insert into order_items (order_id, description, per_day, quantity, price, position)
      select id, 'Delivery to Bandra', false, 1, 900, 3 from orders where order_number = ${order}`;
    await bookFor(sql, request, [{ item: chair, quantity: 3 }], { from, to });
    await signIn(await makeStaff(sql, 'crm_user'));
    await page.goto(`/ops/crm?tab=orders&open=${order}`);
    const person = counted(page);
    const form = page.getByRole('dialog', { name: 'New order' });
    const lines = form.getByRole('region', { name: 'Items' });

    await person.step('duplicate', () =>
      person.press(page.getByRole('button', { name: 'Duplicate' })),
    );
    await expect(form.getByLabel('From')).toBeFocused();
    await expect(form.getByRole('button', { name: 'Another customer' })).toBeVisible();
    await expect(notice(page)).toContainText('Not everything is copied');
    await expect(notice(page)).toContainText('Delivery to Bandra');
    await person.step('dates', async () => {
      await person.type(typed(from));
      await expect(form.getByLabel('To', { exact: true })).toBeFocused();
      await person.type(typed(to));
    });
    const short = lines.getByRole('listitem').filter({ hasText: chair.name });
    await expect(short).toContainText('Short · 2 of 5 free');
    await expect(lines.getByRole('listitem').filter({ hasText: lamp.name })).toContainText(
      '3 of 3 free',
    );
    await expectAccessible();
    await short.getByRole('button', { name: `Lower to 2, ${chair.name}` }).click();
    await person.step('make', () =>
      person.press(form.getByRole('button', { name: 'Make the order' })),
    );
    await expect(page).toHaveURL(/open=ORD-\d+$/);
    await expect(page.getByRole('dialog', { name: order, exact: true })).toHaveCount(0);
    expect(person.presses()).toBe(2);
    const made = await sql`
      select item_id as id, line.quantity, line.price::int, line.rental_from::text as first, line.rental_to::text as last
      from order_items as line join orders as made on made.id = order_id
      where order_number = ${/ORD-\d+/.exec(page.url())?.[0] ?? ''} order by position`;
    expect(made).toEqual([
      { id: lamp.id, quantity: 2, price: 500, first: from, last: to },
      { id: chair.id, quantity: 2, price: 200, first: from, last: to },
    ]);
  },
);

test('an enquiry is repeated as another one, and an order that is begun is not lost @long @desktop', async ({
  page,
  request,
  sql,
  signIn,
}) => {
  const lamp = await putItem(sql, 'props', { price: 500, own: { quantity: 3 } });
  const sent = await enquireFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  const { order } = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
  await signIn(await makeStaff(sql, 'crm_user'));
  await page.goto(`/ops/crm?tab=enquiries&open=${sent.number}`);
  await page.getByRole('button', { name: 'Duplicate' }).click();
  const enquiry = page.getByRole('dialog', { name: 'New enquiry' });
  await expect(enquiry.getByRole('region', { name: 'Items' })).toContainText(lamp.name);
  await enquiry.getByLabel('From').fill(studioDay(100));
  await enquiry.getByLabel('To', { exact: true }).fill(studioDay(101));
  await enquiry.getByRole('button', { name: 'Save the enquiry' }).click();
  await expect(page).toHaveURL(/tab=enquiries&open=ENQ-\d+$/);
  expect(page.url()).not.toContain(sent.number);

  await page.goto('/ops/crm?new=order');
  const form = page.getByRole('dialog', { name: 'New order' });
  await form.getByLabel('Message').fill('Call back at noon');
  await page.goto(`/ops/crm?tab=orders&open=${order}`);
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(form.getByLabel('Message')).toHaveValue('Call back at noon');
  await expect(notice(page)).toContainText('A new order is begun already');
  await expect(form.getByRole('region', { name: 'Items' })).not.toContainText(lamp.name);
});
