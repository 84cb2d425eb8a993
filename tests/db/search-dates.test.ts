import { describe, expect, test } from 'vitest';
import { asRole } from '#tests/support/database.ts';
import { createDice } from '#tests/support/dice.ts';
import { useBookedCatalogue } from './booked-catalogue.ts';
import type { Dates, Known } from './booked-catalogue.ts';
import type { Facet, Item, Page } from './catalogue.ts';

/** Searches with dates against a count of all items, one by one. */

const catalogue = useBookedCatalogue();
const { judged } = catalogue;
const dice = createDice(17, 0);
const below = (most: number) => dice.below(most);
const one = <T>(list: readonly T[]) => dice.of(list);

type DatedItem = Item & { free: number | null; of: number | null };
type DatedPage = Omit<Page, 'items'> & {
  items: DatedItem[];
  availability: string;
  free_total?: number;
  instead?: DatedItem[];
};

/** A call as a visitor. */
async function call<T>(name: string, args: Record<string, unknown>): Promise<T> {
  return asRole(catalogue.db, { role: 'anon' }, async (sql) => {
    const given = Object.keys(args).map((key, at) => `${key} => $${at + 1}${CASTS[key] ?? ''}`);
    const values = Object.values(args).map((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as string),
    );
    const [row] = await sql.unsafe<{ answer: T }[]>(
      `select public.${name}(${given.join(', ')}) as answer`,
      values,
    );
    return row!.answer;
  });
}
const CASTS: Record<string, string> = {
  filters: '::text::jsonb',
  items: '::text::jsonb',
  only_free: '::text::boolean',
  size: '::text::integer',
  days: '::text::integer',
  rental_from: '::text::date',
  rental_to: '::text::date',
  from_day: '::text::date',
  id: '::text::uuid',
};

/** Some rentals within the days that are booked. */
async function randomDates(): Promise<Dates> {
  const start = below(24);
  const [row] = await catalogue.sql<Dates[]>`
    select (private.today() + ${start}::int)::text as from, (private.today() + ${start + below(5)}::int)::text as to`;
  return row!;
}
const rental = ({ from, to }: Dates) => ({ rental_from: from, rental_to: to });
const isFree = (item: Known) => item.free !== 0;

/** All pages of a search. */
async function everything(name: string, args: Record<string, unknown>, size: number) {
  const pages: DatedPage[] = [];
  let cursor: string | null = null;
  do {
    const page: DatedPage = await call<DatedPage>(name, { ...args, size, cursor });
    pages.push(page);
    cursor = page.next;
  } while (cursor !== null);
  return { first: pages[0]!, items: pages.flatMap((page) => page.items) };
}

const countBy = (items: Known[], slug: 'category_slug' | 'colour_slug' | 'kind') => {
  const counts: Record<string, number> = {};
  for (const item of items) {
    const value = item[slug];
    if (value !== null) counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
};
const counted = (facets: Facet[] | undefined) =>
  Object.fromEntries(
    (facets ?? []).filter(({ count }) => count > 0).map(({ value, count }) => [value, count]),
  );
const byId = (items: { id: string; free: number | null; of: number | null }[]) =>
  Object.fromEntries(items.map(({ id, free, of }) => [id, `${free} of ${of}`]));

describe('with dates', () => {
  test('availability of each item is what its reservations leave', { tags: ['long'] }, async () => {
    for (let round = 0; round < 3; round += 1) {
      const dates = await randomDates();
      const known = await judged(dates);
      const told = [];
      for (const { id, kind } of known) {
        // why one by one: lines of one call are judged together.
        if (told.length > 120) break;
        const items = [{ type: kind, id, quantity: 1 }];
        told.push(...(await call<Known[]>('availability', { ...rental(dates), items })));
      }
      const some = known.slice(0, told.length);
      expect(byId(told)).toEqual(byId(some));
      expect(some.filter(isFree).length).toBeGreaterThan(5);
      expect(some.filter((item) => !isFree(item)).length).toBeGreaterThan(5);
    }
  });

  test(
    'totals, facets, pages and figures of a catalogue are those of a count one by one',
    { tags: ['long'] },
    async () => {
      for (let round = 0; round < 10; round += 1) {
        const dates = await randomDates();
        const known = (await judged(dates)).filter(({ kind }) => kind === 'prop');
        const needle = one(['', '', 'red', 'chair', 'lamp bra', 'Urban', 'a', 'low_', 'seat']);
        const category = one([null, null, 'seating', 'rugs']);
        const colours = one([[], [], ['gold'], ['red', 'deep-blue']]);
        const sort = one(['newest', 'price_asc', 'price_desc', 'name']);
        const has = (text: string | null) => text?.toLowerCase().includes(needle.toLowerCase());
        const found = known.filter((item) =>
          [item.name, item.brand, item.category, item.colour].some(has),
        );
        const inCategory = (item: Known) => category === null || item.category_slug === category;
        const inColour = (item: Known) =>
          colours.length === 0 || colours.includes(item.colour_slug ?? '');
        const args = { kind: 'prop', q: needle, category, filters: { colour: colours }, sort };
        const dated = { ...args, ...rental(dates) };
        const size = one([7, 24, 100]);
        const plain = await everything('search_catalogue', args, 100);
        const all = await everything('search_catalogue', dated, one([5, 24, 100]));
        const free = await everything('search_catalogue', { ...dated, only_free: true }, size);
        const expected = found.filter((item) => inCategory(item) && inColour(item));
        const freeIds = new Set(expected.filter(isFree).map(({ id }) => id));
        const call = { ...dated, size };
        expect({
          call,
          total: all.first.total,
          free_total: all.first.free_total,
          only: free.first.total,
          figures: byId(all.items),
          order: free.items.map(({ id }) => id),
          free_first: all.items.map(({ id }) => id),
          facets: all.first.facets,
          category: counted(free.first.facets['category']),
          colour: counted(free.first.facets['colour']),
        }).toEqual({
          call,
          total: expected.length,
          free_total: freeIds.size,
          only: freeIds.size,
          figures: byId(expected),
          order: plain.items.map(({ id }) => id).filter((id) => freeIds.has(id)),
          free_first: [
            ...plain.items.filter(({ id }) => freeIds.has(id)),
            ...plain.items.filter(({ id }) => !freeIds.has(id)),
          ].map(({ id }) => id),
          facets: plain.first.facets,
          category: countBy(
            found.filter((item) => inColour(item) && isFree(item)),
            'category_slug',
          ),
          colour: countBy(
            found.filter((item) => inCategory(item) && isFree(item)),
            'colour_slug',
          ),
        });
        expect(free.first.free_total).toBeUndefined();
        for (const item of free.first.instead ?? []) expect(item.free).not.toBe(0);
      }
    },
  );

  test(
    'so are those of the search over everything and of the free items',
    { tags: ['long'] },
    async () => {
      for (let round = 0; round < 8; round += 1) {
        const dates = await randomDates();
        const known = new Map((await judged(dates)).map((item) => [item.id, item]));
        const [name, q] = one([
          ['search_by_words', 'red lamp'],
          ['search_by_words', 'chair'],
          ['search_by_words', 'silk'],
          ['search_by_words', 'lmp'],
          ['search_by_words', ''],
          ['search_catalogue', 'brass'],
          ['search_free_items', ''],
          ['search_free_items', 'lamp'],
          ['search_free_items', 'silk'],
        ] as const);
        const filters = one([{}, {}, { kind: ['prop'] }, { kind: ['set', 'cloth'] }]);
        const args = { q, filters };
        const dated = { ...args, ...rental(dates) };
        const plain = await everything(name, args, 100);
        const all = await everything(name, dated, one([1, 5, 100]));
        const free = await everything(name, { ...dated, only_free: true }, one([5, 100]));
        const expected = plain.items.map(({ id }) => known.get(id)!);
        expect({
          call: [name, dated],
          total: all.first.total,
          facets: all.first.facets,
          free_total: all.first.free_total,
          only: free.first.total,
          figures: byId(all.items),
          order: free.items.map(({ id }) => id),
          free_first: all.items.map(({ id }) => id),
        }).toEqual({
          call: [name, dated],
          total: plain.first.total,
          facets: plain.first.facets,
          free_total: expected.filter(isFree).length,
          only: expected.filter(isFree).length,
          figures: byId(expected),
          order: expected.filter(isFree).map(({ id }) => id),
          free_first: [...expected.filter(isFree), ...expected.filter((item) => !isFree(item))].map(
            ({ id }) => id,
          ),
        });
        const unfiltered = await everything(name, { q }, 100);
        expect(counted(free.first.facets['kind'])).toEqual(
          countBy(
            unfiltered.items.map(({ id }) => known.get(id)!).filter((item) => isFree(item)),
            'kind',
          ),
        );
        for (const item of all.first.instead ?? []) {
          expect(`${item.free} of ${item.of}`).toBe(
            `${known.get(item.id)?.free} of ${known.get(item.id)?.of}`,
          );
        }
        for (const item of free.first.instead ?? []) expect(isFree(known.get(item.id)!)).toBe(true);
      }
    },
  );

  test('the calendar of an item has the same figures, day by day', async () => {
    const [today] = await catalogue.sql<{ day: string }[]>`select private.today()::text as day`;
    await catalogue.sql`update private.catalogue_kinds set turnaround_days = 0`;
    const own = await catalogue.sql`
      update items set turnaround_days = null where turnaround_days is not null returning id`;
    expect(own.length).toBeGreaterThan(20);
    const calendars = new Map<string, Map<string, number>>();
    const known = (await judged({ from: today!.day, to: today!.day })).slice(0, 150);
    for (const { id, kind, of } of known) {
      const calendar = await call<{ of: number | null; days: { day: string; free: number }[] }>(
        'item_calendar',
        { kind, id, from_day: today!.day, days: 30 },
      );
      expect(calendar.of).toBe(of);
      calendars.set(id, new Map(calendar.days.map(({ day, free }) => [day, free])));
    }
    for (let ahead = 0; ahead < 30; ahead += 6) {
      const [row] = await catalogue.sql<{ day: string }[]>`
        select (private.today() + ${ahead}::int)::text as day`;
      const { day } = row!;
      const ids = new Set(known.map(({ id }) => id));
      for (const { id, free, of } of (await judged({ from: day, to: day })).filter((item) =>
        ids.has(item.id),
      )) {
        const listed = calendars.get(id)?.get(day);
        expect([id, day, listed ?? of]).toEqual([
          id,
          day,
          free !== null && of !== null && free >= of ? of : free,
        ]);
      }
    }
  });

  test('the full days followed everything', async () => {
    const [drift] = await catalogue.sql<{ n: number }[]>`select private.recount_full_days() as n`;
    expect(drift?.n).toBe(0);
    const [rows] = await catalogue.sql<{ n: number }[]>`
      select count(*)::int as n from private.full_days`;
    expect(rows?.n).toBeGreaterThan(100);
  });
});
