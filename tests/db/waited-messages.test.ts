import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { useOutbox } from './outbox.ts';
import { committedAs } from './studio.ts';

const { studio, sql, queue, claim, claimed, settle, row, pass, empty } = useOutbox();

const tend = () => sql()`select private.tend_outbox()`;
const skipWaited = async () => {
  const [told] = await sql()<[{ ended: number }]>`select private.skip_waited() as ended`;
  return told.ended;
};

beforeEach(empty);

describe('a message that nobody sent', () => {
  test('waits for 72 hours, and is then not sent any more', async () => {
    const [email] = await queue();
    const [push] = await queue(1, { channel: 'push', subscription_id: randomUUID() });
    await pass('71 hours 59 minutes');
    await tend();
    expect([await row(email!), await row(push!)]).toMatchObject([
      { state: 'waiting' },
      { state: 'waiting' },
    ]);
    await pass('2 minutes');
    const [later] = await queue();
    await tend();
    for (const id of [email!, push!]) {
      // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
      expect(await row(id)).toMatchObject({ state: 'skipped', reason: 'waited', attempts: 0 });
    }
    expect((await claimed()).id).toBe(later);
    expect(await claim()).toBeNull();
  });

  test('is not sent by a worker that comes before the outbox was tended', async () => {
    const [late] = await queue();
    await pass('73 hours');
    const [now] = await queue();
    expect((await claimed()).id).toBe(now);
    expect(await row(late!)).toMatchObject({ state: 'skipped', reason: 'waited' });
  });

  test('is sent when staff send it again', async () => {
    const [id] = await queue();
    await pass('80 days');
    await tend();
    await committedAs(
      studio.db,
      studio.who('crm_user'),
      async (staff) => staff`select public.resend_message(${id!}, ${randomUUID()})`,
    );
    await tend();
    const message = await claimed();
    expect(message.id).toBe(id);
    await settle(message, 'later', '451 greylisted');
    expect(await row(id!)).toMatchObject({ state: 'waiting', attempts: 1 });
  });

  test('waits as long as its time has not come', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const created = new Date(Date.now() - 30 * 86_400_000).toISOString();
    const [id] = await queue(1, { due_at: tomorrow, created_at: created });
    await tend();
    expect(await row(id!)).toMatchObject({ state: 'waiting' });
  });
});

test('a message that was tried is given up after 72 hours without a further attempt', async () => {
  const [id] = await queue();
  await settle(await claimed(), 'later', '451 busy');
  await pass('3 days 1 hour');
  await tend();
  expect(await row(id!)).toMatchObject({
    state: 'failed',
    reason: 'gave_up',
    problem: '451 busy',
    attempts: 1,
  });
});

test('a message that is being sent is left to the next claim', async () => {
  const [id] = await queue();
  await claimed();
  await pass('4 days');
  expect(await skipWaited()).toBe(0);
  expect(await row(id!)).toMatchObject({ state: 'sending' });
});

test('of many, 500 of each channel are ended at once, without those that another process holds', async () => {
  await queue(600);
  const [held] = await queue();
  await queue(3, { channel: 'push', subscription_id: randomUUID() });
  await pass('4 days');
  await sql().begin(async (other) => {
    await other`select from private.outbox where id = ${held!} for update`;
    expect(await skipWaited()).toBe(503);
    expect(await skipWaited()).toBe(100);
    expect(await skipWaited()).toBe(0);
  });
  expect(await skipWaited()).toBe(1);
});

test('are found along the index of open messages, by a plan of when there were none too', async () => {
  await sql().begin(async (tx) => {
    const read = async () => {
      await tx`select private.skip_waited() from generate_series(1, 10)`;
      const [told] = await tx<[{ rows: number }]>`
        select pg_stat_get_xact_tuples_returned('private.outbox'::regclass)::int as rows`;
      return told.rows;
    };
    const before = await read();
    await tx`insert into private.outbox (channel, template, audience, state)
      select 'email', 'quote', 'customer', 'sent' from generate_series(1, 20000)`;
    expect((await read()) - before).toBe(0);
  });
});
