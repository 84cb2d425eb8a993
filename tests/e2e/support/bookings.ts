import type { Sql } from 'postgres';

/** Takes pieces of an item out of service from one day to another, both included. */
export async function putOutOfService(
  sql: Sql,
  { item, quantity, from, to }: { item: string; quantity: number; from: string; to: string },
): Promise<void> {
  await sql`
    insert into public.reservations (item_id, quantity, kind, status, rented, blocked)
    select ${item}, ${quantity}, 'out_of_service', 'booked', days, days
    from (select daterange(${from}::date, ${to}::date, '[]') as days) as period`;
}
