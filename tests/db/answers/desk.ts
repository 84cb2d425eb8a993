import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  chargeReturns,
  dueTodayQuery,
  isCharged,
  isLaterMovement,
  movePieces,
  pickListQuery,
  refusedMovement,
  returnPhotosQuery,
  undoMovement,
  type SentMovement,
} from '#data/desk/desk.ts';
import { convertEnquiry, enquiryQuery } from '#data/crm/enquiries.ts';
import { submitEnquiry } from '#data/crm/enquiry.ts';
import { holdEnquiry } from '#data/stock/reservations.ts';
import {
  editPiece,
  labelsQuery,
  numberPieces,
  piecesQuery,
  scanQuery,
  setPlace,
} from '#data/stock/pieces.ts';
import { moveScanned, undoScan } from '#data/desk/scan-steps.ts';
import { foundItemsQuery, rentableQuery, setComponents } from '#data/stock/stock.ts';
import { studioToday } from '#domain/days.ts';
import { callOf } from '#domain/scan/scan-queue.ts';
import { withComponent } from '#domain/stock/kit-components.ts';
import { contact, daysAhead, today, type StudioDay } from './studio-day.ts';

/** Pieces, labels, scans, hand-overs and returns. */
export function deskAnswers(studio: StudioDay): void {
  it('staff number the pieces of an item, print their labels and scan them', async () => {
    const { staff, gateway, queries } = studio;
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
    const { staff, account, visitor, gateway, queries } = studio;
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
    const soon = { rental_from: daysAhead(1), rental_to: daysAhead(1) };
    const { pages } = await queries.fetchInfiniteQuery(rentableQuery(staff, 'brass lamp', soon));
    expect(pages[0]?.items).toContainEqual(
      expect.objectContaining({ id: lamp!.id, place: 'Shelf B3', free: expect.any(Number) }),
    );
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
    const lateOrder = async (mobile: string) => {
      const number = await order(mobile, today, 'prop', lamp!.id);
      const [from, to] = [daysAhead(-6), daysAhead(-4)];
      await owner`update orders set rental_from = ${from}, rental_to = ${to} where order_number = ${number}`;
      await owner`
        update order_items set rental_from = ${from}, rental_to = ${to}
        where order_id = (select id from orders where order_number = ${number})`;
      const given = { ...(await all(number, 'hand-over')), day: from, reason: 'Written up' };
      await movePieces(staff, given);
      return number;
    };
    const late = await lateOrder('+919812345682');
    expect((await pick(late)).late?.lines).toMatchObject([{ days: 4, quantity: 1 }]);
    // Another one that somebody scanned back, so that charges are to be decided.
    const undecided = await lateOrder('+919812345686');
    const { charges: _, ...scanned } = await all(undecided, 'return');
    await movePieces(staff, scanned);
    expect((await pick(undecided)).charges_due?.late?.lines).toMatchObject([{ days: 4 }]);
    const decision = { id: scanned.id, charges: [], key: randomUUID() };
    const everything = { day: today, assignee: undefined, isWhole: true };
    const charged = await queries.fetchQuery(dueTodayQuery(staff, everything));
    expect(charged.to_charge).toMatchObject([{ order_number: undecided, day: today }]);
    await chargeReturns(staff, decision);
    const twice = await chargeReturns(staff, { ...decision, key: randomUUID() }).catch(
      (error: unknown) => error,
    );
    expect(isCharged(twice)).toBe(true);
    // A second option that fits now, and a hold that ends within a day.
    const holder = await enquiry(await send('+919812345683', daysAhead(3), 'prop', lamp!.id));
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await holdEnquiry(staff, { id: holder.id, until, key: randomUUID() });
    const waiting = await enquiry(await send('+919812345684', daysAhead(3), 'prop', lamp!.id));
    await owner`update enquiry_orders set waiting_since = now() where id = ${waiting.id}`;
    await owner`update enquiry_orders set assigned_to = ${account.id} where id = ${waiting.id}`;
    await order('+919812345685', today, 'prop', lamp!.id);
    // Pieces that were hired in for it until today.
    await owner`
      insert into reservations (item_id, quantity, kind, status, rented, blocked, order_item_id, reason)
      select line.item_id, 1, 'sub_rental', 'booked', days.of, days.of, line.id, 'Light House'
      from order_items as line join orders on orders.id = line.order_id
        cross join (select daterange(private.today(), private.today() + 1) as of) as days
      where orders.order_number = ${late} limit 1`;
    const due = await queries.fetchQuery(
      dueTodayQuery(staff, { day: today, assignee: undefined, isWhole: false }),
    );
    for (const list of [
      due.going_out,
      due.coming_back,
      due.overdue,
      due.waiting,
      due.holds,
      due.hired,
    ]) {
      expect(list.length).toBeGreaterThan(0);
    }
    await queries.fetchQuery(
      dueTodayQuery(staff, { day: today, assignee: account.id, isWhole: true }),
    );
    expect(await queries.fetchQuery(pickListQuery(staff, 'ORD-99999'))).toBeNull();
  });
}
