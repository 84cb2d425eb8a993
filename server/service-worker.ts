const CACHE_PREFIX = 'ops-offline-';

/**
 * The back office's service worker. It stores one page, which says that there is no connection, and shows it for a page
 * that cannot be loaded. It answers nothing else and stores no data, no script and no other page, so a new build is
 * there with the next page.
 * @param version of the stored page; another one replaces the worker
 */
export function serviceWorker(version: string): string {
  return `const CACHE = '${CACHE_PREFIX}${version}';
const OFFLINE = '/ops/offline';

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.add(new Request(OFFLINE, { cache: 'reload' }));
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    await removeCaches((name) => name !== CACHE);
    // Pages are requested while the worker starts, so it delays none.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return;
  event.respondWith((async () => {
    try {
      return (await event.preloadResponse) ?? (await fetch(event.request));
    } catch {
      return (await caches.match(OFFLINE, { cacheName: CACHE })) ?? Response.error();
    }
  })());
});
${REMOVE_CACHES}`;
}

/** A service worker that removes itself and what {@link serviceWorker} has stored. */
export function removalWorker(): string {
  return `self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    await removeCaches(() => true);
    await self.registration.unregister();
  })());
});
${REMOVE_CACHES}`;
}

const REMOVE_CACHES = `
async function removeCaches(isOld) {
  const names = (await caches.keys()).filter((name) => name.startsWith('${CACHE_PREFIX}'));
  await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
}
`;
