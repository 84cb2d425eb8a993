import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { catalogueItemsQuery } from '#data/catalogue/catalogue-items.ts';
import { catalogueQuery } from '#data/catalogue/catalogue.ts';
import {
  availabilityQuery,
  itemCalendarQuery,
  similarFreeQuery,
} from '#data/catalogue/availability.ts';
import { submitContactEnquiry, submitEnquiry } from '#data/crm/enquiry.ts';
import { itemQuery, relatedQuery } from '#data/catalogue/item.ts';
import { rentalTaxesQuery } from '#data/catalogue/rental-taxes.ts';
import { readSitemapPart, readSitemapParts } from '#data/catalogue/sitemap.ts';
import { everything } from '#domain/catalogue/everything.ts';
import { freeItems } from '#domain/catalogue/free-items.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { CATALOGUES, type Catalogue } from '#domain/catalogue/kinds.ts';
import { contact, daysAhead, today, type StudioDay } from './studio-day.ts';

/** So many item pages of each kind are read in every run, the others of a first page in long ones. */
const SOME_PAGES = 3;

/** Reads of the catalogue, what is free, and sent enquiries and messages, as a visitor. */
export function catalogueAnswers(studio: StudioDay): void {
  it('visitors read the catalogue', async () => {
    const { visitor, gateway, queries } = studio;
    await gateway.db.owner`update props set price = 0 where prop_id = 'PRP-00002'`;
    await gateway.db.owner`update props set slug = null where prop_id = 'PRP-00003'`;
    for (const listing of [...Object.values(CATALOGUES), everything, freeItems]) {
      const { pages } = await queries.fetchInfiniteQuery(catalogueQuery(visitor, listing, {}));
      expect(pages[0]?.items.length).toBeGreaterThan(0);
    }
    // Some of the words, and a word that is only similar to one.
    for (const q of ['qqqqqqqq chair', 'ottomanski']) {
      await queries.fetchInfiniteQuery(catalogueQuery(visitor, everything, { q }));
    }
    for (const catalogue of Object.values(CATALOGUES)) {
      const { pages } = await queries.fetchInfiniteQuery(catalogueQuery(visitor, catalogue, {}));
      const codes = pages[0]?.items.map(({ code }) => code) ?? [];
      expect(codes.length).toBeGreaterThan(0);
      // why some: their pages take longer than all else here.
      await readItemPages(studio, catalogue, codes.slice(0, SOME_PAGES));
      const ids = pages[0]?.items.map(({ id }) => id) ?? [];
      const rows = await queries.fetchQuery(catalogueItemsQuery(visitor, ids));
      expect(rows).toHaveLength(ids.length);
    }
    expect(await queries.fetchQuery(itemQuery(visitor, CATALOGUES.prop, 'none'))).toBeNull();
    await queries.fetchQuery(rentalTaxesQuery(visitor));
    for (const part of await readSitemapParts(visitor)) {
      expect((await readSitemapPart(visitor, part)).length).toBeGreaterThan(0);
    }
  });

  it('visitors read the other item pages', { tags: ['long'] }, async () => {
    for (const catalogue of Object.values(CATALOGUES)) {
      const { pages } = await studio.queries.fetchInfiniteQuery(
        catalogueQuery(studio.visitor, catalogue, {}),
      );
      const codes = pages[0]?.items.map(({ code }) => code) ?? [];
      expect(codes.length).toBeGreaterThan(SOME_PAGES);
      await readItemPages(studio, catalogue, codes.slice(SOME_PAGES));
    }
  });

  it('visitors see what is free', async () => {
    const { visitor, gateway, queries } = studio;
    const tomorrow = daysAhead(1);
    const dates = { from: tomorrow, to: tomorrow };
    for (const listing of [CATALOGUES.prop, everything, freeItems]) {
      await queries.fetchInfiniteQuery(catalogueQuery(visitor, listing, dates));
    }
    const nothing = { ...dates, q: 'ottomanski' };
    await queries.fetchInfiniteQuery(catalogueQuery(visitor, everything, nothing));
    // An item of the demo studio with a booked day ahead.
    const [booked] = await gateway.db.owner<{ type: ItemKind; id: string; day: string }[]>`
      select item.kind as type, item.id, listed.day::text as day
      from private.item_days as listed join public.items as item on item.id = listed.item_id
        join public.catalogue_items as shown on shown.id = item.id
      where shown.active and listed.booked > 0 and listed.day > current_date + 1 limit 1`;
    const { type, id, day } = booked!;
    const items = [{ type, id, quantity: 1 }];
    await queries.fetchQuery(availabilityQuery(visitor, dates, items));
    const calendar = await queries.fetchQuery(itemCalendarQuery(visitor, { type, id }, day, 1));
    expect(calendar.days).toHaveLength(1);
    const similar = { type: 'prop', id: await aProp(studio), quantity: 1 } as const;
    await queries.fetchQuery(similarFreeQuery(visitor, similar, dates));
  });

  it('visitors send enquiries and messages', async () => {
    const { visitor, queries, recorded } = studio;
    const { pages } = await queries.fetchInfiniteQuery(catalogueQuery(visitor, everything, {}));
    const items = (pages[0]?.items ?? []).slice(0, 3).map(({ kind, id, price }) => ({
      type: kind,
      id,
      price,
      quantity: 1,
    }));
    const dates = { rental_from: today, rental_to: today };
    for (const over of [{}, { first_name: 'Usha', message: '' }, { email: 'other@example.test' }]) {
      await submitEnquiry(visitor, randomUUID(), { ...contact(over), ...dates, items });
    }
    await submitContactEnquiry(visitor, randomUUID(), contact());
    expect(recorded.get('submit_enquiry')).toHaveLength(3);
  });
}

/** Reads these item pages, and what goes with each. */
async function readItemPages(
  { visitor, queries }: StudioDay,
  catalogue: Catalogue,
  codes: string[],
): Promise<void> {
  for (const code of codes) {
    const item = await queries.fetchQuery(itemQuery(visitor, catalogue, code));
    expect(item?.facts.length).toBeGreaterThan(0);
    await queries.fetchQuery({ ...relatedQuery(visitor, item!), staleTime: 0 });
  }
}

/** The id of an active prop. */
async function aProp({ gateway }: StudioDay): Promise<string> {
  const [prop] = await gateway.db.owner<{ id: string }[]>`
    select id from props where active order by prop_id limit 1`;
  return prop!.id;
}
