import { describe, expect, it } from 'vitest';
import { addItem, countPieces, parseCart, removeAt, withQuantity } from './cart.ts';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import { MAX_LINES, MAX_QUANTITY, type CartLine } from './cart-line.ts';

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const line = (over: Partial<CartLine> = {}): CartLine => ({
  id: uuid(1),
  name: 'Brass lamp',
  price: 500,
  type: 'prop',
  quantity: 1,
  addedAt: '2026-11-21T04:05:00.000Z',
  ...over,
});

/** The cart as read from the storage, given loosely typed lines. */
const read = (...lines: unknown[]) => parseCart(JSON.stringify(lines));

describe('reading a stored cart', () => {
  it('returns a valid cart unchanged', () => {
    const lines = ITEM_KINDS.map((type, n) => line({ type, id: uuid(n), quantity: n + 1 }));
    expect(parseCart(JSON.stringify(lines))).toEqual(lines);
  });

  it.each([
    ['nothing', null],
    ['empty text', ''],
    ['no JSON', '{not json'],
    ['half a list', '[{"id":"x"'],
    ['a word', '"cart"'],
    ['a number', '42'],
    ['null', 'null'],
    ['true', 'true'],
    ['an object', '{"0":{"id":"x"}}'],
    ['an object that pretends to be a list', '{"length":3}'],
    ['HTML', '<script>alert(1)</script>'],
    ['an empty list', '[]'],
    ['a list of rubbish', '[null, 1, "x", [], {}, [[]], true]'],
  ])('reads %s as an empty cart', (_, text) => {
    expect(parseCart(text)).toEqual([]);
  });

  it.each([
    ['an unknown type', { type: 'spaceship' }],
    ['no type', { type: undefined }],
    ['a type of the prototype', { type: 'constructor' }],
    ['an id that is no uuid', { id: 'PRP-00001' }],
    ['an id with more behind it', { id: `${uuid(1)}),or=(id.eq.1` }],
    ['a number as id', { id: 7 }],
    ['no id', { id: null }],
  ])('drops a line with %s and keeps the others', (_, over) => {
    const rest = line({ id: uuid(2) });
    expect(read({ ...line(), ...over }, rest)).toEqual([rest]);
  });

  it.each([
    [2.9, 2],
    [0.4, 1],
    [0, 1],
    [-3, 1],
    [1e9, MAX_QUANTITY],
    ['4', 4],
    ['4.7', 4],
    ['many', 1],
    ['', 1],
    [null, 1],
    [[5], 1],
    [{}, 1],
    [true, 1],
  ])('reads the quantity %j as %i', (quantity, expected) => {
    expect(read({ ...line(), quantity })[0]?.quantity).toBe(expected);
  });

  it('clamps quantities that JSON cannot represent', () => {
    expect(
      parseCart(`[${JSON.stringify(line()).replace('"quantity":1', '"quantity":1e999')}]`),
    ).toEqual([line({ quantity: MAX_QUANTITY })]);
  });

  it.each([
    [99.5, 99.5],
    ['500', 500],
    [10.006, 10.01],
    [0, 0],
    [-500, 0],
    [1e-9, 0],
    [1e300, 0],
    ['free', 0],
    [null, 0],
    [[500], 0],
    [{ rupees: 1 }, 0],
  ])('reads the price %j as %d', (price, expected) => {
    expect(read({ ...line(), price })[0]?.price).toBe(expected);
  });

  it.each([
    ['  Sofa  ', 'Sofa'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['🛋️ काउच', '🛋️ काउच'],
    ['', 'Unnamed item'],
    ['   ', 'Unnamed item'],
    [12, 'Unnamed item'],
    [null, 'Unnamed item'],
    ['x'.repeat(5000), 'x'.repeat(200)],
  ])('reads the name %j', (name, expected) => {
    expect(read({ ...line(), name })[0]?.name).toBe(expected);
  });

  it.each([
    ['yesterday', ''],
    [null, ''],
    [1732000000000, ''],
    ['2026-11-21T04:05:00.000Z', '2026-11-21T04:05:00.000Z'],
  ])('reads the time %j as %j', (addedAt, expected) => {
    expect(read({ ...line(), addedAt })[0]?.addedAt).toBe(expected);
  });

  it('drops unknown properties', () => {
    expect(Object.keys(read({ ...line(), admin: true, __proto__: { a: 1 } })[0] ?? {})).toEqual([
      'id',
      'name',
      'price',
      'type',
      'quantity',
      'addedAt',
    ]);
  });

  it('merges duplicate items, whatever the case of their ids', () => {
    const id = 'ABCDEF00-0000-4000-8000-000000000001';
    expect(
      read(
        line({ id, quantity: 2 }),
        line({ id: uuid(9) }),
        line({ id: id.toLowerCase(), quantity: 3 }),
      ),
    ).toEqual([line({ id: id.toLowerCase(), quantity: 5 }), line({ id: uuid(9) })]);
    expect(read(line({ quantity: 900 }), line({ quantity: 900 }))[0]?.quantity).toBe(MAX_QUANTITY);
  });

  it('keeps separate lines for the same id with different types', () => {
    expect(read(line(), line({ type: 'cloth' }))).toHaveLength(2);
  });

  it('keeps the first hundred of a huge list, and their duplicates', () => {
    const huge = Array.from({ length: 20_000 }, (_, n) => line({ id: uuid(n % 15_000) }));
    const lines = parseCart(JSON.stringify(huge));
    expect(lines).toHaveLength(MAX_LINES);
    expect(lines[0]).toEqual(line({ id: uuid(0), quantity: 2 }));
    expect(lines.at(-1)?.id).toBe(uuid(99));
  });
});

describe('changing a cart', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const item = { id: uuid(1), name: 'Brass lamp', price: 500, type: 'prop' } as const;

  it('adds a new line with quantity 1 and the current time', () => {
    const { lines, action, full } = addItem([], item, now);
    expect(lines).toEqual([{ ...item, quantity: 1, addedAt: '2026-11-21T10:00:00.000Z' }]);
    expect({ action, full }).toEqual({ action: 'add', full: false });
  });

  it('raises the quantity of the same id and type by 1 and keeps its time', () => {
    const { lines, action } = addItem([line({ quantity: 4 })], item, now);
    expect(lines).toEqual([line({ quantity: 5 })]);
    expect(action).toBe('update');
  });

  it('adds a new line for the same id with another type', () => {
    expect(addItem([line()], { ...item, type: 'cloth' }, now).lines).toHaveLength(2);
  });

  it('reports when the limit of lines or pieces is reached', () => {
    const many = Array.from({ length: MAX_LINES }, (_, n) => line({ id: uuid(n + 10) }));
    expect(addItem(many, item, now)).toEqual({ lines: many, action: 'add', full: true });
    const most = [line({ quantity: MAX_QUANTITY })];
    expect(addItem(most, item, now)).toEqual({ lines: most, action: 'update', full: true });
  });

  it('clamps quantities to 1 and the maximum', () => {
    const lines = [line(), line({ id: uuid(2) })];
    expect(withQuantity(lines, 0, 0)[0]?.quantity).toBe(1);
    expect(withQuantity(lines, 1, 7).map((one) => one.quantity)).toEqual([1, 7]);
    expect(withQuantity(lines, 0, 5000)[0]?.quantity).toBe(MAX_QUANTITY);
    expect(withQuantity(lines, 5, 3)).toEqual(lines);
  });

  it('removes only the line at the position', () => {
    const lines = [line(), line({ id: uuid(2) }), line({ id: uuid(3) })];
    expect(removeAt(lines, 1).map((one) => one.id)).toEqual([uuid(1), uuid(3)]);
    expect(removeAt(lines, 9)).toEqual(lines);
    expect(lines).toHaveLength(3);
  });

  it('counts pieces, not lines', () => {
    expect(countPieces([line({ quantity: 2 }), line({ id: uuid(2), quantity: 3 })])).toBe(5);
  });
});
