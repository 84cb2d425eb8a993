import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '#backend/postgres/database.ts';
import { useOutbox } from './outbox.ts';
import { refusal } from './studio.ts';

const { studio, sql, queue, claim, claimed, settle, row, pass, empty } = useOutbox();

beforeEach(empty);

describe('a claim', () => {
  test('gives what to send, under a lease and a Message-ID that stays', async () => {
    const [id] = await queue(1, { enquiry_order_id: studio.ids.enquiry });
    const message = await claimed();
    expect(message).toMatchObject({
      id,
      attempt: 1,
      message_id: `<${id}@studio.example>`,
      thread: `<record.${studio.ids.enquiry}@studio.example>`,
      template: 'test',
      audience: 'person',
      to: `${studio.who('admin').sub}@example.test`,
    });
    expect(await claim()).toBeNull();
    expect(await row(message.id)).toMatchObject({ state: 'sending', attempts: 1 });
    await settle(message, 'later', '451 busy');
    await pass('2 minutes');
    const [again] = await sql()<[{ told: { message_id: string; attempt: number } }]>`
      select private.claim_outbox('email', 'other.example') as told`;
    expect(again.told).toMatchObject({ message_id: message.message_id, attempt: 2 });
  });

  test('never puts anything but a host name into a Message-ID', async () => {
    const hosts = ['a b', 'x>\r\nBcc: y@z', '', 'ok.example', '-x', 'a'.repeat(300)];
    await queue(hosts.length);
    const found: string[] = [];
    for (const host of hosts) {
      // oxlint-disable-next-line no-await-in-loop -- why: in this order.
      const told = await claim(host);
      found.push(told?.message_id.split('@')[1] ?? '');
    }
    expect(found).toEqual([
      'localhost>',
      'localhost>',
      'localhost>',
      'ok.example>',
      'localhost>',
      'localhost>',
    ]);
  });

  test('takes the message that is due longest, and none before its time', async () => {
    const [later] = await queue(1, { due_at: new Date(Date.now() - 1_000).toISOString() });
    const [first] = await queue(1, { due_at: new Date(Date.now() - 5_000).toISOString() });
    await queue(1, { due_at: new Date(Date.now() + 60_000).toISOString() });
    expect([(await claimed()).id, (await claimed()).id]).toEqual([first, later]);
    expect(await claim()).toBeNull();
  });

  test('of many connections at once never gives one message twice', async () => {
    await queue(200);
    const pool = openPool(studio.owner, { max: 20, name: 'workers' });
    try {
      const worker = async () => {
        const mine: string[] = [];
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop -- why: one message after the other.
          const [told] = await pool<[{ id: string | null }]>`
            select private.claim_outbox('email', 'x') ->> 'id' as id`;
          if (told.id === null) return mine;
          mine.push(told.id);
        }
      };
      const all = (await Promise.all(Array.from({ length: 20 }, worker))).flat();
      expect(all).toHaveLength(200);
      expect(new Set(all).size).toBe(200);
    } finally {
      await pool.end();
    }
  });

  test('after the end of a lease gives the message to another worker, with a new link', async () => {
    await queue();
    const lost = await claimed();
    await sql()`update private.outbox set link_id = ${randomUUID()}`;
    await pass('4 minutes 50 seconds');
    expect(await claim()).toBeNull();
    await pass('15 seconds');
    const taken = await claimed();
    expect([taken.id, taken.message_id, taken.attempt]).toEqual([lost.id, lost.message_id, 2]);
    expect((await row(lost.id)).link_id).toBeNull();
    // The first worker comes back: its lease is gone, and it changes nothing.
    expect(await settle(lost, 'sent')).toBe(false);
    expect(await row(lost.id)).toMatchObject({ state: 'sending', attempts: 2 });
    expect(await settle(taken, 'sent')).toBe(true);
    expect(await settle(taken, 'sent')).toBe(false);
    expect(await row(lost.id)).toMatchObject({ state: 'sent', problem: null });
  });

  test('skips what must not be sent any more, on the way to the next message', async () => {
    const [expired] = await queue(1, {
      due_at: new Date(Date.now() - 9_000).toISOString(),
      expires_at: new Date(Date.now() - 1_000).toISOString(),
    });
    const [nobody] = await queue(1, {
      due_at: new Date(Date.now() - 5_000).toISOString(),
      user_id: randomUUID(),
    });
    const [good] = await queue();
    expect((await claimed()).id).toBe(good);
    expect(await row(expired!)).toMatchObject({ state: 'skipped', reason: 'expired' });
    expect(await row(nobody!)).toMatchObject({ state: 'skipped', reason: 'no_address' });
  });

  test('of a message whose content cannot be read holds up no others', async () => {
    const [broken] = await queue(1, { due_at: new Date(Date.now() - 5_000).toISOString() });
    const [good] = await queue();
    await sql()
      .unsafe(`alter function private.email_delivery(private.outbox) rename to kept_delivery;
      create function private.email_delivery(message private.outbox) returns jsonb language plpgsql as $$
      begin
        if message.id = '${broken}' then raise exception 'Asha Rao has no bread'; end if;
        return private.kept_delivery(message);
      end $$`);
    try {
      expect((await claimed()).id).toBe(good);
      const late = await row(broken!);
      expect(late).toMatchObject({
        state: 'waiting',
        problem: 'Its content could not be read (P0001).',
        attempts: 1,
      });
      expect(late.due_in).toBeGreaterThan(40);
    } finally {
      await sql().unsafe(`drop function private.email_delivery(private.outbox);
        alter function private.kept_delivery(private.outbox) rename to email_delivery`);
    }
  });

  test('stores the link that was made for the attempt', async () => {
    const link = randomUUID();
    await queue();
    await sql()
      .unsafe(`alter function private.email_delivery(private.outbox) rename to kept_delivery;
      create function private.email_delivery(message private.outbox) returns jsonb language sql as $$
        select private.kept_delivery(message) || '{"link_id": "${link}"}' $$`);
    try {
      const message = await claimed();
      expect(message).not.toHaveProperty('link_id');
      expect((await row(message.id)).link_id).toBe(link);
    } finally {
      await sql().unsafe(`drop function private.email_delivery(private.outbox);
        alter function private.kept_delivery(private.outbox) rename to email_delivery`);
    }
  });
});

describe('the outcome of an attempt', () => {
  test('"later" keeps the link, "unknown" does not', async () => {
    for (const [result, kept] of [
      ['later', true],
      ['unknown', false],
    ] as const) {
      /* oxlint-disable no-await-in-loop -- why: one after the other. */
      const [id] = await queue();
      const message = await claimed();
      const link = randomUUID();
      await sql()`update private.outbox set link_id = ${link} where id = ${id!}`;
      expect(await settle(message, result, '451 try later')).toBe(true);
      expect(await row(id!)).toMatchObject({
        state: 'waiting',
        problem: '451 try later',
        link_id: kept ? link : null,
      });
      /* oxlint-enable no-await-in-loop */
    }
  });

  test('"refused" and "gone" fail for good', async () => {
    for (const result of ['refused', 'gone']) {
      /* oxlint-disable no-await-in-loop -- why: one after the other. */
      const [id] = await queue();
      await settle(
        await claimed(),
        result,
        '550 5.1.1 <asha@example.test>: no such\r\n user asha@example.test',
      );
      expect(await row(id!)).toMatchObject({
        state: 'failed',
        reason: result,
        problem: '550 5.1.1 <…>: no such user …',
      });
      await pass('1 day');
      expect(await claim()).toBeNull();
      /* oxlint-enable no-await-in-loop */
    }
  });

  test('of another name is refused', async () => {
    await queue();
    const message = await claimed();
    expect((await refusal(settle(message, 'done'))).code).toBe('PT422');
    expect(await settle({ ...message, lease: randomUUID() }, 'sent')).toBe(false);
  });

  test('long answers of a server are cut', async () => {
    const [id] = await queue();
    await settle(await claimed(), 'later', `451 ${'x'.repeat(5_000)}`);
    expect((await row(id!)).problem).toHaveLength(300);
  });
});

describe('the next attempt', () => {
  test('comes after 1, 2, 5, 15, 30, 60 minutes, then each hour, 20 % more or less', async () => {
    const minutes = [1, 2, 5, 15, 30, 60, 60, 60];
    const rows = await sql()<{ attempt: number; least: number; most: number; different: number }[]>`
      select attempt, min(seconds) / 60 as least, max(seconds) / 60 as most, count(distinct seconds)::int as different
      from (
        select attempt, extract(epoch from private.retry_delay(attempt))::float8 as seconds
        from generate_series(1, 8) as attempt, generate_series(1, 500)
      ) as drawn group by attempt order by attempt`;
    for (const [at, { least, most, different }] of rows.entries()) {
      const wanted = minutes[at]!;
      expect(least).toBeGreaterThanOrEqual(wanted * 0.8);
      expect(most).toBeLessThanOrEqual(wanted * 1.2);
      expect([least < wanted * 0.85, most > wanted * 1.15]).toEqual([true, true]);
      expect(different).toBeGreaterThan(400);
    }
    const [id] = await queue();
    for (const wanted of minutes) {
      /* oxlint-disable no-await-in-loop -- why: one attempt after the other. */
      await settle(await claimed(), 'later', '421 away');
      const { due_in } = await row(id!);
      expect(due_in).toBeGreaterThan(wanted * 48 - 5);
      expect(due_in).toBeLessThan(wanted * 72 + 1);
      await pass(`${due_in + 1} seconds`);
      /* oxlint-enable no-await-in-loop */
    }
  });

  test('is none 72 hours after the first one', async () => {
    const [id] = await queue();
    let attempts = 0;
    let hours = 0;
    for (; attempts < 200; attempts += 1) {
      /* oxlint-disable no-await-in-loop -- why: one attempt after the other. */
      const message = await claim();
      if (!message) break;
      await settle(message, 'later', '421 away');
      const { state, due_in } = await row(id!);
      if (state !== 'waiting') continue;
      hours += due_in / 3600;
      await pass(`${due_in + 0.01} seconds`);
      /* oxlint-enable no-await-in-loop */
    }
    expect(await row(id!)).toMatchObject({
      state: 'failed',
      reason: 'gave_up',
      problem: '421 away',
    });
    expect(hours).toBeGreaterThan(70.5);
    expect(hours).toBeLessThanOrEqual(72);
    expect(attempts).toBeGreaterThan(65);
  });

  test('is there for a message that waited three days for a mail server', async () => {
    const [id] = await queue();
    await pass('71 hours 59 minutes');
    await settle(await claimed(), 'later', '451 greylisted');
    expect(await row(id!)).toMatchObject({ state: 'waiting' });
  });

  test('is none for a message whose workers were lost for 72 hours', async () => {
    const [id] = await queue();
    await claimed();
    await pass('71 hours');
    expect((await claimed()).attempt).toBe(2);
    await pass('2 hours');
    expect(await claim()).toBeNull();
    expect(await row(id!)).toMatchObject({ state: 'failed', reason: 'gave_up' });
  });
});

describe('the outbox', () => {
  test('tells listening workers, when the change is committed', async () => {
    let tell = () => {};
    const told = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const pool = openPool(studio.owner, { max: 1, name: 'listener' });
    try {
      await pool.listen('outbox', () => tell());
      // As if nothing was queued in the last half second.
      await sql()`select setval('private.outbox_told', 0)`;
      await queue();
      await expect(told).resolves.toBeUndefined();
    } finally {
      await pool.end();
    }
  });

  test('has each reminder once', async () => {
    const once = 'overdue:ORD-00001:2026-11-28';
    await queue(1, { once });
    await sql()`insert into private.outbox (channel, template, audience, once)
      values ('email', 'overdue', 'customer', ${once}) on conflict do nothing`;
    expect((await refusal(queue(1, { once }))).code).toBe('23505');
    await queue(2);
    const [count] = await sql()`select count(*)::int as n from private.outbox`;
    expect(count).toEqual({ n: 3 });
  });

  test('finds the next message as fast with 20,000 sent ones', async () => {
    await sql()`insert into private.outbox (channel, template, audience, state)
      select 'email', 'quote', 'customer', 'sent' from generate_series(1, 20000)`;
    // why: entries of removed messages would be counted too.
    await sql()`vacuum (analyze) private.outbox`;
    await queue();
    const plan = await sql().begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return tx.unsafe<
        { 'QUERY PLAN': string }[]
      >(`explain (analyze, buffers, timing off, summary off)
        select * from private.outbox where channel = 'email' and state in ('waiting', 'sending')
          and coalesce(lease_until, due_at) <= now() order by coalesce(lease_until, due_at), id limit 1 for update skip locked`);
    });
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('Index Scan using outbox_open_idx');
    expect(text).not.toContain('Sort');
    expect(Number(/shared hit=(\d+)/.exec(text)?.[1])).toBeLessThan(60);
  });

  test('keeps only metadata of what was sent 180 days ago', async () => {
    const columns = {
      recipient: String.raw`\x01`,
      link_id: randomUUID(),
    };
    const ids = await queue(4, columns);
    await sql()`update private.outbox set params = '{"payment": "x"}'`;
    await sql()`update private.outbox set state = 'sent' where id = ${ids[0]!}`;
    await sql()`update private.outbox set state = 'skipped', reason = 'off' where id = ${ids[1]!}`;
    await pass('181 days');
    const [young] = await queue(1, columns);
    await sql()`update private.outbox set state = 'sent', params = '{"payment": "x"}' where id = ${young!}`;
    const [swept] = await sql()`select private.sweep_outbox() as n`;
    expect(swept).toEqual({ n: 2 });
    const left =
      await sql()`select id from private.outbox where params <> '{}' and recipient is not null and link_id is not null`;
    expect(new Set(left.map(({ id }) => id as string))).toEqual(new Set([ids[2], ids[3], young]));
    const [again] = await sql()`select private.sweep_outbox() as n`;
    expect(again).toEqual({ n: 0 });
  });
});
