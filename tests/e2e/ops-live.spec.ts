import type { Page } from '@playwright/test';
import { studioDay } from './support/days.ts';
import { putItem } from './support/items.ts';
import { openLive } from './support/live.ts';
import { bookFor } from './support/rentals.ts';
import { sendEnquiry } from './support/send-enquiry.ts';
import { makeStaff } from './support/staff.ts';
import { expect, startSession, test } from './support/test.ts';

const list = (page: Page) => page.getByRole('table', { name: 'Enquiries' });
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test(
  'a new enquiry appears live, with a notice and a count in the title',
  { tag: ['@desktop', '@live', '@long'] },
  async ({ page, request, signIn }) => {
    await signIn();
    await openLive(page, '/ops/crm?tab=enquiries');
    await expect(list(page)).toBeVisible();
    const sent = await sendEnquiry(request);
    await expect(list(page).getByRole('link', { name: sent.number })).toBeVisible();

    // why any news: that of another test may be told first. ops-notices.spec.ts has a site of its own.
    await openLive(page, '/ops/dashboard');
    await sendEnquiry(request);
    await expect(notice(page)).not.toHaveText('');
    await expect(page).toHaveTitle(/^\(\d+\) Dashboard/);
  },
);

test(
  'paused live updates are shown, and focus refetches the list',
  { tag: ['@desktop', '@live', '@long'] },
  async ({ page, request, signIn, consoleErrors }) => {
    await page.routeWebSocket(/\/realtime\/v1\//, (socket) => void socket.close({ code: 1011 }));
    await signIn();
    await page.goto('/ops/crm?tab=enquiries');
    await expect(page.getByText('Live updates are paused')).toBeVisible();
    const sent = await sendEnquiry(request);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(list(page).getByRole('link', { name: sent.number })).toBeVisible();
    consoleErrors.splice(0);
  },
);

test(
  'signing out closes the live connection',
  { tag: ['@long', '@desktop', '@live'] },
  async ({ page, signIn }) => {
    await signIn();
    const left: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('phx_leave')) left.push(socket.url());
      }),
    );
    await openLive(page, '/ops/dashboard');
    await page.getByRole('button', { name: 'logout' }).click();
    await expect(page).toHaveURL('/ops');
    await expect.poll(() => left.length).toBeGreaterThan(0);
  },
);

test(
  'two people in one order see each other, and what the other changes',
  { tag: ['@long', '@desktop', '@live'] },
  async ({ page, browser, request, sql, signIn, expectAccessible }) => {
    const lamp = await putItem(sql, 'props', { price: 100, own: { quantity: 5 } });
    const days = { from: studioDay(90), to: studioDay(90) };
    const { order } = await bookFor(sql, request, [{ item: lamp, quantity: 1 }], days);
    const address = `/ops/crm?tab=orders&open=${order}`;
    await signIn(await makeStaff(sql, 'crm_user', 'Meera Nair'));
    await openLive(page, address);
    const mine = page.getByRole('dialog', { name: order, exact: true });
    await expect(mine.getByRole('textbox', { name: `Quantity of ${lamp.name}` })).toHaveValue('1');
    await expect(mine.getByText('this open too')).toHaveCount(0);

    const context = await browser.newContext({ baseURL: process.env['SITE'] ?? '' });
    const other = await context.newPage();
    await startSession(other, await makeStaff(sql, 'crm_user', 'Kiran Rao'));
    await openLive(other, address);
    const theirs = other.getByRole('dialog', { name: order, exact: true });
    await expect(mine.getByRole('status').filter({ hasText: 'open too' })).toHaveText(
      'Kiran Rao has this open too',
    );
    await expect(theirs.getByText('Meera Nair has this open too')).toBeVisible();
    await expectAccessible();
    await theirs.getByRole('button', { name: `Increase quantity of ${lamp.name}` }).click();
    await expect(mine.getByRole('textbox', { name: `Quantity of ${lamp.name}` })).toHaveValue('2');

    await theirs.getByRole('button', { name: 'Close' }).click();
    await expect(mine.getByText('this open too')).toHaveCount(0);
    await context.close();
  },
);
