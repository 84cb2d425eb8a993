import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { siteTextsKey } from '#data/core/query-keys/visitor.ts';
import { siteOf } from '#domain/settings/site.ts';
import { loadPage } from './load-texts.ts';

const site = siteOf({ studio: { city: 'Pune' } });

it('a page that was read before opens with those texts while the server does not answer', async () => {
  const queryClient = new QueryClient();
  const own = { 'about.description': 'Ours in {city}' };
  queryClient.setQueryData(siteTextsKey('about'), own, { updatedAt: 1 });
  const context = { api: () => new Promise<never>(() => {}), queryClient, site };
  expect(await loadPage(context, ['about'], 'Usual')).toBe('Ours in Pune');
  queryClient.clear();
});

it('a page whose texts cannot be read has its defaults', async () => {
  const queryClient = new QueryClient();
  const context = { api: () => Promise.reject(new Error('no')), queryClient, site };
  expect(await loadPage(context, ['about', 'faq'], 'Usual in {city}')).toBe('Usual in Pune');
  queryClient.clear();
});

it('a page opens with its defaults after five seconds without an answer', async () => {
  vi.useFakeTimers();
  const queryClient = new QueryClient();
  const context = { api: () => new Promise<never>(() => {}), queryClient, site };
  const opened = loadPage(context, ['about'], 'Usual in {city}');
  await vi.advanceTimersByTimeAsync(5000);
  expect(await opened).toBe('Usual in Pune');
  queryClient.clear();
  vi.useRealTimers();
});
