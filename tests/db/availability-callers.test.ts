import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asRole } from '#tests/support/database.ts';
import { line, useAvailability } from './availability-calls.ts';
import { CALLERS } from './studio.ts';

const { stock, availability, read, calendar, similar, searched } = useAvailability();

const isVisitor = (caller: string) => caller === 'anon' || caller === 'no profile';
const VISITORS = CALLERS.filter((caller) => isVisitor(caller));
const STAFF = CALLERS.filter((caller) => !isVisitor(caller));

const shows = (mode: string) => stock.sql`update private.availability_settings set shows = ${mode}`;

beforeEach(() => shows('exact'));

describe('what visitors learn', () => {
  let chair: string;
  let lamp: string;
  const days: [string, string] = ['2031-01-06', '2031-01-07'];
  beforeAll(async () => {
    [chair, lamp] = [
      await stock.item(3, 'props', 'Owl chair'),
      await stock.item(1, 'props', 'Owl lamp'),
    ];
    await stock.sql`with category as (insert into prop_categories (name) values ('Nocturnal') returning id)
      update props set category_id = category.id from category where props.id in ${stock.sql([chair, lamp])}`;
    await stock.order([
      { item: chair, quantity: 1, from: '2031-01-07', to: '2031-01-08' },
      { item: lamp, quantity: 1, from: '2031-01-06', to: '2031-01-06' },
    ]);
  });
  const lines = () => [line(chair, 2), line(chair, 1), line(lamp)];

  test.each(CALLERS)('%s, with figures', async (caller) => {
    expect(await read(...days, lines(), caller)).toEqual([
      '2 of 3, next 2031-01-09',
      '2 of 3, next 2031-01-09',
      '0 of 1, next 2031-01-07',
    ]);
    expect(await calendar(chair, '2031-01-05', 5, { caller })).toEqual({
      of: 3,
      days: [
        { day: '2031-01-07', free: 2 },
        { day: '2031-01-08', free: 2 },
      ],
    });
    const page = await searched(days, { q: 'owl', caller });
    expect([page.total, page.free_total, page.availability]).toEqual([2, 1, 'exact']);
    expect(
      (await similar(lamp, days, { caller })).find(({ name }) => name === 'Owl chair'),
    ).toMatchObject({ free: 2, of: 3 });
  });

  test.each(VISITORS)('%s, with yes and no', async (caller) => {
    await shows('yes-no');
    const answers = await availability(...days, [line(chair, 2), line(lamp)], caller);
    expect(answers.map(({ free, of, next_free }) => [free, of, next_free])).toEqual([
      [2, null, '2031-01-06'],
      [0, null, '2031-01-07'],
    ]);
    expect(await calendar(chair, '2031-01-05', 5, { caller })).toEqual({ of: null, days: [] });
    expect(await calendar(lamp, '2031-01-05', 5, { caller })).toEqual({
      of: null,
      days: [{ day: '2031-01-06', free: 0 }],
    });
    const page = await searched(days, { q: 'owl', caller });
    expect(page.items.map(({ free, of }) => `${free} of ${of}`).toSorted()).toEqual([
      '0 of null',
      '1 of null',
    ]);
    expect([page.free_total, page.availability]).toEqual([1, 'yes-no']);
    expect((await searched(days, { q: 'owl', caller, only: true })).total).toBe(1);
    for (const { free, of } of await similar(lamp, days, { caller, quantity: 2 })) {
      expect([free, of]).toEqual([2, null]);
    }
  });

  test.each(VISITORS)('%s, with nothing', async (caller) => {
    await shows('off');
    for (const answer of await availability(...days, lines(), caller)) {
      expect([answer.free, answer.of, answer.next_free]).toEqual([null, null, null]);
    }
    expect(await calendar(lamp, '2031-01-05', 5, { caller })).toEqual({ of: null, days: [] });
    for (const only of [false, true]) {
      const page = await searched(days, { q: 'owl', caller, only });
      expect([page.total, page.free_total, page.availability]).toEqual([2, null, 'off']);
      expect(page.items.map(({ free, of }) => [free, of])).toEqual([
        [null, null],
        [null, null],
      ]);
    }
    expect(await similar(lamp, days, { caller })).toEqual([]);
  });

  test.each(['yes-no', 'off'])('%s is not for staff: they read figures', async (mode) => {
    await shows(mode);
    for (const caller of STAFF) {
      expect(await read(...days, [line(chair, 2)], caller)).toEqual(['2 of 3']);
      expect((await calendar(lamp, '2031-01-05', 5, { caller })).of).toBe(1);
      expect((await searched(days, { q: 'owl', caller, only: true })).total).toBe(1);
      expect((await similar(lamp, days, { caller })).length).toBeGreaterThan(0);
    }
  });
});

test('similar_free offers the same thing, then up to four of the category, and only what is free', async () => {
  const [category] = await stock.sql<{ id: string }[]>`
    insert into prop_categories (name) values ('Owls') returning id`;
  const made = await stock.sql<{ id: string; name: string }[]>`
    insert into props (name, price, quantity, category_id, active)
    select name, price, quantity, case when is_owl then ${category!.id}::uuid end, active
    from (values ('Snowy owl, One', 100, 1, true, true), ('Eagle owl, 90', 90, 1, true, true),
      ('Eagle owl, 130', 130, 2, true, true), ('Eagle owls, 200', 200, 1, true, true),
      ('Snowy owl, 900', 900, 1, false, true), ('Owl booked', 101, 1, true, true), ('Snowy owl, off', 100, 5, true, false),
      ('Owl not counted', 100, 0, true, true), ('Snowy crow', 99, 3, false, true), ('Night owl', 100, 9, false, true),
      ('Hawk', 400, 4, true, true), ('Kite', 300, 4, true, true)) as listed (name, price, quantity, is_owl, active)
    returning id, name`;
  const id = (name: string) => made.find((each) => each.name === name)!.id;
  await stock.order([{ item: id('Owl booked'), from: '2031-02-03', to: '2031-02-03' }]);
  const names = async (quantity: number, without: string[] = []) =>
    (
      await similar(id('Snowy owl, One'), ['2031-02-03', '2031-02-04'], {
        quantity,
        without: without.map(id),
      })
    ).map(({ name }) => name);
  // 'Night owl' is of no category, and has nothing but the owl in common.
  expect(await names(1)).toEqual([
    'Eagle owl, 90',
    'Eagle owl, 130',
    'Eagle owls, 200',
    'Snowy owl, 900',
  ]);
  expect(await names(2)).toEqual(['Eagle owl, 130', 'Kite', 'Hawk']);
  expect(await names(3)).toEqual(['Kite', 'Hawk']);
  expect(await names(1, ['Eagle owl, 130'])).toEqual([
    'Eagle owl, 90',
    'Eagle owls, 200',
    'Snowy owl, 900',
    'Kite',
  ]);
  expect(await names(1, [...(await names(1)), 'Kite'])).toEqual(['Hawk']);
});

test('without dates an answer has no figures and does not change', async () => {
  const page = await stock.studio.as('anon', async (sql) => {
    const [row] = await sql<{ plain: object; nulls: object }[]>`
      select search_catalogue('prop') as plain,
        search_catalogue('prop', rental_from => null, rental_to => null, only_free => true) as nulls`;
    return row!;
  });
  expect(page.nulls).toEqual(page.plain);
  expect(Object.keys(page.plain).toSorted()).toEqual(['facets', 'items', 'next', 'total']);
  expect(JSON.stringify(page.plain)).not.toContain('"free"');
  await expect(
    asRole(stock.studio.db, { role: 'anon' }, (sql) => sql`select * from private.item_days`),
  ).rejects.toThrow('permission denied');
});
