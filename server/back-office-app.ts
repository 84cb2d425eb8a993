import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { studio } from '#config';
import { contentSecurityPolicy } from './html.ts';
import { offlinePage } from './offline-page.ts';
import { removalWorker, serviceWorker } from './service-worker.ts';
import type { SiteSettingsReader } from './site-settings.ts';

/** Ground of the back office (`ops.css`), around the page of the installed app. */
const GROUND = '#f8f9fb';

const ICONS = [
  { src: '/app-icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/app-icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/app-icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** why: a browser checks for a new worker with each page, and must not get an old one from its cache. */
const FRESH = { 'cache-control': 'no-cache' };

interface BackOfficeAppOptions {
  siteSettings: SiteSettingsReader;
  /** False removes the app's service worker from the browsers that have it. */
  isOn: boolean;
}

/**
 * The back office as an installable app (docs/product/quality.md#the-back-office-as-an-app): manifest, service worker
 * and the page that it shows without a connection.
 */
export function createBackOfficeApp({ siteSettings, isOn }: BackOfficeAppOptions): Hono {
  const app = new Hono();
  const names = async () => {
    const { values } = await siteSettings();
    const { name, short_name } = { ...studio.studio, ...values.studio };
    return { name, shortName: short_name };
  };
  const offline = async () => offlinePage((await names()).shortName);

  app.get('/ops/manifest.webmanifest', async (c) => {
    if (!isOn) return c.text('Not Found', 404);
    const { name, shortName } = await names();
    const manifest = {
      id: '/ops',
      name: `${name} · Back office`,
      short_name: shortName,
      lang: 'en-IN',
      start_url: '/ops/today',
      scope: '/ops',
      display: 'standalone',
      background_color: GROUND,
      theme_color: GROUND,
      icons: ICONS,
      shortcuts: [
        { name: 'Today', url: '/ops/today', icons: ICONS.slice(0, 1) },
        { name: 'Scan', url: '/ops/scan', icons: ICONS.slice(0, 1) },
      ],
    };
    return c.body(JSON.stringify(manifest), 200, {
      'content-type': 'application/manifest+json',
      ...FRESH,
    });
  });
  app.get('/ops/sw.js', async (c) => {
    const script = isOn ? serviceWorker(versionOf(await offline())) : removalWorker();
    return c.body(script, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      // why: the worker's own path would limit it to the pages below /ops/, without the sign-in page.
      'service-worker-allowed': '/ops',
      // why: the policy of a worker's script applies to the pages that it requests, and to the icon of a notice.
      'content-security-policy': "default-src 'none'; connect-src 'self'; img-src 'self'",
      ...FRESH,
    });
  });
  app.get('/ops/offline', async (c) => {
    const html = await offline();
    return c.html(html, 200, {
      'content-security-policy': contentSecurityPolicy(html, { backend: null, chat: null }),
      ...FRESH,
    });
  });
  return app;
}

const versionOf = (html: string) => createHash('sha256').update(html).digest('hex').slice(0, 12);
