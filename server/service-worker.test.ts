import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { serviceWorker } from './service-worker.ts';

interface Page {
  focused: boolean;
}

/** Runs the worker with these open pages, and keeps what it does. */
function runWorker(pages: Page[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: { title: string; options: Record<string, unknown> }[] = [];
  const done: unknown[] = [];
  const clients = pages.map((page, at) => ({
    ...page,
    postMessage: (message: unknown) => done.push(['told', at, message]),
    focus: async () => done.push(['focused', at]),
  }));
  runInNewContext(serviceWorker('1'), {
    URL,
    self: {
      addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
      location: { origin: 'https://studio.test' },
      registration: {
        showNotification: async (title: string, options: Record<string, unknown>) =>
          shown.push({ title, options }),
        pushManager: { subscribe: async (options: object) => done.push(['subscribed', options]) },
      },
      clients: {
        matchAll: async () => clients,
        openWindow: async (path: string) => done.push(['opened', path]),
      },
    },
  });
  const fire = async (name: string, event: object = {}) => {
    let ended: Promise<unknown> | undefined;
    const waitUntil = (promise: Promise<unknown>) => {
      ended = promise;
    };
    listeners.get(name)?.({ ...event, waitUntil });
    await ended;
  };
  return { fire, shown, done };
}

const push = (payload: unknown) => ({ data: { json: () => payload } });
const click = (path: unknown) => ({ notification: { close: () => {}, data: { path } } });

test('shows a notice, one for each record', async () => {
  const { fire, shown } = runWorker();
  const path = '/ops/crm?tab=enquiries&open=ENQ-1007';
  await fire('push', push({ title: 'New enquiry ENQ-1007', body: 'Asha', tag: 'ENQ-1007', path }));
  expect(shown).toMatchObject([
    {
      title: 'New enquiry ENQ-1007',
      options: { body: 'Asha', tag: 'ENQ-1007', renotify: true, silent: false, data: { path } },
    },
  ]);
});

test('shows something for a push without data', async () => {
  const { fire, shown } = runWorker();
  await fire('push', { data: null });
  expect(shown[0]?.title).toBe('News from the studio');
});

test('makes no sound while a page is in front, which rings itself', async () => {
  const { fire, shown } = runWorker([{ focused: true }]);
  await fire('push', push({ title: 'New enquiry' }));
  expect(shown[0]?.options).toMatchObject({ silent: true });
});

test('a click opens the page in the window that is there, or else a new one', async () => {
  const path = '/ops/crm?tab=enquiries&open=ENQ-1007';
  const open = runWorker([{ focused: false }, { focused: true }]);
  await open.fire('notificationclick', click(path));
  expect(open.done).toEqual([
    ['told', 1, { kind: 'open-notice', path }],
    ['focused', 1],
  ]);
  const none = runWorker();
  await none.fire('notificationclick', click(path));
  expect(none.done).toEqual([['opened', path]]);
});

test.each([
  'https://evil.example/ops/crm',
  '//evil.example/ops',
  '/rent-props',
  '/opsx',
  undefined,
])('a click on a notice with the page %s opens Today', async (path) => {
  const { fire, done } = runWorker();
  await fire('notificationclick', click(path));
  expect(done).toEqual([['opened', '/ops/today']]);
});

test('an ended subscription is renewed, and open pages save it', async () => {
  const { fire, done } = runWorker([{ focused: false }]);
  const options = { applicationServerKey: 'key' };
  await fire('pushsubscriptionchange', { oldSubscription: { options } });
  expect(done).toEqual([
    ['subscribed', { userVisibleOnly: true, applicationServerKey: 'key' }],
    ['told', 0, { kind: 'save-subscription' }],
  ]);
});
