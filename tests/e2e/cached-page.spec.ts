import { putProp } from './support/catalogue.ts';
import { expect, hydrated, test } from './support/test.ts';

test('a cached page does not refetch the data it was rendered with @desktop @long', async ({
  page,
  sql,
}) => {
  const prop = await putProp(sql, { category: 'Seating' });
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/rest/')) requested.push(pathname);
  });
  // why: the browser takes a test's evaluations for a use of the page, and what is free loads then.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }),
  );
  await page.clock.setFixedTime(Date.now() + 3_600_000);
  for (const path of ['/', '/rent-props', `/props/${prop.slug}`]) {
    await page.goto(path);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByText(/₹[\d,]+/).first()).toBeVisible();
    expect([path, requested]).toEqual([path, []]);
  }
});
