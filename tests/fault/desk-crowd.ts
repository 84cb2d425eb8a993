import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { expect } from 'vitest';
import { dateOf } from '#tests/support/availability-model.ts';
import { studioToday } from '#tests/support/availability-rows.ts';
import { deskFaults } from '#tests/support/hand-over-faults.ts';
import type { Visitor } from './asking.ts';

/** An order as the site has confirmed it, step by step. */
type Confirmed = {
  status: string;
  quantities: number[];
  texts: number;
  charges: number;
  movements: string[];
  undone: string[];
};
/** Staff at the desk. `stop` waits until each has finished the current request, with retries. */
export interface DeskCrowd {
  /** By the id of the order. */
  orders: Map<string, Confirmed>;
  stop(): Promise<void>;
}

/**
 * Runs three members of staff who make orders for callers, edit them, hand them over in parts, take them back and
 * undo that. A request without an answer is repeated with its key until there is one.
 */
export function startDeskCrowd(staff: Visitor, items: readonly { id: string }[]): DeskCrowd {
  const orders = new Map<string, Confirmed>();
  const closing = new AbortController();
  let made = 0;

  async function settle<Answer>(name: string, given: Record<string, unknown>): Promise<Answer> {
    const body = { ...given, key: randomUUID() };
    const answer = await staff.settle(`/rest/v1/rpc/${name}`, { body });
    if (answer.status === 200) return answer.body as Answer;
    throw new Error(`${name} was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** The steps of one order, each of which may be the last. */
  async function* rentOut() {
    const n = (made += 1);
    const { id } = await settle<{ id: string }>('make_rental', {
      make: 'order',
      customer: { first_name: 'Asha', last_name: 'Rao', mobile: `+9196${10_000_000 + (n % 20)}` },
      rental_from: dateOf(studioToday()),
      rental_to: dateOf(studioToday() + 1),
      lines: [0, 1].map((at) => ({
        type: 'prop',
        item: items[(n + at) % items.length]?.id,
        quantity: 4,
      })),
    });
    const order: Confirmed = {
      status: 'confirmed',
      quantities: [4, 4],
      texts: 0,
      charges: 0,
      movements: [],
      undone: [],
    };
    orders.set(id, order);
    yield;
    const move = async (name: 'hand_over' | 'take_back', more: object) => {
      const moved = await settle<{ movement: string; status: string }>(name, { id, ...more });
      order.movements.push(moved.movement);
      order.status = moved.status;
      return moved.movement;
    };
    const { body } = await staff.settle('/rest/v1/rpc/pick_list', { body: { id } });
    const lines = (body as { lines: { line: string; item: string }[] }).lines;
    const [one, other] = lines.toSorted((a, b) => (a.line < b.line ? -1 : 1));
    await move('hand_over', { lines: [{ ...one, quantity: 2 }] });
    yield;
    await settle('change_order', {
      id,
      changes: [
        { action: 'quantity', line: other?.line, quantity: 6, expected: 4 },
        { action: 'add_text', description: 'Delivery', quantity: 1, price: 500, per_day: false },
      ],
    });
    [order.quantities, order.texts] = [[4, 6], 1];
    yield;
    await move('hand_over', {});
    yield;
    const charge = { description: 'Damaged lens', quantity: 1, price: 900, charge: 'damage' };
    const damaged = { ...one, quantity: 1, condition: 'damaged' };
    const last = await move('take_back', {
      lines: [{ ...damaged, repair_until: dateOf(studioToday() + 9) }],
      charges: [{ ...charge, line: one?.line }],
    });
    order.charges = 1;
    yield;
    if (n % 2 === 0) {
      await settle('undo_movement', { id: last, reason: 'The wrong lens' });
      order.charges = 0;
      order.undone.push(last);
      yield;
    }
    await move('take_back', {});
  }

  async function keepOn(): Promise<void> {
    while (!closing.signal.aborted)
      for await (const _ of rentOut()) if (closing.signal.aborted) return;
  }
  const work = Promise.all([keepOn(), keepOn(), keepOn()]);
  // why: errors are reported when the crowd is stopped.
  work.catch(() => {});
  return {
    orders,
    stop: async () => {
      closing.abort();
      await work;
    },
  };
}

/** Compares the database with the desk's confirmations, after all requests have finished. */
export async function expectDeskThere(sql: Sql, { orders }: DeskCrowd): Promise<void> {
  const rows = await sql<({ id: string } & Confirmed)[]>`
    select made.id, made.status, array(
        select line.quantity from order_items as line
        where line.order_id = made.id and line.item_id is not null order by line.quantity) as quantities,
      (select count(*)::int from order_items as line where line.order_id = made.id
        and line.item_id is null and line.charge is null) as texts,
      (select count(*)::int from order_items as line where line.order_id = made.id
        and line.charge is not null) as charges,
      array(select moved.id from order_movements as moved where moved.order_id = made.id
        order by moved.created_at) as movements,
      array(select moved.id from order_movements as moved where moved.order_id = made.id
        and moved.undone_at is not null) as undone
    from orders as made where made.enquiry_order_id is null`;
  expect(new Map(rows.map(({ id, ...found }) => [id, found]))).toEqual(orders);
  expect(await deskFaults(sql)).toEqual([]);
}
