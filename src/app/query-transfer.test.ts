import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { dehydrateQueries, hydrateQueries } from './query-transfer.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const navigatedBy = (type: string) =>
  // why: a navigation entry has some thirty fields, of which only this one is read.
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never]);

test('successful queries of the server are cached in the browser, failed ones are not', async () => {
  const server = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  server.setQueryData(['item', 'prop'], { name: 'Lamp </script>' });
  const failing = { queryKey: ['related'], queryFn: () => Promise.reject(new Error('no')) };
  await server.query(failing).catch(() => {});
  const browser = new QueryClient();
  navigatedBy('navigate');
  hydrateQueries(browser, dehydrateQueries(server));
  expect(browser.getQueryData(['item', 'prop'])).toEqual({ name: 'Lamp </script>' });
  expect(browser.getQueryState(['item', 'prop'])?.dataUpdatedAt).toBeGreaterThan(1000);
  expect(browser.getQueryState(['related'])).toBeUndefined();
  server.clear();
  browser.clear();
});

test('the text does not depend on when a query ran, and its data is stale on a page from Back', () => {
  const [one, other, browser] = [new QueryClient(), new QueryClient(), new QueryClient()];
  one.setQueryData(['home'], { sets: [] }, { updatedAt: 1000 });
  other.setQueryData(['home'], { sets: [] }, { updatedAt: 2000 });
  expect(dehydrateQueries(one)).toBe(dehydrateQueries(other));
  navigatedBy('back_forward');
  hydrateQueries(browser, dehydrateQueries(one));
  expect(browser.getQueryState(['home'])?.dataUpdatedAt).toBe(0);
  for (const client of [one, other, browser]) client.clear();
});
