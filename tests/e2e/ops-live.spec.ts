import type { Page } from '@playwright/test';
import { openLive } from './support/live.ts';
import { sendEnquiry } from './support/send-enquiry.ts';
import { expect, test } from './support/test.ts';

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
