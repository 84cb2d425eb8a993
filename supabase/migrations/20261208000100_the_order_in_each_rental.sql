-- A rental says its order and the days of its line, so that lists of orders by day read reservations alone.
alter table public.reservations
  add column order_id uuid,
  add column line_from date,
  add column line_to date;
comment on column public.reservations.order_id is 'Of a rental: the order of its line.';
comment on column public.reservations.line_from is 'Of a rental: the days of its line, which may differ from those that are reserved.';

-- why: the triggers follow pieces and days, and neither change.
alter table public.reservations disable trigger user;
update public.reservations as booked
set order_id = line.order_id, line_from = line.rental_from, line_to = line.rental_to
from public.order_items as line
where line.id = booked.order_item_id and booked.kind = 'rental';
alter table public.reservations enable trigger user;

alter table public.reservations
  add constraint reservations_order_id_check check ((kind = 'rental') = (order_id is not null));

-- The rentals of an order.
create index reservations_order_id_idx on public.reservations (order_id) where order_id is not null;

-- Pieces hired in, by the day after their last.
create index reservations_hired_idx on public.reservations (upper(rented))
  where kind = 'sub_rental' and status <> 'released';

create function private.line_of_reservation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  select line.order_id, line.rental_from, line.rental_to into new.order_id, new.line_from, new.line_to
  from public.order_items as line where line.id = new.order_item_id;
  return new;
end
$$;

-- why the condition: private.write_reservations gives them.
create trigger reservations_line before insert on public.reservations
  for each row when (new.kind = 'rental' and new.order_id is null) execute function private.line_of_reservation();

-- Orders that are open, by their days. why not private.days_of: who writes orders need not have the right to run it.
create index orders_open_days_idx on public.orders using gist ((
    case when coalesce(rental_from, rental_to) is not null then
      daterange(coalesce(rental_from, rental_to), coalesce(rental_to, rental_from), '[]') end))
  where status in ('confirmed', 'in_progress');
