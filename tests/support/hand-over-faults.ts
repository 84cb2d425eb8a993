import type { Sql } from 'postgres';
import type { Visitor } from '#tests/fault/asking.ts';
import { createModel } from './availability-model.ts';
import { readRows, studioToday } from './availability-rows.ts';
import { RPC } from './availability-work.ts';

/**
 * Rows of the desk that contradict each other while no request runs, by plain SQL over the tables: totals, charges,
 * pieces out of service, the activity log, merged customers and the figures of leads. Empty: all is right.
 */
export async function deskFaults(sql: Sql): Promise<string[]> {
  const rows = await sql<{ fault: string }[]>`
    with movement as (
      select each.*, made.order_number, each.undone_at is null as counts
      from order_movements as each join orders as made on made.id = each.order_id
    ), sums as (
      select made.id, made.order_number, made.total_price, made.discount_amount, made.discount_percent, (
        select sum(line.price * line.quantity
          * case when line.per_day then coalesce(line.rental_to - line.rental_from + 1, 1) else 1 end)
        from order_items as line where line.order_id = made.id) as amount
      from orders as made
    )
    select format('%s costs %s, its lines %s', order_number, total_price, amount) as fault from sums
    where total_price <> greatest(0, amount - coalesce(discount_amount, round(amount * discount_percent / 100, 2), 0))
    union all
    select format('%s has %s of the %s charges of a return', order_number, found.lines, cardinality(charges))
    from movement cross join lateral (
      select count(*) as lines from order_items as line where line.id = any (charges)) as found
    where found.lines <> case when counts then cardinality(charges) else 0 end
    union all
    select format('%s has a charge of no return', made.order_number)
    from order_items as line join orders as made on made.id = line.order_id
    where line.charge is not null and not exists (
      select from order_movements as each where each.order_id = made.id and line.id = any (each.charges))
    union all
    select format('%s pieces of a return of %s are out of service, not %s', now.pieces, order_number, noted.pieces)
    from movement cross join lateral (
      select coalesce(sum(moved.quantity), 0) as pieces from order_movement_lines as moved
      where moved.movement_id = movement.id and moved.condition <> 'good' and counts
    ) as noted cross join lateral (
      select coalesce(sum(fact.quantity), 0) as pieces from reservations as fact
      where fact.movement_id = movement.id and fact.kind = 'out_of_service' and fact.status = 'booked'
    ) as now
    where now.pieces <> noted.pieces
    union all
    select format('%s has %s pieces out in its reservations, not %s', made.order_number, main.handed_over, moved.out)
    from orders as made join order_items as line on line.order_id = made.id
      cross join lateral (
        select booked.item_id, sum(booked.handed_over) as handed_over from reservations as booked
        where booked.order_item_id = line.id and booked.kind = 'rental' and booked.status in ('booked', 'out')
        group by booked.item_id
      ) as main cross join lateral (
        select coalesce(sum(case each.kind when 'hand_over' then part.quantity else -part.quantity end), 0) as out
        from order_movement_lines as part join movement as each on each.id = part.movement_id and each.counts
        where part.order_item_id = line.id and part.item_id = main.item_id
      ) as moved
    where made.status = 'in_progress' and main.handed_over <> moved.out
    union all
    select format('%s has %s entries "%s" in its log, not %s', made.order_number, logged.entries, what, noted.movements)
    from orders as made cross join lateral (values
        ('handed_over', (select count(*) from movement as each where each.order_id = made.id and kind = 'hand_over')),
        ('returned', (select count(*) from movement as each where each.order_id = made.id and kind = 'return')),
        ('movement_undone', (select count(*) from movement as each where each.order_id = made.id and not counts))
      ) as noted (what, movements)
      cross join lateral (
        select count(*) as entries from crm_events as event
        where event.subject_id = made.id and event.what = noted.what and event.customer_id = made.customer_id
      ) as logged
    where logged.entries <> noted.movements
    union all
    select format('%s still has records after a merge', customer_number) from customers
    where merged_into is not null and (exists (select from orders where customer_id = customers.id)
      or exists (select from enquiry_orders where customer_id = customers.id)
      or exists (select from crm_events where customer_id = customers.id))
    union all
    select format('%s is merged, and no merge says so', customer_number) from customers
    where (merged_into is not null) <> exists (
      select from customer_merges as known where known.from_id = customers.id and known.undone_at is null
        and known.into_id = customers.merged_into)
    union all
    select format('%s is second option and has a hold or is closed', enquiry_number) from enquiry_orders
    where waiting_since is not null and (held_until > clock_timestamp()
      or not (select is_open from crm_rental_enquiry_statuses where value = status))
    union all
    select format('%s wrong figures', customer_number) from customers
      left join private.lead_figures as figures on figures.customer_id = customers.id
    where (coalesce(figures.orders, 0), coalesce(figures.enquiries, 0)) is distinct from (
      (select count(*)::int from orders where customer_id = customers.id),
      (select count(*)::int from enquiry_orders where customer_id = customers.id and status <> 'converted'))
    union all
    select 'a key without its answer: ' || scope from private.idempotency_keys where response is null`;
  return rows.map(({ fault }) => fault);
}

/** Differences between the answer of `conflicts` and the days on which the model misses promised pieces, while no request runs. */
export async function conflictFaults(sql: Sql, staff: Visitor): Promise<string[]> {
  const began = Date.now();
  const reply = await staff.ask(`${RPC}/conflicts`, { body: {} });
  const ended = Date.now();
  const listed = reply?.body as { id: string; days: string[]; short: number }[];
  const answer = listed.map(({ id, days, short }) => `${id} ${days.join()} ${short}`);
  const model = createModel(await readRows(sql));
  const expected = [began, ended].map((now) => model.conflicts(now, studioToday()));
  const isRight = expected.some((each) => each.join() === answer.toSorted().join());
  return isRight ? [] : [`conflicts are [${answer.join('; ')}], not [${expected[0]?.join('; ')}]`];
}
