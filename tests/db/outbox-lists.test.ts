import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useOutboxLists, type Row } from './outbox-lists.ts';
import { CALLERS, refusal } from './studio.ts';
import type { CallerName } from './studio.ts';

const { studio, sql, call, item, enquire, convert, issue, stored, reasonOf } = useOutboxLists();

type Part = { rows: Row[]; next: string | null; channels: Record<string, unknown>[] };

const queue = async (columns: Record<string, string | null> = {}) => {
  const id = randomUUID();
  const made = { id, channel: 'email', template: 'test', audience: 'studio', ...columns };
  await sql()`insert into private.outbox ${sql()(made)}`;
  return id;
};
const list = (given: Record<string, unknown> = {}, caller: CallerName = 'crm_user') =>
  call<Part>('outbox_list', given, caller);
const idsOf = (part: Part) => part.rows.map(({ id }) => id);

describe('the list', () => {
  test('has all messages, newest first, in parts without gaps or repeats', async () => {
    await sql()`insert into private.outbox (channel, template, audience, created_at)
      select 'email', 'quote', 'studio', '2026-11-20T10:00:00Z'::timestamptz + (at / 3) * interval '1 second'
      from generate_series(1, 25) as at`;
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      // oxlint-disable-next-line no-await-in-loop -- why: each part begins where the last one ended.
      const part: Part = await list({ most: 7, ...(cursor && { cursor }) });
      read.push(...idsOf(part));
      cursor = part.next;
    } while (cursor);
    const all = await sql()<{ id: string }[]>`
      select id from private.outbox order by created_at desc, id desc`;
    expect(read).toEqual(all.map(({ id }) => id));
  });

  test('is filtered by state, channel and template', async () => {
    const waiting = await queue();
    const sending = await queue({
      state: 'sending',
      lease: randomUUID(),
      lease_until: new Date().toISOString(),
    });
    const sent = await queue({ state: 'sent', template: 'quote' });
    const failed = await queue({ state: 'failed', reason: 'refused' });
    const skipped = await queue({ state: 'skipped', reason: 'limit' });
    const push = await queue({ channel: 'push' });
    expect(idsOf(await list({ state: 'open', channel: 'email' }))).toEqual([sending, waiting]);
    expect(idsOf(await list({ state: 'sent' }))).toEqual([sent]);
    expect(idsOf(await list({ state: 'failed' }))).toEqual([failed]);
    expect(idsOf(await list({ state: 'skipped' }))).toEqual([skipped]);
    expect(idsOf(await list({ channel: 'push' }))).toEqual([push]);
    expect(idsOf(await list({ template: 'quote' }))).toEqual([sent]);
    expect((await refusal(list({ state: 'lost' }))).code).toBe('PT422');
    expect((await refusal(list({ cursor: 'x' }))).code).toBe('PT422');
  });

  test('says what each is about and to whom it goes', async () => {
    const enquiry = await enquire({ item: await item(1) });
    const quote = await issue(enquiry);
    await queue({
      audience: 'customer',
      customer_id: studio.ids.customer,
      enquiry_order_id: enquiry.id,
      document_id: quote,
      requested_by: studio.who('admin').sub ?? null,
    });
    await queue({ audience: 'person', user_id: studio.who('crm_user').sub ?? null });
    const { rows } = await list();
    expect(rows).toMatchObject([
      { to: 'crm_user', about: null, requested_by: null },
      { to: 'Asha Rao', about: { type: 'document', id: quote }, requested_by: 'admin' },
    ]);
  });

  test('and every action is for admin and CRM staff', async () => {
    const id = await queue();
    const key = randomUUID();
    const calls: [string, Record<string, unknown>][] = [
      ['outbox_list', {}],
      ['message_channels', {}],
      ['messages_of', { record: id }],
      ['message_content', { id }],
      ['cancel_message', { id }],
      ['resend_message', { id, key }],
      ['pause_channel', { channel: 'email', paused: true }],
      ['send_document', { document: id, key }],
    ];
    for (const caller of CALLERS.filter((each) => each !== 'admin' && each !== 'crm_user')) {
      for (const [name, given] of calls) {
        // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
        expect([name, caller, (await refusal(call(name, given, caller))).code]).toEqual([
          name,
          caller,
          '42501',
        ]);
      }
    }
  });

  test('counts what waits, is late and failed', async () => {
    await queue();
    await queue({ due_at: new Date(Date.now() - 6 * 60_000).toISOString() });
    await queue({ state: 'failed', reason: 'refused' });
    await sql()`select private.claim_outbox('push', 'x')`;
    const { channels } = await list();
    expect(channels).toMatchObject([
      { channel: 'email', paused_at: null, waiting: 2, late: 1, failed: 1, asked_at: null },
      { channel: 'push', waiting: 0, late: 0, failed: 0, asked_at: expect.any(String) as string },
    ]);
    expect(await call('message_channels')).toEqual(channels);
  });
});

test('an order has the e-mails of its enquiry, and each record its own', async () => {
  const enquiry = await enquire({ item: await item(1) });
  const quote = await issue(enquiry);
  const other = await enquire({ item: await item(1) });
  const [a, b, c] = [
    await queue({ enquiry_order_id: enquiry.id, customer_id: studio.ids.customer }),
    await queue({ enquiry_order_id: enquiry.id, document_id: quote }),
    await queue({ enquiry_order_id: other.id }),
  ];
  await queue({ enquiry_order_id: enquiry.id, channel: 'push' });
  const order = await convert(enquiry.id);
  const d = await queue({ order_id: order.id, enquiry_order_id: enquiry.id });
  const of = async (record: string) =>
    (await call<Row[]>('messages_of', { record })).map(({ id }) => id);
  await sql()`delete from private.outbox where id <> all (${[a, b, c, d]}) and channel = 'email'`;
  expect(await of(order.id)).toEqual([d, b, a]);
  expect(await of(enquiry.id)).toEqual([d, b, a]);
  expect(await of(other.id)).toEqual([c]);
  expect(await of(quote)).toEqual([b]);
  expect(await of(studio.ids.customer)).toEqual([a]);
});

test('a customer has the e-mails of everybody who was merged into them', async () => {
  const [former] = await sql()<[{ id: string }]>`
    insert into customers (first_name, last_name, mobile, merged_into)
    values ('Asha', 'Former', '+919811111119', ${studio.ids.customer}) returning id`;
  const [theirs, own] = [
    await queue({ customer_id: former.id }),
    await queue({ customer_id: studio.ids.customer }),
  ];
  const of = async (record: string) =>
    (await call<Row[]>('messages_of', { record })).map(({ id }) => id);
  expect(await of(studio.ids.customer)).toEqual([own, theirs]);
  expect(await of(former.id)).toEqual([theirs]);
});

test('sending again and cancelling are in the log, once and without the recipient', async () => {
  const enquiry = await enquire({ item: await item(1) });
  const columns = { template: 'acknowledgement', customer_id: studio.ids.customer };
  const about = await queue({ ...columns, enquiry_order_id: enquiry.id, state: 'sent' });
  const key = randomUUID();
  const copy = await call<Row>('resend_message', { id: about, key });
  await call('resend_message', { id: about, key });
  await call('cancel_message', { id: copy.id }, 'admin');
  await call('cancel_message', { id: copy.id });
  const none = await queue({ state: 'failed', reason: 'refused' });
  await call('cancel_message', { id: none });
  const logged = await sql()`
    select person_name, area, what, record_type, record_id, customer_id, label, changes from private.activity
    where table_name = 'outbox' order by id`;
  const told = {
    area: 'crm',
    record_type: 'enquiry',
    record_id: enquiry.id,
    customer_id: studio.ids.customer,
    label: enquiry.number,
    changes: { template: [null, 'acknowledgement'] },
  };
  expect(logged).toEqual([
    { ...told, person_name: 'crm_user', what: 'resent' },
    { ...told, person_name: 'admin', what: 'cancelled' },
    {
      person_name: 'crm_user',
      area: 'crm',
      what: 'cancelled',
      record_type: 'setting',
      record_id: 'messages.email',
      customer_id: null,
      label: 'E-mails',
      changes: { template: [null, 'test'] },
    },
  ]);
});

describe('sending again', () => {
  const again = (id: string, key: string = randomUUID()) =>
    call<Row>('resend_message', { id, key });

  test('a failed message waits again as it was, with all its tries before it', async () => {
    const id = await queue({
      state: 'failed',
      reason: 'gave_up',
      problem: '421 away',
      attempts: '70',
      message_id: '<x@y>',
      first_attempt_at: new Date(Date.now() - 80 * 3_600_000).toISOString(),
    });
    const key = randomUUID();
    expect(await again(id, key)).toMatchObject({
      id,
      state: 'waiting',
      attempts: 0,
      problem: null,
    });
    expect(await again(id, key)).toMatchObject({ id, state: 'waiting' });
    expect(await stored(id)).toMatchObject({ message_id: '<x@y>', first_attempt_at: null });
    expect(await reasonOf(again(id))).toBe('state');
    expect((await list()).rows).toHaveLength(1);
  });

  test('of a sent one queues a copy with a Message-ID of its own, once per key', async () => {
    const columns = { template: 'quote', document_id: randomUUID(), thread: '<record@y>' };
    const id = await queue({ ...columns, state: 'sent', message_id: '<x@y>', once: 'a:b:c' });
    const key = randomUUID();
    const copy = await again(id, key);
    expect(copy.id).not.toBe(id);
    expect((await again(id, key)).id).toBe(copy.id);
    expect(await stored(copy.id)).toMatchObject({
      ...columns,
      state: 'waiting',
      message_id: null,
      once: null,
      requested_by: studio.who('crm_user').sub,
    });
    expect(await stored(id)).toMatchObject({ state: 'sent' });
  });

  test('is refused for others', async () => {
    const push = await queue({
      channel: 'push',
      state: 'failed',
      reason: 'gone',
    });
    const erased = await queue({ state: 'skipped', reason: 'erased' });
    const old = await queue({ state: 'sent', created_at: '2025-01-01T00:00:00Z' });
    for (const id of [push, erased, old, await queue()]) {
      // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
      expect(await reasonOf(again(id))).toBe('state');
    }
    expect((await refusal(again(randomUUID()))).code).toBe('PT404');
    expect((await refusal(call('resend_message', { id: push }))).code).toBe('42883');
  });
});

describe('cancelling', () => {
  const cancel = (id: string) => call<Row>('cancel_message', { id });

  test('stops a message that waits, and takes note of a failed one', async () => {
    const [waiting, failed] = [await queue(), await queue({ state: 'failed', reason: 'refused' })];
    for (const id of [waiting, failed, waiting]) {
      // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
      expect(await cancel(id)).toMatchObject({ state: 'skipped', reason: 'cancelled' });
    }
    const [told] = await sql()`select private.claim_outbox('email', 'x') as told`;
    expect(told).toEqual({ told: null });
  });

  test('is refused for one that is being sent or was sent', async () => {
    const sending = await queue({
      state: 'sending',
      lease: randomUUID(),
      lease_until: new Date().toISOString(),
    });
    expect(await reasonOf(cancel(sending))).toBe('sending');
    expect(await reasonOf(cancel(await queue({ state: 'sent' })))).toBe('sent');
    expect((await refusal(cancel(randomUUID()))).code).toBe('PT404');
  });
});

describe('pausing', () => {
  const pause = (paused: boolean, caller: CallerName = 'crm_user') =>
    call<Record<string, unknown>[]>('pause_channel', { channel: 'email', paused }, caller);

  test('stops a channel until somebody lets it go on, and is logged', async () => {
    await queue({ audience: 'person', user_id: studio.who('admin').sub ?? null });
    const claim = async () => {
      const [row] = await sql()<[{ got: boolean }]>`
        select private.claim_outbox('email', 'x') is not null as got`;
      return row.got;
    };
    expect((await pause(true))[0]).toMatchObject({ paused_by: 'crm_user', is_refused: false });
    await pause(true, 'admin');
    expect(await claim()).toBe(false);
    expect((await pause(false))[0]).toMatchObject({ paused_at: null, paused_by: null });
    expect(await claim()).toBe(true);
    const logged = await sql()`select person_name, label, changes from private.activity
      where record_id = 'messages.email' and table_name = 'channels' order by id`;
    expect([...logged]).toEqual([
      { person_name: 'crm_user', label: 'E-mails', changes: { paused: [false, true] } },
      { person_name: 'crm_user', label: 'E-mails', changes: { paused: [true, false] } },
    ]);
    const unknown = call('pause_channel', { channel: 'pigeon', paused: true });
    expect((await refusal(unknown)).code).toBe('PT422');
  });

  test('goes over a refused login, and going on ends both', async () => {
    await sql()`update private.channels set paused_at = now(), problem = '535', probe_at = now() where channel = 'email'`;
    expect((await call<Record<string, unknown>[]>('message_channels'))[0]).toMatchObject({
      is_refused: true,
      problem: '535',
    });
    expect((await pause(true))[0]).toMatchObject({ is_refused: false, paused_by: 'crm_user' });
    expect((await pause(false))[0]).toMatchObject({
      paused_at: null,
      is_refused: false,
      problem: null,
    });
  });
});

test('the content of a message is read without its recipient, its link, or any change', async () => {
  const columns = { audience: 'person', user_id: studio.who('admin').sub ?? null };
  const id = await queue(columns);
  await sql().unsafe(`alter function private.email_delivery(private.outbox) rename to kept_delivery;
    create function private.email_delivery(message private.outbox) returns jsonb language plpgsql as $$
    begin
      update private.outbox set link_id = gen_random_uuid() where id = message.id;
      return jsonb_set(private.kept_delivery(message), '{content,path}', '"/quote?k=0123456789abcdef"')
        || '{"link_id": "${randomUUID()}"}';
    end $$`);
  try {
    const before = await stored(id);
    const told = await call<Record<string, unknown>>('message_content', { id });
    expect(told).toMatchObject({ id, to: null, template: 'test', content: { path: '/quote?k=' } });
    expect(told).not.toHaveProperty('link_id');
    expect(await stored(id)).toEqual(before);
    const nobody = await queue({ audience: 'person', user_id: randomUUID() });
    expect(await call('message_content', { id: nobody })).toMatchObject({ skip: 'no_address' });
    const push = await queue({ channel: 'push' });
    expect(await call('message_content', { id: push })).toBeNull();
  } finally {
    await sql().unsafe(`drop function private.email_delivery(private.outbox);
      alter function private.kept_delivery(private.outbox) rename to email_delivery`);
  }
});
