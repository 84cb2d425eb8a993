import type { Page } from '@playwright/test';
import { makeOrder } from './support/crm.ts';
import { sendEnquiry } from './support/send-enquiry.ts';
import { makeCustomer, makeStaff, putMessage } from './support/staff.ts';
import { putItem } from './support/items.ts';
import { expect, test } from './support/test.ts';

test(
  'the CRM card links to the CRM and shows its open work',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, sql, signIn }) => {
    await sendEnquiry(request);
    await signIn(await makeStaff(sql, 'crm_user'));
    const held = Promise.withResolvers<void>();
    await page.route('**/rest/v1/rpc/dashboard_figures', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/ops/dashboard');
    const card = page.getByRole('listitem').filter({ hasText: 'CRM-Rental' });
    await expect(card).toBeVisible();
    // Another font may need more lines.
    await page.evaluate(() => document.fonts.ready);
    const height = async () => (await card.boundingBox())?.height ?? 0;
    const whileLoading = await height();
    held.resolve();
    await expect(card).toContainText(/\d+\s*pending enquir/);
    await expect.poll(height).toBeCloseTo(whileLoading, 0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(card).toContainText(/\d+ orders? out today/);
    await expect(card).toContainText(/\d+ leads? to answer/);
    // A click beside the text: the whole card is a link.
    await card.click({ position: { x: 400, y: 30 } });
    await expect(page).toHaveURL('/ops/crm?tab=leads');
    await expect(page.getByRole('tab', { name: 'Leads' })).toHaveAttribute('aria-selected', 'true');
  },
);

test(
  'a card works without its figures, and a retry loads them @long',
  { tag: '@desktop' },
  async ({ page, signIn, consoleErrors }) => {
    await page.route('**/rest/v1/rpc/dashboard_figures', (route) =>
      route.fulfill({ status: 403, json: { code: '42501', message: 'not for you' } }),
    );
    await signIn();
    await page.goto('/ops/dashboard');
    await expect(page.getByText('The figures could not be loaded.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'CRM-Rental' })).toBeVisible();
    await page.unroute('**/rest/v1/rpc/dashboard_figures');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/pending enquir/)).toBeVisible();
    consoleErrors.length = 0;
  },
);

test(
  'a role without CRM access has no CRM card and requests no CRM figures @long',
  { tag: '@desktop' },
  async ({ page, sql, signIn }) => {
    await signIn(await makeStaff(sql, 'inventory_user'));
    await page.goto('/ops/dashboard');
    const props = page.getByRole('listitem').filter({ hasText: 'Props' });
    await expect(props).toContainText(/[\d,]+\s*active/);
    await expect(props).toContainText(/\d+ switched off/);
    await expect(page.getByRole('link', { name: 'CRM-Rental' })).toHaveCount(0);
    await expect(page.getByText('Inventory manager')).toHaveCount(6);
    await props.getByRole('link', { name: 'Props' }).click();
    await expect(page).toHaveURL('/ops/props-manager');
  },
);

const CARDS: Record<string, [figure: RegExp, address: string][]> = {
  'CRM-Rental': [
    [/pending enquir/, '/ops/crm?tab=enquiries&status=pending'],
    [/orders? out today/, '/ops/crm?tab=orders&show=out'],
    [/returns? due/, '/ops/crm?tab=orders&show=due'],
    [/unassigned leads?/, '/ops/crm?tab=leads&assigned=none'],
    [/leads? to answer/, '/ops/crm?tab=leads&messages=unhandled'],
  ],
  ...Object.fromEntries(
    Object.entries({
      Props: 'props',
      Clothes: 'clothes',
      Backdrops: 'backdrops',
      Gear: 'gear',
      Crew: 'crew',
      'Sets & packages': 'sets',
    }).map(([title, name]) => [
      title,
      [
        [/active/, `/ops/${name}-manager?active=yes`],
        [/switched off/, `/ops/${name}-manager?active=no`],
        [/without a picture/, `/ops/${name}-manager?pictures=no`],
      ],
    ]),
  ),
};

/** The total that the list shows. */
async function total(page: Page): Promise<number> {
  const text = await page.getByRole('navigation', { name: 'Pages' }).innerText();
  return Number(/ of ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
}

test(
  'each figure links to a list with exactly that many rows',
  { tag: ['@desktop', '@long'] },
  async ({ page, request, sql, signIn }) => {
    const made = await makeOrder(sql, request);
    await sql`
      update orders set rental_from = (now() at time zone 'Asia/Kolkata')::date,
        rental_to = (now() at time zone 'Asia/Kolkata')::date where order_number = ${made.order}`;
    await sendEnquiry(request);
    const customer = await makeCustomer(sql);
    // Two messages of one lead count once: the figure and the list count leads.
    for (const message of ['Do you deliver?', 'And on Sundays?']) {
      await putMessage(sql, customer.id, message);
    }
    for (const table of ['props', 'clothes', 'backdrops', 'gear', 'crews', 'sets'] as const) {
      await putItem(sql, table, { active: false });
    }
    await signIn();
    await page.goto('/ops/dashboard');
    for (const [title, figures] of Object.entries(CARDS)) {
      for (const [words, address] of figures) {
        // why a retry with new figures: other tests change records concurrently.
        let attempt = 0;
        await expect(async () => {
          if (attempt === 0)
            await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
          else await page.goto('/ops/dashboard');
          attempt += 1;
          const figure = page
            .getByRole('listitem')
            .filter({ has: page.getByRole('link', { name: title, exact: true }) })
            .getByRole('link', { name: words });
          const shown = Number.parseInt((await figure.innerText()).replaceAll(',', ''), 10);
          expect(shown, `${title}: ${String(words)}`).toBeGreaterThan(0);
          await figure.click();
          await expect(page).toHaveURL(address);
          expect(await total(page), `${title}: ${String(words)}`).toBe(shown);
        }).toPass();
      }
    }
    await page.goto('/ops/crm?tab=orders&show=out');
    await expect(page.getByLabel('Show', { exact: true })).toHaveValue('out');
    await expect(page.getByRole('link', { name: made.order })).toBeVisible();
  },
);
