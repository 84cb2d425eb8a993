import { afterEach, describe, expect, it, vi } from 'vitest';
import { useGateway } from '#tests/support/gateway.ts';

const limits = { requests: 30, pictures: 40, signInsPerAddress: 12, refreshes: 5 };
const gateway = useGateway({ bare: true }, limits);

const get = (path: string, address: string) =>
  fetch(gateway.url + path, {
    headers: { apikey: gateway.anonKey, 'x-forwarded-for': address },
  });
const tokens = (grant: string, body: object, address: string) =>
  fetch(`${gateway.url}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: {
      apikey: gateway.anonKey,
      'x-forwarded-for': address,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });

/** The seconds from then until the fullest bucket is empty again, as the processes know it from the database. */
async function secondsSince(began: Date): Promise<number> {
  const [bucket] = await gateway.db.owner<{ seconds: number }[]>`
    select coalesce(max(extract(epoch from full_at - ${began})), 0)::float8 as seconds from backend.request_buckets`;
  return bucket?.seconds ?? 0;
}
/** Outcome of all requests of a full bucket. */
const MINUTE_S = 60;

afterEach(() => void vi.useRealTimers());

describe('requests from one address', () => {
  it.each([
    ['/rest/v1/nothing', 30, '203.0.113.1', '203.0.113.2'],
    ['/auth/v1/health', 30, '203.0.113.3', '203.0.113.4'],
    ['/storage/v1/render/image/public/a/b.jpg', 40, '2001:db8:1::1', '2001:db8:2::1'],
  ])('to %s are %i at once, then a few seconds apart', async (path, most, address, other) => {
    await gateway.db.owner`delete from backend.request_buckets`;
    const began = new Date();
    // The bucket does not fill while the answers come.
    vi.useFakeTimers({ toFake: ['performance'] });
    const all = await Promise.all(Array.from({ length: most + 10 }, () => get(path, address)));
    const refused = all.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    const [first] = refused;
    const wait = Number(first?.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(2);
    expect(await first?.json()).toEqual({
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    });
    expect((await get(path, other)).status).not.toBe(429);
    // why: a report to other processes that is still on its way would count from the later time.
    let reported = 0;
    while (reported < MINUTE_S) reported = await secondsSince(began);
    vi.advanceTimersByTime(wait * 1000 + 100);
    expect((await get(path, address)).status).not.toBe(429);
  });

  it('count together when they come from one IPv6 network, whatever stands left of it', async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        get('/rest/v1/nothing', `198.51.100.${at}, 2001:db8:3:4::${at}`),
      ),
    );
    expect(all.some(({ status }) => status === 429)).toBe(true);
  });
});

describe('passwords tried from one address', () => {
  const guess = (email: string, password: string, address: string) =>
    tokens('password', { email, password }, address);

  it('are few, however many accounts they are for', async () => {
    const account = await gateway.createStaff(null);
    for (let round = 0; round < 12; round += 1) {
      const { status } = await guess(`someone-${round}@example.test`, 'wrong', '203.0.113.20');
      expect(status).toBe(400);
    }
    const stopped = await guess(account.email, account.password, '203.0.113.20');
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(800);
    expect((await guess(account.email, account.password, '203.0.113.21')).status).toBe(200);
  });

  it('do not count when they are right', { tags: ['long'] }, async () => {
    const { email, password } = await gateway.createStaff(null);
    for (let round = 0; round < 15; round += 1)
      expect((await guess(email, password, '203.0.113.22')).status).toBe(200);
  });

  it('do not close others out when they are all for one account', { tags: ['long'] }, async () => {
    const { email, password } = await gateway.createStaff(null);
    for (let round = 0; round < 15; round += 1)
      await guess('one@example.test', 'wrong', '203.0.113.23');
    expect((await guess(email, password, '203.0.113.23')).status).toBe(200);
  });
});

it('limits refreshes from one address', async () => {
  const refresh = () => tokens('refresh_token', { refresh_token: 'made-up' }, '203.0.113.30');
  for (let round = 0; round < 5; round += 1) expect((await refresh()).status).toBe(400);
  const stopped = await refresh();
  expect(stopped.status).toBe(429);
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(800);
});
