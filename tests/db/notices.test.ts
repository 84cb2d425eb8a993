import { expect, test, describe, beforeEach } from 'vitest';
import { newSubscription, useNotices } from './notices.ts';

const { studio, call, said, notices, subscribe, endSession, personOf } = useNotices();
const sql = () => studio.db.owner;

const LIVE = [
  'enquiry_new',
  'message_new',
  'enquiry_answered',
  'quote_answered',
  'payment_claimed',
];
const CHOICE = { screen: [], sound: [], push: [], quiet_from: null, quiet_to: null };

beforeEach(async () => {
  await sql()`delete from private.notice_settings`;
  await sql()`delete from private.push_subscriptions`;
});

describe('the choice of notices', () => {
  test('is that of the role until a person makes their own', async () => {
    expect((await notices('crm_user')).settings).toEqual({
      screen: LIVE,
      sound: ['enquiry_new', 'message_new'],
      push: [...LIVE, 'hold_ending', 'item_overdue'],
      quiet_from: null,
      quiet_to: null,
    });
    expect((await notices('admin')).settings.push).toEqual(LIVE);
  });

  test('is each person’s own', async () => {
    const own = { ...CHOICE, push: ['item_overdue'], quiet_from: '22:00', quiet_to: '07:30' };
    await call('change_notices', { settings: own });
    expect((await notices('crm_user')).settings).toEqual(own);
    expect((await notices('admin')).settings.push).toEqual(LIVE);
    await call('change_notices', { settings: CHOICE });
    expect((await notices('crm_user')).settings).toEqual(CHOICE);
  });

  test.each([
    [{ ...CHOICE, push: ['all_of_it'] }, 'There is no such event'],
    // A page shows no event that only the clock finds.
    [{ ...CHOICE, screen: ['item_overdue'] }, 'There is no such event'],
    [{ ...CHOICE, quiet_from: '22:00' }, 'Please enter both hours'],
    [{ ...CHOICE, quiet_from: '07:00', quiet_to: '07:00' }, 'Please enter two different hours'],
    [{ ...CHOICE, quiet_from: '25:00', quiet_to: '07:00' }, 'Please enter valid hours'],
    [{ ...CHOICE, screen: null }, 'Please enter valid hours'],
    [[], 'Please enter valid hours'],
  ])('%j is refused', async (settings, message) => {
    expect(await said('change_notices', { settings })).toMatchObject({ code: 'PT422', message });
  });
});

describe('a device', () => {
  test('is listed for its person only', async () => {
    const subscription = newSubscription();
    const id = await subscribe('crm_user', subscription);
    expect((await notices('crm_user')).devices).toMatchObject([
      { id, endpoint: subscription.endpoint, device: 'Chrome on Android', last_ok: null },
    ]);
    expect((await notices('admin')).devices).toEqual([]);
    await call('remove_push_subscription', { subscription: id }, 'admin');
    expect((await notices('crm_user')).devices).toHaveLength(1);
    await call('remove_push_subscription', { subscription: id });
    expect((await notices('crm_user')).devices).toEqual([]);
  });

  test('that subscribes again stays one', async () => {
    const subscription = newSubscription();
    const first = await subscribe('crm_user', subscription);
    expect(await subscribe('crm_user', { ...newSubscription(subscription.endpoint) })).toBe(first);
    expect((await notices('crm_user')).devices).toHaveLength(1);
  });

  test('belongs to whoever subscribed it last', async () => {
    const subscription = newSubscription();
    await subscribe('crm_user', subscription);
    await subscribe('admin', subscription);
    expect((await notices('crm_user')).devices).toEqual([]);
    expect((await notices('admin')).devices).toHaveLength(1);
  });

  test('of ten is replaced by the eleventh, the least recently used one', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 10; at += 1) ids.push(await subscribe());
    await sql()`update private.push_subscriptions set created_at = now() - interval '1 day'
      where id = ${ids[4]!}`;
    const newest = await subscribe();
    const left = (await notices()).devices.map(({ id }) => id);
    expect(left).toHaveLength(10);
    expect(left).toContain(newest);
    expect(left).not.toContain(ids[4]);
  });

  test.each([
    { endpoint: 'ftp://push.example.test/x' },
    { endpoint: 'https://user@push.example.test/x' },
    { endpoint: `https://push.example.test/${'x'.repeat(1000)}` },
    { endpoint: null },
    { p256dh: 'AAAA' },
    { p256dh: '!' },
    { auth: null },
  ])('with %j is refused', async (wrong) => {
    expect(await said('save_push_subscription', { ...newSubscription(), ...wrong })).toMatchObject({
      code: 'PT422',
    });
  });

  test('gets nothing once its session, role or account is gone', async () => {
    const live = async () =>
      (await sql()<{ id: string }[]>`select id from private.live_subscriptions()`).map(
        ({ id }) => id,
      );
    const id = await subscribe('crm_user');
    const person = personOf('crm_user');
    expect(await live()).toEqual([id]);

    await sql()`update public.user_profiles set role = 'inventory_user' where id = ${person}`;
    expect(await live()).toEqual([]);
    await sql()`update public.user_profiles set role = 'crm_user' where id = ${person}`;

    await sql()`update auth.users set banned_until = now() + interval '1 day' where id = ${person}`;
    expect(await live()).toEqual([]);
    await sql()`update auth.users set banned_until = null where id = ${person}`;

    // A second factor that this session has not shown.
    await sql()`insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
      values (${person}, 'phone', 'totp', 'verified')`;
    expect(await live()).toEqual([]);
    await sql()`delete from auth.mfa_factors where user_id = ${person}`;

    expect(await live()).toEqual([id]);
    await sql()`update auth.sessions set not_after = now() - interval '1 minute'
      where user_id = ${person}`;
    expect(await live()).toEqual([]);
    await endSession('crm_user');
    expect(await live()).toEqual([]);
  });
});

describe('quiet hours', () => {
  test.each([
    ['22:00', '07:00', '2026-11-28T22:00:00+05:30', '2026-11-29T07:00:00+05:30'],
    ['22:00', '07:00', '2026-11-28T23:59:59+05:30', '2026-11-29T07:00:00+05:30'],
    ['22:00', '07:00', '2026-11-29T00:00:00+05:30', '2026-11-29T07:00:00+05:30'],
    ['22:00', '07:00', '2026-11-29T06:59:59+05:30', '2026-11-29T07:00:00+05:30'],
    ['22:00', '07:00', '2026-11-29T07:00:00+05:30', null],
    ['22:00', '07:00', '2026-11-29T21:59:59+05:30', null],
    ['13:00', '14:30', '2026-11-29T12:59:59+05:30', null],
    ['13:00', '14:30', '2026-11-29T13:00:00+05:30', '2026-11-29T14:30:00+05:30'],
    ['13:00', '14:30', '2026-11-29T14:30:00+05:30', null],
    ['13:00', '14:30', '2026-11-29T20:00:00+05:30', null],
    ['00:00', '06:00', '2026-11-29T00:00:00+05:30', '2026-11-29T06:00:00+05:30'],
    ['20:00', '00:00', '2026-11-29T23:00:00+05:30', '2026-11-30T00:00:00+05:30'],
    [null, null, '2026-11-29T23:00:00+05:30', null],
  ])('from %s to %s at %s: until %s', async (from, to, moment, until) => {
    const [told] = await sql()<[{ until: Date | null }]>`
      select private.quiet_until(jsonb_populate_record(null::private.notice_settings,
        ${sql().json({ quiet_from: from, quiet_to: to })}), ${moment}) as until`;
    expect(told.until?.toISOString() ?? null).toBe(until && new Date(until).toISOString());
  });
});

describe('the words of a notice', () => {
  const told = (event: string, record: string) =>
    call<{ title: string; name: string | null; path: string } | null>('notice', { event, record });

  test('are a number and a first name', async () => {
    const [enquiry] = await sql()<[{ id: string; number: string }]>`
      insert into public.enquiry_orders (customer_id, rental_from, rental_to, total_price,
        contact_first_name, contact_last_name, contact_email, message)
      values (${studio.ids.customer}, current_date, current_date, 1, 'Asha', 'Rao', 'a@b.test', 'Hi')
      returning id, enquiry_number as number`;
    expect(await told('enquiry_new', enquiry.id)).toEqual({
      title: `New enquiry ${enquiry.number}`,
      name: 'Asha',
      path: `/ops/crm?tab=enquiries&open=${enquiry.number}`,
    });
    expect(await told('enquiry_new', studio.ids.customer)).toBeNull();
    expect(await said('notice', { event: 'item_overdue', record: enquiry.id })).toMatchObject({
      code: 'PT400',
    });
  });
});

test('all processes use the keys of the first one', async () => {
  const ask = async (key: string) => {
    const [row] = await sql()<[{ keys: unknown }]>`
      select private.push_keys(${`public ${key}`}, ${`private ${key}`}) as keys`;
    return row.keys;
  };
  const kept = { public_key: 'public a', private_key: 'private a' };
  expect(await ask('a')).toEqual(kept);
  expect(await ask('b')).toEqual(kept);
  expect((await notices()).key).toBe('public a');
});
