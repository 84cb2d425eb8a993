import { beforeEach, describe, expect, test } from 'vitest';
import { line, useAvailability } from './availability-calls.ts';
import { CALLERS, refusal } from './studio.ts';
import type { CallerName } from './studio.ts';

const { stock, availability, read, calendar, similar, searched } = useAvailability();

const VISITORS = new Set<CallerName>(['anon', 'no profile']);

beforeEach(async () => {
  await stock.sql`update private.availability_settings set shows = 'exact', closed_weekdays = '{}'`;
  await stock.sql`delete from private.closed_days`;
});

describe('a line', () => {
  test('is judged by the peak of each day, not by the sum of what overlaps', async () => {
    const chair = await stock.item(3);
    await stock.order([
      { item: chair, quantity: 2, from: '2030-01-07', to: '2030-01-07' },
      { item: chair, quantity: 2, from: '2030-01-09', to: '2030-01-09' },
    ]);
    expect(await read('2030-01-07', '2030-01-09', [line(chair)])).toEqual(['1 of 3']);
    expect(await read('2030-01-08', '2030-01-08', [line(chair, 3)])).toEqual(['3 of 3']);
    expect(await read('2030-01-07', '2030-01-09', [line(chair, 2)])).toEqual([
      '1 of 3, next 2030-01-10',
    ]);
    expect(await read('2030-01-06', '2030-01-07', [line(chair, 2)])).toEqual([
      '1 of 3, next 2030-01-10',
    ]);
    expect(await read('2030-01-07', '2030-01-07', [line(chair, 2)])).toEqual([
      '1 of 3, next 2030-01-08',
    ]);
    expect(await read('2030-01-07', '2030-01-07', [line(chair, 4)])).toEqual(['1 of 3, next null']);
  });

  test('that names an item twice, or a part beside its kit, counts together', async () => {
    const [chair, lamp] = [await stock.item(3), await stock.item(2)];
    const set = await stock.item(1, 'sets', 'Corner');
    await stock.sql`insert into item_components (kit_id, component_id, quantity) values
      (${set}, ${chair}, 2), (${set}, ${lamp}, 1)`;
    const days = ['2030-02-04', '2030-02-05'] as const;
    expect(await read(...days, [line(chair, 2), line(chair, 1)])).toEqual(['3 of 3', '3 of 3']);
    expect(await read(...days, [line(chair, 2), line(chair, 2)])).toEqual([
      '3 of 3, next null',
      '3 of 3, next null',
    ]);
    expect(await read(...days, [line(set, 1, 'set'), line(chair, 1), line(lamp, 1)])).toEqual([
      '1 of 1',
      '3 of 3',
      '2 of 2',
    ]);
    // The chairs do not suffice for both; the lamps do.
    expect(await read(...days, [line(set, 1, 'set'), line(chair, 2), line(lamp, 1)])).toEqual([
      '1 of 1, next null',
      '3 of 3, next null',
      '2 of 2',
    ]);
    await stock.order([{ item: chair, quantity: 2, from: '2030-02-05', to: '2030-02-05' }]);
    expect(await read(...days, [line(set, 1, 'set')])).toEqual(['0 of 1, next 2030-02-06']);
    expect(await read(...days, [line(lamp, 2)])).toEqual(['2 of 2']);
    expect((await calendar(set, '2030-02-01', 10, { type: 'set' })).days).toEqual([
      { day: '2030-02-05', free: 0 },
    ]);
    await stock.order([{ item: set, from: '2030-02-10', to: '2030-02-10' }]);
    expect(await read('2030-02-10', '2030-02-10', [line(chair), line(lamp)])).toEqual([
      '1 of 3',
      '1 of 2',
    ]);
  });

  test('of an item that is not counted has no figures; of its counted parts it has', async () => {
    const [fabric, hook] = [await stock.item(0), await stock.item(2)];
    expect(await availability('2030-03-01', '2030-03-02', [line(fabric, 7)])).toEqual([
      { ...line(fabric, 7), free: null, of: null, next_free: '2030-03-01' },
    ]);
    expect(await calendar(fabric, '2030-03-01', 92)).toEqual({ of: null, days: [] });
    await stock.sql`insert into item_components (kit_id, component_id, quantity) values (${fabric}, ${hook}, 2)`;
    expect(await read('2030-03-01', '2030-03-02', [line(fabric)])).toEqual(['1 of 1']);
  });

  test('follows repairs, sub-rentals, lowered quantities and releases', async () => {
    const chair = await stock.item(3);
    const days = ['2030-04-01', '2030-04-03'] as const;
    const repair = await stock.reserve({
      kind: 'out_of_service',
      item: chair,
      quantity: 2,
      from: '2030-04-02',
      to: '2030-04-02',
    });
    expect(await read(...days, [line(chair, 2)])).toEqual(['1 of 3, next 2030-04-03']);
    await stock.reserve({ kind: 'sub_rental', item: chair, from: '2030-04-01', to: '2030-04-03' });
    expect(await read(...days, [line(chair, 2)])).toEqual(['2 of 3']);
    // More than the studio has, but only on these days.
    expect(await read('2030-04-01', '2030-04-01', [line(chair, 4)])).toEqual(['4 of 3']);
    expect(await read('2030-03-30', '2030-03-30', [line(chair, 4)])).toEqual([
      '3 of 3, next 2030-04-01',
    ]);
    await stock.sql`update reservations set status = 'released' where id = ${repair}`;
    const order = await stock.order([
      { item: chair, quantity: 3, from: '2030-04-01', to: '2030-04-03' },
    ]);
    expect(await read(...days, [line(chair)])).toEqual(['1 of 3']);
    await stock.sql`update props set quantity = 1 where id = ${chair}`;
    expect(await read(...days, [line(chair)])).toEqual(['0 of 1, next 2030-04-04']);
    await stock.setStatus(order, 'cancelled');
    expect(await read(...days, [line(chair, 2)])).toEqual(['2 of 1']);
  });

  test('does not count holds that have ended', async () => {
    const chair = await stock.item(1);
    const hold = await stock.reserve({
      kind: 'hold',
      item: chair,
      from: '2030-05-06',
      to: '2030-05-08',
      expires: '2030-05-01',
      enquiryItem: await stock.enquiryItem(chair),
    });
    const days = ['2030-05-06', '2030-05-07'] as const;
    expect(await read(...days, [line(chair)])).toEqual(['0 of 1, next 2030-05-09']);
    expect((await searched([...days], { q: 'chair', only: true })).total).toBe(
      (await searched([...days], { q: 'chair' })).free_total,
    );
    const before = (await searched([...days])).free_total ?? 0;
    await stock.sql`update reservations set expires_at = clock_timestamp() + interval '50 ms' where id = ${hold}`;
    await stock.sql`select pg_sleep(0.06)`;
    expect(await stock.days(chair)).toContain('2030-05-06 held 1 of 1');
    expect(await read(...days, [line(chair)])).toEqual(['1 of 1']);
    expect((await calendar(chair, '2030-05-01', 20)).days).toEqual([]);
    expect((await searched([...days])).free_total).toBe(before + 1);
    expect((await searched([...days], { only: true })).total).toBe(before + 1);
  });

  test('of an unknown, inactive or deleted item is 0 of 0 for visitors; staff read figures', async () => {
    const [off, gone] = [await stock.item(4), await stock.item(2)];
    await stock.sql`update props set active = false where id = ${off}`;
    await stock.sql`delete from props where id = ${gone}`;
    const lines = [
      line(off),
      line(gone),
      line('00000000-0000-4000-8000-000000000000'),
      line(off, 1, 'gear'),
      line(off, 1, 'vehicle'),
    ];
    const none = '0 of 0, next null';
    for (const caller of CALLERS) {
      const first = VISITORS.has(caller) ? none : '4 of 4';
      expect([caller, ...(await read('2030-06-01', '2030-06-02', lines, caller))]).toEqual([
        caller,
        first,
        none,
        none,
        none,
        none,
      ]);
      expect((await calendar(off, '2030-06-01', 9, { caller })).of).toBe(
        VISITORS.has(caller) ? 0 : 4,
      );
    }
  });
});

describe('turnaround', () => {
  test('counts after the rental, in working days, each item by its own', async () => {
    const [sari, chair] = [await stock.item(1, 'clothes', 'Sari'), await stock.item(1)];
    // 2030-07-13 is a Saturday, 2030-07-14 a Sunday, the Monday is a holiday.
    await stock.sql`update private.availability_settings set closed_weekdays = '{7}'`;
    await stock.sql`insert into private.closed_days (day, reason) values ('2030-07-15', 'Muharram')`;
    await stock.order([
      { item: sari, from: '2030-07-16', to: '2030-07-17' },
      { item: chair, from: '2030-07-16', to: '2030-07-17' },
    ]);
    const cloth = (quantity = 1) => line(sari, quantity, 'cloth');
    // After the 12th comes the 13th for cleaning; after the 13th the 16th, which is booked.
    expect(await read('2030-07-12', '2030-07-12', [cloth()])).toEqual(['1 of 1']);
    expect(await read('2030-07-13', '2030-07-13', [cloth()])).toEqual(['0 of 1, next 2030-07-19']);
    expect(await read('2030-07-13', '2030-07-15', [line(chair)])).toEqual(['1 of 1']);
    // Booked until the 17th, cleaned on the 18th.
    expect(await read('2030-07-18', '2030-07-18', [cloth(), line(chair)])).toEqual([
      '0 of 1, next 2030-07-19',
      '1 of 1',
    ]);
    await stock.sql`update items set turnaround_days = 3 where id = ${chair}`;
    expect(await read('2030-07-12', '2030-07-12', [line(chair)])).toEqual([
      '0 of 1, next 2030-07-18',
    ]);
    expect(await read('2030-07-11', '2030-07-11', [line(chair)])).toEqual([
      '0 of 1, next 2030-07-18',
    ]);
    expect(await read('2030-07-10', '2030-07-10', [line(chair)])).toEqual(['1 of 1']);
    await stock.sql`update items set turnaround_days = 0 where id = ${sari}`;
    expect(await read('2030-07-13', '2030-07-15', [cloth()])).toEqual(['1 of 1']);
  });

  test('has the same last days everywhere', async () => {
    await stock.sql`update private.availability_settings set closed_weekdays = '{1,6,7}'`;
    await stock.sql`insert into private.closed_days (day)
      select '2030-12-24'::date + n from generate_series(0, 9) as n`;
    const wrong = await stock.sql`
      select last, n from generate_series('2030-12-01'::timestamp, '2031-01-05', '1 day') as last, generate_series(0, 30) as n
      where (private.last_blocked_days(last::date))[n + 1]
        <> upper(private.blocked_range(daterange(last::date, last::date, '[]'), n)) - 1`;
    expect(wrong).toEqual([]);
  });

  test('next_free is the first day from which the line fits, by trying each', async () => {
    await stock.sql`update private.availability_settings set closed_weekdays = '{7}'`;
    const sari = await stock.item(2, 'clothes', 'Sari');
    await stock.sql`update items set turnaround_days = 2 where id = ${sari}`;
    for (const [from, to] of [
      ['2030-08-02', '2030-08-03'],
      ['2030-08-08', '2030-08-08'],
      ['2030-08-14', '2030-08-19'],
      ['2030-08-27', '2030-08-28'],
    ] as const) {
      await stock.order([{ item: sari, quantity: 2, from, to }]);
    }
    for (const length of [1, 2, 4]) {
      const [row] = await stock.sql<{ wrong: string[] | null }[]>`
        with asked as (
          select day, availability(day, day + ${length - 1}::int,
            jsonb_build_array(jsonb_build_object('type', 'cloth', 'id', ${sari}::text, 'quantity', 1))) -> 0 as line
          from (select '2030-07-28'::date + n as day from generate_series(0, 40) as n) as days
        ), fitting as (
          select day, (line ->> 'next_free')::date as next_free, (line ->> 'free')::int > 0 as fits from asked
        )
        select array_agg(day || ' says ' || coalesce(next_free::text, 'never')) as wrong from fitting
        where next_free is distinct from (
          select min(later.day) from fitting as later where later.fits and later.day >= fitting.day)`;
      expect(row?.wrong).toBeNull();
    }
  });
});

describe('refused with PT400', () => {
  const one = [line('00000000-0000-4000-8000-000000000000')];
  test.each<[string, string | null, string | null, unknown, string]>([
    ['no dates', null, null, one, 'rental_from and rental_to are required.'],
    ['one date', '2030-01-01', null, one, 'rental_from and rental_to belong together.'],
    [
      'reversed dates',
      '2030-01-02',
      '2030-01-01',
      one,
      'rental_to must not be before rental_from.',
    ],
    ['the past', '2020-01-01', '2030-01-01', one, 'rental_from must not be in the past.'],
    ['93 days', '2030-01-01', '2030-04-03', one, 'A rental may last 92 days at most.'],
    ['no end', '2030-01-01', 'infinity', one, 'rental_from and rental_to must be dates.'],
    ['no list', '2030-01-01', '2030-01-01', {}, 'items must be a list of at most 100 lines.'],
    [
      '101 lines',
      '2030-01-01',
      '2030-01-01',
      Array.from({ length: 101 }, () => one[0]),
      'items must be a list of at most 100 lines.',
    ],
    ...[
      null,
      'x',
      {},
      { ...one[0], id: 'x' },
      { ...one[0], quantity: 0 },
      { ...one[0], quantity: 1.5 },
      { ...one[0], quantity: '1' },
      { ...one[0], quantity: 1e9 },
      { ...one[0], type: null },
    ].map((bad): [string, string, string, unknown, string] => [
      `the line ${JSON.stringify(bad)}`,
      '2030-01-01',
      '2030-01-01',
      [bad],
      'Each line must have a type, an id and a whole quantity of at least 1.',
    ]),
  ])('%s', async (_, from, to, items, message) => {
    expect(await refusal(availability(from, to, items))).toEqual({ code: 'PT400', message });
  });

  test('a kind, a number of days and a quantity that do not exist', async () => {
    const { id } = one[0]!;
    const kind = { code: 'PT400', message: 'There is no kind "car".' };
    const days = { code: 'PT400', message: 'days must be between 1 and 92.' };
    expect(await refusal(calendar(id, '2030-01-01', 9, { type: 'car' }))).toEqual(kind);
    for (const n of [0, 93]) expect(await refusal(calendar(id, '2030-01-01', n))).toEqual(days);
    expect(await refusal(similar(id, ['2030-01-01', '2030-01-01'], { type: 'car' }))).toEqual(kind);
    expect((await refusal(similar(id, ['2030-01-01', '2030-01-01'], { quantity: 0 }))).code).toBe(
      'PT400',
    );
  });
});

test('92 days, a leap day and the turn of the year', async () => {
  const chair = await stock.item(1);
  await stock.order([{ item: chair, from: '2032-02-29', to: '2032-02-29' }]);
  await stock.order([{ item: chair, from: '2031-12-31', to: '2032-01-01' }]);
  expect(await read('2032-01-02', '2032-02-28', [line(chair)])).toEqual(['1 of 1']);
  expect(await read('2032-02-29', '2032-02-29', [line(chair)])).toEqual([
    '0 of 1, next 2032-03-01',
  ]);
  expect(await read('2032-01-01', '2032-04-01', [line(chair)])).toEqual([
    '0 of 1, next 2032-03-01',
  ]);
  expect((await calendar(chair, '2031-12-01', 92)).days.map(({ day }) => day)).toEqual([
    '2031-12-31',
    '2032-01-01',
    '2032-02-29',
  ]);
  // The first day that is found is at most 365 days after the one that was asked for.
  const busy = await stock.item(1);
  await stock.reserve({ kind: 'out_of_service', item: busy, from: '2033-01-01', to: '2033-12-31' });
  expect(await read('2033-01-01', '2033-01-01', [line(busy)])).toEqual(['0 of 1, next 2034-01-01']);
  await stock.reserve({ kind: 'out_of_service', item: busy, from: '2034-01-01', to: '2034-01-01' });
  expect(await read('2033-01-01', '2033-01-01', [line(busy)])).toEqual(['0 of 1, next null']);
  expect(await read('2033-01-02', '2033-01-02', [line(busy)])).toEqual(['0 of 1, next 2034-01-02']);
});
