const CACHE_PREFIX = 'ops-offline-';

/**
 * The back office's service worker. It stores one page, which says that there is no connection, and shows it for a page
 * that cannot be loaded. It answers nothing else and stores no data, no script and no other page, so a new build is
 * there with the next page. It shows notices, which come encrypted from the studio, and opens their pages.
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
${NOTICES}${REMOVE_CACHES}`;
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

/**
 * why a notice also without readable data: a browser shows one of its own for a push without any, and takes the
 * permission back after some. why silent for a page in front: the page itself tells and rings. why the renewed
 * subscription is not saved here: only a page has a session; open pages do it, and others when they open.
 */
const NOTICES = `
self.addEventListener('push', (event) => {
  event.waitUntil((async () => {
    let notice = {};
    try {
      notice = event.data.json();
    } catch {}
    const pages = await self.clients.matchAll({ type: 'window' });
    await self.registration.showNotification(String(notice.title ?? 'News from the studio'), {
      body: String(notice.body ?? ''),
      tag: String(notice.tag ?? 'notice'),
      renotify: true,
      silent: pages.some((page) => page.focused),
      icon: '/app-icon-192.png',
      lang: 'en-IN',
      data: { path: String(notice.path ?? '/ops/today') },
    });
  })());
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const asked = new URL(event.notification.data?.path ?? '/ops/today', self.location.origin);
  const isOurs = asked.origin === self.location.origin && /^\\/ops(\\/|$)/.test(asked.pathname);
  const path = isOurs ? asked.pathname + asked.search : '/ops/today';
  event.waitUntil((async () => {
    const pages = await self.clients.matchAll({ type: 'window' });
    const page = pages.find((one) => one.focused) ?? pages[0];
    if (!page) return void (await self.clients.openWindow(path));
    page.postMessage({ kind: 'open-notice', path });
    await page.focus().catch(() => {});
  })());
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil((async () => {
    const key = event.oldSubscription?.options.applicationServerKey;
    if (key && !event.newSubscription) {
      await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    }
    const pages = await self.clients.matchAll({ type: 'window' });
    for (const page of pages) page.postMessage({ kind: 'save-subscription' });
  })());
});
`;

const REMOVE_CACHES = `
async function removeCaches(isOld) {
  const names = (await caches.keys()).filter((name) => name.startsWith('${CACHE_PREFIX}'));
  await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
}
`;
