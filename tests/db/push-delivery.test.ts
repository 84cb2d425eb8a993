import { beforeEach, describe, expect, test } from 'vitest';
import { newSubscription, useNotices } from './notices.ts';

const { studio, call, said, notices, subscribe, endSession, personOf } = useNotices();
const sql = () => studio.db.owner;

interface Claimed {
  id: string;
  lease: string;
  template: string;
  endpoint: string;
  ttl: number;
  topic: string;
  payload: { title: string; body: string; tag: string; path: string };
}

const claim = async () => {
  const [row] = await sql()<[{ told: Claimed | null }]>`
    select private.claim_outbox('push', 'studio.example') as told`;
  return row.told;
};
/** Claims and accepts all notices that are due. */
const drain = async () => {
  const sent: Claimed[] = [];
  for (let told = await claim(); told; told = await claim()) {
    sent.push(told);
    await settle(told, { result: 'sent' });
  }
  return sent;
};
const settle = (told: Claimed, outcome: object) => sql()`
  select private.settle_outbox(${told.id}, ${told.lease}, ${JSON.stringify(outcome)}::text::jsonb)`;
const states = () => sql()<{ state: string; reason: string | null; minutes: number }[]>`
  select state, reason, round(extract(epoch from due_at - now()) / 60)::integer as minutes
  from private.outbox where subscription_id is not null order by created_at, id`;
const queue = (enquiry: string) => sql()`
  select private.queue_notice('enquiry_new', ${studio.ids.customer}, ${enquiry}, null, null)`;
const newEnquiry = async (first_name = 'Asha') => {
  const [made] = await sql()<[{ id: string; number: string }]>`
    insert into public.enquiry_orders ${sql()({
      customer_id: studio.ids.customer,
      rental_from: '2027-01-01',
      rental_to: '2027-01-02',
      total_price: 1,
      contact_first_name: first_name,
      contact_last_name: 'Secretname',
      contact_email: 'secret@person.test',
      message: 'Secret wish',
    })} returning id, enquiry_number as number`;
  return made;
};
const choose = (settings: object, caller: 'crm_user' | 'admin' = 'crm_user') =>
  call(
    'change_notices',
    {
      settings: {
        screen: [],
        sound: [],
        push: ['enquiry_new'],
        quiet_from: null,
        quiet_to: null,
        ...settings,
      },
    },
    caller,
  );
/** Quiet hours, `HH:MM`, that began some minutes ago and end in some minutes, whatever the time is. */
const quietNow = async (ago: number, left: number) => {
  const [told] = await sql()<[{ quiet_from: string; quiet_to: string }]>`
    select to_char(clock_timestamp() at time zone 'Asia/Kolkata' - ${`${ago} minutes`}::interval, 'HH24:MI') as quiet_from,
      to_char(clock_timestamp() at time zone 'Asia/Kolkata' + ${`${left} minutes`}::interval, 'HH24:MI') as quiet_to`;
  return told;
};

beforeEach(async () => {
  await sql()`delete from private.notice_settings`;
  await sql()`delete from private.push_subscriptions`;
  await sql()`delete from private.outbox`;
});

describe('a notice', () => {
  test('is queued for nobody while nobody has a device', async () => {
    await queue((await newEnquiry()).id);
    expect(await sql()`select from private.outbox`).toHaveLength(0);
  });

  test('reaches each device of everybody who wants it, with a number and a first name', async () => {
    const phone = newSubscription();
    const desk = newSubscription();
    const other = newSubscription();
    await subscribe('crm_user', phone);
    await subscribe('crm_user', desk);
    await subscribe('admin', other);
    const { id, number } = await newEnquiry();
    await queue(id);
    expect(await sql()`select from private.outbox`).toHaveLength(1);
    const sent = await drain();
    expect(sent.map(({ endpoint }) => endpoint).sort()).toEqual(
      [phone.endpoint, desk.endpoint, other.endpoint].sort(),
    );
    expect(sent[0]?.payload).toEqual({
      title: `New enquiry ${number}`,
      body: 'Asha',
      tag: number,
      path: `/ops/crm?tab=enquiries&open=${number}`,
    });
    expect(sent[0]?.topic).toMatch(/^[\w-]{1,32}$/);
    expect(sent[0]?.ttl).toBeGreaterThan(86_000);
    expect(JSON.stringify(sent)).not.toMatch(/secret/i);
    const { devices } = await notices();
    expect(devices.every(({ last_ok }) => last_ok !== null)).toBe(true);
  });

  test('is one for each device, however often it is claimed', async () => {
    await subscribe();
    await queue((await newEnquiry()).id);
    await drain();
    await sql()`update private.outbox set state = 'waiting', reason = null, sent_at = null
      where subscription_id is null`;
    expect(await drain()).toEqual([]);
  });

  test('goes to those only who chose it', async () => {
    await subscribe('crm_user');
    await subscribe('admin');
    await choose({ push: ['message_new'] }, 'admin');
    await queue((await newEnquiry()).id);
    expect(await drain()).toHaveLength(1);
    expect(await states()).toHaveLength(1);
  });

  test('is not sent once somebody has dealt with the record, or switched it off', async () => {
    await subscribe();
    const { id } = await newEnquiry();
    await queue(id);
    // The one for everybody becomes one for the device, which is not claimed yet.
    await sql()`select private.fan_out_notice(queued) from private.outbox as queued`;
    await sql()`update public.enquiry_orders set status = 'contacted' where id = ${id}`;
    expect(await drain()).toEqual([]);
    expect(await states()).toMatchObject([{ state: 'skipped', reason: 'expired' }]);

    await sql()`delete from private.outbox`;
    await queue((await newEnquiry()).id);
    await sql()`select private.fan_out_notice(queued) from private.outbox as queued`;
    await choose({ push: [] });
    expect(await drain()).toEqual([]);
    expect(await states()).toMatchObject([{ state: 'skipped', reason: 'off' }]);
  });

  test('of an hour ago does not go to a session that has ended since', async () => {
    await subscribe('crm_user');
    await subscribe('admin');
    await queue((await newEnquiry()).id);
    await endSession('crm_user');
    const sent = await drain();
    expect(sent).toHaveLength(1);
    const [left] = await sql()<[{ count: number }]>`
      select count(*)::integer as count from private.push_subscriptions
      where user_id = ${personOf('crm_user')}`;
    expect(left.count).toBe(0);
  });

  test('is dropped after a day without a process that sends it', async () => {
    await subscribe();
    await queue((await newEnquiry()).id);
    await sql()`update private.outbox set expires_at = now() - interval '1 minute'`;
    expect(await drain()).toEqual([]);
  });

  test('of a reminder is queued once', async () => {
    await subscribe();
    for (let at = 0; at < 2; at += 1) {
      await sql()`select private.queue_notice('item_overdue', null, null, ${studio.ids.order}, null, '{}', 'overdue:1')`;
    }
    expect(await sql()`select from private.outbox`).toHaveLength(1);
  });
});

describe('in quiet hours', () => {
  test('a notice waits until they end', async () => {
    await subscribe('crm_user');
    await subscribe('admin');
    await choose(await quietNow(60, 90));
    await queue((await newEnquiry()).id);
    expect(await drain()).toHaveLength(1);
    const held = (await states()).find(({ state }) => state === 'waiting');
    expect(held?.minutes).toBeGreaterThan(87);
    expect(held?.minutes).toBeLessThan(92);
    await sql()`update private.outbox set due_at = now() where state = 'waiting'`;
    await choose({});
    expect(await drain()).toHaveLength(1);
  });

  test('that began before it was sent, it waits as well', async () => {
    await subscribe();
    await queue((await newEnquiry()).id);
    await sql()`select private.fan_out_notice(queued) from private.outbox as queued`;
    await sql()`update private.outbox set state = 'skipped', reason = 'fanned_out'
      where subscription_id is null`;
    await choose(await quietNow(60, 90));
    expect(await drain()).toEqual([]);
    expect(await states()).toMatchObject([
      { state: 'skipped', reason: 'fanned_out' },
      { state: 'waiting' },
    ]);
  });

  test('a test notice is sent', async () => {
    const id = await subscribe();
    await choose(await quietNow(60, 90));
    await call('send_test_notice', { subscription: id });
    expect((await drain()).map(({ payload }) => payload.title)).toEqual(['Test notice']);
  });
});

describe('a push service', () => {
  const sending = async () => {
    await subscribe();
    await queue((await newEnquiry()).id);
    const told = await claim();
    if (!told) throw new Error('Nothing to send.');
    return told;
  };

  test('that knows a device no longer removes it', async () => {
    await settle(await sending(), { result: 'gone' });
    expect((await notices()).devices).toEqual([]);
    expect(await states()).toMatchObject([{ state: 'failed', reason: 'gone' }]);
  });

  test('that asks for time gets it', async () => {
    await settle(await sending(), { result: 'later', problem: 'busy', retry_after: 3600 });
    const [row] = await states();
    expect(row).toMatchObject({ state: 'waiting', minutes: 60 });
  });
});

describe('a test notice', () => {
  test('goes to one’s own devices only, and 20 times an hour', async () => {
    const id = await subscribe('crm_user');
    expect(await said('send_test_notice', { subscription: id }, 'admin')).toMatchObject({
      code: 'PT404',
    });
    for (let at = 0; at < 20; at += 1) await call('send_test_notice', { subscription: id });
    expect(await said('send_test_notice', { subscription: id })).toMatchObject({ code: 'PT429' });
  });
});
