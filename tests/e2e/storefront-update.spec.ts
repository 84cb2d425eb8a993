import { putItem } from './support/items.ts';
import { test } from './support/own-site.ts';
import { nextRelease } from './support/release.ts';
import { expect, hydrated } from './support/test.ts';

test(
  'a storefront page that was open during an update goes on, wherever it leads',
  { tag: ['@desktop', '@long'] },
  async ({ page, context, site, consoleErrors }) => {
    const release = nextRelease({ from: '>Try again<', to: '>Load again<' });
    try {
      const { name } = await site.query((sql) => putItem(sql, 'props'));
      const pages = [page, await context.newPage(), await context.newPage()] as const;
      for (const [at, address] of ['/rent-props', '/', '/my-order'].entries()) {
        await pages[at]?.goto(address);
        await hydrated(pages[at] ?? page);
      }
      await site.stop();
      await site.startAgain(release.program);

      const [list, home, order] = pages;
      await list.getByRole('article').getByRole('link', { name }).first().click();
      await expect(list.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(list).toHaveURL(/\/props\//);
      await home.getByRole('banner').getByRole('link', { name: 'my order' }).click();
      await expect(home).toHaveURL('/my-order');
      await expect(home.getByRole('heading', { level: 1, name: 'My Order' })).toBeVisible();
      await order.getByRole('link', { name: 'Browse props' }).click();
      await expect(order).toHaveURL('/rent-props');
      await expect(order.getByRole('article').filter({ hasText: name })).toBeVisible();
      for (const opened of pages)
        await expect(opened.getByText('Something went wrong')).toHaveCount(0);
      // why: scripts of the old release are gone.
      consoleErrors.length = 0;
    } finally {
      release.remove();
    }
  },
);
