import { randomUUID } from 'node:crypto';
import { useQuotes } from './quotes.ts';
import type { Given } from './staff-stock.ts';
import type { CallerName } from './studio.ts';

/** The answer of `change_enquiry`. */
export type EditedEnquiry = { enquiry: Given & { id: string }; undo: Given[] | null };

/** A studio whose staff edit enquiries. */
export function useEnquiryEdits() {
  const quotes = useQuotes();
  const { call, said, sql } = quotes;
  return {
    ...quotes,
    edit: (id: string, changes: unknown, caller: CallerName = 'crm_user', key = randomUUID()) =>
      call<EditedEnquiry>('change_enquiry', { id, changes, key }, caller),
    refusedEdit: (id: string, changes: unknown, caller: CallerName = 'crm_user') =>
      said('change_enquiry', { id, changes, key: randomUUID() }, caller),
    /** All columns of an enquiry and its lines, and what is reserved, to compare bytes. */
    stateOf: async (id: string): Promise<string> => {
      const [row] = await sql()<{ state: string }[]>`
        select jsonb_build_object(
          'enquiry', (select to_jsonb(asked) - 'updated_at' from enquiry_orders as asked where asked.id = ${id}),
          'lines', (select jsonb_agg(to_jsonb(line) order by line.id) from enquiry_items as line
            where line.enquiry_order_id = ${id}),
          'reserved', (
            select jsonb_agg(jsonb_build_array(live.enquiry_item_id, live.item_id, live.quantity, live.status,
              live.rented, live.blocked, live.expires_at) order by live.enquiry_item_id, live.item_id)
            from reservations as live where live.status <> 'released'
          ))::text as state`;
      return row?.state ?? '';
    },
    /** The lines of an enquiry in their order. */
    rowsOf: (id: string) => sql()<
      {
        id: string;
        item_id: string | null;
        quantity: number;
        price: number;
        description: string | null;
        from: string | null;
        to: string | null;
      }[]
    >`
      select id, item_id, quantity, price::float8 as price, description, rental_from::text as from, rental_to::text as to
      from enquiry_items where enquiry_order_id = ${id} order by position, id`,
  };
}
