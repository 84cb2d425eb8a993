import type { TransactionSql } from 'postgres';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { today } from './enquiry.ts';
import { nestedPlans, rowsRead } from './nested-plans.ts';
import { useStaffStock } from './staff-stock.ts';
import type { CallerName } from './studio.ts';

const { studio, call, said, book, item } = useStaffStock();

interface Page {
  total: number;
  items: { id: string; name: string; free: number | null; of: number | null }[];
  next: string | null;
  near: boolean;
  partial: boolean;
}

const find = (q: string, more: Record<string, unknown> = {}, caller?: CallerName) =>
  call<Page>('find_rentable', { q, ...more }, caller);
const names = async (q: string) => (await find(q)).items.map(({ name }) => name);

/** Ids of the items by name. */
const made: Record<string, string> = {};

beforeAll(async () => {
  const shown = ['Qkestrel sofa', 'Sofa with qkestrel cushions', 'Blue qcap', 'Lanqcapz'];
  for (const name of [...shown, 'Qhidden blue qcaptain']) {
    const id = await item(3, 'props', 450);
    await studio.db.owner`
      update props set name = ${name}, images = ${['https://pictures.example/a.jpg']},
        active = ${shown.includes(name)}
      where id = ${id}`;
    made[name] = id;
  }
  await studio.db.owner`
    update items set place = 'Shelf 4' where id = ${made['Qkestrel sofa']!}`;
});

describe('find_rentable', () => {
  test('finds words in any order and with typing errors, with picture, price and place', async () => {
    const both = ['Sofa with qkestrel cushions', 'Qkestrel sofa'].toSorted();
    expect((await names('sofa qkestrel')).toSorted()).toEqual(both);
    expect((await names('qkestrl sofa')).toSorted()).toEqual(both);
    const { items } = await find('sofa qkestrel');
    expect(items.find(({ name }) => name === 'Qkestrel sofa')).toEqual({
      type: 'prop',
      id: made['Qkestrel sofa'],
      code: expect.stringMatching(/^PRP-\d+$/),
      name: 'Qkestrel sofa',
      quantity: 3,
      price: 450,
      active: true,
      image: 'https://pictures.example/a.jpg',
      place: 'Shelf 4',
      free: null,
      of: null,
    });
  });

  test('puts an item with the word before those that have it inside another, and the hidden last', async () => {
    const all = ['Blue qcap', 'Lanqcapz', 'Qhidden blue qcaptain'];
    expect(await names('qcap')).toEqual(all);
  });

  test('says what is free on the days, in figures', async () => {
    const id = made['Qkestrel sofa']!;
    const free = async (rental_from: string | null, rental_to: string | null) =>
      (await find('qkestrel sofa', { rental_from, rental_to })).items.find((one) => one.id === id);
    await book({ item: id, quantity: 3, from: 20, to: 22 });
    expect(await free(today(21), today(21))).toMatchObject({ free: 0, of: 3 });
    expect(await free(today(1), today(1))).toMatchObject({ free: 3, of: 3 });
    // An order that is out.
    expect(await free(today(-3), today(21))).toMatchObject({ free: 0 });
    for (const [from, to] of [
      [today(-3), today(-1)],
      [today(1), today(200)],
      [today(21), today(20)],
      [null, today(21)],
      [today(21), null],
    ] as const) {
      expect({ from, to, found: await free(from, to) }).toMatchObject({
        found: { id, free: null },
      });
    }
  });

  test('items that visitors do not see follow, or come alone', async () => {
    const id = made['Qhidden blue qcaptain']!;
    const [row] = await studio.db.owner<
      { code: string }[]
    >`select code from items where id = ${id}`;
    // "blue" is a word of another, which has not all words.
    for (const q of ['blue qhidden', 'qhidden', row!.code.toLowerCase()]) {
      expect(await find(q)).toMatchObject({
        total: 1,
        near: false,
        partial: false,
        next: null,
        items: [{ id, active: false }],
      });
    }
    expect(await names('qcap blue')).toEqual(['Blue qcap', 'Qhidden blue qcaptain']);
    expect(await names('qhidden sofa')).not.toContain('Qhidden blue qcaptain');
    await studio.db.owner`update items set archived_at = now() where id = ${id}`;
    expect(await names('blue qhidden')).not.toContain('Qhidden blue qcaptain');
  });

  test('everything is reached page by page, once', async () => {
    await studio.db.owner`
      insert into props (name, price, quantity)
      select 'Qpage ' || n, 1, 1 from generate_series(1, 12) as n`;
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await find('qpage', { size: 5, cursor });
      expect(page.total).toBe(12);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor);
    expect(seen).toHaveLength(12);
    expect(new Set(seen).size).toBe(12);
  });

  test('says when nothing has all words, or none of them', async () => {
    expect(await find('lanqcapz unicornish')).toMatchObject({
      partial: true,
      near: false,
      items: [{ name: 'Lanqcapz' }],
    });
    expect(await find('lanqcapz')).toMatchObject({ partial: false, near: false, total: 1 });
    for (const q of ['', '  ', '%', '…']) {
      expect(await find(q)).toEqual({
        total: 0,
        items: [],
        next: null,
        near: false,
        partial: false,
      });
    }
  });

  test('is for admin and crm_user only', async () => {
    expect((await find('lanqcapz', {}, 'admin')).total).toBe(1);
    for (const caller of ['inventory_user', 'no profile', 'anon'] as const) {
      expect(await said('find_rentable', { q: 'sofa' }, caller)).toMatchObject({ code: '42501' });
    }
    for (const size of [0, 51]) {
      expect(await said('find_rentable', { q: 'sofa', size })).toMatchObject({ code: 'PT400' });
    }
  });
});

describe('in a large catalogue', () => {
  beforeAll(async () => {
    await studio.db.owner`
      insert into props (name, price, quantity, active)
      select 'Bulk ' || md5(n::text), 1, 1, n % 2 = 0 from generate_series(1, 1500) as n`;
    await studio.db.owner`analyze items`;
  });

  test.each(['qkestrl sofa', 'PRP-00001', 'zzunicorn hat', 'ab'])(
    '%s reads those that it may mean, not all',
    async (q) => {
      const claims = JSON.stringify(studio.who('crm_user'));
      const run = (sql: TransactionSql) => sql`select find_rentable(${q})`;
      const statements = await nestedPlans(
        inject('postgres'),
        studio.owner.database,
        async (sql) => {
          // why: a few thousand rows are read as fast without an index.
          await sql`set local enable_seqscan = off`;
          await sql`select set_config('request.jwt.claims', ${claims}, true)`;
          await run(sql);
        },
        run,
      );
      expect(statements.length).toBeGreaterThan(0);
      expect(rowsRead(statements, 'items')).toBeLessThan(100);
      expect(rowsRead(statements, 'props')).toBeLessThan(200);
    },
  );
});
