import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PUBLISHABLE_KEY } from '#tests/support/project-keys.ts';
import { spawnSite } from '#tests/support/spawn-site.ts';
import { expect, test as base } from './support/test.ts';

/** What a provider's script does: offers the create function, which shows a widget. */
const SCRIPT = `
  window.created = [];
  window.CreateWhatsappChatWidget = (settings) => {
    window.created.push(settings);
    if (document.getElementById('provider-widget')) return;
    const style = document.createElement('style');
    style.textContent = '#provider-widget { position: fixed; right: 20px; bottom: 20px }';
    document.head.append(style);
    const widget = document.createElement('div');
    widget.id = 'provider-widget';
    widget.textContent = settings.chatButtonSetting.ctaText;
    document.body.append(widget);
    void fetch(new URL('/settings', document.getElementById('studio-chat-script').src));
  };`;

interface Provider {
  script: string;
  site: string;
}

const test = base.extend<{ provided: string }, { provider: Provider }>({
  /** A second site whose chat comes from another origin. */
  provider: [
    async ({ browserName: _browser }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'studio-chat-'));
      const server = createServer((request, response) => {
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('content-type', 'text/javascript');
        response.end(request.url === '/chat.js' ? SCRIPT : '');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const script = `http://127.0.0.1:${port}/chat.js`;
      const site = spawnSite('server/main.ts', {
        DATA_DIR: folder,
        SUPABASE_URL: process.env['SITE'] ?? '',
        SUPABASE_ANON_KEY: PUBLISHABLE_KEY,
        CHAT_SCRIPT_URL: script,
      });
      await use({ script, site: await site.ready });
      site.process.kill('SIGTERM');
      await site.ended;
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  provided: async ({ provider }, use) => use(provider.site),
});

const chatLink = (page: Page) => page.getByRole('link', { name: 'Chat with us', exact: true });
const createdOn = (page: Page) =>
  page.evaluate(() => (Reflect.get(window, 'created') ?? []) as unknown[]);

test.describe('with no provider', () => {
  test('a button of our own opens WhatsApp with the message typed in', async ({ page }) => {
    await page.goto('/about');
    const link = chatLink(page);
    await expect(link).toBeInViewport();
    const address = new URL((await link.getAttribute('href')) ?? '');
    expect(address.origin).toBe('https://wa.me');
    expect(address.pathname).toMatch(/^\/91\d{10}$/);
    expect(address.searchParams.get('text')).toMatch(/checked your website.*a few questions/);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    const look = await link.evaluate((element) => {
      const { right, bottom } = element.getBoundingClientRect();
      return {
        radius: getComputedStyle(element).borderRadius,
        right: document.body.getBoundingClientRect().right - right,
        bottom: window.innerHeight - bottom,
      };
    });
    expect(look).toEqual({ radius: '25px', right: 20, bottom: 20 });
  });

  test('not in the back office @desktop', async ({ page }) => {
    await page.goto('/ops');
    await expect(page.getByRole('button', { name: 'login' })).toBeVisible();
    await expect(chatLink(page)).toHaveCount(0);
  });

  test('the policy lets nobody else in @desktop', async ({ request }) => {
    const policy = (await request.get('/about')).headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')*;/);
    expect(policy).toContain("frame-src 'self';");
    expect(policy).toContain("font-src 'self';");
  });

  test('never covers a bar at the foot of a phone', async ({ page, isMobile, sql }) => {
    test.skip(!isMobile, 'the bars are for small screens');
    const [prop] = await sql<{ slug: string }[]>`
      select slug from props where active order by prop_id limit 1`;
    for (const path of ['/rent-props', `/props/${prop?.slug}`, '/my-order']) {
      await page.goto(path);
      if (path.startsWith('/props/')) {
        await page.getByRole('button', { name: 'Add to Order' }).filter({ visible: true }).click();
      }
      const bar = page.locator('main [data-bottom-bar]').filter({ visible: true });
      await expect(bar).toBeInViewport();
      await expect(chatLink(page)).toBeInViewport();
      // why: a press at the right end of the bar, where the chat button floats, must reach the bar.
      const isReached = await bar.evaluate((element) => {
        const { right, top, bottom } = element.getBoundingClientRect();
        const at = [0.1, 0.5, 0.9].map((part) => top + (bottom - top) * part);
        return at.every((y) => element.contains(document.elementFromPoint(right - 40, y)));
      });
      expect(isReached, path).toBe(true);
    }
  });
});

test.describe('with a provider @desktop', () => {
  test('adds its script once and asks for the widget again on each page', async ({
    page,
    provided,
    provider,
  }) => {
    await page.goto(`${provided}/about`);
    await expect(page.locator('#provider-widget')).toHaveText('Chat with us');
    await expect(chatLink(page)).toHaveCount(0);
    expect(await page.locator('#provider-widget').evaluate((w) => getComputedStyle(w).right)).toBe(
      '20px',
    );
    const [settings] = await createdOn(page);
    expect(settings).toEqual({
      enabled: true,
      chatButtonSetting: {
        backgroundColor: '#00726f',
        ctaText: 'Chat with us',
        ctaIconWATI: false,
        borderRadius: '25',
        marginRight: '20',
        marginBottom: '20',
        position: 'right',
      },
      brandSetting: {
        brandName: 'Frameyard',
        brandSubTitle: 'Visual storytelling for brands',
        welcomeText: 'Hi there! How can I help you?',
        messageText: 'Hi Frameyard! I checked your website and have a few questions.',
        backgroundColor: '#00726f',
        ctaText: 'Chat with us',
        borderRadius: '25',
        autoShow: false,
        phoneNumber: '919000000000',
      },
    });
    const before = (await createdOn(page)).length;
    await page.getByRole('contentinfo').getByRole('link', { name: 'pricing' }).click();
    await expect(page).toHaveURL(/\/pricing$/);
    // why: it waits for an idle moment, which a busy machine may not have soon.
    const patience = { timeout: 20_000 };
    await expect.poll(async () => (await createdOn(page)).length, patience).toBe(before + 1);
    await expect(page.locator('script#studio-chat-script')).toHaveCount(1);
    await expect(page.locator(`script[src="${provider.script}"]`)).toHaveCount(1);
  });

  test('is let in on the site and kept out of the back office', async ({
    page,
    request,
    provided,
    provider,
  }) => {
    const { origin } = new URL(provider.script);
    const policyOf = async (path: string) =>
      (await request.get(provided + path)).headers()['content-security-policy'] ?? '';
    const policy = await policyOf('/about');
    for (const part of ['script-src', 'connect-src', 'style-src', 'frame-src']) {
      expect(policy).toMatch(new RegExp(`${part} [^;]*${origin}`));
    }
    expect(await policyOf('/ops')).not.toContain(origin);

    await page.goto(`${provided}/about`);
    await expect(page.locator('#provider-widget')).toBeVisible();
    await page.evaluate(() => history.pushState(null, '', '/ops'));
    await expect(page.getByRole('button', { name: 'login' })).toBeVisible();
    await expect(page.locator('#provider-widget')).toHaveCount(0);
    await expect(page.locator('script#studio-chat-script')).toHaveCount(0);
  });

  test('gives way to our own button when it cannot be loaded', async ({
    page,
    provided,
    provider,
    consoleErrors,
  }) => {
    await page.route(provider.script, (route) => route.abort());
    await page.goto(`${provided}/about`);
    await expect(chatLink(page)).toBeVisible();
    consoleErrors.length = 0;
  });
});
