import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { rentalSum, rentalTaxes } from '#domain/documents/rental-sum.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { saveSettings, useDocuments } from './documents.ts';
import { committed, enquiry, liftLimits, today } from './enquiry.ts';
import { useOutbox } from './message-calls.ts';

const { studio, call, order, make } = useDocuments();
const outbox = useOutbox(studio);

interface Classes {
  classes: { id: string; label: string; rate: number }[];
  kinds: Record<string, string>;
}

const RENTAL = { label: 'Rental', sac: '997319', place: 'recipient' };
const classes = () => call<Classes>('tax_classes', {});
const setRate = (value: number | null) =>
  call<{ updated_at: string }[]>(
    'change_settings',
    { changes: [{ key: 'studio.gst_rate', value, seen: null }] },
    'admin',
  );
const saveClass = (given: Record<string, unknown>) =>
  call<Classes>('change_tax_class', { ...RENTAL, ...given, key: randomUUID() }, 'admin');
const rateOf = async (kind: string) => {
  const { classes: listed, kinds } = await classes();
  return listed.find(({ id }) => id === kinds[kind])?.rate;
};
const siteRate = async () => {
  const [row] = await studio.db.owner<{ rate: number | null }[]>`
    select (site_settings('{studio}') ->> 'studio.gst_rate')::float as rate`;
  return row?.rate;
};
/** Amount to pay of an order of ₹500, and its quote. */
const duesOf500 = async () => {
  const made = await order([['Sofa', 500, 1, 1]]);
  await studio.db.owner`update orders set total_price = 500 where id = ${made}`;
  const [row] = await studio.db.owner<{ due: number }[]>`
    select due::float from private.order_balances where order_id = ${made}`;
  return [row?.due, (await make('quote', { order: made })).sums.total];
};

afterEach(() => studio.db.owner`delete from private.studio_settings where key = 'studio.gst_rate'`);

test('a new rate in the settings is that of the tax classes, so an order owes what its quote says', async () => {
  expect(await duesOf500()).toEqual([590, 590]);
  await setRate(0.12);
  expect(await duesOf500()).toEqual([560, 560]);
  expect(await rateOf('other')).toBe(12);
  expect(await rateOf('prop')).toBe(12);

  const [change] = await call<{ change_id: string }[]>(
    'setting_history',
    { groups: '{studio}' },
    'admin',
  );
  await call('undo_setting_change', { change_id: change?.change_id }, 'admin');
  expect(await duesOf500()).toEqual([590, 590]);
  expect(await rateOf('prop')).toBe(18);
});

test('a kind that is taxed at another rate keeps its class', async () => {
  const { classes: known } = await saveClass({ label: 'Clothes', rate: 5 });
  const clothes = known.find(({ label }) => label === 'Clothes')?.id;
  await call('set_kind_tax', { kind: 'cloth', tax_class: clothes }, 'admin');
  expect(await siteRate()).toBeNull();
  await setRate(0.125);
  expect([await rateOf('cloth'), await rateOf('gear')]).toEqual([5, 12.5]);
  expect((await classes()).classes.map(({ label }) => label).toSorted()).toEqual([
    'Clothes',
    'Rental',
  ]);
});

test('a new rate of the general class is that of the settings, cart and estimates', async () => {
  const { kinds } = await classes();
  await saveClass({ id: kinds['other'], rate: 28 });
  expect(await siteRate()).toBe(0.28);
  expect(await duesOf500()).toEqual([640, 640]);

  const { classes: known } = await saveClass({ label: 'Services', rate: 12 });
  const services = known.find(({ label }) => label === 'Services')?.id;
  await call('set_kind_tax', { kind: 'other', tax_class: services }, 'admin');
  expect(await siteRate()).toBe(0.12);
  expect([await rateOf('gear'), await rateOf('other')]).toEqual([28, 12]);
});

test('what a visitor will pay, in the answer, its page and both e-mails, is to the paisa what the quote says', async () => {
  const sql = studio.db.owner;
  await liftLimits(studio.db);
  await outbox.setStudioAddress('desk@studio.test');
  await outbox.empty();
  const { classes: known } = await saveClass({ label: 'Crew', rate: 5.25, place: 'premises' });
  const crew = known.find(({ label }) => label === 'Crew')?.id;
  await call('set_kind_tax', { kind: 'crew', tax_class: crew }, 'admin');
  await sql`update props set price = 333.33`;
  await sql`update crews set price = 1666.67`;
  const items = await sql<{ type: ItemKind; id: string; price: number }[]>`
    select type, id, price::float8 from catalogue_items order by type, code`;
  const expectSame = async (days: number, roundOff: boolean, isRegistered = true) => {
    await saveSettings(studio, {
      'documents.round_off': roundOff,
      'studio.gst_registered': isRegistered,
    });
    const lines = items.map((item, at) => ({ ...item, quantity: 1 + ((at * 7 + days) % 9) }));
    const email = `asha${days}@mail.test`;
    const sent = enquiry({ email, items: lines, rental_from: today(1), rental_to: today(days) });
    const answer = await committed(studio.db, studio.who('anon'), sent);
    const [row] = await sql<{ id: string }[]>`
      select id from enquiry_orders where enquiry_number = ${answer.enquiry_number}`;
    const page = await call<{ payable: number }>('linked_enquiry', { secret: answer.link }, 'anon');
    const mails = await outbox.sendAll();
    const told = Object.fromEntries(
      mails.map(({ template, content }) => [template, content.rental?.payable]),
    );
    const { sums } = await make('quote', { enquiry: row!.id });
    expect(page.payable).toBe(sums.total);
    expect(told).toEqual({ acknowledgement: sums.total, enquiry_new: sums.total });
    const taxes = rentalTaxes.parse(await call('rental_taxes', {}, 'anon'));
    const sum = rentalSum(lines, days, taxes);
    expect([answer.payable, sum.total, sum.roundOff]).toEqual([
      sums.total,
      sums.total,
      sums.round_off,
    ]);
    return sum;
  };
  expect((await expectSame(1, false)).gst.map(({ rate }) => rate)).toContain(5.25);
  await expectSame(3, true);
  expect((await expectSame(2, false, false)).gst).toEqual([]);
});
