import { randomUUID } from 'node:crypto';
import { useStaffStock } from './staff-stock.ts';
import type { Given, Line } from './staff-stock.ts';
import type { CallerName, Refusal } from './studio.ts';

/** The answer of `change_order`. */
export type Edited = { order: Given & { id: string }; undo: Given[] | null };

/** The details of a refusal. */
export const detailsOf = (answer: Refusal) => JSON.parse(answer.detail ?? 'null') as unknown;

/** A studio whose staff edit orders. */
export function useOrderEdits() {
  const staff = useStaffStock();
  const sql = () => staff.studio.db.owner;
  const linesOf = async (id: string) => {
    const rows = await sql()<{ id: string }[]>`
      select id from order_items where order_id = ${id} order by position, id`;
    return rows.map((line) => line.id);
  };
  return {
    ...staff,
    edit: (id: string, changes: unknown, caller: CallerName = 'crm_user', key = randomUUID()) =>
      staff.call<Edited>('change_order', { id, changes, key }, caller),
    refused: (id: string, changes: unknown, caller: CallerName = 'crm_user') =>
      staff.said('change_order', { id, changes, key: randomUUID() }, caller),
    linesOf,
    /** An order with its line ids in the order of the arguments. */
    order: async (...lines: Line[]) => {
      const { id } = await staff.book(...lines);
      return { id, lines: await linesOf(id) };
    },
    /** All columns of an order and its lines, and all days and live reservations, to compare bytes. */
    stateOf: async (id: string): Promise<string> => {
      const [row] = await sql()<{ state: string }[]>`
        select jsonb_build_object(
          'order', (select to_jsonb(made) - 'updated_at' from orders as made where made.id = ${id}),
          'lines', (select jsonb_agg(to_jsonb(line) order by line.id) from order_items as line where line.order_id = ${id}),
          'days', (
            select jsonb_agg(to_jsonb(stock) order by stock.item_id, stock.day) from private.item_days as stock
          ),
          'reserved', (
            select jsonb_agg(jsonb_build_array(live.order_item_id, live.item_id, live.quantity, live.status,
              live.rented, live.blocked) order by live.order_item_id, live.item_id)
            from reservations as live where live.status <> 'released'
          ))::text as state`;
      return row?.state ?? '';
    },
    /** Differences that counting all stock anew finds. */
    recount: async () => {
      const [row] = await sql()<{ n: number }[]>`select private.recount_stock() as n`;
      return row?.n;
    },
    code: async (id: string) => {
      const [row] = await sql()<{ code: string }[]>`select code from items where id = ${id}`;
      return row?.code ?? '';
    },
  };
}
