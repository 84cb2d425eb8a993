import type { APIRequestContext } from '@playwright/test';
import { putProp, rareWord, somePictures } from './support/catalogue.ts';
import { headOf } from './support/html.ts';
import { expect, test } from './support/test.ts';

const site = () => process.env['SITE'] ?? '';
const headAt = async (request: APIRequestContext, path: string) =>
  headOf(await (await request.get(path)).text());

test('the home page: the studio as a local business @desktop', async ({ request }) => {
  const head = await headAt(request, '/?utm_source=x');
  expect(head.canonical).toBe(`${site()}/`);
  expect(head.meta['robots']).toBeUndefined();
  expect(head.meta['description']).toMatch(/\w{3}/);
  expect(head.meta['og:url']).toBe(`${site()}/`);
  expect(head.meta['og:title']).toBe(head.title);
  expect(head.meta['twitter:card']).toBe('summary_large_image');
  expect(head.meta['og:image']).toBe(`${site()}/share.jpg`);
  const picture = await request.get('/share.jpg');
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  expect(head.data['LocalBusiness']).toMatchObject({
    '@context': 'https://schema.org',
    url: `${site()}/`,
    telephone: expect.stringMatching(/^\+91/),
    address: { '@type': 'PostalAddress', addressLocality: 'Bangalore', addressCountry: 'India' },
  });
});

const LISTS = [
  ['/rent-props', 'Rent Props'],
  ['/rent-clothes', 'Rent Clothes'],
  ['/rent-backdrops', 'Rent Backdrops'],
  ['/rent-gear', 'Rent Gear'],
  ['/rent-sets-packages', 'Rent Sets & Packages'],
  ['/free-props', 'Free Items'],
  ['/crew-rental', 'Hire Crew'],
] as const;

test('every catalogue and its filtered views @desktop', async ({ request }) => {
  for (const [path, name] of LISTS) {
    const whole = await headAt(request, path);
    expect(whole.title).toMatch(new RegExp(`^${name} \\| `));
    expect(whole.canonical).toBe(site() + path);
    expect([path, whole.meta['robots']]).toEqual([path, undefined]);
    expect(whole.data['BreadcrumbList']).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Home', item: `${site()}/` },
        { position: 2, name, item: site() + path },
      ],
    });
  }
  const [[path]] = LISTS;
  for (const query of ['?q=red', '?sort=name', '?category=none']) {
    const view = await headAt(request, path + query);
    expect([query, view.canonical, view.meta['robots']]).toEqual([query, site() + path, 'noindex']);
  }
  expect((await headAt(request, `${path}?utm_source=x`)).meta['robots']).toBeUndefined();
});

test('an item at each of its addresses @desktop', async ({ request, sql }) => {
  const [image = ''] = await somePictures(sql, 1);
  const name = `Stool </script><b>"A" & B ${rareWord()}`;
  const prop = await putProp(sql, {
    name,
    price: 1250,
    description: 'Oak. <i>Old</i> & good.',
    images: [image],
    inStudio: true,
  });
  const address = `${site()}/props/${prop.slug}`;
  for (const path of [`/props/${prop.slug}`, `/prop/${prop.slug}`, `/props/${prop.code}`]) {
    const head = await headAt(request, path);
    expect(head.canonical).toBe(address);
    expect(head.title.startsWith(`${name} – Rent Props | `)).toBe(true);
    expect(head.meta['description']).toBe(`Rent ${name} for ₹1,250/day. Oak. <i>Old</i> & good.`);
    expect(head.meta['robots']).toBeUndefined();
    expect(head.meta['og:url']).toBe(address);
    expect(head.data['Product']).toMatchObject({
      name,
      sku: prop.code,
      url: address,
      image: [head.meta['og:image']],
      offers: {
        price: '1250.00',
        priceCurrency: 'INR',
        priceSpecification: { price: '1250.00', unitCode: 'DAY' },
        availability: 'https://schema.org/InStoreOnly',
      },
    });
    expect(head.data['BreadcrumbList']?.['itemListElement']).toHaveLength(3);
    const picture = await request.get(head.meta['og:image'] ?? '');
    expect(head.meta['og:image']).toContain('/storage/v1/render/image/public/');
    expect(head.meta['og:image']).toContain('width=1200');
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/webp']);
  }
});

test('pages that must not be indexed @desktop', async ({ request }) => {
  for (const path of [
    '/my-order',
    '/thank-you-for-enquiry',
    '/search?q=red',
    '/ops',
    '/nope',
    '/gear/nope',
  ]) {
    expect([path, (await headAt(request, path)).meta['robots']]).toEqual([
      path,
      expect.stringMatching(/^noindex/),
    ]);
  }
});

test('robots.txt and every part of the sitemap @desktop', async ({ request, sql }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /ops\nDisallow: /my-order\n');
  expect(robots).toContain(`Sitemap: ${site()}/sitemap.xml\n`);
  const locations = async (path: string) => {
    const answer = await request.get(path);
    expect(answer.headers()['content-type']).toMatch(/^application\/xml/);
    const places = [...(await answer.text()).matchAll(/<loc>([^<]*)<\/loc>/g)];
    return places.map(([, place = '']) => place);
  };
  const all: string[] = [];
  const missing: string[] = [];
  for (const part of await locations('/sitemap.xml')) {
    const places = await locations(part);
    // A sample of every part, and all of the pages.
    const step = part.endsWith('=pages') ? 1 : Math.ceil(places.length / 4);
    for (const place of places.filter((_, at) => at % step === 0)) {
      const answer = await request.get(place, { maxRedirects: 0 });
      if (answer.status() === 200) expect(headOf(await answer.text()).canonical).toBe(place);
      else missing.push(place);
    }
    all.push(...places);
  }
  // why by what is there now: an item of another test may be taken off meanwhile.
  const slugs = missing.map((place) => place.replace(/.*\//, ''));
  const active = await sql`
    select slug from catalogue_items where active and slug = any (${slugs})`;
  expect([...active]).toEqual([]);
  expect(missing.filter((place) => new URL(place).pathname.split('/').length < 3)).toEqual([]);
  expect(new Set(all).size).toBe(all.length);
  for (const [path] of LISTS) expect(all).toContain(site() + path);
  const [counted] = await sql<[{ demo: number }]>`
    select count(*)::int as demo from catalogue_items where active`;
  expect(all.length).toBeGreaterThan(2000);
  // why: other tests add items in parallel, and the sitemap is cached for some minutes.
  expect(Math.abs(all.length - counted.demo)).toBeLessThan(200);
  expect((await request.get('/sitemap.xml?part=prop-99')).status()).toBe(404);
});

test('client-side navigation updates the head @desktop @long', async ({ page }) => {
  await page.goto('/rent-props?q=lamp');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await page.getByRole('article').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/props\//);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', page.url());
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(2);
});
