import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { spawnSite } from '#tests/support/spawn-site.ts';
import { makeProp, storedLine } from './support/order.ts';
import { expect, hydrated, siteKey, test as base } from './support/test.ts';

/** A provider's script: defines the create function, which shows a widget. */
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

const test = base.extend<{ siteWithProvider: string }, { provider: Provider }>({
  /** A second site with a chat provider on another origin. */
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
        SUPABASE_ANON_KEY: await siteKey(),
        CHAT_SCRIPT_URL: script,
      });
      await use({ script, site: await site.ready });
      site.process.kill('SIGTERM');
      await site.ended;
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  siteWithProvider: async ({ provider }, use) => use(provider.site),
});

const chatButton = (page: Page) => page.getByRole('button', { name: 'Chat with us', exact: true });
const chatLink = (page: Page) => page.getByRole('link', { name: 'Chat with us', exact: true });
const chatPanel = (page: Page) => page.getByRole('dialog', { name: 'Frameyard' });
const createdOn = (page: Page) =>
  page.evaluate(() => (Reflect.get(window, 'created') ?? []) as unknown[]);

test.describe('with no provider', () => {
  test('the built-in button opens a panel with a WhatsApp link @long', async ({
    page,
    expectAccessible,
  }) => {
    await page.goto('/about');
    const button = chatButton(page);
    await expect(button).toBeInViewport();
    await expect(chatPanel(page)).toBeHidden();
    await expect
      .poll(() =>
        button.evaluate((element) => {
          const { right, bottom } = element.getBoundingClientRect();
          return {
            radius: getComputedStyle(element).borderRadius,
            right: document.body.getBoundingClientRect().right - right,
            bottom: window.innerHeight - bottom,
          };
        }),
      )
      .toEqual({ radius: '25px', right: 20, bottom: 20 });

    await button.click();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(chatPanel(page)).toContainText('Visual storytelling for brands');
    await expect(chatPanel(page)).toContainText('Hi there! How can I help you?');
    const link = chatPanel(page).getByRole('link', { name: 'Chat with us' });
    const address = new URL((await link.getAttribute('href')) ?? '');
    expect(address.origin).toBe('https://wa.me');
    expect(address.pathname).toMatch(/^\/91\d{10}$/);
    expect(address.searchParams.get('text')).toMatch(/checked your website.*a few questions/);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expectAccessible();
    await chatPanel(page).getByRole('button', { name: 'Close' }).click();
    await expect(chatPanel(page)).toBeHidden();
  });

  test('the panel works by keyboard and closes on a click outside @desktop @long', async ({
    page,
  }) => {
    await page.goto('/about');
    await expect(chatButton(page)).toBeVisible();
    await chatButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(chatPanel(page).getByRole('link', { name: 'Chat with us' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(chatPanel(page)).toBeHidden();
    await expect(chatButton(page)).toBeFocused();
    await expect(chatButton(page)).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Space');
    await expect(chatPanel(page)).toBeVisible();
    await page.mouse.click(200, 400);
    await expect(chatPanel(page)).toBeHidden();
  });

  test('without its script it is a link to WhatsApp @desktop @long', async ({
    page,
    consoleErrors,
  }) => {
    await page.route('**/assets/chat-panel-*.js', (route) => route.abort());
    await page.goto('/about');
    await expect(chatLink(page)).toHaveAttribute('href', /^https:\/\/wa\.me\/91\d{10}\?text=/);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await expect(chatLink(page)).toBeInViewport();
    consoleErrors.length = 0;
  });

  test('is absent from the back office @desktop @long', async ({ page }) => {
    await page.goto('/ops');
    await expect(page.getByRole('button', { name: 'login' })).toBeVisible();
    await expect(chatLink(page).or(chatButton(page))).toHaveCount(0);
  });

  test('the content security policy allows no other origin @desktop @long', async ({ request }) => {
    const policy = (await request.get('/about')).headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')*;/);
    expect(policy).toContain("frame-src 'self';");
    expect(policy).toContain("font-src 'self';");
  });

  test('is in the bottom bar of a phone, beside its controls', async ({ page, isMobile, sql }) => {
    test.skip(!isMobile, 'the bars are for small screens');
    const [prop] = await sql<{ slug: string }[]>`
      select slug from props where active order by prop_id limit 1`;
    for (const path of ['/rent-props', `/props/${prop?.slug}`]) {
      await page.goto(path);
      const bar = page.locator('main [data-bottom-bar]').filter({ visible: true });
      await expect(chatButton(page)).toBeInViewport({ ratio: 1 });
      await expect(chatButton(page)).toHaveCSS('opacity', '1');
      await expect(async () => {
        const [own, around] = [await chatButton(page).boundingBox(), await bar.boundingBox()];
        expect(own?.y).toBeGreaterThanOrEqual(around?.y ?? 1e9);
      }).toPass();
      await expect.poll(() => covered(page), path).toEqual([]);
    }
  });

  test('never covers a digit, a price or a control @long', async ({ page, sql }) => {
    const lines = [storedLine(await makeProp(sql, 1250.5)), storedLine(await makeProp(sql, 99))];
    await page.goto('/about');
    await page.evaluate((all) => localStorage.setItem('myOrder', JSON.stringify(all)), lines);
    const [prop] = await sql<{ slug: string }[]>`
      select slug from props where active order by prop_id limit 1`;
    let shown = 0;
    for (const path of ['/my-order', `/props/${prop?.slug}`, '/']) {
      await page.goto(path);
      await expect(chatButton(page)).toBeAttached();
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (let y = 0; y < Math.min(height, 5000); y += 230) {
        await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y);
        await expect.poll(() => covered(page), `${path} at ${y}`).toEqual([]);
        shown += await chatButton(page).evaluate((one) =>
          one.dataset['away'] === undefined ? 1 : 0,
        );
      }
    }
    expect(shown).toBeGreaterThan(3);
  });
});

/**
 * Texts that the visible chat button covers: digits, and controls smaller than a picture. Elements
 * below a bar do not count.
 */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const button = document.querySelector<HTMLElement>('.chat-button');
    if (!button || getComputedStyle(button).opacity === '0') return [];
    const own = button.getBoundingClientRect();
    const isUnder = (box: DOMRect, element: Element) => {
      const left = Math.max(box.left, own.left);
      const right = Math.min(box.right, own.right);
      const top = Math.max(box.top, own.top);
      const bottom = Math.min(box.bottom, own.bottom);
      if (left >= right || top >= bottom) return false;
      const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
      const bar = stack.findIndex((one) => one.matches('header, [data-bottom-bar]'));
      return bar < 0 || stack.slice(0, bar + 1).some((one) => element.contains(one));
    };
    const found: string[] = [];
    for (const one of document.querySelectorAll('a, button, input, select, textarea, summary')) {
      const box = one.getBoundingClientRect();
      if (box.height < 110 && !button.contains(one) && isUnder(box, one)) {
        found.push(one.getAttribute('aria-label') ?? one.textContent);
      }
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode;
      const { parentElement } = node;
      for (const { index } of node.nodeValue?.matchAll(/[\d₹]/g) ?? []) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        if (parentElement && isUnder(range.getBoundingClientRect(), parentElement)) {
          found.push(node.nodeValue ?? '');
        }
      }
    }
    return found;
  });
}

test.describe('with a provider @desktop', () => {
  test('adds its script once and calls the create function on each page @long', async ({
    page,
    siteWithProvider,
    provider,
  }) => {
    await page.goto(`${siteWithProvider}/about`);
    await expect(page.locator('#provider-widget')).toHaveText('Chat with us');
    await expect(chatLink(page).or(chatButton(page))).toHaveCount(0);
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
    await expect.poll(async () => (await createdOn(page)).length).toBe(before + 1);
    await expect(page.locator('script#studio-chat-script')).toHaveCount(1);
    await expect(page.locator(`script[src="${provider.script}"]`)).toHaveCount(1);
  });

  test('is allowed on the site and blocked in the back office @long', async ({
    page,
    request,
    siteWithProvider,
    provider,
  }) => {
    const { origin } = new URL(provider.script);
    const policyOf = async (path: string) =>
      (await request.get(siteWithProvider + path)).headers()['content-security-policy'] ?? '';
    const policy = await policyOf('/about');
    for (const part of ['script-src', 'connect-src', 'style-src', 'frame-src']) {
      expect(policy).toMatch(new RegExp(`${part} [^;]*${origin}`));
    }
    expect(await policyOf('/ops')).not.toContain(origin);

    await page.goto(`${siteWithProvider}/about`);
    await expect(page.locator('#provider-widget')).toBeVisible();
    await page.evaluate(() => history.pushState(null, '', '/ops'));
    await expect(page.getByRole('button', { name: 'login' })).toBeVisible();
    await expect(page.locator('#provider-widget')).toHaveCount(0);
    await expect(page.locator('script#studio-chat-script')).toHaveCount(0);
  });

  test('is replaced by the built-in button if it cannot be loaded @long', async ({
    page,
    siteWithProvider,
    provider,
    consoleErrors,
  }) => {
    await page.route(provider.script, (route) => route.abort());
    await page.goto(`${siteWithProvider}/about`);
    await expect(chatButton(page)).toBeVisible();
    consoleErrors.length = 0;
  });
});
