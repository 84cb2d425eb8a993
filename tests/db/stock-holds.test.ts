import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { useStock } from './stock.ts';
import { refusal } from './studio.ts';

const stock = useStock();

afterEach(() => stock.requireNoDrift());

describe('holds', () => {
  const soon = () => new Date(Date.now() + 60_000).toISOString();
  const past = () => new Date(Date.now() - 60_000).toISOString();

  test('are promises: refused beyond room, and in the way of others until they end', async () => {
    const chair = await stock.item(1);
    const held = { kind: 'hold', item: chair, from: '2030-01-07', to: '2030-01-08' };
    const hold = await stock.reserve({
      ...held,
      expires: soon(),
      enquiryItem: await stock.enquiryItem(chair),
    });
    expect(await stock.days(chair)).toEqual(['2030-01-07 held 1 of 1', '2030-01-08 held 1 of 1']);
    const second = stock.reserve({
      ...held,
      expires: soon(),
      enquiryItem: await stock.enquiryItem(chair),
    });
    expect(await refusal(second)).toMatchObject({ code: 'PT409', message: 'not_free' });
    const line = { item: chair, from: '2030-01-08', to: '2030-01-09' };
    expect(await refusal(stock.order([line]))).toMatchObject({ message: 'not_free' });
    await stock.sql`update reservations set expires_at = ${past()} where id = ${hold}`;
    await stock.order([line]);
    expect(await stock.days(chair)).toEqual([
      '2030-01-08 booked 1 of 1',
      '2030-01-09 booked 1 of 1',
    ]);
    const [ended] = await stock.sql`select status from reservations where id = ${hold}`;
    expect(ended).toEqual({ status: 'released' });
  });

  test('that ran out while their statement waited do not count, whatever else expired meanwhile', async () => {
    const chair = await stock.item(2);
    const held = { kind: 'hold', item: chair, from: '2030-01-07', to: '2030-01-08' };
    const first = await stock.reserve({
      ...held,
      expires: soon(),
      enquiryItem: await stock.enquiryItem(chair),
    });
    await stock.sql`update reservations set expires_at = ${past()} where id = ${first}`;
    await stock.reserve({
      ...held,
      expires: past(),
      enquiryItem: await stock.enquiryItem(chair),
    });
    expect(await stock.days(chair)).toEqual([]);
  });

  test('are deleted with their enquiry', async () => {
    const chair = await stock.item(1);
    const enquiryItem = await stock.enquiryItem(chair);
    await stock.reserve({
      kind: 'hold',
      item: chair,
      from: '2030-01-07',
      to: '2030-01-08',
      expires: soon(),
      enquiryItem,
    });
    await stock.sql`delete from enquiry_orders where id =
      (select enquiry_order_id from enquiry_items where id = ${enquiryItem})`;
    expect(await stock.days(chair)).toEqual([]);
  });

  test('that expired, and days that are over, are swept by any booking', async () => {
    const [chair, other] = [await stock.item(1), await stock.item(1)];
    await stock.reserve({
      kind: 'hold',
      item: chair,
      from: '2030-01-07',
      to: '2030-01-08',
      expires: past(),
      enquiryItem: await stock.enquiryItem(chair),
    });
    await stock.sql`insert into private.item_days values (${chair}, private.today() - 3, 1, 1, 0, 0)`;
    await stock.order([{ item: other, from: '2030-01-07', to: '2030-01-07' }]);
    expect(await stock.days(chair)).toEqual([]);
  });
});

describe('turnaround', () => {
  beforeAll(() =>
    stock.sql.unsafe(`update private.availability_settings set closed_weekdays = '{7}';
      insert into private.closed_days values ('2030-01-10', 'Pongal')`),
  );
  afterAll(() =>
    stock.sql.unsafe(`update private.availability_settings set closed_weekdays = '{}';
      delete from private.closed_days`),
  );

  test.each([
    ['2030-01-07', 0, '[2030-01-05,2030-01-07)'],
    ['2030-01-07', 1, '[2030-01-05,2030-01-08)'],
    // Sundays and Thursday the 10th are closed.
    ['2030-01-12', 2, '[2030-01-05,2030-01-15)'],
    ['2030-01-09', 2, '[2030-01-05,2030-01-12)'],
    ['2030-01-10', 1, '[2030-01-05,2030-01-12)'],
  ])('after a rental until %s of %i working days', async (end, days, blocked) => {
    const [row] = await stock.sql`select private.blocked_range(
      daterange('2030-01-05', ${end}::date), ${days})::text as blocked`;
    expect(row).toEqual({ blocked });
  });

  test('of the item goes before that of its kind, and a change moves no booking', async () => {
    const sari = await stock.item(1, 'clothes');
    await stock.sql`update items set turnaround_days = 2 where id = ${sari}`;
    const order = await stock.order([{ item: sari, from: '2030-01-01', to: '2030-01-01' }]);
    expect(await stock.days(sari)).toHaveLength(3);
    await stock.sql`update items set turnaround_days = 0 where id = ${sari}`;
    await stock.sql`update clothes set name = 'Blue sari' where id = ${sari}`;
    await stock.setStatus(order, 'in_progress');
    expect(await stock.days(sari)).toHaveLength(3);
    await stock.sql`update order_items set rental_to = '2030-01-02' where order_id = ${order}`;
    expect(await stock.days(sari)).toHaveLength(2);
  });
});
