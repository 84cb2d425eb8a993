import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ShortQuoteLine } from '#domain/documents/document-record.ts';
import { today } from './enquiry.ts';
import { useQuotes } from './quotes.ts';

const { sql, call, item, enquire, book, hold, open, answer, sent, ordersOf, link } = useQuotes();

interface Quote {
  id: string;
  version: number;
  state: string;
  valid_until: string;
  first_day: string | null;
  short: ShortQuoteLine[];
}

const draft = (of: { enquiry?: string; order?: string }) =>
  call<Quote>('make_document', { kind: 'quote', ...of, key: randomUUID() });
const read = (id: string) => call<Quote>('document', { id });
const issue = ({ id, version }: Quote) =>
  call<Quote>('issue_document', { id, version, key: randomUUID() });
const quoted = (id: string, quantity: number) =>
  sql()`update document_lines set quantity = ${quantity} where document_id = ${id}`;

describe('a quote and the stock', () => {
  test('says which lines are short: too many pieces, and what others have booked or hold', async () => {
    const [chair, lamp, sofa] = [await item(7), await item(2), await item(1)];
    const enquiry = await enquire(
      { item: chair, quantity: 7 },
      { item: lamp, quantity: 1 },
      { item: sofa, quantity: 1 },
    );
    const { id, short } = await draft({ enquiry: enquiry.id });
    expect(short).toEqual([]);
    await sql()`update document_lines set quantity = 9 where document_id = ${id} and position = 1`;
    await book({ item: lamp, quantity: 2 });
    await hold((await enquire({ item: sofa })).id);
    const now = await read(id);
    const days = [today(10), today(11), today(12)];
    expect(now.short).toMatchObject([
      { position: 1, wanted: 9, free: 7, of: 7, short_days: days, next_free: null, holds: 0 },
      { position: 2, wanted: 1, free: 0, of: 2, short_days: days, holds: 0 },
      { position: 3, wanted: 1, free: 0, of: 1, short_days: days, holds: 1 },
    ]);
    // Shortages are told and never block.
    expect(await issue(now)).toMatchObject({ state: 'issued', short: [{}, {}, {}] });
  });

  test('counts as free what its own enquiry holds and what its own order has reserved', async () => {
    const chair = await item(2);
    const enquiry = await enquire({ item: chair, quantity: 2 });
    await hold(enquiry.id);
    const { id } = await draft({ enquiry: enquiry.id });
    expect((await read(id)).short).toEqual([]);

    const order = await book({ item: await item(3), quantity: 2 });
    const ofOrder = await draft({ order: order.id });
    expect(ofOrder.short).toEqual([]);
    await quoted(ofOrder.id, 3);
    expect((await read(ofOrder.id)).short).toEqual([]);
    await quoted(ofOrder.id, 4);
    expect((await read(ofOrder.id)).short).toMatchObject([{ position: 1, wanted: 4, free: 3 }]);
  });

  test('can be read with amounts that no order can have', async () => {
    const { id } = await draft({ enquiry: (await enquire({ item: await item(1) })).id });
    await sql()`update document_lines set days = 3660, unit_price = 9999999999.99 where document_id = ${id}`;
    expect(await read(id)).toMatchObject({ short: [] });
  });
});

describe('the validity of a quote', () => {
  const begins = async (days: number | null) => {
    const { id } = await enquire({ item: await item(1) });
    await sql()`
      update enquiry_items set rental_from = private.today() + ${days}::int, rental_to = private.today() + ${days}::int + 2
      where enquiry_order_id = ${id}`;
    await sql()`
      update enquiry_orders set rental_from = private.today() + ${days}::int, rental_to = private.today() + ${days}::int + 2
      where id = ${id}`;
    return draft({ enquiry: id });
  };

  test.each([
    [3, 2],
    [8, 7],
    [30, 7],
    [1, 0],
    [0, 0],
    [-5, 0],
    [null, 7],
  ])('for a rental in %s days ends in %s', async (days, ends) => {
    const quote = await begins(days);
    expect(quote.valid_until).toBe(today(ends));
    expect(quote.first_day).toBe(days === null ? null : today(days));
    const issued = await issue(quote);
    const revised = await call<Quote>('revise_quote', { id: issued.id, key: randomUUID() });
    expect(revised.valid_until).toBe(today(ends));
  });
});

test('a customer learns what is gone, before accepting and after, until there is an order', async () => {
  const chair = await item(2);
  const { enquiry, secret, hash, quote } = await sent(
    { item: chair, quantity: 2 },
    { item: await item(1) },
  );
  const shortOf = async (of: string) =>
    // why: `open` is typed by what all linked documents have.
    ((await open(of)) as unknown as { short: number[] } | null)?.short;
  expect(await shortOf(secret)).toEqual([]);
  const other = await book({ item: chair, quantity: 1 });
  expect(await shortOf(secret)).toEqual([1]);
  expect(await answer(secret, { hash })).toMatchObject({
    state: 'accepted',
    short: [1],
    order: null,
  });
  expect(await ordersOf(enquiry.id)).toEqual([]);
  await sql()`update orders set status = 'cancelled' where id = ${other.id}`;
  expect(await shortOf((await link(quote)).secret)).toEqual([]);
});
