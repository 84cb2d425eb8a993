import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { enquiry, committed, liftLimits, today } from './enquiry.ts';
import { useStaffStock } from './staff-stock.ts';
import type { Answer, Given } from './staff-stock.ts';
import type { CallerName } from './studio.ts';

const { studio, call, item, enquire, convert, book, hold, of, ...stock } = useStaffStock();

type Line = Given & { availability: Given | null };
const linesOf = async (name: 'enquiry' | 'order', id: string) =>
  (await call<{ items: Line[] }>(`${name}_record`, { id })).items;
const judged = async (name: 'enquiry' | 'order', id: string) =>
  (await linesOf(name, id)).map(({ availability }) => availability);
const NOBODY = { others: [], others_total: 0, holds: [] };

describe('the record of an enquiry', () => {
  test('says of each line what is free on its days, and from when on it fits', async () => {
    const [sofa, lamp, rug, uncounted] = [
      await item(2),
      await item(1),
      await item(3),
      await item(0),
    ];
    await book({ item: sofa, from: 11, to: 13 });
    await book({ item: lamp, from: 12, to: 14 });
    const { id } = await enquire(
      { item: sofa, quantity: 2 },
      { item: lamp },
      { item: rug, quantity: 5, from: 20, to: 20 },
      { item: uncounted, quantity: 9 },
    );
    expect(await judged('enquiry', id)).toEqual([
      { free: 1, of: 2, short_days: [today(11), today(12)], next_free: today(14), ...NOBODY },
      { free: 0, of: 1, short_days: [today(12)], next_free: today(15), ...NOBODY },
      { free: 3, of: 3, short_days: [today(20)], next_free: null, ...NOBODY },
      { free: null, of: null, short_days: [], next_free: null, ...NOBODY },
    ]);
  });

  test('judges all lines together: the same item twice, a part beside its kit', async () => {
    const [kit, sofa] = [await item(0, 'sets'), await item(3)];
    await stock.contain(kit, { [sofa]: 2 });
    const { id } = await enquire({ item: kit }, { item: sofa, quantity: 2, from: 12, to: 13 });
    expect(await judged('enquiry', id)).toMatchObject([
      { free: 1, of: 1, short_days: [today(12)] },
      { free: 3, of: 3, short_days: [today(12)] },
    ]);
  });

  test('counts the turnaround of what is booked, and its own', async () => {
    const sari = await item(1, 'clothes');
    await book({ item: sari, from: 13, to: 13 });
    const tight = await enquire({ item: sari });
    expect(await judged('enquiry', tight.id)).toMatchObject([
      { free: 0, short_days: [today(13)], next_free: today(15) },
    ]);
    const fits = await enquire({ item: sari, from: 10, to: 11 });
    expect(await judged('enquiry', fits.id)).toMatchObject([
      { free: 1, short_days: [], next_free: today(10) },
    ]);
  });

  test('names other open enquiries for these days, and who holds the item', async () => {
    const [kit, sofa, sari] = [await item(1, 'sets'), await item(2), await item(5, 'clothes')];
    await stock.contain(kit, { [sofa]: 1, [sari]: 1 });
    const mine = await enquire({ item: sofa });
    const [first, second] = [
      await enquire({ item: sofa, from: 12, to: 30 }),
      await enquire({ item: kit }),
    ];
    await enquire({ item: sofa, from: 13, to: 13 });
    await enquire({ item: sari });
    const closed = await enquire({ item: sofa });
    await studio.db.owner`update enquiry_orders set status = 'closed' where id = ${closed.id}`;
    const { held_until } = await hold(second.id);
    const other = (made: typeof first) => ({
      id: made.id,
      number: made.number,
      customer: 'Asha Rao',
      quantity: 1,
    });
    expect(await judged('enquiry', mine.id)).toEqual([
      {
        free: 1,
        of: 2,
        short_days: [],
        next_free: today(10),
        others: [other(first), other(second)],
        others_total: 2,
        holds: [
          {
            enquiry_id: second.id,
            number: second.number,
            customer: 'Asha Rao',
            quantity: 1,
            expires_at: held_until,
          },
        ],
      },
    ]);
    await stock.expire(second.id);
    expect(await judged('enquiry', mine.id)).toMatchObject([{ free: 2, holds: [] }]);
    for (let n = 0; n < 11; n += 1) await enquire({ item: sofa });
    const [many] = await judged('enquiry', mine.id);
    expect(many).toMatchObject({ others_total: 13 });
    expect(many?.['others']).toHaveLength(10);
  });

  test('does not count its own hold against it', async () => {
    const sofa = await item(1);
    const { id } = await enquire({ item: sofa });
    const held = await hold(id);
    expect(await judged('enquiry', id)).toEqual([
      { free: 1, of: 1, short_days: [], next_free: today(10), ...NOBODY },
    ]);
    expect(await call('enquiry_record', { id })).toMatchObject({
      held_until: held['held_until'],
      hold_extensions: 0,
    });
  });

  test('says nothing about lines without dates or in the past, and closed enquiries', async () => {
    const sofa = await item(1);
    const past = await enquire({ item: sofa, from: -3, to: -1 }, { item: sofa, from: -1, to: 0 });
    expect(await judged('enquiry', past.id)).toMatchObject([null, { free: 1 }]);
    await studio.db.owner`
      update enquiry_items set rental_from = null, rental_to = null where enquiry_order_id = ${past.id}`;
    expect(await judged('enquiry', past.id)).toEqual([null, null]);
    const open = await enquire({ item: sofa });
    await studio.db.owner`update enquiry_orders set status = 'closed' where id = ${open.id}`;
    expect(await judged('enquiry', open.id)).toEqual([null]);
  });
});

describe('the record of an order', () => {
  test('shows what is free besides its own reservation, and a conflict as short', async () => {
    const sofa = await item(3);
    const made = await enquire({ item: sofa, quantity: 2 });
    const order = await convert(made.id);
    const rival = await enquire({ item: sofa });
    expect(await judged('order', order.id)).toMatchObject([
      { free: 3, of: 3, short_days: [], others: [{ id: rival.id }], others_total: 1 },
    ]);
    await call('set_out_of_service', {
      ...(await of(sofa)),
      quantity: 2,
      rental_from: today(11),
      rental_to: today(11),
      key: randomUUID(),
    });
    expect(await judged('order', order.id)).toMatchObject([
      { free: 1, of: 3, short_days: [today(11)] },
    ]);
    for (const [status, known] of [
      ['in_progress', true],
      ['cancelled', false],
    ] as const) {
      await studio.db.owner`update orders set status = ${status} where id = ${order.id}`;
      expect((await judged('order', order.id))[0] !== null).toBe(known);
    }
  });
});

describe('a sent enquiry', () => {
  const send = async (items: { id: string; quantity: number }[], caller: CallerName = 'anon') => {
    await liftLimits(studio.db);
    const lines = await Promise.all(
      items.map(async ({ id, quantity }) => ({ ...(await of(id)), quantity, price: 100 })),
    );
    const sent = enquiry({ items: lines, rental_from: today(10), rental_to: today(12) });
    const answer = await committed(studio.db, studio.who(caller), sent);
    const [row] = await studio.db.owner<Answer[]>`
      select id from enquiry_orders where enquiry_number = ${answer.enquiry_number}`;
    return {
      said: answer.items.map((line) => [line.free, line.of]),
      saved: (await linesOf('enquiry', row?.id ?? '')).map((line) => [
        line['free_when_sent'],
        line['of_when_sent'],
      ]),
      id: row?.id ?? '',
      again: () =>
        committed(studio.db, studio.who(caller), sent).then(({ items: all }) =>
          all.map((line) => [line.free, line.of]),
        ),
    };
  };
  const shows = (mode: string) =>
    studio.db.owner`update private.availability_settings set shows = ${mode}`;

  test('is told and keeps what was free at that moment, and is never refused for it', async () => {
    const [sofa, sari, uncounted, kit, suit] = [
      await item(3),
      await item(1, 'clothes', 100),
      await item(0),
      await item(2, 'sets'),
      await item(3, 'clothes'),
    ];
    await stock.contain(kit, { [sofa]: 2, [suit]: 1 });
    await book({ item: sofa, from: 12, to: 12 });
    await book({ item: sari, from: 13, to: 13 });
    await book({ item: suit, from: 13, to: 13 });
    const lines = [
      { id: sofa, quantity: 9 },
      { id: sari, quantity: 1 },
      { id: uncounted, quantity: 1 },
      { id: kit, quantity: 1 },
    ];
    const exact = [
      [2, 3],
      [0, 1],
      [null, null],
      [1, 1],
    ];
    const first = await send(lines);
    expect([first.said, first.saved]).toEqual([exact, exact]);
    await book({ item: sofa, from: 10, to: 10 });
    expect(await first.again()).toEqual(exact);
    const order = await convert(first.id, [
      { line: (await linesOf('enquiry', first.id))[0]?.['id'], action: 'lower', quantity: 1 },
      { line: (await linesOf('enquiry', first.id))[1]?.['id'], action: 'drop' },
      { line: (await linesOf('enquiry', first.id))[3]?.['id'], action: 'drop' },
    ]);
    expect(
      (await linesOf('order', order.id)).map((line) => [
        line['free_when_sent'],
        line['of_when_sent'],
      ]),
    ).toEqual([
      [2, 3],
      [null, null],
    ]);
  });

  test('is told as much as the studio shows; its lines keep the figures', async () => {
    const [sofa, lamp, uncounted] = [await item(3), await item(1), await item(0)];
    await book({ item: sofa });
    const lines = [
      { id: sofa, quantity: 2 },
      { id: lamp, quantity: 2 },
      { id: uncounted, quantity: 1 },
    ];
    const exact = [
      [2, 3],
      [1, 1],
      [null, null],
    ];
    await shows('yes-no');
    const told = await send(lines);
    expect(told.saved).toEqual(exact);
    expect(told.said).toEqual([
      [2, null],
      [0, null],
      [null, null],
    ]);
    await shows('off');
    const off = await send(lines);
    expect(off.saved).toEqual(exact);
    expect(off.said).toEqual(lines.map(() => [null, null]));
    expect((await send(lines, 'crm_user')).said).toEqual(exact);
    await shows('exact');
  });
});
