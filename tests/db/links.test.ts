import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { useStaffStock } from './staff-stock.ts';
import type { CallerName } from './studio.ts';

const { studio, call, said, item, enquire, book, hold } = useStaffStock();
const sql = () => studio.db.owner;

interface Made {
  id: string;
  secret: string;
}
interface Feed {
  subject: string;
  name: string | null;
  events: { uid: string; from: string; to: string; number: string; customer: string | null }[];
}
interface Listed {
  id: string;
  kind: string;
  subject: string;
  name: string | null;
  last_opened: string | null;
}

const make = (subject: string, person: string | null, caller: CallerName, key = randomUUID()) =>
  call<Made>('make_calendar_link', { subject, person, key }, caller);
const feed = (secret: string) => call<Feed | null>('calendar_feed', { secret }, 'anon');
const numbers = (told: Feed | null) => told?.events.map(({ number }) => number) ?? [];
const listed = (caller: CallerName, person?: string) =>
  call<Listed[]>('calendar_links', person ? { person } : {}, caller);
const me = (caller: CallerName) => studio.who(caller).sub ?? '';

describe('a calendar', () => {
  test('of the studio has its orders and holds, and nobody’s mobile or e-mail', async () => {
    const sofa = await item(3);
    const order = await book({ item: sofa, from: 5, to: 7 });
    const held = await enquire({ item: sofa });
    await hold(held.id);
    const open = await enquire({ item: sofa });
    const { secret } = await make('studio', null, 'admin');
    const told = await feed(secret);
    expect(numbers(told)).toEqual(expect.arrayContaining([order['order_number'], held.number]));
    expect(numbers(told)).not.toContain(open.number);
    expect(told?.events.find(({ uid }) => uid === order.id)).toMatchObject({
      from: today(10),
      to: today(12),
      customer: 'Asha Rao',
      status: 'Confirmed',
      tentative: false,
    });
    const text = JSON.stringify(told);
    const [customer] = await sql()<{ mobile: string; email: string }[]>`
      select mobile, email from customers where id = ${studio.ids.customer}`;
    expect(text).not.toContain(customer!.mobile.slice(3));
    expect(text).not.toContain(customer!.email);
    expect(text).not.toContain('Secret wish');
  });

  test('of a member of staff has the orders and open enquiries they own', async () => {
    const mine = await book({ item: await item(1) });
    const others = await book({ item: await item(1) });
    const asked = await enquire({ item: await item(1) });
    await sql()`update orders set assigned_to = ${me('crm_user')} where id = ${mine.id}`;
    await sql()`update enquiry_orders set assigned_to = ${me('crm_user')} where id = ${asked.id}`;
    const { secret } = await make('staff', me('crm_user'), 'crm_user');
    const told = await feed(secret);
    expect(numbers(told)).toEqual(expect.arrayContaining([mine['order_number'], asked.number]));
    expect(numbers(told)).not.toContain(others['order_number']);
    await sql()`update auth.users set banned_until = 'infinity' where id = ${me('crm_user')}`;
    expect(await feed(secret)).toBeNull();
    await sql()`update auth.users set banned_until = null where id = ${me('crm_user')}`;
    expect(await feed(secret)).not.toBeNull();
  });

  test('of a crew member has their days without the customer', async () => {
    const crew = await item(1, 'crews');
    const order = await book({ item: crew, from: 14, to: 16 });
    const { secret } = await make('crew', crew, 'crm_user');
    expect(await feed(secret)).toMatchObject({
      subject: 'crew',
      events: [{ number: order['order_number'], from: today(14), to: today(16), customer: null }],
    });
  });

  test('notes the day on which it was opened, once', async () => {
    const { id, secret } = await make('studio', null, 'admin');
    const opened = async () => (await listed('admin')).find((one) => one.id === id)?.last_opened;
    expect(await opened()).toBeNull();
    await feed(secret);
    expect(await opened()).toBe(today());
  });

  test('answers null for an unknown, revoked or foreign secret', async () => {
    const { id, secret } = await make('studio', null, 'admin');
    expect(await feed(secret)).not.toBeNull();
    await call('revoke_link', { id }, 'admin');
    await call('revoke_link', { id }, 'admin');
    for (const wrong of [secret, '', 'x'.repeat(5_000), id]) expect(await feed(wrong)).toBeNull();
    expect((await listed('admin')).map((one) => one.id)).not.toContain(id);
    const day = await call<unknown>('day_sheet', { secret }, 'anon');
    expect(day).toBeNull();
  });

  test('is made once per key; a repeat gets a new secret, and only hashes are stored', async () => {
    const key = randomUUID();
    const first = await make('studio', null, 'admin', key);
    const again = await make('studio', null, 'admin', key);
    expect(again.id).toBe(first.id);
    expect(first.secret).toMatch(/^[\da-f]{64}$/);
    expect(await feed(first.secret)).toBeNull();
    expect(await feed(again.secret)).not.toBeNull();
    const [stored] = await sql()<{ text: string }[]>`
      select concat((select string_agg(to_jsonb(link)::text, '') from private.links as link),
        (select string_agg(to_jsonb(claimed)::text, '') from private.idempotency_keys as claimed)) as text`;
    expect(stored!.text).toContain(first.id);
    expect(stored!.text).not.toContain(again.secret);
  });

  test('is made and revoked by those who may', async () => {
    const studioOnly = { subject: 'studio', key: randomUUID() };
    const foreign = { subject: 'staff', person: me('admin'), key: randomUUID() };
    for (const given of [studioOnly, foreign]) {
      expect(await said('make_calendar_link', given, 'crm_user')).toMatchObject({ code: '42501' });
    }
    for (const caller of ['anon', 'no profile', 'inventory_user'] as const) {
      for (const name of ['make_calendar_link', 'calendar_links']) {
        const given = name === 'calendar_links' ? {} : studioOnly;
        expect(await said(name, given, caller)).toMatchObject({ code: '42501' });
      }
    }
    const { id } = await make('studio', null, 'admin');
    expect(await said('revoke_link', { id }, 'crm_user')).toMatchObject({ code: '42501' });
    expect((await listed('crm_user')).map(({ subject }) => subject)).not.toContain('studio');
    const refusals: [object, string][] = [
      [{ subject: 'nobody', key: randomUUID() }, 'PT422'],
      [{ subject: 'studio' }, 'PT422'],
      [{ subject: 'crew', person: await item(1), key: randomUUID() }, 'PT404'],
      [{ subject: 'staff', person: me('inventory_user'), key: randomUUID() }, 'PT404'],
    ];
    for (const [given, code] of refusals) {
      expect(await said('make_calendar_link', { ...given }, 'admin')).toMatchObject({ code });
    }
    expect(await said('revoke_link', { id: randomUUID() }, 'admin')).toMatchObject({
      code: 'PT404',
    });
  });
});

describe('a day sheet', () => {
  const sheet = (secret: string) => call<Record<string, unknown>>('day_sheet', { secret }, 'anon');

  test('says where and with whom, and ends seven days after the day', async () => {
    const [crew, helper, set] = [
      await item(1, 'crews'),
      await item(1, 'crews'),
      await item(1, 'sets'),
    ];
    const order = await book({ item: crew }, { item: helper }, { item: set });
    const given = { item: crew, day: today(11), note: ' Call 7 am ', key: randomUUID() };
    const made = await call<Made & { expires_at: string }>('make_day_sheet_link', given);
    expect(new Date(made.expires_at).toISOString()).toBe(
      new Date(`${today(19)}T00:00:00+05:30`).toISOString(),
    );
    const told = await sheet(made.secret);
    expect(told).toMatchObject({ day: today(11), note: 'Call 7 am' });
    expect(told['bookings']).toMatchObject([
      { number: order['order_number'], from: today(10), to: today(12) },
    ]);
    const [booking] = told['bookings'] as { sets: string[]; crew: string[] }[];
    expect([booking?.sets.length, booking?.crew.length]).toEqual([1, 1]);
    expect(JSON.stringify(told)).not.toContain('Asha');
    // The links of one crew member, with those who made them.
    const other = await make('crew', helper, 'crm_user');
    const ofCrew = async () => (await listed('crm_user', crew)).map(({ id, kind }) => [id, kind]);
    expect(await ofCrew()).toEqual([[made.id, 'day_sheet']]);
    expect((await listed('crm_user', helper)).map(({ id }) => id)).toEqual([other.id]);
    await sql()`update private.links set expires_at = now() where id = ${made.id}`;
    expect(await sheet(made.secret)).toBeNull();
    expect(await ofCrew()).toEqual([]);
  });

  test('is refused without a booking, for a past day and with a long note', async () => {
    const crew = await item(1, 'crews');
    const given = { item: crew, day: today(10), key: randomUUID() };
    expect(await said('make_day_sheet_link', given)).toMatchObject({ code: 'PT409' });
    await book({ item: crew });
    for (const wrong of [{ day: today(-8) }, { note: 'x'.repeat(501) }, { key: null }]) {
      expect(await said('make_day_sheet_link', { ...given, ...wrong })).toMatchObject({
        code: 'PT422',
      });
    }
    expect(await said('make_day_sheet_link', given, 'inventory_user')).toMatchObject({
      code: '42501',
    });
  });

  test('crew and sets are refused on two orders at once, like any item', async () => {
    for (const table of ['crews', 'sets']) {
      const one = await item(1, table);
      await book({ item: one });
      const second = await enquire({ item: one });
      const refused = await said('convert_enquiry_to_order', { id: second.id });
      expect(refused).toMatchObject({ code: 'PT409', message: 'not_free' });
    }
  });
});
