import { afterEach, expect, it, vi } from 'vitest';
import type { Connection } from './connection.ts';
import { staffFetch } from './staff-fetch.ts';

const AUTH = 'http://studio.test/auth/v1/token';

function monitored() {
  const reports: string[] = [];
  const connection: Connection = {
    isLost: () => false,
    subscribe: () => () => {},
    recordResponse: () => void reports.push('response'),
    check: () => void reports.push('check'),
  };
  return { send: staffFetch(connection), reports };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('says how long to wait after too many attempts, with the original code', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
      { status: 429, headers: { 'retry-after': '840', 'x-supabase-api-version': '2024-01-01' } },
    ),
  );
  const { send, reports } = monitored();
  const answer = await send(AUTH);
  expect(answer.status).toBe(429);
  expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(await answer.json()).toMatchObject({
    code: 'over_request_rate_limit',
    message: 'Too many attempts. Try again in 14 minutes.',
  });
  expect(reports).toEqual(['response']);
});

it('does not change a refusal without Retry-After', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Slow down' }, { status: 429 }));
  expect(await (await monitored().send(AUTH)).json()).toEqual({ message: 'Slow down' });
});

it('times out, and has the connection checked after a failure', async () => {
  const given: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    given.push(init);
    throw new TypeError('Failed to fetch');
  });
  const { send, reports } = monitored();
  await expect(send(AUTH)).rejects.toThrow('Failed to fetch');
  expect(given[0]?.signal).toBeInstanceOf(AbortSignal);
  expect(reports).toEqual(['check']);
});

it('does not check the connection after an aborted read', async () => {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    return new Response();
  });
  const { send, reports } = monitored();
  await expect(send(AUTH, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  expect(reports).toEqual([]);
});
