import { randomUUID } from 'node:crypto';
import { dateOf } from './availability-model.ts';
import { studioToday } from './availability-rows.ts';
import { RPC } from './availability-work.ts';
import type { Dice } from './dice.ts';

/** An item of an order line, or a part of a kit on it. */
export type Piece = { order: string; line: string; item: string };
/** A request of the desk. With a key it may be repeated. */
export type DeskWork = {
  what: string;
  path: string;
  body: Record<string, unknown>;
  method?: string;
  done?: (answer: Record<string, unknown>) => void;
};
/** The records that clients work on, and those that they have made. */
export type Desk = {
  pieces: Piece[];
  items: string[];
  customers: string[];
  enquiries: string[];
  movements: string[];
  merges: string[];
  /** Lines that were added to an order. */
  added: { order: string; line: string }[];
  /** Changes that take an edit back. */
  undos: { order: string; changes: unknown }[];
  facts: string[];
};

/** The next request: a hand-over, a return, an edit, a hold, a merge or what takes one of them back. */
export function pickDeskWork(dice: Dice, desk: Desk): DeskWork | null {
  const today = studioToday();
  const { order, line, item } = dice.of(desk.pieces);
  const enquiry = dice.of(desk.enquiries);
  const key = randomUUID();
  const call = (
    what: string,
    name: string,
    body: Record<string, unknown>,
    done?: DeskWork['done'],
  ): DeskWork => ({ what, path: `${RPC}/${name}`, body: { ...body, key }, ...(done && { done }) });
  const latest = <Value>(values: readonly Value[]) =>
    values.length > 0 ? dice.of(values.slice(-200)) : null;
  const moved = (answer: Record<string, unknown>) =>
    void desk.movements.push(answer['movement'] as string);
  const earlier = dice.may(0.1) ? { day: dateOf(today - 1), reason: 'Entered a day later' } : {};
  const takeBack = () => {
    const condition = dice.of(['good', 'good', 'good', 'good', 'damaged', 'missing']);
    const lines = [
      {
        line,
        item,
        quantity: 1 + dice.below(2),
        condition,
        ...(condition === 'damaged' && { repair_until: dateOf(today + 6 + dice.below(3)) }),
      },
    ];
    const charge = condition === 'good' ? 'late' : condition === 'damaged' ? 'damage' : 'missing';
    const charges = dice.may(0.4)
      ? [{ description: 'Charge', quantity: 1, price: 150, charge, line }]
      : [];
    return call('take_back', 'take_back', { id: order, lines, charges, ...earlier }, moved);
  };
  const edit = (what: string, changes: object[], made?: string) =>
    call(what, 'change_order', { id: order, changes }, ({ undo }) => {
      if (made) desk.added.push({ order, line: made });
      else if (Array.isArray(undo) && undo.length > 0) desk.undos.push({ order, changes: undo });
    });
  const addLine = (change: object) => {
    const id = randomUUID();
    return edit('add', [{ ...change, line: id, quantity: 1 }], id);
  };
  const removeLine = () => {
    const added = desk.added.shift();
    if (!added) return null;
    const changes = [{ action: 'remove', line: added.line }];
    return call('remove', 'change_order', { id: added.order, changes });
  };
  const takeEditBack = () => {
    const undo = latest(desk.undos);
    return undo && call('undo edit', 'change_order', { id: undo.order, changes: undo.changes });
  };
  const undoMerge = () => {
    const id = desk.merges.pop();
    return id ? call('undo merge', 'undo_merge', { id }) : null;
  };
  const endFact = () => {
    const id = desk.facts.shift();
    return id ? { what: 'release', path: `${RPC}/release_reservation`, body: { id } } : null;
  };
  const dates = () => ({
    rental_from: dateOf(today + dice.below(2)),
    rental_to: dateOf(today + 1 + dice.below(4)),
  });
  const merge = () => {
    const details = dice.may(0.3) ? ['mobile', 'email'] : [];
    const body = { into: dice.of(desk.customers), from: dice.of(desk.customers), details };
    return call(
      'merge',
      'merge_customers',
      body,
      (answer) => void desk.merges.push(answer['merge'] as string),
    );
  };
  const rental = () =>
    call('make rental', 'make_rental', {
      make: dice.of(['enquiry', 'order']),
      customer: { id: dice.of(desk.customers) },
      ...dates(),
      lines: [{ type: 'prop', item: dice.of(desk.items), quantity: 1 }],
    });
  const status = dice.of(['cancelled', 'confirmed', 'confirmed', 'in_progress', 'returned']);
  const works: [number, () => DeskWork | null][] = [
    [
      22,
      () =>
        call(
          'hand_over',
          'hand_over',
          { id: order, lines: [{ line, item, quantity: 1 + dice.below(2) }], ...earlier },
          moved,
        ),
    ],
    [2, () => call('hand_over all', 'hand_over', { id: order }, moved)],
    [22, takeBack],
    [1, () => call('take_back all', 'take_back', { id: order }, moved)],
    [
      13,
      () =>
        call('undo', 'undo_movement', {
          id: latest(desk.movements) ?? randomUUID(),
          reason: 'A mistake',
        }),
    ],
    [7, () => edit('quantity', [{ action: 'quantity', line, quantity: 1 + dice.below(9) }])],
    [5, () => call('dates', 'change_order_dates', { id: order, ...dates() })],
    [2, () => edit('line dates', [{ action: 'dates', line, ...dates() }])],
    [
      2,
      () =>
        edit('price', [{ action: 'price', line, price: 100 + dice.below(9), reason: 'Agreed' }]),
    ],
    [
      1,
      () =>
        edit('discount', [{ action: 'discount', percent: dice.below(9) + 1, reason: 'Agreed' }]),
    ],
    [2, () => addLine({ action: 'add', type: 'prop', item: dice.of(desk.items) })],
    [
      1,
      () =>
        addLine({
          action: 'add_text',
          description: 'Delivery',
          price: 500,
          per_day: dice.may(0.5),
        }),
    ],
    [2, removeLine],
    [1, () => edit('swap', [{ action: 'swap', line, type: 'prop', item: dice.of(desk.items) }])],
    [1, () => edit('hire in', [{ action: 'sub_rental', line, quantity: 1, reason: 'Hired in' }])],
    [
      1,
      () =>
        edit('take over', [
          { action: 'quantity', line, quantity: 5 },
          { action: 'take_over', line, enquiry },
        ]),
    ],
    [3, takeEditBack],
    [
      7,
      () => ({
        what: 'status',
        path: `/rest/v1/orders?id=eq.${order}`,
        method: 'PATCH',
        body: { status },
      }),
    ],
    [
      5,
      () =>
        call('hold', 'hold_enquiry', {
          id: enquiry,
          until: new Date(Date.now() + 500 + dice.below(4000)).toISOString(),
        }),
    ],
    [2, () => ({ what: 'release hold', path: `${RPC}/release_hold`, body: { id: enquiry } })],
    [
      3,
      () => ({
        what: 'second option',
        path: `${RPC}/wait_for_items`,
        body: { id: enquiry, waiting: dice.may(0.7) },
      }),
    ],
    [
      2,
      () => ({ what: 'convert', path: `${RPC}/convert_enquiry_to_order`, body: { id: enquiry } }),
    ],
    [2, rental],
    [2, merge],
    [2, undoMerge],
    [
      1,
      () =>
        call(
          'repair',
          'set_out_of_service',
          { type: 'prop', id: dice.of(desk.items), quantity: 1, ...dates(), reason: 'Repair' },
          ({ id }) => void desk.facts.push(id as string),
        ),
    ],
    [1, endFact],
  ];
  let left = dice.below(works.reduce((sum, [weight]) => sum + weight, 0));
  const [, make] = works.find(([weight]) => (left -= weight) < 0) ?? works[0]!;
  return make();
}
