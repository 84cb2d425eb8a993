import { someMobile, fillEnquiry } from './support/order.ts';
import { expect, hydrated, signInByForm, test } from './support/test.ts';

test('from the home page to the studio’s list of enquiries @journey', async ({
  page,
  sql,
  isMobile,
}) => {
  const mobile = someMobile();

  await page.goto('/');
  await page.getByRole('link', { name: /^Browse 2,\d{3} props$/ }).click();
  await expect(page).toHaveURL('/rent-props');
  await expect(page.getByRole('heading', { level: 1, name: 'Rent Props' })).toBeVisible();
  const cards = page.locator('main a[href^="/props/"]');
  await expect(cards).toHaveCount(24);
  await expect(page.getByText(/^Showing 24 of 2,\d{3} items$/)).toBeVisible();

  // Filter by category, colour and search; the address contains all three.
  await page.goto('/rent-props?category=seating&colour=teal');
  await hydrated(page);
  const all = await cards.count();
  await page.getByRole('searchbox', { name: 'Search props' }).fill('sofa');
  await expect(page).toHaveURL(/q=sofa/);
  await expect(page).toHaveURL(/category=seating.*colour=teal|colour=teal.*category=seating/);
  await expect.poll(() => cards.count()).toBeLessThan(all);
  const [wanted] = await sql<{ name: string; price: number; slug: string }[]>`
    select p.name, p.price::float, p.slug from public.props p
      join public.colors c on c.id = p.color_id
      join public.prop_categories g on g.id = p.category_id
    where p.active and c.slug = 'teal' and g.slug = 'seating' and p.name ilike '%sofa%'
      and p.price > 0
    order by p.created_at desc, p.id desc limit 1`;
  if (!wanted) throw new Error('The demo data has no teal sofa.');

  await page.locator(`main a[href="/props/${wanted.slug}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1, name: wanted.name })).toBeVisible();
  await page
    .getByRole('button', { name: 'Add to Order' })
    .filter({ visible: true })
    .first()
    .click();
  await page.getByRole('button', { name: 'View order' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'My Order' })).toBeVisible();
  await expect(page.getByText('Cart Items (1)')).toBeVisible();
  await page.getByRole('button', { name: `Increase quantity of ${wanted.name}` }).click();
  await expect(page.getByText('Cart Items (2)')).toBeVisible();

  await fillEnquiry(page, mobile);
  await page.getByRole('button', { name: 'Submit Enquiry' }).click();
  await expect(page).toHaveURL(/\/thank-you-for-enquiry(#|$)/);
  const number = (
    await page
      .getByText(/ENQ-\d{5}/)
      .first()
      .textContent()
  )?.match(/ENQ-\d{5}/)?.[0];
  await expect(page.getByText(wanted.name)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.localStorage.getItem('myOrder'))).toBeNull();

  const saved = await sql<Record<string, unknown>[]>`
    select e.enquiry_number, e.status, e.rental_days, e.total_price::float, c.first_name, c.mobile,
      i.item_type, i.quantity, i.price::float
    from public.enquiry_orders e
      join public.customers c on c.id = e.customer_id
      join public.enquiry_items i on i.enquiry_order_id = e.id
    where c.mobile = ${mobile}`;
  expect(saved).toEqual([
    {
      enquiry_number: number,
      status: 'pending',
      rental_days: 3,
      total_price: wanted.price * 2 * 3,
      first_name: 'Asha',
      mobile,
      item_type: 'prop',
      quantity: 2,
      price: wanted.price,
    },
  ]);

  await signInByForm(page);
  await page.goto('/ops/crm?tab=enquiries');
  await expect(page.getByRole('tab', { name: /^Enquiries/ })).toBeVisible();
  const list = isMobile ? page.getByRole('listitem') : page.getByRole('row');
  const entry = list.filter({ hasText: number ?? '' });
  await expect(entry).toContainText('Asha Rao');
  await expect(entry).toContainText(wanted.name);
});
