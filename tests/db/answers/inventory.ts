import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { convertEnquiry, enquiriesQuery } from '#data/crm/enquiries.ts';
import { submitEnquiry } from '#data/crm/enquiry.ts';
import { Failure } from '#data/core/failure.ts';
import {
  archiveItems,
  batchItemsQuery,
  changeItems,
  exportItems,
  itemLogQuery,
  matchingItems,
  undoItems,
} from '#data/stock/inventory-bulk.ts';
import {
  applyImport,
  checkImport,
  dropImport,
  failedCheck,
  stageImport,
} from '#data/stock/inventory-import.ts';
import {
  createItem,
  inventoryItemQuery,
  inventoryQuery,
  updateItem,
} from '#data/stock/inventory.ts';
import {
  addLookupValue,
  lookupQuery,
  lookupValuesQuery,
  removeLookupValue,
} from '#data/stock/lookups.ts';
import { propInventory } from '#domain/inventory/kinds/prop.ts';
import { untilWaiting } from '#tests/support/waiting.ts';
import { contact, daysAhead, type StudioDay } from './studio-day.ts';

/** Items, lists of values, bulk changes and imports. */
export function inventoryAnswers(studio: StudioDay): void {
  it('staff archive an item', async () => {
    const { staff, gateway, queries } = studio;
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

  it('staff manage items and lookups', async () => {
    const { staff, visitor, queries } = studio;
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

  it('says that a lookup value is in use which an item takes up while it is removed', async () => {
    const { gateway, signedIn } = studio;
    const staff = await signedIn(await gateway.createStaff('inventory_user'));
    const { owner } = gateway.db;
    const [color] = await owner<{ id: string }[]>`
      insert into colors (name) values ('Contested') returning id`;
    const source = { table: 'colors', column: 'name' } as const;
    const removed = await owner.begin(async (sql) => {
      await sql`insert into props (name, price, color_id) values ('Rug', 10, ${color!.id})`;
      const removal = removeLookupValue(staff, source, color!.id).catch((error: unknown) => error);
      // The removal has counted no items by now and waits for this transaction.
      await untilWaiting(owner);
      return { removal };
    });
    expect(await removed.removal).toEqual(
      new Failure('It is in use and cannot be removed.', { status: 409 }),
    );
  });

  it('staff change many items and undo it', async () => {
    const { staff, queries } = studio;
    const ids = await matchingItems(staff, propInventory, { q: 'chair' });
    expect(ids.length).toBeGreaterThan(1);
    const [raised, lowered] = [randomUUID(), randomUUID()];
    expect(await changeItems(staff, propInventory, raised, ids, { price: 4321 })).toBe(ids.length);
    await changeItems(staff, propInventory, lowered, ids.slice(0, 1), { price: 1 });
    expect((await undoItems(staff, raised)).items).toHaveLength(1);
    const rows = await queries.fetchQuery(batchItemsQuery(staff, raised));
    expect(rows).toHaveLength(100);
    const size = 100;
    const part = await exportItems(
      staff,
      propInventory,
      {},
      { size, page: 1 },
      new AbortController().signal,
    );
    await exportItems(
      staff,
      propInventory,
      {},
      { size, cursor: part.next ?? '' },
      new AbortController().signal,
    );
  });

  it('staff import a file', async () => {
    const { staff, gateway, queries } = studio;
    const [{ code } = { code: '' }] = await gateway.db.owner<{ code: string }[]>`
      select prop_id as code from props where active order by prop_id limit 1`;
    const id = randomUUID();
    const good = { description: 'x', price: '10', quantity: '1' };
    const stage = (lines: [number, Record<string, string>][]) =>
      stageImport(staff, propInventory, id, lines, () => {}, new AbortController().signal);
    await stage([
      [2, { code, name: 'Renamed by a file' }],
      [3, { name: 'Brought by a file', ...good }],
      [4, { name: 'Wrong', ...good, price: 'much' }],
      [5, { ...good }],
    ]);
    const check = await checkImport(staff, id, ['name'], new AbortController().signal);
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
    await stageImport(
      staff,
      propInventory,
      dropped,
      [[2, { name: 'x' }]],
      () => {},
      new AbortController().signal,
    );
    await dropImport(staff, dropped);
  });
}
