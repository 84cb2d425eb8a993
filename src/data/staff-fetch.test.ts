import { afterEach, expect, it, vi } from 'vitest';
import type { Line } from './line.ts';
import { staffFetch } from './staff-fetch.ts';

const AUTH = 'http://studio.test/auth/v1/token';

function watched() {
  const told: string[] = [];
  const line: Line = {
    isAway: () => false,
    subscribe: () => () => {},
    answered: () => void told.push('answered'),
    doubt: () => void told.push('doubt'),
  };
  return { send: staffFetch(line), told };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('says how long to wait after too many attempts, and keeps the code', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
      { status: 429, headers: { 'retry-after': '840', 'x-supabase-api-version': '2024-01-01' } },
    ),
  );
  const { send, told } = watched();
  const answer = await send(AUTH);
  expect(answer.status).toBe(429);
  expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(await answer.json()).toMatchObject({
    code: 'over_request_rate_limit',
    message: 'Too many attempts. Try again in 14 minutes.',
  });
  expect(told).toEqual(['answered']);
});

it('leaves a refusal as it is that does not say how long', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Slow down' }, { status: 429 }));
  expect(await (await watched().send(AUTH)).json()).toEqual({ message: 'Slow down' });
});

it('ends what gets no answer, and has the line asked', async () => {
  const given: RequestInit[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    given.push(init);
    throw new TypeError('Failed to fetch');
  });
  const { send, told } = watched();
  await expect(send(AUTH)).rejects.toThrow('Failed to fetch');
  expect(given[0]?.signal).toBeInstanceOf(AbortSignal);
  expect(told).toEqual(['doubt']);
});

it('takes a read that was given up for no sign of the line', async () => {
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    return new Response();
  });
  const { send, told } = watched();
  await expect(send(AUTH, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  expect(told).toEqual([]);
});
