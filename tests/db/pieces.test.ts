import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { today } from './enquiry.ts';
import { field, useStaffStock } from './staff-stock.ts';
import type { Given } from './staff-stock.ts';
import { CALLERS } from './studio.ts';

const { studio, call, said, item, of, book, ...stock } = useStaffStock();

type Piece = { id: string; number: number; code: string; note: string | null; retired: boolean };
type Pieces = { pieces: Piece[] };

const number = async (id: string, count: number, key = randomUUID()) =>
  (await call<Pieces>('number_pieces', { ...(await of(id)), count, key }, 'inventory_user')).pieces;
const read = async (id: string) =>
  (await call<Pieces>('pieces', await of(id), 'inventory_user')).pieces;
const edit = async (piece: Piece | undefined, change: Given) =>
  (
    await call<Pieces>(
      'edit_piece',
      { id: piece?.id, note: piece?.note, retired: piece?.retired, ...change },
      'inventory_user',
    )
  ).pieces;
const codeOf = async (id: string) =>
  (await studio.db.owner<{ code: string }[]>`select code from items where id = ${id}`)[0]?.code ??
  '';

describe('numbered pieces', () => {
  test('get the next numbers, once for each key, and the code of their item', async () => {
    const chair = await item(3);
    const code = await codeOf(chair);
    const key = randomUUID();
    const made = await number(chair, 2, key);
    expect(made.map((piece) => piece.code)).toEqual([`${code}-01`, `${code}-02`]);
    expect(made[0]).toMatchObject({ number: 1, note: null, retired: false });
    expect(await number(chair, 2, key)).toEqual(made);
    expect((await number(chair, 1)).map((piece) => piece.number)).toEqual([1, 2, 3]);
    const reused = await said('number_pieces', { ...(await of(chair)), count: 1, key });
    expect(reused.message).toBe('idempotency_key_reused');
  });

  test('are never more in use than there are in stock', async () => {
    const chair = await item(2);
    const given = { ...(await of(chair)), key: randomUUID() };
    expect(await said('number_pieces', { ...given, count: 3 })).toMatchObject({
      ...field('count'),
      message: '2 in stock, 0 numbered already.',
    });
    const [first, second] = await number(chair, 2);
    await edit(first, { retired: true });
    // A number is never used again.
    const all = await number(chair, 1);
    expect(all.map((piece) => [piece.number, piece.retired])).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
    expect(await said('edit_piece', { id: first?.id, note: null, retired: false })).toMatchObject(
      field('retired'),
    );
    await edit(second, { retired: true });
    const back = await edit(first, { retired: false });
    expect(back.map((piece) => piece.retired)).toEqual([false, true, false]);
    // Lowered stock is a fact: the pieces stay until somebody retires one.
    await studio.db.owner`update props set quantity = 1 where id = ${chair}`;
    expect((await edit(first, { note: 'Left arm loose' }))[0]?.note).toBe('Left arm loose');
    expect(await said('number_pieces', { ...given, count: 1 })).toMatchObject(field('count'));
  });

  test('of two calls at once never share a number or exceed the stock', async () => {
    const chair = await item(5);
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => number(chair, 2)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await read(chair)).map((piece) => piece.number)).toEqual([1, 2, 3, 4]);
  });

  test('of an item that is not counted have no limit but that of one call', async () => {
    const lamp = await item(0);
    const made = await number(lamp, 120);
    expect(made.slice(98, 100).map(({ code }) => code.replace(/^.*-/, ''))).toEqual(['99', '100']);
    for (const count of [0, 1001, null]) {
      const given = { ...(await of(lamp)), count, key: randomUUID() };
      expect(await said('number_pieces', given)).toMatchObject(field('count'));
    }
    const keyless = { ...(await of(lamp)), count: 1, key: null };
    expect(await said('number_pieces', keyless)).toMatchObject(field('key'));
  });

  test('have a note; a blank one is none', async () => {
    const chair = await item(1);
    const [piece] = await number(chair, 1);
    expect((await edit(piece, { note: '  Scratched  ' }))[0]?.note).toBe('Scratched');
    expect((await edit(piece, { note: ' ' }))[0]?.note).toBe(null);
    const given = { id: piece?.id, note: null, retired: false };
    expect(await said('edit_piece', { ...given, note: 'x'.repeat(201) })).toMatchObject(
      field('note'),
    );
    expect(await said('edit_piece', { ...given, retired: null })).toMatchObject(field('retired'));
    expect(await said('edit_piece', { ...given, id: randomUUID() })).toMatchObject({
      code: 'PT404',
    });
  });

  test('stay, with their codes, when their item is deleted, and cannot be used again', async () => {
    const chair = await item(1);
    const [piece] = await number(chair, 1);
    await edit(piece, { retired: true });
    await studio.db.owner`delete from props where id = ${chair}`;
    const [stored] = await studio.db.owner<{ code: string }[]>`
      select code from item_pieces where id = ${piece?.id ?? ''}`;
    expect(stored?.code).toBe(piece?.code);
    expect(await said('pieces', { type: 'prop', id: chair })).toMatchObject({ code: 'PT404' });
    expect(await said('edit_piece', { id: piece?.id, note: null, retired: false })).toMatchObject(
      field('retired'),
    );
    expect(
      await said('number_pieces', { type: 'prop', id: chair, count: 1, key: randomUUID() }),
    ).toMatchObject({ code: 'PT404' });
  });
});

describe('labels', () => {
  test('are those of the items, in the order of their codes, with the pieces in use', async () => {
    const [chair, lamp, gone] = [await item(2), await item(1, 'gear'), await item(1)];
    const [first, second] = await number(chair, 2);
    await edit(first, { retired: true });
    const codes = [await codeOf(lamp), second?.code ?? '', await codeOf(gone), 'PRP-99999'];
    await studio.db.owner`delete from props where id = ${gone}`;
    const labels = await call<Given[]>('labels', { codes: [...codes, codes[0]] }, 'inventory_user');
    expect(labels).toMatchObject([
      { item: lamp, type: 'gear', code: codes[0], pieces: [] },
      {
        item: chair,
        type: 'prop',
        code: await codeOf(chair),
        name: expect.stringMatching(/^Item /) as unknown,
        pieces: [{ id: second?.id, code: second?.code }],
      },
    ]);
    expect(await said('labels', { codes: Array(501).fill('PRP-1') })).toMatchObject(field('codes'));
  });
});

type Step = { step: string; order_number: string; quantity: number; day: string };
type Scan = {
  item: Given | null;
  piece: Given | null;
  out: (Given & { order_number: string })[];
  next: Step[];
};

const scan = (code: string, caller: 'crm_user' | 'inventory_user' = 'crm_user') =>
  call<Scan>('scan', { code }, caller);
const steps = async (code: string) =>
  (await scan(code)).next.map(({ step, order_number, quantity }) => [step, order_number, quantity]);
/** An order of the item for these days from today, which may have begun before today. */
const order = async (of_: string, from: number, to: number, quantity = 1) => {
  const made = await book({ item: of_, from, to, quantity });
  return { id: made.id, number: String(made['order_number']) };
};
/** The order's pieces are out, as its status says. */
const takeOut = (id: string) =>
  studio.db.owner`update orders set status = 'in_progress' where id = ${id}`;
/** Numbered pieces of an order's only line go out, or are returned. */
const move = async (id: string, kind: 'hand_over' | 'return', pieces: string[], out: number) => {
  await studio.db.owner`
    with line as (select id, item_id from order_items where order_id = ${id}),
    movement as (
      insert into order_movements (order_id, kind, day) values (${id}, ${kind}, private.today()) returning id
    ), part as (
      insert into order_movement_lines (movement_id, order_item_id, item_id, quantity, pieces)
      select movement.id, line.id, line.item_id, ${pieces.length}, ${pieces} from movement, line
    )
    update reservations set handed_over = ${out}, status = ${out > 0 ? 'out' : 'booked'}
    from line where order_item_id = line.id and kind = 'rental'`;
};

describe('a scanned label', () => {
  test('is an item or a piece, by its code or its address', async () => {
    const chair = await item(3);
    const code = await codeOf(chair);
    const [piece] = await number(chair, 1);
    await edit(piece, { note: 'Left arm loose' });
    const told = await scan(code);
    expect(told).toEqual({
      item: {
        ...(await of(chair)),
        name: expect.stringMatching(/^Item /) as unknown,
        code,
        image: null,
        place: null,
        quantity: 3,
        free_today: 3,
      },
      piece: null,
      out: [],
      next: [],
    });
    const pieceCode = piece?.code ?? '';
    const withPiece = {
      ...told,
      piece: { id: piece?.id, code: pieceCode, note: 'Left arm loose', retired: false },
    };
    for (const label of [
      pieceCode,
      ` ${pieceCode.toLowerCase()}\n`,
      `https://studio.example/ops/scan/${pieceCode}`,
      `http://192.168.1.7:3000/ops/scan/${pieceCode}?from=label#top`,
    ]) {
      expect({ label, ...(await scan(label)) }).toEqual({ label, ...withPiece });
    }
  });

  test('may be unknown, or of a deleted item', async () => {
    const nothing = { item: null, piece: null, out: [], next: [] };
    for (const label of [
      'PRP-99999',
      '',
      '  ',
      'https://example.com/',
      "'; drop",
      'x'.repeat(501),
    ]) {
      expect(await scan(label)).toEqual(nothing);
    }
    expect(await call('scan', { code: null })).toEqual(nothing);
    const chair = await item(1);
    const code = await codeOf(chair);
    const [piece] = await number(chair, 1);
    await studio.db.owner`delete from props where id = ${chair}`;
    expect(await scan(code)).toEqual(nothing);
    expect(await scan(piece?.code ?? '')).toMatchObject({
      item: null,
      piece: { id: piece?.id },
      next: [],
    });
  });

  test('offers what is overdue first, then what goes out today, then what is due', async () => {
    const chair = await item(9);
    const code = await codeOf(chair);
    const overdue = await order(chair, -3, -1);
    const leaving = await order(chair, 0, 2, 2);
    const due = await order(chair, -1, 0);
    const later = await order(chair, -1, 3);
    const coming = await order(chair, 5, 6);
    for (const { id } of [later, due, overdue]) await takeOut(id);
    expect(await steps(code)).toEqual([
      ['take_back', overdue.number, 1],
      ['hand_over', leaving.number, 2],
      ['take_back', due.number, 1],
      ['take_back', later.number, 1],
      ['hand_over', coming.number, 1],
    ]);
    const { out, next } = await scan(code);
    expect(out.map(({ order_number }) => order_number)).toEqual([
      overdue.number,
      due.number,
      later.number,
    ]);
    expect(out[0]).toMatchObject({ customer: 'Asha Rao', quantity: 1, due: today(-1) });
    expect(next[1]).toMatchObject({ order_id: leaving.id, item: chair, day: today(0) });
    // Stock staff read what it is, not whose it is.
    expect(await scan(code, 'inventory_user')).toMatchObject({
      item: { code },
      out: [],
      next: [],
    });
  });

  test('hands nothing over first while no piece is in the studio', async () => {
    const chair = await item(1);
    const back = await order(chair, 0, 0);
    const next = await order(chair, 2, 3);
    await takeOut(back.id);
    expect(await steps(await codeOf(chair))).toEqual([
      ['take_back', back.number, 1],
      ['hand_over', next.number, 1],
    ]);
  });

  test('of a piece that is out is taken back for its own order only', async () => {
    const chair = await item(4);
    const [first, second, third] = await number(chair, 3);
    const [mine, other] = [await order(chair, 0, 1, 2), await order(chair, 0, 2, 1)];
    await move(mine.id, 'hand_over', [first?.id ?? ''], 1);
    expect(await steps(first?.code ?? '')).toEqual([['take_back', mine.number, 1]]);
    expect(await steps(second?.code ?? '')).toEqual([
      ['hand_over', mine.number, 1],
      ['hand_over', other.number, 1],
    ]);
    await move(mine.id, 'return', [first?.id ?? ''], 0);
    expect(await steps(first?.code ?? '')).toEqual([
      ['hand_over', mine.number, 2],
      ['hand_over', other.number, 1],
    ]);
    await edit(third, { retired: true });
    expect(await scan(third?.code ?? '')).toMatchObject({ piece: { retired: true }, next: [] });
  });

  test('of a part of a kit is for the order of the kit', async () => {
    const [kit, lamp] = [await item(1, 'sets'), await item(2)];
    await stock.contain(kit, { [lamp]: 2 });
    const booked = await order(kit, 0, 1);
    expect(await steps(await codeOf(lamp))).toEqual([['hand_over', booked.number, 2]]);
    expect((await scan(await codeOf(lamp))).next[0]).toMatchObject({ item: lamp });
  });

  test('is for no order that is cancelled, over or not confirmed any more', async () => {
    const chair = await item(5);
    const [over, cancelled] = [await order(chair, -4, -2), await order(chair, 0, 1)];
    await studio.db.owner`update orders set status = 'cancelled' where id = ${cancelled.id}`;
    expect(over.number).toMatch(/^ORD-/);
    expect(await steps(await codeOf(chair))).toEqual([]);
  });
});

test('only staff call these functions', async () => {
  const chair = await item(9);
  const [piece] = await number(chair, 1);
  const given = await of(chair);
  for (const caller of CALLERS) {
    const calls: [name: string, given: Given][] = [
      ['number_pieces', { ...given, count: 1, key: randomUUID() }],
      ['edit_piece', { id: piece?.id, note: null, retired: false }],
      ['pieces', given],
      ['labels', { codes: ['PRP-00001'] }],
      ['scan', { code: 'PRP-00001' }],
    ];
    const answers = await Promise.all(
      calls.map(([name, sent]) =>
        call(name, sent, caller).then(
          () => 'done',
          (error: { code: string }) => error.code,
        ),
      ),
    );
    const staff = ['admin', 'crm_user', 'inventory_user'].includes(caller);
    const reads = caller === 'storekeeper' ? ['pieces', 'labels', 'scan'] : [];
    expect({ caller, answers }).toEqual({
      caller,
      answers: calls.map(([name]) => (staff || reads.includes(name) ? 'done' : '42501')),
    });
  }
});
