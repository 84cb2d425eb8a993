import type { BrowserContext } from '@playwright/test';
import { startPushService, type PushService } from '#tests/support/push-service.ts';
import { test as ownSite } from './support/own-site.ts';
import { sendEnquiry } from './support/send-enquiry.ts';
import { expect, signInByForm } from './support/test.ts';

const test = ownSite.extend<{ pushService: PushService }>({
  pushService: async ({ browserName: _browser }, use) => {
    const service = await startPushService();
    await use(service);
    await service.close();
  },
  variables: async ({ pushService }, use) => use({ PUSH_SERVICES: pushService.origin }),
});

test.use({ serviceWorkers: 'allow' });

/**
 * Lets a browser subscribe at the test's push service.
 * why in place of the browser's own: Chromium allows no notices in a context without a profile, and its push service is
 * on the internet.
 */
async function allowPush(context: BrowserContext, service: PushService): Promise<void> {
  await context.exposeFunction('subscribeAtService', (key: string) => service.subscribe(key));
  await context.addInitScript(() => {
    type Made = { endpoint: string; p256dh: string; auth: string };
    const SAVED = 'test-subscription';
    const read = () => {
      const saved = localStorage.getItem(SAVED);
      if (saved === null) return null;
      const { endpoint, p256dh, auth } = JSON.parse(saved) as Made;
      return {
        endpoint,
        options: { applicationServerKey: null },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          localStorage.removeItem(SAVED);
          return true;
        },
      };
    };
    let permission = localStorage.getItem('test-permission') ?? 'default';
    Object.defineProperty(Notification, 'permission', { get: () => permission });
    Notification.requestPermission = async () => {
      permission = 'granted';
      localStorage.setItem('test-permission', permission);
      return 'granted';
    };
    const subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
      const made: Made = await Object(window).subscribeAtService(applicationServerKey);
      localStorage.setItem(SAVED, JSON.stringify(made));
      return read();
    };
    Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => read() });
  });
}

test(
  'a device is turned on from a button, gets encrypted notices, and none after signing out',
  { tag: ['@desktop', '@long'] },
  async ({ page, context, request, site, pushService }) => {
    await site.query(
      (sql) =>
        sql`insert into props (name, price, quantity) values ('Lamp', 100, 5), ('Sofa', 900, 2)`,
    );
    await allowPush(context, pushService);
    await signInByForm(page);
    await page.goto('/ops/notices');
    const device = page.getByRole('region', { name: 'This device' });
    await expect(device.getByText('Off.')).toBeVisible();
    await device.getByRole('button', { name: 'turn on notices' }).click();
    await expect(device.getByText('On.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Your devices' })).toContainText(/Chrome on /);

    await device.getByRole('button', { name: 'send a test notice' }).click();
    await expect.poll(() => pushService.received.length).toBe(1);
    expect(pushService.received[0]?.payload).toEqual({
      title: 'Test notice',
      body: '',
      tag: 'test',
      path: '/ops/notices',
    });
    const sent = await sendEnquiry(request);
    await expect.poll(() => pushService.received.length).toBe(2);
    expect(pushService.received[1]?.payload).toEqual({
      title: `New enquiry ${sent.number}`,
      body: 'Nandini',
      tag: sent.number,
      path: `/ops/crm?tab=enquiries&open=${sent.number}`,
    });
    await page.reload();
    await expect(page.getByText(/^Last notice/)).toBeVisible();

    await page.getByRole('button', { name: 'logout' }).click();
    await expect(page).toHaveURL('/ops');
    const other = await sendEnquiry(request);
    const notices = () =>
      site.query(
        (sql) => sql<{ state: string; subscription_id: string | null }[]>`
          select queued.state, queued.subscription_id from private.outbox as queued
            join enquiry_orders as asked on asked.id = queued.enquiry_order_id
          where queued.channel = 'push' and asked.enquiry_number = ${other.number}`,
      );
    // The worker has dealt with the notice, if there was one to pass on.
    const open = async () =>
      (await notices()).filter(({ state }) => ['waiting', 'sending'].includes(state));
    await expect.poll(open).toEqual([]);
    expect((await notices()).filter((one) => one.subscription_id !== null)).toEqual([]);
    expect(pushService.received).toHaveLength(2);
    expect(pushService.rejected).toEqual([]);
  },
);
