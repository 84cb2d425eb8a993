import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPool } from '#backend/postgres/database.ts';
import { untilWaiting } from '#tests/support/waiting.ts';
import { useOutbox } from './outbox.ts';

const { studio, sql, queue, claim, claimed, settle, row, pass, empty } = useOutbox();

beforeEach(empty);

describe('a channel', () => {
  test('that staff have paused gives nothing, whatever happens', async () => {
    await queue(3);
    const message = await claimed();
    await sql()`update private.channels set paused_at = now(), paused_by = ${studio.ids.spareProfile} where channel = 'email'`;
    await settle(message, 'sent');
    await pass('1 day');
    expect(await claim()).toBeNull();
    await sql()`update private.channels set paused_at = null, paused_by = null`;
    expect(await claim()).not.toBeNull();
  });

  test('pauses when the login is refused, tries one message every 5 minutes, and goes on after one was sent', async () => {
    await queue(3);
    const link = randomUUID();
    const [first, second] = [await claimed(), await claimed()];
    await sql()`update private.outbox set link_id = ${link} where id = ${first.id}`;
    await settle(first, 'login', '535 5.7.8 wrong password for studio@example.test');
    await settle(second, 'login', '535 5.7.8 wrong password');
    expect(await row(first.id)).toMatchObject({ state: 'waiting', attempts: 0, link_id: link });
    const [channel] =
      await sql()`select problem, paused_at is not null as paused from private.channels where channel = 'email'`;
    expect(channel).toEqual({ problem: '535 5.7.8 wrong password', paused: true });
    expect(await claim()).toBeNull();
    await pass('4 minutes 55 seconds');
    expect(await claim()).toBeNull();
    await pass('6 seconds');
    const tried = await claimed();
    expect(await claim()).toBeNull();
    await settle(tried, 'login', '535 again');
    await pass('5 minutes 1 second');
    await settle(await claimed(), 'sent');
    const [open] =
      await sql()`select paused_at, problem, probe_at from private.channels where channel = 'email'`;
    expect(open).toEqual({ paused_at: null, problem: null, probe_at: null });
    expect([await claim(), await claim()]).not.toContain(null);
  });

  test('with a refused login lets one of two workers try that come at the same moment', async () => {
    await queue(2);
    await settle(await claimed(), 'login', '535 no');
    await pass('6 minutes');
    const pool = openPool(studio.owner, { max: 1, name: 'first' });
    try {
      const second = await pool.begin(async (first) => {
        const [told] = await first`select private.claim_outbox('email', 'x') is not null as got`;
        expect(told).toEqual({ got: true });
        const waits = claim();
        await untilWaiting(sql());
        return { waits };
      });
      expect(await second.waits).toBeNull();
    } finally {
      await pool.end();
    }
  });

  test('stays paused over days without losing a message or an attempt', async () => {
    const [id] = await queue();
    for (let day = 0; day < 6; day += 1) {
      /* oxlint-disable no-await-in-loop -- why: one day after the other. */
      await settle(await claimed(), 'login', '535 no');
      await pass('1 day');
      /* oxlint-enable no-await-in-loop */
    }
    expect(await row(id!)).toMatchObject({ state: 'waiting', attempts: 0 });
    await settle(await claimed(), 'sent');
    expect(await row(id!)).toMatchObject({ state: 'sent', attempts: 1 });
  });

  test('knows when a worker asked last, to the minute', async () => {
    const asked = async () => {
      const [channel] = await sql()<[{ at: string }]>`
        select asked_at::text as at from private.channels where channel = 'email'`;
      return channel.at;
    };
    await claim();
    const first = await asked();
    await claim();
    expect(await asked()).toBe(first);
    await pass('61 seconds');
    const before = Date.now();
    await claim();
    expect(new Date(await asked()).getTime()).toBeGreaterThan(before - 1_000);
  });

  test('of an unknown name has nothing', async () => {
    const [told] = await sql()`select private.claim_outbox('pigeon', 'x') as told`;
    expect(told).toEqual({ told: null });
  });
});
