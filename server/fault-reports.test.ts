import { beforeEach, expect, it, vi } from 'vitest';
import { createFaultReports } from './fault-reports.ts';

const log = vi.fn<(level: string, message: string, facts?: object) => void>();
const REPORT = {
  route: '/_site/props/$slug',
  name: 'RangeError',
  at: ['/assets/item-page-Bx1.js:1:2034'],
};

beforeEach(() => log.mockReset());

function reports() {
  const app = createFaultReports({ addressOf: (_, peer) => peer, log });
  return async (body: unknown, headers: Record<string, string> = {}, peer = '192.0.2.1') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const request = new Request('http://studio.example/faults', {
      method: 'POST',
      headers,
      body: text,
    });
    const answer = await app.fetch(request, { incoming: { socket: { remoteAddress: peer } } });
    return answer.status;
  };
}

it('logs where a page failed', async () => {
  expect(await reports()(REPORT, { 'sec-fetch-site': 'same-origin' })).toBe(204);
  expect(log).toHaveBeenCalledExactlyOnceWith('error', 'a page failed in a browser', {
    route: '/_site/props/$slug',
    error: 'RangeError',
    at: '/assets/item-page-Bx1.js:1:2034',
  });
});

it.each([
  ['text', 'Asha Rao'],
  ['another shape', { route: '/about' }],
  ['an address', { ...REPORT, route: '/quote?key=123' }],
  ['a sentence', { ...REPORT, name: 'asha@example.in is no number' }],
  ['a line break', { ...REPORT, name: 'Error\n{"level":"info"}' }],
  ['many places', { ...REPORT, at: Array.from({ length: 6 }, () => REPORT.at[0]) }],
])('refuses %s, and logs nothing of it', async (_, body) => {
  expect(await reports()(body)).toBe(400);
  expect(log).not.toHaveBeenCalled();
});

it('refuses other sites, long bodies and the seventh report of a minute', async () => {
  const send = reports();
  expect(await send(REPORT, { 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await send({ ...REPORT, more: 'x'.repeat(3_000) })).toBe(413);
  expect(log).not.toHaveBeenCalled();
  const statuses = [];
  for (let sent = 0; sent < 7; sent += 1) statuses.push(await send(REPORT));
  expect(statuses).toEqual([204, 204, 204, 204, 204, 204, 429]);
  expect(await send(REPORT, {}, '198.51.100.7')).toBe(204);
});
