import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#backend/postgres/database.ts';
import type { Database } from '#backend/postgres/database.ts';
import { committed, enquiry } from './enquiry.ts';
import type { Enquiry } from './enquiry.ts';
import { committedAs, refusal, sqlState, useStudio } from './studio.ts';

const studio = useStudio();

const from = (address?: string) => ({
  role: 'anon' as const,
  ...(address !== undefined && { headers: { 'x-forwarded-for': address } }),
});
const line = () => ({ type: 'prop', id: studio.ids.prop, quantity: 1, price: 500 });
const enquire = (given: Partial<Enquiry> = {}, address?: string, db: Database = studio.db) =>
  committed(db, from(address), enquiry({ items: [line()], ...given }));
const write = (mobile: string, address?: string, key = randomUUID()) =>
  committedAs(
    studio.db,
    from(address),
    (sql) => sql`select submit_contact_enquiry(${key}, 'A', 'B', ${mobile}, 'a@b.test', 'Hello')`,
  );
let counter = 0;
const mobile = () => `+9197${String((counter += 1)).padStart(8, '0')}`;
const times = async (count: number, run: (n: number) => Promise<unknown>) => {
  for (let n = 0; n < count; n += 1) await run(n);
};
/** Moves all recorded uses into the past by this interval. */
const moveBack = (by: string) =>
  studio.db.owner`update private.limit_uses set used_at = used_at - ${by}::text::interval`;

beforeEach(() => studio.db.owner`delete from private.limit_uses`);

describe('by mobile', () => {
  test('the seventh enquiry within an hour is refused, and accepted once the hour is over', async () => {
    const own = mobile();
    await times(6, () => enquire({ mobile: own }));
    await moveBack('10 minutes');
    const said = await refusal(enquire({ mobile: own }));
    expect(said).toMatchObject({
      code: 'PT429',
      message: 'Too many enquiries from this mobile number. Please try again in 50 minutes.',
    });
    const { retry_after } = JSON.parse(said.detail ?? '') as { retry_after: number };
    expect(retry_after).toBeGreaterThan(2950);
    expect(retry_after).toBeLessThanOrEqual(3000);
    await enquire({ mobile: mobile() });
    await moveBack('49 minutes 30 seconds');
    expect((await refusal(enquire({ mobile: own }))).message).toMatch(/ in a minute\.$/);
    await moveBack('30 seconds');
    await enquire({ mobile: own });
    // Expired uses are deleted.
    const old = await studio.db
      .owner`select from private.limit_uses where used_at < now() - interval '1 hour'`;
    expect(old).toHaveLength(0);
  });

  test('messages are counted separately', async () => {
    const own = mobile();
    await times(6, () => enquire({ mobile: own }));
    await times(6, () => write(own));
    expect(await refusal(write(own))).toMatchObject({
      code: 'PT429',
      message: 'Too many messages from this mobile number. Please try again in 60 minutes.',
    });
  });

  test('a repeat is neither counted nor refused; refused calls are not counted', async () => {
    const own = mobile();
    const sent = enquiry({ mobile: own, items: [line()] });
    const first = await committed(studio.db, from(), sent);
    await times(8, () => committed(studio.db, from(), sent));
    await times(8, () => refusal(enquire({ mobile: own, email: 'wrong' })));
    await times(8, () => refusal(enquire({ mobile: own, items: [{ ...line(), price: 1 }] })));
    await times(5, () => enquire({ mobile: own }));
    expect((await refusal(enquire({ mobile: own }))).code).toBe('PT429');
    expect((await committed(studio.db, from(), sent)).enquiry_number).toBe(first.enquiry_number);
    const [saved] = await studio.db.owner`
      select count(*)::int as n from enquiry_orders join customers c on c.id = customer_id where mobile = ${own}`;
    expect(saved).toEqual({ n: 6 });
  });
});

describe('by address', () => {
  test('the 31st enquiry within an hour is refused, whatever the mobile', async () => {
    await times(30, () => enquire({ mobile: mobile() }, '203.0.113.7, 10.0.0.1'));
    expect(await refusal(enquire({ mobile: mobile() }, '203.0.113.7'))).toMatchObject({
      code: 'PT429',
      message: 'Too many enquiries from your network. Please try again in 60 minutes.',
    });
    await enquire({ mobile: mobile() }, '203.0.113.8');
    await enquire({ mobile: mobile() });
    await write(mobile(), '203.0.113.7');
  });

  test.each([
    [undefined, null],
    ['', null],
    [' , 10.0.0.1', null],
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 , 10.0.0.1', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['Unknown', 'unknown'],
    [`x${'y'.repeat(5000)}`, `x${'y'.repeat(99)}`],
  ])('the address of %j is %j', async (header, address) => {
    const [row] = await studio.db.owner.begin(async (sql) => {
      await sql`select set_config('request.headers', ${header === undefined ? '' : JSON.stringify({ 'x-forwarded-for': header })}, true)`;
      return sql<{ address: string | null }[]>`select private.request_address() as address`;
    });
    expect(row?.address).toBe(address);
  });

  test('is stored hashed, with a salt of this database', async () => {
    await enquire({ mobile: '+919700099999' }, '203.0.113.9');
    const sql = studio.db.owner;
    const uses = await sql<{ name: string; plain: boolean; size: number }[]>`
      select name, length(subject) as size,
        subject = sha256(convert_to(name || ' ' || case when name like '%mobile' then '+919700099999' else '203.0.113.9' end, 'UTF8')) as plain
      from private.limit_uses order by name`;
    expect([...uses]).toEqual([
      { name: 'enquiries_by_address', size: 32, plain: false },
      { name: 'enquiries_by_mobile', size: 32, plain: false },
    ]);
    const [salt] = await sql<
      { size: number }[]
    >`select length(salt) as size from private.limit_salt`;
    expect(salt?.size).toBe(32);
  });
});

describe('the settings', () => {
  const set = (name: string, limit: number | null) =>
    studio.db.owner`select private.set_limit(${name}, ${limit})`;

  test('change a limit, lift it, or close the form', async () => {
    const own = mobile();
    await set('messages_by_mobile', 2);
    await times(2, () => write(own));
    expect((await refusal(write(own))).code).toBe('PT429');
    await set('messages_by_mobile', null);
    await times(8, () => write(own));
    await set('messages_by_mobile', 0);
    expect(await refusal(write(mobile()))).toMatchObject({ detail: '{"retry_after": 3600}' });
    await set('messages_by_mobile', 6);
  });

  test('refuse an invalid limit', async () => {
    expect((await refusal(set('likes', 1))).message).toBe(
      'There is no limit "likes". There are: answers_by_address, attempts_by_address, enquiries_by_address, enquiries_by_mobile, messages_by_address, messages_by_mobile, worker secrets_by_address.',
    );
    expect((await refusal(set('messages_by_mobile', -1))).code).toBe('23514');
  });
});

describe('concurrent calls', () => {
  let crowd: Database | null = null;
  beforeAll(async () => {
    crowd = await openDatabase(studio.owner, { requestConnections: 40 });
  });
  afterAll(() => crowd?.close());

  test('pass up to the limit exactly, and none deadlocks', { tags: ['long'] }, async () => {
    const db = crowd;
    if (!db) throw new Error('No connections.');
    const mobiles = Array.from({ length: 12 }, mobile);
    // Ten from each mobile, 20 from each of six addresses, crossed.
    const calls = Array.from({ length: 120 }, (_, n) =>
      enquire(
        { mobile: mobiles[n % 12] ?? '' },
        `198.51.100.${(n * 5 + Math.floor(n / 12)) % 6}`,
        db,
      ).then(() => 'saved', sqlState),
    );
    const results = await Promise.all(calls);
    expect(results.filter((result) => result === 'saved')).toHaveLength(72);
    expect(results.filter((result) => result === 'PT429')).toHaveLength(48);
    const saved = await studio.db.owner<{ n: number }[]>`
      select count(*)::int as n from enquiry_orders join customers c on c.id = customer_id
      where mobile = any (${mobiles}) group by mobile`;
    expect(saved.map(({ n }) => n)).toEqual(mobiles.map(() => 6));
  });
});
