import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { useStaffStock } from './staff-stock.ts';
import type { Answer, Given } from './staff-stock.ts';

const { studio, call, said, item, enquire, book, hold, of, setStatus, shift } = useStaffStock();

/** Facts of the customer, the enquiry and the money that only the CRM's staff may read. */
const SECRETS = [
  'Quixote',
  '9812345670',
  'meera@',
  'CUS-',
  'ENQ-',
  'Secret wish',
  '4321',
  'Rao',
  'asha@',
];
const made = { lamp: '', code: '', order: '', number: '', held: '', customer: '' };

beforeAll(async () => {
  const sql = studio.db.owner;
  await sql`update customers set first_name = 'Meera', last_name = 'Quixote', mobile = '+919812345670',
    email = 'meera@example.test' where id = ${studio.ids.customer}`;
  made.customer = studio.ids.customer;
  made.lamp = await item(5, 'props', 4321);
  const [lamp] = await sql<{ code: string }[]>`select code from items where id = ${made.lamp}`;
  made.code = lamp?.code ?? '';
  const { id } = await book({ item: made.lamp, quantity: 2, from: 0, to: 1 });
  made.order = id;
  const [order] = await sql<{ number: string }[]>`
    select order_number as number from orders where id = ${id}`;
  made.number = order?.number ?? '';
  const held = await enquire({ item: made.lamp, from: 5, to: 6 });
  await hold(held.id, 6);
  made.held = held.id;
});

const keeper = <T = Answer>(name: string, given: Given = {}) => call<T>(name, given, 'storekeeper');
const key = () => randomUUID();

/** The answer as text; fails where it says what a storekeeper may not read. */
async function read(name: string, given: Given = {}): Promise<string> {
  const text = JSON.stringify(await keeper(name, given));
  expect([name, SECRETS.filter((secret) => text.includes(secret))]).toEqual([name, []]);
  return text;
}

describe('a storekeeper', () => {
  test('reads the first name and the number of the order, and nothing else of the customer', async () => {
    const days = { from_day: today(), days: 7 };
    for (const [name, given] of [
      ['due_today', {}],
      ['pick_list', { id: made.order }],
      ['timeline', { by: 'orders', ...days }],
      ['timeline', { by: 'items', busy_only: true, ...days }],
      ['scan', { code: made.code }],
      ['search_desk', { q: made.number }],
      ['search_desk', { q: made.code }],
      ['item_reservations', await of(made.lamp)],
    ] as const) {
      const text = await read(name, given);
      expect([name, text.includes('Meera'), text.includes(made.number)]).toEqual([
        name,
        true,
        true,
      ]);
      expect([name, text.includes(made.customer)]).toEqual([name, false]);
    }
    expect(await read('pieces', await of(made.lamp))).toContain(made.code);
    expect(await read('labels', { codes: [made.code] })).toContain(made.code);
    expect(await read('conflicts')).toBe('[]');
  });

  test('learns nothing of customers by searching for them', async () => {
    const days = { from_day: today(), days: 7 };
    for (const q of [
      'Quixote',
      'Meera',
      '9812345670',
      'CUS-00001',
      'ENQ-00001',
      'meera@example.test',
    ]) {
      const found = await keeper<{ what: string }[]>('search_desk', { q });
      expect(found.filter(({ what }) => what !== 'item')).toEqual([]);
      const { rows, total } = await keeper<{ rows: object[]; total: number }>('timeline', {
        by: 'orders',
        q,
        ...days,
      });
      expect([q, rows, total]).toEqual([q, [], 0]);
    }
    for (const given of [{ customer: made.customer }, { assignee: 'none' }]) {
      const answer = await said('timeline', { by: 'orders', ...days, ...given }, 'storekeeper');
      expect(answer).toMatchObject({ code: '42501' });
    }
  });

  test('sees enquiries neither as rows nor as holds', async () => {
    const { rows } = await keeper<{ rows: { type: string }[] }>('timeline', {
      by: 'orders',
      from_day: today(),
      days: 7,
    });
    expect(rows.map(({ type }) => type)).toEqual(['order']);
    const due = await keeper<{ totals: Record<string, number> }>('due_today');
    expect(due.totals).toMatchObject({ going_out: 1, unanswered: 0, waiting: 0, holds: 0 });
    const staff = await call<{ totals: Record<string, number> }>('due_today');
    expect(staff.totals).toMatchObject({ going_out: 1, holds: 1 });
  });

  test('reads no bar as movable, and moves none', async () => {
    const { rows } = await keeper<{ rows: { bars: { lines: string[] }[] }[] }>('timeline', {
      by: 'orders',
      from_day: today(),
      days: 7,
    });
    expect(rows.flatMap(({ bars }) => bars.flatMap(({ lines }) => lines))).toEqual([]);
    const refused = await said(
      'change_order',
      { id: made.order, changes: [], key: key() },
      'storekeeper',
    );
    expect(refused.code).toBe('42501');
  });

  test('says where an item belongs, and changes nothing else of it', async () => {
    const lamp = await of(made.lamp);
    expect(await keeper('set_place', { ...lamp, place: 'Shelf B3' })).toMatchObject({
      place: 'Shelf B3',
    });
    for (const [name, given] of [
      ['number_pieces', { ...lamp, count: 1, key: key() }],
      ['set_turnaround', { ...lamp, days: 2 }],
      [
        'set_out_of_service',
        { ...lamp, quantity: 1, rental_from: today(20), rental_to: today(21), key: key() },
      ],
      ['find_items', { q: 'lamp' }],
      ['stock_check', { type: 'prop', ids: [made.lamp] }],
    ] as const) {
      expect([name, (await said(name, given, 'storekeeper')).code]).toEqual([name, '42501']);
    }
  });

  test('hands over and takes back, undoes it, and adds no charges', async () => {
    const { id } = await book({ item: made.lamp, quantity: 1, from: 0, to: 0 });
    const handed = await keeper('hand_over', { id, key: key() });
    expect(Object.keys(handed).toSorted()).toEqual(
      ['id', 'movement', 'order_number', 'rental_from', 'rental_to', 'status'].toSorted(),
    );
    expect(handed).toMatchObject({ status: 'in_progress' });
    const charge = { description: 'Late', quantity: 1, price: 100, charge: 'late' };
    const refused = await said('take_back', { id, charges: [charge], key: key() }, 'storekeeper');
    expect(refused.code).toBe('42501');
    const back = await keeper('take_back', { id, key: key() });
    expect(back).toMatchObject({ status: 'returned' });
    expect(
      await keeper('undo_movement', {
        id: String(back['movement']),
        reason: 'Too early',
        key: key(),
      }),
    ).toMatchObject({ status: 'in_progress', movement: back['movement'] });
    const charged = await call('take_back', { id, charges: [charge], key: key() });
    const undo = { id: String(charged['movement']), reason: 'Mine', key: key() };
    expect((await said('undo_movement', undo, 'storekeeper')).code).toBe('42501');
    expect(await call('undo_movement', { ...undo, key: key() })).toMatchObject({
      status: 'in_progress',
    });
    await keeper('take_back', { id, key: key() });
  });

  test('reads first names where pieces are with others', async () => {
    const camera = await item(1, 'gear');
    const first = await book({ item: camera });
    const second = await book({ item: camera, from: 0, to: 1 });
    await setStatus(first.id, 'in_progress');
    await shift(first.id, 13);
    const refused = await said('hand_over', { id: second.id, key: key() }, 'storekeeper');
    expect(refused.code).toBe('PT409');
    expect(refused.detail).toContain('"customer": "Meera"');
    expect(refused.detail).not.toContain('Quixote');
    const staff = await said('hand_over', { id: second.id, key: key() });
    expect(staff.detail).toContain('Meera Quixote');
  });
});
