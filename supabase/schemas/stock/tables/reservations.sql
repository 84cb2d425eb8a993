-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.reservations (
  id uuid not null default gen_random_uuid(),
  item_id uuid not null,
  quantity integer not null,
  kind text not null,
  status text not null,
  -- [first day, last day + 1)
  rented daterange not null,
  -- why stored: rented and the turnaround of that moment, so that a changed setting moves no booking.
  blocked daterange not null,
  -- The line that a rental is for, or that a sub-rental was arranged for.
  order_item_id uuid,
  enquiry_item_id uuid,
  -- When a hold ends.
  expires_at timestamptz,
  -- Why it is out of service, or where a sub-rental is from.
  reason text,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  handed_over integer,
  movement_id uuid,
  rolled_on date,
  order_id uuid,
  line_from date,
  line_to date,
  constraint reservations_pkey primary key (id),
  constraint reservations_created_by_fkey foreign key (created_by)
    references public.user_profiles(id) on delete set null,
  constraint reservations_enquiry_item_id_fkey foreign key (enquiry_item_id)
    references public.enquiry_items(id) on delete cascade,
  constraint reservations_item_id_fkey foreign key (item_id) references public.items(id),
  constraint reservations_order_item_id_fkey foreign key (order_item_id)
    references public.order_items(id) on delete cascade,
  constraint reservations_days_check
    check (not isempty(rented) and isfinite(lower(rented)) and isfinite(upper(rented)) and lower(blocked) = lower(rented) and upper(blocked) >= upper(rented) and isfinite(upper(blocked))),
  constraint reservations_expires_check check ((kind = 'hold') = (expires_at is not null)),
  constraint reservations_handed_over_range
    check (handed_over is null or kind = 'rental' and handed_over >= 0 and handed_over <= quantity),
  constraint reservations_movement_id_check
    check ((kind = any (array['rental', 'out_of_service'])) or movement_id is null),
  constraint reservations_order_id_check check ((kind = 'rental') = (order_id is not null)),
  constraint reservations_quantity_range check (quantity >= 1 and quantity <= 1000000000),
  constraint reservations_reason_length check (char_length(reason) <= 500),
  constraint reservations_source_check check (
  case kind
      when 'rental' then order_item_id is not null and enquiry_item_id is null
      when 'hold' then order_item_id is null and enquiry_item_id is not null
      when 'sub_rental' then enquiry_item_id is null
      else order_item_id is null and enquiry_item_id is null
  end),
  constraint reservations_status_check check (
  case kind
      when 'rental' then status = any (array['booked', 'out', 'returned', 'released'])
      when 'hold' then status = any (array['held', 'released'])
      when 'out_of_service' then status = any (array['booked', 'released'])
      when 'sub_rental' then status = any (array['booked', 'released'])
      else false
  end)
);

-- The reservations of any item that touch some days.
create index reservations_blocked_idx on public.reservations using gist (blocked)
  where status <> 'released';
create index reservations_created_by_idx on public.reservations (created_by)
  where created_by is not null;
create index reservations_enquiry_item_id_idx on public.reservations (enquiry_item_id)
  where enquiry_item_id is not null;
create index reservations_expires_at_idx on public.reservations (expires_at) where status = 'held';
-- Holds, by item and by their end.
create index reservations_held_idx on public.reservations (item_id) where status = 'held';
-- Pieces hired in, by the day after their last.
create index reservations_hired_idx on public.reservations (upper(rented))
  where kind = 'sub_rental' and status <> 'released';
-- The reservations of an item from a day on.
create index reservations_item_id_idx
  on public.reservations (item_id, upper(blocked), lower(blocked))
  where status <> 'released';
create index reservations_movement_id_idx on public.reservations (movement_id)
  where movement_id is not null;
-- The rentals of an order.
create index reservations_order_id_idx on public.reservations (order_id) where order_id is not null;
create index reservations_order_item_id_idx on public.reservations (order_item_id)
  where order_item_id is not null;
-- Rows that are out, by the day until which they block.
create index reservations_out_idx on public.reservations (greatest(rolled_on, upper(rented) - 1))
  where kind = 'rental' and status = 'out';
-- Rows of an item that are out, by the day until which they block.
create index reservations_out_of_item_idx
  on public.reservations (item_id, greatest(rolled_on, upper(rented) - 1))
  where kind = 'rental' and status = 'out';
-- A line reserves an item once.
create unique index reservations_rental_key
  on public.reservations (order_item_id, item_id, movement_id) nulls not distinct
  where kind = 'rental';
-- The facts that change the room of an item.
create index reservations_room_idx on public.reservations (item_id)
  where status = 'booked' and (kind = any (array['out_of_service', 'sub_rental']));

alter table public.reservations enable row level security;

create policy "reservations: service_role does all" on public.reservations for all to service_role
  using (true) with check (true);
create policy "reservations: staff read" on public.reservations for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user', 'storekeeper')));

create trigger reservations_activity_delete after delete on public.reservations
  referencing old table as old_rows
  for each statement execute function private.record_activity('items', 'item', 'written.item_id', '(select item.code || '' · '' || item.name from public.items as item where item.id = written.item_id)', 'kind,quantity,status,rented', 'written.kind in (''out_of_service'', ''sub_rental'')', 't');
create trigger reservations_activity_insert after insert on public.reservations
  referencing new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.item_id', '(select item.code || '' · '' || item.name from public.items as item where item.id = written.item_id)', 'kind,quantity,status,rented', 'written.kind in (''out_of_service'', ''sub_rental'')', 't');
create trigger reservations_activity_update after update on public.reservations
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.item_id', '(select item.code || '' · '' || item.name from public.items as item where item.id = written.item_id)', 'kind,quantity,status,rented', 'written.kind in (''out_of_service'', ''sub_rental'')', 't');
create trigger reservations_followed_delete after delete on public.reservations
  referencing old table as old_rows
  for each statement execute function private.follow_reservations();
create trigger reservations_followed_insert after insert on public.reservations
  referencing new table as new_rows
  for each statement execute function private.follow_reservations();
create trigger reservations_followed_truncate after truncate on public.reservations
  for each statement execute function private.follow_reservations();
create trigger reservations_followed_update after update on public.reservations
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.follow_reservations();
-- why the condition: private.write_reservations gives them.
create trigger reservations_line before insert on public.reservations
  for each row
  when (new.kind = 'rental' and new.order_id is null) execute function private.line_of_reservation();
create trigger reservations_updated_at before update on public.reservations
  for each row execute function private.touch_updated_at();

grant select on public.reservations to authenticated;
grant select, insert, update, delete on public.reservations to service_role;

comment on column public.reservations.line_from is 'Of a rental: the days of its line, which may differ from those that are reserved.';
comment on column public.reservations.order_id is 'Of a rental: the order of its line.';
