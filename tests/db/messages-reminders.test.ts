import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { useOutbox } from './message-calls.ts';
import { useStaffStock } from './staff-stock.ts';

const { studio, call, item, enquire, book, hold, shift, setStatus } = useStaffStock();
const outbox = useOutbox(studio);

beforeAll(async () => {
  await outbox.setStudioAddress('desk@studio.test');
  await studio.db
    .owner`update customers set email = 'asha@mail.test' where id = ${studio.ids.customer}`;
});
beforeEach(async () => {
  await outbox.empty();
  await studio.db
    .owner`update orders set status = 'cancelled' where status in ('confirmed', 'in_progress')`;
});

/** Queues the reminders of an hour of today (Asia/Kolkata), as a worker does every minute. */
const remind = async (hour: number, minutes = 0): Promise<number> => {
  const [row] = await studio.db.owner<{ queued: number }[]>`
    select private.queue_reminders((private.today() + make_time(${hour}, ${minutes}, 0)) at time zone 'Asia/Kolkata') as queued`;
  return row?.queued ?? 0;
};
const templates = async () => (await outbox.messages()).map(({ template }) => template);
const order = async (from: number, to: number, quantity = 1) => {
  const made = await book({ item: await item(5), quantity, from, to });
  return { id: made.id, number: made['order_number'] as string };
};
/** An order whose pieces are out since its first day, and were due some days ago. */
const late = async (days: number, quantity = 1) => {
  const made = await order(0, 1, quantity);
  await setStatus(made.id, 'in_progress');
  await shift(made.id, days + 1);
  return made;
};

describe('a pick-up', () => {
  test('of tomorrow is told from 16:00 on, once', async () => {
    const made = await order(1, 2, 3);
    await order(2, 3);
    expect(await remind(15, 59)).toBe(0);
    expect(await remind(16)).toBe(1);
    expect(await remind(16, 1)).toBe(0);
    expect(await outbox.messages()).toMatchObject([
      { once: `pickup_tomorrow:${made.number}:${today()}`, audience: 'customer' },
    ]);
    const [message] = await outbox.sendAll();
    expect(message).toMatchObject({
      template: 'pickup_tomorrow',
      to: 'asha@mail.test',
      content: {
        customer: { first_name: 'Asha' },
        rental: { number: made.number, lines: [{ quantity: 3 }] },
        path: expect.stringMatching(/^\/enquiry\?k=/),
      },
    });
    expect(await remind(23, 59)).toBe(0);
  });

  test('of an order that was cancelled since, or has begun, is not told', async () => {
    const cancelled = await order(1, 2);
    const begun = await order(1, 2);
    expect(await remind(17)).toBe(2);
    await setStatus(cancelled.id, 'cancelled');
    await setStatus(begun.id, 'in_progress');
    expect(await outbox.claim()).toBeNull();
    expect((await outbox.messages()).map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['cancelled', 'expired']),
    );
  });

  test('counts the first day of all lines', async () => {
    const first = await item(2);
    const made = await book(
      { item: first, from: 0, to: 4 },
      { item: await item(2), from: 1, to: 2 },
    );
    expect(made.id).toBeDefined();
    expect(await remind(17)).toBe(0);
  });
});

describe('a return', () => {
  test('of today is told from 8:00 on, unless everything is back', async () => {
    const made = await order(0, 0, 2);
    expect(await remind(9)).toBe(0);
    await setStatus(made.id, 'in_progress');
    expect(await remind(7, 59)).toBe(0);
    expect(await remind(8)).toBe(1);
    const message = await outbox.claim();
    expect(message).toMatchObject({ template: 'return_today', to: 'asha@mail.test' });
    await outbox.settle(message!, 'later');
    await call('take_back', { id: made.id, key: randomUUID() });
    await outbox.age('3 minutes');
    expect(await outbox.claim()).toBeNull();
    expect(await outbox.messages()).toMatchObject([{ state: 'skipped', reason: 'expired' }]);
    expect(await remind(9)).toBe(0);
  });
});

describe('pieces that are overdue', () => {
  test.each([
    [1, ['item_overdue', 'overdue']],
    [2, ['item_overdue']],
    [3, ['item_overdue', 'overdue']],
    [6, ['item_overdue']],
    [7, ['item_overdue', 'overdue']],
    [14, ['item_overdue']],
    [15, []],
    [21, ['item_overdue']],
    [400, []],
  ])('%i days', async (days, queued) => {
    await late(days);
    await remind(8, 59);
    expect(await templates()).toEqual([]);
    await remind(9);
    await remind(9, 1);
    await remind(18);
    expect(await templates()).toEqual(queued);
  });

  test('are told to the studio with a way to the order, and to the customer with their own page', async () => {
    const made = await late(3, 3);
    await remind(10);
    const sent = await outbox.sendAll();
    const overdue = { days: 3, lines: [{ name: expect.any(String), quantity: 3 }] };
    expect(sent.find(({ template }) => template === 'item_overdue')).toMatchObject({
      to: null,
      content: { overdue, path: `/ops/crm?tab=orders&open=${made.number}` },
    });
    expect(sent.find(({ template }) => template === 'overdue')).toMatchObject({
      to: 'asha@mail.test',
      content: { overdue, path: expect.stringMatching(/^\/enquiry\?k=/) },
    });
  });

  test('that came back before the e-mail went out are not told', async () => {
    const made = await late(3);
    expect(await remind(10)).toBe(2);
    await setStatus(made.id, 'returned');
    expect(await outbox.claim()).toBeNull();
    expect((await outbox.messages()).map(({ reason }) => reason)).toEqual(['expired', 'expired']);
  });
});

describe('a hold', () => {
  const until = async (id: string, hours: number) => {
    await studio.db
      .owner`update enquiry_orders set held_until = clock_timestamp() + ${hours} * interval '1 hour'
      where id = ${id}`;
  };
  const remindNow = async () => {
    const [row] = await studio.db.owner<
      { queued: number }[]
    >`select private.queue_reminders() as queued`;
    return row?.queued ?? 0;
  };
  const held = async (hours: number) => {
    const asked = await enquire({ item: await item(3) });
    await hold(asked.id, 48);
    await until(asked.id, hours);
    return asked;
  };
  beforeEach(async () => {
    await studio.db.owner`update enquiry_orders set held_until = null where held_until is not null`;
  });

  test('is told to the studio within 6 hours of its end, once for each end', async () => {
    const asked = await held(7);
    expect(await remindNow()).toBe(0);
    await until(asked.id, 5);
    expect(await remindNow()).toBe(1);
    expect(await remindNow()).toBe(0);
    const [message] = await outbox.sendAll();
    expect(message).toMatchObject({
      template: 'hold_ending',
      to: null,
      content: {
        rental: { number: asked.number, held_until: expect.any(String) },
        path: `/ops/crm?tab=enquiries&open=${asked.number}`,
      },
    });
    await until(asked.id, 5.5);
    expect(await remindNow()).toBe(1);
  });

  test.each([
    ['was extended', `held_until = clock_timestamp() + interval '20 hours'`],
    ['was released', 'held_until = null'],
    ['has ended', `held_until = clock_timestamp() - interval '1 minute'`],
    ['is of a closed enquiry', `status = 'closed'`],
  ])('that %s is not told', async (_, change) => {
    const asked = await held(5);
    expect(await remindNow()).toBe(1);
    await studio.db.owner.unsafe(`update enquiry_orders set ${change} where id = '${asked.id}'`);
    expect(await outbox.claim()).toBeNull();
    expect(await outbox.messages()).toMatchObject([{ state: 'skipped', reason: 'expired' }]);
  });
});

describe('reminders', () => {
  test('are queued once by several workers at the same moment', async () => {
    for (let at = 0; at < 4; at += 1) await late(1);
    const queued = await Promise.all(Array.from({ length: 8 }, () => remind(10)));
    expect(queued.reduce((sum, each) => sum + each, 0)).toBe(8);
    expect(await outbox.messages()).toHaveLength(8);
  });

  test('end with their day, also while nothing is sent', async () => {
    await late(1);
    await remind(10);
    await studio.db.owner`update private.outbox set expires_at = now() - interval '1 day'`;
    await remind(11);
    expect((await outbox.messages()).map(({ state, reason }) => [state, reason])).toEqual([
      ['skipped', 'expired'],
      ['skipped', 'expired'],
    ]);
  });

  test('that are switched off are not queued', async () => {
    await outbox.set('overdue_on', false);
    await late(1);
    await remind(10);
    expect(await templates()).toEqual(['item_overdue']);
    await outbox.set('overdue_on', null);
  });

  test.each([null, 'asha@example.com'])('are not queued for a customer at %s', async (email) => {
    const set = (address: string | null) => studio.db.owner`
      update customers set email = ${address} where id = ${studio.ids.customer}`;
    await set(email);
    await late(1);
    await remind(10);
    expect(await templates()).toEqual(['item_overdue']);
    await set('asha@mail.test');
  });
});
