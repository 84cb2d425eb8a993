import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createBackOfficeApp } from './back-office-app.ts';

/** The app of a studio that has set these names. */
const appOf = (names: Record<string, string>, isOn = true) =>
  createBackOfficeApp({
    siteSettings: async () => ({ values: { studio: names }, isCurrent: true }),
    isOn,
  });
const read = async (path: string, names: Record<string, string> = {}, isOn = true) =>
  appOf(names, isOn).request(path);

test('the manifest has the names of the settings, or their defaults', async () => {
  const named = { name: 'Light & Shade', short_name: 'L&S' };
  expect(await (await read('/ops/manifest.webmanifest', named)).json()).toMatchObject({
    name: 'Light & Shade · Back office',
    short_name: 'L&S',
    start_url: '/ops/today',
    scope: '/ops',
    display: 'standalone',
  });
  expect(await (await read('/ops/manifest.webmanifest')).json()).toMatchObject({
    short_name: 'Frameyard',
  });
});

interface ManifestIcon {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}

test('the manifest names files that exist, in the sizes it says, and pages within its scope', async () => {
  const manifest = (await (await read('/ops/manifest.webmanifest')).json()) as {
    id: string;
    start_url: string;
    scope: string;
    icons: ManifestIcon[];
    shortcuts: { url: string; icons: ManifestIcon[] }[];
  };
  const { id, start_url: start, scope, icons, shortcuts } = manifest;
  expect({ id, scope }).toEqual({ id: '/ops', scope: '/ops' });
  const pages = [start, ...shortcuts.map((one) => one.url)];
  expect(pages.filter((url) => !url.startsWith(`${scope}/`))).toEqual([]);
  const named = [...icons, ...shortcuts.flatMap((one) => one.icons)];
  const found = await Promise.all(
    named.map(async ({ src, purpose }) => {
      const picture = sharp(join(import.meta.dirname, '../public', src));
      const { width, height, format } = await picture.metadata();
      // why: launchers put a maskable icon on any background and crop it themselves.
      const isOpaque = purpose !== 'maskable' || (await picture.stats()).isOpaque;
      return { src, sizes: `${width}x${height}`, type: `image/${format}`, isOpaque };
    }),
  );
  expect(found).toEqual(
    named.map(({ src, sizes, type }) => ({ src, sizes, type, isOpaque: true })),
  );
  // Chromium installs with 192 and 512 pixels; one icon is for launchers that crop.
  const usual = icons.filter((one) => one.purpose === undefined).map((one) => one.sizes);
  expect(usual).toEqual(['192x192', '512x512']);
  expect(icons.filter((one) => one.purpose === 'maskable')).toHaveLength(1);
});

test('the page without a connection shows a name as text and allows only its own script', async () => {
  const answer = await read('/ops/offline', { short_name: '<script>alert(1)</script>' });
  expect(await answer.text()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]+';/);
  expect(policy).toMatch(/style-src 'self' 'sha256-[\w+/=]+';/);
});

test('another page without a connection is another worker; the worker is always checked', async () => {
  const worker = async (names: Record<string, string>) => (await read('/ops/sw.js', names)).text();
  expect(await worker({})).toBe(await worker({}));
  expect(await worker({})).not.toBe(await worker({ short_name: 'Other' }));
  const { headers } = await read('/ops/sw.js');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('service-worker-allowed')).toBe('/ops');
});

test('switched off, the worker removes itself and its cache, and nothing can be installed', async () => {
  expect((await read('/ops/manifest.webmanifest', {}, false)).status).toBe(404);
  const script = await (await read('/ops/sw.js', {}, false)).text();
  const listeners = new Map<string, (event: { waitUntil(done: Promise<void>): void }) => void>();
  const removed: string[] = [];
  runInNewContext(script, {
    self: {
      addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
      skipWaiting: () => {},
      registration: { unregister: async () => removed.push('the worker') },
    },
    caches: {
      keys: async () => ['ops-offline-1', 'ops-offline-2', 'of another app'],
      delete: async (name: string) => removed.push(name),
    },
  });
  let done: Promise<void> | undefined;
  listeners.get('activate')?.({
    waitUntil: (promise) => {
      done = promise;
    },
  });
  await done;
  expect(removed).toEqual(['ops-offline-1', 'ops-offline-2', 'the worker']);
  expect(listeners.has('fetch')).toBe(false);
});
