import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { activityPeopleQuery, activityQuery } from '#data/activity.ts';
import { CATALOGUE_ANSWERS } from '#data/catalogue-answers.ts';
import { ENQUIRY_ANSWERS } from '#data/enquiry-answers.ts';
import { createPublicApi, type Backend, type PublicApi } from '#data/backend.ts';
import { catalogueItemsQuery } from '#data/catalogue-items.ts';
import { catalogueQuery } from '#data/catalogue.ts';
import { availabilityQuery, itemCalendarQuery, similarFreeQuery } from '#data/availability.ts';
import {
  availabilitySettingsQuery,
  saveAvailabilitySettings,
} from '#data/availability-settings.ts';
import { crmCountsQuery } from '#data/crm-counts.ts';
import {
  addNote,
  conflictingCustomer,
  customerNameQuery,
  customerQuery,
  editCustomer,
  editNote,
  eraseCustomer,
  mergeCustomers,
  mobileHolder,
  setMessageHandled,
  undoMerge,
  type NoteSubject,
} from '#data/customers.ts';
import { dashboardQuery } from '#data/dashboard.ts';
import {
  dueTodayQuery,
  isLaterMovement,
  movePieces,
  pickListQuery,
  refusedMovement,
  returnPhotosQuery,
  undoMovement,
  type SentMovement,
} from '#data/desk.ts';
import {
  convertEnquiry,
  enquiriesQuery,
  enquiryQuery,
  existingOrderNumber,
  readEnquiries,
} from '#data/enquiries.ts';
import { submitContactEnquiry, submitEnquiry } from '#data/enquiry.ts';
import { Failure } from '#data/failure.ts';
import { invalidField } from '#data/invalid-field.ts';
import {
  archiveItems,
  batchItemsQuery,
  changeItems,
  exportItems,
  itemLogQuery,
  matchingItems,
  undoItems,
} from '#data/inventory-bulk.ts';
import {
  applyImport,
  checkImport,
  dropImport,
  failedCheck,
  stageImport,
} from '#data/inventory-import.ts';
import { createItem, inventoryItemQuery, inventoryQuery, updateItem } from '#data/inventory.ts';
import { itemQuery, relatedQuery } from '#data/item.ts';
import { assignLead, leadsQuery } from '#data/leads.ts';
import {
  addLookupValue,
  lookupQuery,
  lookupValuesQuery,
  removeLookupValue,
} from '#data/lookups.ts';
import { assignRental } from '#data/owners.ts';
import {
  callerQuery,
  changedMeanwhile,
  changeOrder,
  itemPricesQuery,
  makeRental,
  waitForItems,
  type Undo,
} from '#data/order-changes.ts';
import { orderQuery, ordersQuery, setOrderStatus } from '#data/orders.ts';
import {
  changeOrderDates,
  conflictsQuery,
  freeQuery,
  holdEnquiry,
  refusedItems,
  releaseHold,
  swapSearchQuery,
  swapsQuery,
} from '#data/reservations.ts';
import {
  editPiece,
  labelsQuery,
  numberPieces,
  piecesQuery,
  scanQuery,
  setPlace,
} from '#data/pieces.ts';
import { moveScanned, undoScan } from '#data/scan-steps.ts';
import { profileQuery } from '#data/session.ts';
import { readSitemapPart, readSitemapParts } from '#data/sitemap.ts';
import type { StaffApi } from '#data/staff-api.ts';
import { deskSearchQuery } from '#data/desk-search.ts';
import {
  changeSettings,
  discardDrafts,
  makePreview,
  publishSettings,
  settingHistoryQuery,
  settingsQuery,
  undoSettingChange,
} from '#data/settings.ts';
import { makeCalendarLink, makeDaySheetLink, revokeLink, sharedLinksQuery } from '#data/links.ts';
import { SHARED_LINK_ANSWERS } from '#data/shared-link-answers.ts';
import { readCalendarFeed, readDaySheet } from '#data/shared-links.ts';
import { STAFF_ANSWERS } from '#data/staff-rpc.ts';
import { assigneesQuery } from '#data/staff.ts';
import {
  changeStock,
  checkStock,
  componentsQuery,
  foundItemsQuery,
  itemStockQuery,
  releaseReservation,
  setComponents,
  setTurnaround,
  stockCheckQuery,
} from '#data/stock.ts';
import { secondFactorQuery } from '#data/second-factor-state.ts';
import { enterCode, makeRecoveryCodes, startFactor } from '#data/second-factor.ts';
import { statusesQuery } from '#data/statuses.ts';
import { datesCheckQuery, timelineQuery, type TimelineQuestion } from '#data/timeline.ts';
import type { Database } from '#data/types.gen.ts';
import { everything } from '#domain/catalogue/everything.ts';
import { freeItems } from '#domain/catalogue/free-items.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import type { OrderChange } from '#domain/crm/order-change.ts';
import { studioToday } from '#domain/dates.ts';
import { propInventory } from '#domain/inventory/kinds/prop.ts';
import { callOf } from '#domain/scan/scan-queue.ts';
import { withComponent } from '#domain/stock/kit-components.ts';
import { codeOf } from '#tests/support/authenticator.ts';
import { useGateway, type Account } from '#tests/support/gateway.ts';
import { unfilledParts } from './unfilled-parts.ts';

/*
 * The schemas of src/data against real answers: a small studio's day, worked through with the very
 * functions that the pages call, over HTTP. Every answer is recorded on its way.
 */

const SCHEMAS: Record<string, z.ZodMiniType> = {
  ...CATALOGUE_ANSWERS,
  ...ENQUIRY_ANSWERS,
  ...SHARED_LINK_ANSWERS,
  ...STAFF_ANSWERS,
};

/** Parts that no answer of a function fills, though others of the same shape do. */
const NEVER_FILLED = [
  // Only the search over everything suggests items, and only facets of colours have swatches.
  'search_catalogue.instead[]',
  'search_free_items.instead[]',
  'search_free_items.facets{}[].hex',
  'search_by_words.facets{}[].hex',
  // Related items are read without dates.
  'item_page.related[].free',
  'item_page.related[].of',
  'related_items[].free',
  'related_items[].of',
  // An erased customer cannot be edited.
  'correct_customer.erased_at',
];

const gateway = useGateway({ seeded: true });
const recorded = new Map<string, unknown[]>();
const queries = new QueryClient();

/** A fetch that keeps each function's successful answers. */
const recording: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const url = new URL(input instanceof Request ? input.url : String(input));
  const [, name] = /\/rest\/v1\/rpc\/(\w+)/.exec(url.pathname) ?? [];
  if (name && response.ok) {
    const text = await response.clone().text();
    recorded.set(name, [...(recorded.get(name) ?? []), text === '' ? null : JSON.parse(text)]);
  }
  return response;
};

let visitor: PublicApi;

beforeAll(() => {
  const config = { url: null, anonKey: gateway.anonKey, chatScriptUrl: null };
  const backend: Backend = { config, origin: gateway.url, fetch: recording };
  visitor = createPublicApi(backend);
});

async function signedIn({ email, password }: Account): Promise<StaffApi> {
  const api: StaffApi = createClient<Database, { PostgrestVersion: '14' }>(
    gateway.url,
    gateway.anonKey,
    { auth: { persistSession: false, autoRefreshToken: false }, global: { fetch: recording } },
  );
  const { error } = await api.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return api;
}

const today = studioToday();

/** The id of an active prop. */
async function aProp(): Promise<string> {
  const [prop] = await gateway.db.owner<{ id: string }[]>`
    select id from props where active order by prop_id limit 1`;
  return prop!.id;
}

const daysAhead = (days: number) => studioToday(new Date(Date.now() + days * 86_400_000));
const signal = () => new AbortController().signal;

const contact = (over: object = {}) => ({
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: '+919812345678',
  email: 'asha@example.test',
  message: 'For a morning shoot',
  ...over,
});

it('says that a lookup value is in use which an item takes up while it is removed', async () => {
  const staff = await signedIn(await gateway.createStaff('inventory_user'));
  const { owner } = gateway.db;
  const [color] = await owner<{ id: string }[]>`
    insert into colors (name) values ('Contested') returning id`;
  const source = { table: 'colors', column: 'name' } as const;
  const removed = await owner.begin(async (sql) => {
    await sql`insert into props (name, price, color_id) values ('Rug', 10, ${color!.id})`;
    const removal = removeLookupValue(staff, source, color!.id).catch((error: unknown) => error);
    // The removal has counted no items by now and waits for this transaction.
    await vi.waitFor(
      async () => {
        const waiting = await owner`
          select from pg_locks join pg_stat_activity using (pid)
          where pg_stat_activity.datname = current_database() and not granted`;
        expect(waiting).toHaveLength(1);
      },
      { timeout: 10_000 },
    );
    return { removal };
  });
  expect(await removed.removal).toEqual(
    new Failure('It is in use and cannot be removed.', { status: 409 }),
  );
});

describe('a day in the studio', () => {
  let staff: StaffApi;
  let account: Account;

  beforeAll(async () => {
    account = await gateway.createStaff('admin');
    staff = await signedIn(account);
  });

  it('visitors read the catalogue', async () => {
    await gateway.db.owner`update props set price = 0 where prop_id = 'PRP-00002'`;
    await gateway.db.owner`update props set slug = null where prop_id = 'PRP-00003'`;
    for (const listing of [...Object.values(CATALOGUES), everything, freeItems]) {
      const { pages } = await queries.fetchInfiniteQuery(catalogueQuery(visitor, listing, {}));
      expect(pages[0]?.items.length).toBeGreaterThan(0);
    }
    const nothing = { q: 'qqqqqqqq chair' };
    await queries.fetchInfiniteQuery(catalogueQuery(visitor, everything, nothing));
    for (const catalogue of Object.values(CATALOGUES)) {
      const { pages } = await queries.fetchInfiniteQuery(catalogueQuery(visitor, catalogue, {}));
      for (const { code } of pages[0]?.items ?? []) {
        const item = await queries.fetchQuery(itemQuery(visitor, catalogue, code));
        expect(item?.facts.length).toBeGreaterThan(0);
        await queries.fetchQuery({ ...relatedQuery(visitor, item!), staleTime: 0 });
      }
      const ids = pages[0]?.items.map(({ id }) => id) ?? [];
      const rows = await queries.fetchQuery(catalogueItemsQuery(visitor, ids));
      expect(rows).toHaveLength(ids.length);
    }
    expect(await queries.fetchQuery(itemQuery(visitor, CATALOGUES.prop, 'none'))).toBeNull();
    for (const part of await readSitemapParts(visitor)) {
      expect((await readSitemapPart(visitor, part)).length).toBeGreaterThan(0);
    }
  });

  it('visitors see what is free', async () => {
    const tomorrow = studioToday(new Date(Date.now() + 86_400_000));
    const dates = { from: tomorrow, to: tomorrow };
    for (const listing of [CATALOGUES.prop, everything, freeItems]) {
      await queries.fetchInfiniteQuery(catalogueQuery(visitor, listing, dates));
    }
    const nothing = { ...dates, q: 'qqqqqqqq chair' };
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
    const similar = { type: 'prop', id: await aProp(), quantity: 1 } as const;
    await queries.fetchQuery(similarFreeQuery(visitor, similar, dates));
  });

  it('visitors send enquiries and messages', async () => {
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

  it('staff work on the lead', async () => {
    const { items } = await queries.fetchQuery(
      leadsQuery(staff, { tab: 'leads', q: '9812345678' }, account.id),
    );
    const [lead] = items;
    await assignLead(staff, lead!, account.id);
    await queries.fetchQuery(leadsQuery(staff, { tab: 'leads' }, account.id));
    await queries.fetchQuery(crmCountsQuery(staff));
    expect((await queries.fetchQuery(assigneesQuery(staff))).length).toBeGreaterThan(0);
    expect((await queries.fetchQuery(profileQuery(staff, account.id)))?.role).toBe('admin');
    expect(await queries.fetchQuery(customerNameQuery(staff, lead!.id))).toMatchObject({
      first_name: 'Asha',
    });
    const record = () =>
      queries.fetchQuery({ ...customerQuery(staff, lead!.customer_number), staleTime: 0 });
    const first = await record();
    const [message] = first?.messages ?? [];
    await setMessageHandled(staff, message!.id, true);
    const note = randomUUID();
    await addNote(staff, { customer_id: lead!.id }, { id: note, note: 'Pays on time' });
    await editNote(staff, { id: note, edited_at: null }, 'Pays late');
    const edit = {
      first_name: 'Asha',
      last_name: 'Rao',
      email: 'new@example.test',
      mobile: '+919812345678',
    };
    const seen = first!.updated_at;
    await editCustomer(staff, lead!.id, edit, (await record())!.updated_at);
    const conflict = editCustomer(staff, lead!.id, { ...edit, first_name: 'Usha' }, seen);
    const error = await conflict.catch((thrown: unknown) => thrown);
    expect(conflictingCustomer(error)?.email).toBe('new@example.test');
    const invalid = editCustomer(
      staff,
      lead!.id,
      { ...edit, email: 'nowhere' },
      (await record())!.updated_at,
    );
    expect(invalidField(await invalid.catch((thrown: unknown) => thrown))).toBe('email');
    await assignLead(staff, (await record())!, null);
    await record();
  });

  it('staff convert an enquiry', async () => {
    const search = { tab: 'enquiries', q: '9812345678' } as const;
    const part = { page: 1, size: 2 };
    const { items } = await readEnquiries(staff, search, part, signal());
    const [enquiry] = items;
    const number = enquiry?.enquiry_number ?? '';
    await queries.fetchQuery(enquiryQuery(staff, number));
    const order = await convertEnquiry(staff, enquiry!.id);
    const again = await convertEnquiry(staff, enquiry!.id).catch((thrown: unknown) => thrown);
    expect(existingOrderNumber(again as Error)).toBe(order);
    await queries.fetchQuery({ ...enquiryQuery(staff, number), staleTime: 0 });
    expect(await queries.fetchQuery(enquiryQuery(staff, 'ENQ-99999'))).toBeNull();
    expect((await queries.fetchQuery(orderQuery(staff, order)))?.enquiry?.enquiry_number).toBe(
      number,
    );
    expect(await queries.fetchQuery(orderQuery(staff, 'ORD-99999'))).toBeNull();
    const customer = customerQuery(staff, enquiry!.customer.customer_number);
    expect((await queries.fetchQuery({ ...customer, staleTime: 0 }))?.orders).toHaveLength(1);
    await queries.fetchQuery(ordersQuery(staff, { tab: 'orders' }));
    await queries.fetchQuery(dashboardQuery(staff));
    for (const kind of ['enquiry', 'order', 'payment'] as const) {
      expect((await queries.fetchQuery(statusesQuery(staff, kind))).length).toBeGreaterThan(0);
    }
  });

  it('staff solve shortages', async () => {
    const [lamp] = await gateway.db.owner<{ id: string; quantity: number; price: number }[]>`
      insert into props (name, description, quantity, price) values ('Zinnober', 'Brass', 3, 150)
      returning id, quantity, price::float`;
    await gateway.db.owner`
      insert into props (name, description, quantity, price) values ('Zinnober too', 'Iron', 3, 150)`;
    const day = (days: number) => studioToday(new Date(Date.now() + days * 86_400_000));
    const dates = { rental_from: day(20), rental_to: day(22) };
    const send = async (mobile: string, quantity: number) => {
      const items = [{ type: 'prop' as const, id: lamp!.id, price: lamp!.price, quantity }];
      const person = contact({ mobile });
      const sent = await submitEnquiry(visitor, randomUUID(), { ...person, ...dates, items });
      return sent.enquiry_number;
    };
    const wanting = await send('+919812345671', 3);
    const holder = await send('+919812345672', 1);
    const enquiry = async (number: string) =>
      (await queries.fetchQuery({ ...enquiryQuery(staff, number), staleTime: 0 }))!;
    const { id: holderId } = await enquiry(holder);
    const until = `${day(10)}T12:30:00.000Z`;
    await holdEnquiry(staff, { id: holderId, until, key: randomUUID() });
    expect((await enquiry(holder)).held_until).not.toBeNull();
    await releaseHold(staff, holderId);
    await holdEnquiry(staff, { id: holderId, until, key: randomUUID() });
    await queries.fetchQuery(enquiriesQuery(staff, { tab: 'enquiries', q: holder }));
    const record = await enquiry(wanting);
    const [line] = record.items;
    expect(line?.availability).toMatchObject({ free: 2, of: 3 });
    const error = await convertEnquiry(staff, record.id).catch((thrown: unknown) => thrown);
    expect(refusedItems(error)).toMatchObject([{ id: lamp!.id, wanted: 3, free: 2 }]);
    const question = { kind: 'prop', id: lamp!.id, quantity: 3, ...dates } as const;
    expect((await queries.fetchQuery(swapsQuery(staff, question))).length).toBeGreaterThan(0);
    const found = await queries.fetchQuery(swapSearchQuery(staff, question, 'zinnober'));
    expect(found).toMatchObject([{ name: 'Zinnober too', free: 3, of: 3 }]);
    const order = await convertEnquiry(staff, record.id, {
      [line!.id]: { takeOver: [], solution: { action: 'lower', quantity: 2 } },
    });
    await gateway.db.owner`update props set quantity = 2 where id = ${lamp!.id}`;
    const made = await queries.fetchQuery({ ...orderQuery(staff, order), staleTime: 0 });
    expect(made?.items[0]?.availability?.short_days).toHaveLength(3);
    const conflicts = await queries.fetchQuery(conflictsQuery(staff));
    const short = conflicts.find(({ id }) => id === lamp!.id);
    expect(short).toMatchObject({
      orders: [{ order_number: order }],
      holds: [{ enquiry_number: holder }],
    });
    await gateway.db.owner`
      insert into reservations (item_id, quantity, kind, status, rented, blocked, reason)
      select id, 1, 'out_of_service', 'booked', days, days, 'Scratched'
      from props, daterange(${day(16)}::date, ${day(18)}::date) as days where name = 'Zinnober too'`;
    const period = { first: day(15), days: 14 };
    const rows = async (question: Omit<TimelineQuestion, 'period'>) => {
      const query = timelineQuery(staff, { ...question, period }, account.id);
      const { pages } = await queries.fetchInfiniteQuery(query);
      return pages.flatMap((page) => page.rows);
    };
    const [items, orders] = [
      await rows({ by: 'items', q: 'zinnober' }),
      await rows({ by: 'orders' }),
    ];
    const all = await rows({ by: 'items', kind: 'prop', show: 'all' });
    expect(all.length).toBeGreaterThan(items.length);
    expect(items.map(({ bars }) => bars.map(({ status }) => status).toSorted())).toEqual([
      ['booked', 'held'],
      ['booked'],
    ]);
    const { short_days, bars: whole } = orders.find(({ code }) => code === order)!;
    expect([short_days.length, whole.length]).toEqual([3, 1]);
    const later = { from: day(21), to: day(23) };
    const check = await queries.fetchQuery(datesCheckQuery(staff, whole[0]!, later));
    expect(check).toMatchObject([{ id: lamp!.id, quantity: 2, free: 1 }]);
    const moved = { id: made!.id, rental_from: day(30), rental_to: day(31), key: randomUUID() };
    await changeOrderDates(staff, moved);
  });

  it('settings, their drafts, conflicts and history', async () => {
    const groups = ['studio', 'identity'];
    const city = { key: 'studio.city', value: 'Mysuru', seen: null };
    const saved = await changeSettings(staff, [city], groups);
    expect(saved).toMatchObject({ saved: [{ key: 'studio.city', value: 'Mysuru' }] });
    const late = await changeSettings(staff, [{ ...city, value: 'Hubli' }], groups);
    expect(late).toMatchObject({ conflict: [{ key: 'studio.city', value: 'Mysuru' }] });
    await changeSettings(staff, [{ ...city, key: 'studio.region', value: 'Goa' }], groups, true);
    expect(await publishSettings(staff, groups)).toMatchObject([{ value: 'Goa' }]);
    const seen = 'saved' in saved ? saved.saved[0]!.updated_at : null;
    await changeSettings(staff, [{ ...city, value: 'Hassan', seen }], groups, true);
    const rows = await queries.fetchQuery(settingsQuery(staff, groups));
    expect(rows).toMatchObject([{ draft: 'Hassan' }, { draft: null }]);
    expect(await discardDrafts(staff, groups)).toMatchObject([{ has_draft: false }]);
    expect((await makePreview(staff)).token).toMatch(/^[\da-f]{64}$/);
    const [last, first] = await queries.fetchQuery(settingHistoryQuery(staff, groups));
    expect(last?.changes).toEqual([{ key: 'studio.region', was: null, became: 'Goa' }]);
    await undoSettingChange(staff, last!.change_id);
    const [undone] = await queries.fetchQuery({
      ...settingHistoryQuery(staff, groups),
      staleTime: 0,
    });
    expect(await undoSettingChange(staff, undone!.change_id)).toMatchObject([{ value: 'Goa' }]);
    expect(await undoSettingChange(staff, first!.change_id)).toMatchObject([{ value: null }]);
    const wrong = changeSettings(staff, [{ ...city, value: '' }], groups);
    expect(invalidField(await wrong.catch((error: unknown) => error))).toBe('studio.city');
  });

  it('the search over everything, and links of calendars and day sheets', async () => {
    const sql = gateway.db.owner;
    await sql`
      insert into customers (first_name, last_name, mobile) values ('Zaffre', 'Zohra', '+919812345699')`;
    const found = await queries.fetchQuery(deskSearchQuery(staff, 'zaffre'));
    expect(found).toMatchObject([{ what: 'customer', title: 'Zaffre Zohra', type: null }]);
    const crew = await sql<{ id: string }[]>`
      insert into crews (name, price, quantity, category_id)
      select name, 1, 1, (select id from crew_categories limit 1)
      from unnest(array['Zain', 'Zoya']) as name returning id`;
    const [set] = await sql<{ id: string }[]>`
      insert into sets (name, price, quantity, category) values ('Zinc loft', 1, 1, 'package') returning id`;
    const [member, other] = crew.map(({ id }) => id);
    const customer = { id: found[0]!.id };
    const dates = { rental_from: daysAhead(50), rental_to: daysAhead(51) };
    const lines = [
      { type: 'crew', item: member!, quantity: 1 },
      { type: 'crew', item: other!, quantity: 1 },
      { type: 'set', item: set!.id, quantity: 1 },
    ] as const;
    const key = () => randomUUID();
    await makeRental(staff, { ...dates, customer, lines, make: 'order', key: key() });
    const records = await queries.fetchQuery(deskSearchQuery(staff, 'zaffre z'));
    expect(records.map(({ what }) => what)).toEqual(['customer', 'order']);
    await queries.fetchQuery(deskSearchQuery(staff, 'zain'));
    const calendar = await makeCalendarLink(staff, { subject: 'studio' }, key());
    const days = await makeCalendarLink(staff, { subject: 'crew', person: member! }, key());
    const request = { item: member!, day: daysAhead(50), note: 'At 7' };
    const sheet = await makeDaySheetLink(staff, request, key());
    const feed = await readCalendarFeed(visitor, calendar.secret);
    expect(feed?.events.length).toBeGreaterThan(0);
    expect(await readCalendarFeed(visitor, days.secret)).toMatchObject({ name: 'Zain' });
    const day = await readDaySheet(visitor, sheet.secret);
    expect(day).toMatchObject({ name: 'Zain', note: 'At 7' });
    expect(day?.bookings).toMatchObject([{ sets: ['Zinc loft'], crew: ['Zoya'] }]);
    const links = await queries.fetchQuery(sharedLinksQuery(staff));
    const kinds = links.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['calendar', 'calendar', 'day_sheet']);
    await revokeLink(staff, calendar.id);
    expect(await readCalendarFeed(visitor, calendar.secret)).toBeNull();
  });

  it('a second factor with its recovery codes', async () => {
    const person = await signedIn(await gateway.createStaff('inventory_user'));
    const { id, secret } = await startFactor(person, 'Studio');
    expect(await enterCode(person, codeOf(secret), id)).toEqual({ ok: true });
    expect(await makeRecoveryCodes(person)).toHaveLength(10);
    const state = await queries.fetchQuery(secondFactorQuery(person));
    expect(state).toEqual({ verified: true, required: false, codes_left: 10 });
  });

  it('staff make an order for a caller and edit it', async () => {
    const [lamp] = await gateway.db.owner<{ id: string }[]>`
      insert into props (name, description, quantity, price) values ('Safran', 'Brass', 2, 150) returning id`;
    const day = (ahead: number) => daysAhead(ahead);
    const dates = { rental_from: day(40), rental_to: day(42) };
    const line = { type: 'prop', item: lamp!.id, quantity: 1 } as const;
    const person = { first_name: 'Asha', last_name: 'Caller', mobile: '+919812345680' };
    const call = { ...dates, customer: person, lines: [line], message: 'At noon' };
    const made = await makeRental(staff, { ...call, make: 'order', key: randomUUID() });
    const caller = await queries.fetchQuery(callerQuery(staff, person.mobile));
    expect(caller).toMatchObject({ customer_number: made.customer_number, email: null });
    const customer = { id: caller!.id };
    const waiting = await makeRental(staff, {
      ...call,
      make: 'enquiry',
      customer,
      lines: [{ ...line, quantity: 2 }],
      key: randomUUID(),
    });
    const enquiry = async () =>
      (await queries.fetchQuery({ ...enquiryQuery(staff, waiting.number), staleTime: 0 }))!;
    const { id: waitingId } = await enquiry();
    await waitForItems(staff, waitingId, true);
    expect(await enquiry()).toMatchObject({ can_hold: false, waiting_since: expect.any(String) });
    await queries.fetchQuery({
      ...enquiriesQuery(staff, { tab: 'enquiries', q: waiting.number }),
      staleTime: 0,
    });
    const record = async () =>
      (await queries.fetchQuery({ ...orderQuery(staff, made.number), staleTime: 0 }))!;
    const order = await record();
    const [first] = order.items;
    const edit = (changes: readonly OrderChange[] | Undo) =>
      changeOrder(staff, { id: order.id, changes, key: randomUUID() });
    const undo = await edit([
      { action: 'quantity', line: first!.id, quantity: 2, expected: 1 },
      { action: 'price', line: first!.id, price: 120, reason: 'Regular', expected: 150 },
    ]);
    await edit(undo!);
    await edit([{ action: 'price', line: first!.id, price: 120, reason: 'Regular' }]);
    const delivery = {
      action: 'add_text',
      line: randomUUID(),
      description: 'Delivery',
      quantity: 1,
      price: 500,
      per_day: false,
    } as const;
    await edit([delivery]);
    await edit([{ action: 'discount', percent: 10, amount: null, reason: 'Friend' }]);
    expect((await record()).total_price).toBe((120 * 3 + 500) * 0.9);
    await edit([{ action: 'discount', percent: null, amount: 60, reason: 'Friend' }]);
    const short = edit([{ action: 'quantity', line: first!.id, quantity: 3 }]);
    expect(refusedItems(await short.catch((thrown: unknown) => thrown))).toMatchObject([
      { id: lamp!.id, wanted: 3, free: 2 },
    ]);
    const stale = edit([{ action: 'quantity', line: first!.id, quantity: 2, expected: 5 }]);
    expect(changedMeanwhile(await stale.catch((thrown: unknown) => thrown))).toMatchObject([
      { index: 0, line: first!.id, field: 'quantity', present: 1 },
    ]);
    await edit([{ action: 'dates', rental_from: day(50), rental_to: day(51) }]);
    await gateway.db.owner`
      insert into order_items (order_id, description, quantity, price, per_day, charge, charge_for, position)
      values (${order.id}, 'Late by 1 day', 1, 0, false, 'late', ${first!.id}, 9)`;
    const now = await record();
    expect(now).toMatchObject({ total_price: 120 * 2 + 500 - 60, discount_amount: 60 });
    expect(now.items.map(({ description }) => description)).toEqual([
      null,
      'Delivery',
      'Late by 1 day',
    ]);
    await queries.fetchQuery({
      ...ordersQuery(staff, { tab: 'orders', q: made.number }),
      staleTime: 0,
    });
    const period = { rental_from: day(50), rental_to: day(51) };
    const free = freeQuery(staff, period, [{ type: 'prop', id: lamp!.id, quantity: 2 }]);
    expect(await queries.fetchQuery(free)).toMatchObject([{ free: 1, of: 2 }]);
    const prices = await queries.fetchQuery(itemPricesQuery(staff, [lamp!.id]));
    expect(prices.get(lamp!.id)).toBe(150);
  });

  it('staff own and note enquiries and orders, and merge two customers', async () => {
    const { pages } = await queries.fetchInfiniteQuery(catalogueQuery(visitor, everything, {}));
    const { kind: type, id, price } = pages[0]!.items[0]!;
    const items = [{ type, id, price, quantity: 1 }];
    const dates = { rental_from: daysAhead(40), rental_to: daysAhead(40) };
    const send = async (mobile: string) => {
      const person = contact({ mobile });
      const sent = await submitEnquiry(visitor, randomUUID(), { ...person, ...dates, items });
      return queries.fetchQuery(enquiryQuery(staff, sent.enquiry_number));
    };
    const [one, other] = [await send('+919812345681'), await send('+919812345682')];
    const noteOn = async (about: NoteSubject) => {
      const note = randomUUID();
      await addNote(staff, about, { id: note, note: 'Call back' });
      await editNote(staff, { id: note, edited_at: null }, 'Called back');
    };
    const nobody = { id: one!.id, assigned_to: null };
    await assignRental(staff, 'enquiry_orders', nobody, account.id);
    await assignRental(staff, 'enquiry_orders', { ...nobody, assigned_to: account.id }, null);
    await assignRental(staff, 'enquiry_orders', nobody, account.id);
    const late = assignRental(staff, 'enquiry_orders', nobody, null);
    await expect(late).rejects.toMatchObject({ status: 409 });
    await noteOn({ customer_id: one!.customer.id, enquiry_order_id: one!.id });
    const mine = { tab: 'enquiries', owner: 'me' } as const;
    const listed = await queries.fetchQuery(enquiriesQuery(staff, mine));
    expect(listed.items.map((row) => row.id)).toEqual([one!.id]);
    await queries.fetchQuery({ ...enquiryQuery(staff, one!.enquiry_number!), staleTime: 0 });
    const order = orderQuery(staff, await convertEnquiry(staff, one!.id));
    const made = await queries.fetchQuery(order);
    expect(made?.owner).toEqual({ id: account.id, name: 'admin' });
    await noteOn({ customer_id: one!.customer.id, order_id: made!.id });
    await assignRental(staff, 'orders', made!, null);
    await assignRental(staff, 'orders', { id: made!.id, assigned_to: null }, account.id);
    expect((await queries.fetchQuery({ ...order, staleTime: 0 }))?.notes).toHaveLength(2);
    await queries.fetchQuery(ordersQuery(staff, { tab: 'orders', owner: 'me' }));

    const record = (number: string) =>
      queries.fetchQuery({ ...customerQuery(staff, number), staleTime: 0 });
    const [into, from] = [one!.customer, other!.customer];
    const { updated_at: seen } = (await record(into.customer_number))!;
    const edit = { first_name: 'Asha', last_name: 'Rao', email: 'asha@example.test' };
    const taken = editCustomer(staff, into.id, { ...edit, mobile: '+919812345682' }, seen);
    expect(mobileHolder(await taken.catch((thrown: unknown) => thrown))).toMatchObject({
      id: from.id,
      customer_number: from.customer_number,
    });
    const merge = { into: into.id, from: from.id, details: [] };
    await mergeCustomers(staff, merge, randomUUID());
    const merged = await record(into.customer_number);
    expect(merged?.merges).toMatchObject([{ customer_number: from.customer_number }]);
    expect((await record(from.customer_number))?.merged_into?.id).toBe(into.id);
    await undoMerge(staff, merged!.merges[0]!.id, randomUUID());
    expect((await record(from.customer_number))?.merged_into).toBeNull();
  });

  it('staff archive an item', async () => {
    const [lamp] = await gateway.db.owner<{ id: string }[]>`
      insert into props (name, price, quantity) values ('Cracked lamp', 20, 1) returning id`;
    const archive = (archived: boolean) =>
      archiveItems(staff, propInventory, [lamp!.id], archived, randomUUID());
    expect(await archive(true)).toBe(1);
    const list = await queries.fetchQuery(
      inventoryQuery(staff, propInventory, { archived: 'yes' }),
    );
    expect(list.items).toMatchObject([{ id: lamp!.id, active: false }]);
    expect(await archive(false)).toBe(1);
  });

  it('staff erase a customer', async () => {
    const { pages } = await queries.fetchInfiniteQuery(catalogueQuery(visitor, everything, {}));
    const { kind: type, id, price } = pages[0]!.items[0]!;
    const items = [{ type, id, price, quantity: 1 }];
    const person = contact({ mobile: '+919812345670' });
    const dates = { rental_from: today, rental_to: today };
    for (let n = 0; n < 2; n += 1) {
      await submitEnquiry(visitor, randomUUID(), { ...person, ...dates, items });
    }
    const leads = { tab: 'leads', q: '9812345670' } as const;
    const found = await queries.fetchQuery(leadsQuery(staff, leads, account.id));
    const lead = found.items[0]!;
    const mine = { tab: 'enquiries', customer: lead.id } as const;
    const [enquiry] = (await queries.fetchQuery(enquiriesQuery(staff, mine))).items;
    const order = await convertEnquiry(staff, enquiry!.id);
    const record = () => queries.fetchQuery({ ...orderQuery(staff, order), staleTime: 0 });
    await setOrderStatus(staff, (await record())!.id, { status: 'returned' });
    await eraseCustomer(staff, lead.id);
    expect((await record())?.customer.erased_at).not.toBeNull();
    const number = enquiry?.enquiry_number ?? '';
    await queries.fetchQuery({ ...enquiryQuery(staff, number), staleTime: 0 });
    await queries.fetchQuery({ ...enquiriesQuery(staff, mine), staleTime: 0 });
    await queries.fetchQuery(ordersQuery(staff, { tab: 'orders', customer: lead.id }));
    const erased = await queries.fetchQuery(customerQuery(staff, lead.customer_number));
    expect(erased?.orders[0]?.order_number).toBe(order);
    expect(await queries.fetchQuery(customerQuery(staff, 'CUS-99999'))).toBeNull();
  });

  it('staff manage items and lookups', async () => {
    const lamp = randomUUID();
    const source = { table: 'colors', column: 'name' } as const;
    await addLookupValue(staff, source, lamp, { label: 'Lamp black', hex: '#101010' });
    await queries.fetchQuery(lookupValuesQuery(staff, source));
    for (const lookup of propInventory.lookups)
      await queries.fetchQuery(lookupQuery(staff, lookup));
    const columns = { name: 'Lamp', description: 'Brass', price: 10, quantity: 1, color_id: lamp };
    const id = randomUUID();
    const created = await createItem(staff, propInventory, id, columns);
    const saved = 'saved' in created ? created.saved : created.conflict;
    await updateItem(staff, propInventory, saved, { price: 20 });
    expect(await updateItem(staff, propInventory, saved, { price: 30 })).toHaveProperty('conflict');
    const code = String(saved['prop_id']);
    const item = await queries.fetchQuery(inventoryItemQuery(staff, propInventory, code));
    expect(item?.price).toBe(20);
    const later = { rental_from: daysAhead(5), rental_to: daysAhead(6) };
    const items = [{ type: 'prop' as const, id, price: 20, quantity: 1 }];
    await submitEnquiry(visitor, randomUUID(), { ...contact(), ...later, items });
    const asked = await queries.fetchQuery(
      enquiriesQuery(staff, { tab: 'enquiries', q: '9812345678' }),
    );
    await convertEnquiry(staff, asked.items[0]!.id);
    const list = await queries.fetchQuery(inventoryQuery(staff, propInventory, {}));
    expect(list.items[0]).toMatchObject({ code, free_today: 1, next_reserved: daysAhead(5) });
    expect(await removeLookupValue(staff, source, lamp)).toEqual([
      { plural: 'Props', count: 1, names: ['Lamp'] },
    ]);
    const spare = randomUUID();
    await addLookupValue(staff, source, spare, { label: 'Spare' });
    expect(await removeLookupValue(staff, source, spare)).toEqual([]);
  });

  it('staff look after the stock of an item and of a kit', async () => {
    const [prop] = await gateway.db.owner<{ id: string }[]>`
      insert into props (name, price, quantity) values ('Reading lamp of glass', 20, 3) returning id`;
    const [kit] = await gateway.db.owner<{ id: string }[]>`
      select id from sets where active order by set_id limit 1`;
    const item = { type: 'prop', id: prop!.id } as const;
    const set = { type: 'set', id: kit!.id } as const;
    const days = { rental_from: daysAhead(20), rental_to: daysAhead(21) };
    const repair = {
      ...item,
      ...days,
      kind: 'out_of_service',
      quantity: 1,
      reason: 'Glue',
    } as const;
    const key = randomUUID();
    const made = await changeStock(staff, repair, key);
    expect(await changeStock(staff, repair, key)).toBe(made);
    await changeStock(staff, { ...repair, kind: 'sub_rental', reason: 'Next door' }, randomUUID());
    await setTurnaround(staff, item, 2);
    const lines = [{ ...item, price: 20, quantity: 1 }];
    const book = async () => {
      await submitEnquiry(visitor, randomUUID(), { ...contact(), ...days, items: lines });
      const search = { tab: 'enquiries', q: '9812345678' } as const;
      const asked = await queries.fetchQuery({ ...enquiriesQuery(staff, search), staleTime: 0 });
      return asked.items[0]!;
    };
    await convertEnquiry(staff, (await book()).id);
    const held = await book();
    await gateway.db.owner`
      insert into reservations (item_id, quantity, kind, status, rented, blocked, enquiry_item_id, expires_at)
      select line.item_id, 1, 'hold', 'held', days, days, line.id, now() + interval '1 hour'
      from enquiry_items as line, daterange(line.rental_from, line.rental_to, '[]') as days
      where line.enquiry_order_id = ${held.id}`;
    const stock = () =>
      queries.fetchQuery({
        ...itemStockQuery(staff, item, { from: today, days: 60 }),
        staleTime: 0,
      });
    const before = await stock();
    expect(before).toMatchObject({ turnaround_days: 2, own_turnaround_days: 2 });
    expect(before.reservations.map(({ kind }) => kind).toSorted()).toEqual([
      'hold',
      'out_of_service',
      'rental',
      'sub_rental',
    ]);
    expect(before.days.find(({ day }) => day === days.rental_from)).toMatchObject({
      room: before.of,
      booked: 1,
      held: 1,
    });
    expect(await checkStock(staff, 'prop', [item.id], 1)).toMatchObject({
      reservations: 2,
      next_day: days.rental_from,
      short: 1,
    });
    await queries.fetchQuery(stockCheckQuery(staff, item));
    await releaseReservation(staff, { id: made });
    expect((await stock()).reservations).toHaveLength(3);
    await setTurnaround(staff, item, null);

    expect((await queries.fetchQuery(foundItemsQuery(staff, 'chair'))).length).toBeGreaterThan(1);
    const [found] = await queries.fetchQuery(foundItemsQuery(staff, 'lamp'));
    await setComponents(staff, set, withComponent(withComponent([], found!), found!));
    expect(await queries.fetchQuery(componentsQuery(staff, set))).toMatchObject([
      { id: found!.id, quantity: 2 },
    ]);
    const inside = { ...found!, ...set, name: '', code: '' };
    const refused = setComponents(staff, set, withComponent([], inside));
    expect(await refused.catch((error: unknown) => error)).toMatchObject({ status: 422 });
  });

  it('staff number the pieces of an item, print their labels and scan them', async () => {
    const [prop] = await gateway.db.owner<{ id: string; code: string }[]>`
      insert into props (name, price, quantity, images)
      values ('Brass bell', 20, 3, '{/demo/bell.webp}') returning id, prop_id as code`;
    const item = { type: 'prop', id: prop!.id } as const;
    const key = randomUUID();
    expect(await numberPieces(staff, item, 2, key)).toBe(2);
    expect(await numberPieces(staff, item, 2, key)).toBe(2);
    const tooMany = numberPieces(staff, item, 2, randomUUID());
    expect(await tooMany.catch((error: unknown) => error)).toMatchObject({ status: 422 });
    await setPlace(staff, item, 'Shelf B3');
    const read = async () => queries.fetchQuery(piecesQuery(staff, item));
    const [first] = (await read()).pieces;
    await editPiece(staff, { ...first!, note: 'Dented' });
    // Their answers have the note too.
    await numberPieces(staff, item, 1, randomUUID());
    expect((await read()).pieces[0]).toMatchObject({ note: 'Dented', retired: false });
    await gateway.db.owner`
      with made as (
        insert into orders (customer_id, total_price, rental_from, rental_to)
        select id, 40, ${daysAhead(0)}, ${daysAhead(1)} from customers
        where erased_at is null and merged_into is null limit 1 returning id
      )
      insert into order_items (order_id, item_type, item_id, quantity, price, rental_from, rental_to)
      select id, 'prop', ${item.id}, 2, 20, ${daysAhead(0)}, ${daysAhead(1)} from made`;
    const scan = async () => queries.fetchQuery(scanQuery(staff, first!.code));
    const move = async () => {
      const scanned = await scan();
      const day = studioToday();
      return moveScanned(
        staff,
        callOf(scanned, scanned.next[0]!, { day, today: day }),
        randomUUID(),
      );
    };
    expect((await scan()).next).toMatchObject([{ step: 'hand_over', quantity: 2 }]);
    await move();
    expect((await scan()).out).toMatchObject([{ quantity: 1, due: daysAhead(1) }]);
    const returned = await move();
    expect(returned.state).toBe('done');
    await undoScan(staff, returned.state === 'done' ? returned.answer : '', randomUUID());
    expect((await scan()).next).toMatchObject([{ step: 'take_back', quantity: 1 }]);
    expect(await queries.fetchQuery(labelsQuery(staff, [prop!.code]))).toMatchObject([
      { place: 'Shelf B3', pieces: [{ code: first!.code }, {}, {}] },
    ]);
  });

  it('staff hand pieces over and take them back', async () => {
    const { owner } = gateway.db;
    const [lamp] = await owner<{ id: string }[]>`
      insert into props (name, price, quantity, images)
      values ('Desk lamp of brass', 150, 9, array['/lamp.webp']) returning id`;
    const [set] = await owner<{ id: string }[]>`
      insert into sets (name, category, price, quantity) values ('Reading corner', 'set', 900, 1)
      returning id`;
    await owner`update items set place = 'Shelf B3' where id = ${lamp!.id}`;
    await numberPieces(staff, { type: 'prop', id: lamp!.id }, 2, randomUUID());
    const kit = { type: 'set', id: set!.id } as const;
    const [found] = await queries.fetchQuery(foundItemsQuery(staff, 'Desk lamp of brass'));
    await setComponents(staff, kit, withComponent([], found!));
    const send = async (mobile: string, rental_from: string, type: 'prop' | 'set', id: string) => {
      const items = [{ type, id, price: type === 'set' ? 900 : 150, quantity: 1 }];
      const person = contact({ mobile });
      const days = { rental_from, rental_to: rental_from };
      return (await submitEnquiry(visitor, randomUUID(), { ...person, ...days, items }))
        .enquiry_number;
    };
    const enquiry = async (number: string) =>
      (await queries.fetchQuery({ ...enquiryQuery(staff, number), staleTime: 0 }))!;
    const order = async (mobile: string, day: string, type: 'prop' | 'set', id: string) =>
      convertEnquiry(staff, (await enquiry(await send(mobile, day, type, id))).id);
    const pick = async (number: string) =>
      (await queries.fetchQuery({ ...pickListQuery(staff, number), staleTime: 0 }))!;
    const all = async (number: string, step: SentMovement['step']): Promise<SentMovement> => {
      const { lines, order: of } = await pick(number);
      const moved = lines.map(({ line, item, quantity }) => ({ line, item, quantity }));
      return { step, id: of.id, lines: moved, charges: [], key: randomUUID() };
    };
    const todays = await order('+919812345681', today, 'set', set!.id);
    await owner`
      insert into order_items (order_id, description, quantity, price, per_day, position)
      select id, 'Delivery to Whitefield', 1, 500, false, 9 from orders where order_number = ${todays}`;
    const out = await all(todays, 'hand-over');
    await movePieces(staff, out);
    await movePieces(staff, out);
    const again = await movePieces(staff, { ...out, key: randomUUID() }).catch((e: unknown) => e);
    expect(refusedMovement(again)?.length).toBeGreaterThan(0);
    const back = await all(todays, 'return');
    const photo = `${back.id}/${randomUUID()}.png`;
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const sent = await staff.storage
      .from('returns')
      .upload(photo, Buffer.from(pixel, 'base64'), { contentType: 'image/png' });
    expect(sent.error).toBeNull();
    const [first] = back.lines;
    const charges = [
      { description: 'Lost', quantity: 1, price: 900, charge: 'missing', line: first!.line },
    ] as const;
    await movePieces(staff, {
      ...back,
      lines: back.lines.map((line) => ({
        ...line,
        condition: 'missing',
        note: 'Not in the box',
        photos: [photo],
      })),
      charges: [...charges],
    });
    const photos = await queries.fetchQuery(returnPhotosQuery(staff, [photo]));
    expect((await fetch(photos.get(photo) ?? '')).headers.get('content-type')).toBe('image/png');
    const { movements } = await pick(todays);
    const [returned, handedOver] = movements;
    const reason = 'Wrong order';
    const early = undoMovement(staff, { id: handedOver!.id, reason, key: randomUUID() });
    expect(isLaterMovement(await early.catch((e: unknown) => e))).toBe(true);
    await undoMovement(staff, { id: returned!.id, reason, key: randomUUID() });
    expect((await pick(todays)).movements[0]?.undo_reason).toBe(reason);
    // An order of last week, entered late and overdue.
    const late = await order('+919812345682', today, 'prop', lamp!.id);
    const [from, to] = [daysAhead(-6), daysAhead(-4)];
    await owner`update orders set rental_from = ${from}, rental_to = ${to} where order_number = ${late}`;
    await owner`
      update order_items set rental_from = ${from}, rental_to = ${to}
      where order_id = (select id from orders where order_number = ${late})`;
    await movePieces(staff, { ...(await all(late, 'hand-over')), day: from, reason: 'Written up' });
    expect((await pick(late)).late?.lines).toMatchObject([{ days: 4, quantity: 1 }]);
    // A second option that fits now, and a hold that ends within a day.
    const holder = await enquiry(await send('+919812345683', daysAhead(3), 'prop', lamp!.id));
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await holdEnquiry(staff, { id: holder.id, until, key: randomUUID() });
    const waiting = await enquiry(await send('+919812345684', daysAhead(3), 'prop', lamp!.id));
    await owner`update enquiry_orders set waiting_since = now() where id = ${waiting.id}`;
    await owner`update enquiry_orders set assigned_to = ${account.id} where id = ${waiting.id}`;
    await order('+919812345685', today, 'prop', lamp!.id);
    const due = await queries.fetchQuery(dueTodayQuery(staff, { day: today, assignee: undefined }));
    for (const list of [due.going_out, due.coming_back, due.overdue, due.waiting, due.holds]) {
      expect(list.length).toBeGreaterThan(0);
    }
    await queries.fetchQuery(dueTodayQuery(staff, { day: today, assignee: account.id }));
    expect(await queries.fetchQuery(pickListQuery(staff, 'ORD-99999'))).toBeNull();
  });

  it('an admin changes the settings of availability', async () => {
    const { updated_at, ...settings } = await queries.fetchQuery(availabilitySettingsQuery(staff));
    const closed_days = [{ day: daysAhead(30), reason: 'Stock-taking' }];
    const wanted = { ...settings, shows: 'yes-no', closed_weekdays: [7], closed_days } as const;
    const saved = await saveAvailabilitySettings(
      staff,
      { ...wanted, closed_weekdays: [7] },
      updated_at,
    );
    expect(saved).toMatchObject({ saved: wanted });
    const repeated = await saveAvailabilitySettings(
      staff,
      { ...wanted, closed_weekdays: [7] },
      updated_at,
    );
    expect(repeated).toEqual(saved);
    const late = await saveAvailabilitySettings(staff, settings, updated_at);
    expect(late).toMatchObject({ conflict: wanted });
    const seen = 'conflict' in late ? late.conflict.updated_at : '';
    expect(await saveAvailabilitySettings(staff, settings, seen)).toMatchObject({
      saved: settings,
    });
  });

  it('staff change many items and undo it', async () => {
    const ids = await matchingItems(staff, propInventory, { q: 'chair' });
    expect(ids.length).toBeGreaterThan(1);
    const [raised, lowered] = [randomUUID(), randomUUID()];
    expect(await changeItems(staff, propInventory, raised, ids, { price: 4321 })).toBe(ids.length);
    await changeItems(staff, propInventory, lowered, ids.slice(0, 1), { price: 1 });
    expect((await undoItems(staff, raised)).items).toHaveLength(1);
    const rows = await queries.fetchQuery(batchItemsQuery(staff, raised));
    expect(rows).toHaveLength(100);
    const size = 100;
    const part = await exportItems(staff, propInventory, {}, { size, page: 1 }, signal());
    await exportItems(staff, propInventory, {}, { size, cursor: part.next ?? '' }, signal());
  });

  it('staff import a file', async () => {
    const [{ code } = { code: '' }] = await gateway.db.owner<{ code: string }[]>`
      select prop_id as code from props where active order by prop_id limit 1`;
    const id = randomUUID();
    const good = { description: 'x', price: '10', quantity: '1' };
    const stage = (lines: [number, Record<string, string>][]) =>
      stageImport(staff, propInventory, id, lines, () => {}, signal());
    await stage([
      [2, { code, name: 'Renamed by a file' }],
      [3, { name: 'Brought by a file', ...good }],
      [4, { name: 'Wrong', ...good, price: 'much' }],
      [5, { ...good }],
    ]);
    const check = await checkImport(staff, id, ['name'], signal());
    expect(check.problems.map(({ line }) => line)).toEqual([4, 5]);
    const refused = await applyImport(staff, id, ['name']).catch((thrown: unknown) => thrown);
    expect(failedCheck(refused)?.total).toBe(2);
    await stage([
      [4, { name: 'Right', ...good }],
      [5, { name: 'Right too', ...good }],
    ]);
    expect(await applyImport(staff, id, ['name'])).toMatchObject({ created: 3, changed: 1 });
    await queries.fetchQuery({ ...itemLogQuery(staff, propInventory), staleTime: 0 });
    const dropped = randomUUID();
    await stageImport(staff, propInventory, dropped, [[2, { name: 'x' }]], () => {}, signal());
    await dropImport(staff, dropped);
  });

  it('staff read what was changed', async () => {
    const { pages } = await queries.fetchInfiniteQuery(activityQuery(staff, { about: null }));
    expect(pages[0]?.rows.length).toBeGreaterThan(20);
    const accounts = activityQuery(staff, { about: null, area: 'staff', q: 'e' });
    await queries.fetchInfiniteQuery(accounts);
    const people = await queries.fetchQuery(activityPeopleQuery(staff));
    expect(people.map(({ id }) => id)).toContain(account.id);
  });
});

// why after the day: these judge what it recorded.
describe.each(Object.keys(SCHEMAS))('the answers of %s', (name) => {
  const answers = () => recorded.get(name) ?? [];

  it('are read by src/data and have the shape of its schema', () => {
    expect(answers().length, 'calls of this function by the day above').toBeGreaterThan(0);
    for (const answer of answers()) {
      expect(SCHEMAS[name]?.safeParse(answer).error?.issues ?? []).toEqual([]);
    }
  });

  it('fill every optional part at least once', () => {
    const unfilled = unfilledParts(SCHEMAS[name]!, answers()).map((part) => `${name}${part}`);
    expect(
      unfilled.filter((part) => !NEVER_FILLED.some((prefix) => part.startsWith(prefix))),
    ).toEqual([]);
  });
});
