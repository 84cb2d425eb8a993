-- Tables: stock.

create table private.availability_settings (
  only_one boolean not null default true,
  -- Shown to visitors: figures ('exact'), only whether it fits ('yes-no'), or nothing ('off').
  shows text not null default 'exact',
  -- ISO days of the week, 1 is Monday.
  closed_weekdays smallint[] not null default '{}'::smallint[],
  updated_at timestamptz not null default now(),
  constraint availability_settings_pkey primary key (only_one),
  constraint availability_settings_closed_weekdays_check
    check (closed_weekdays <@ '{1,2,3,4,5,6,7}'::smallint[] and not closed_weekdays @> '{1,2,3,4,5,6,7}'::smallint[]),
  constraint availability_settings_only_one check (only_one),
  constraint availability_settings_shows_check check (shows = any (array['exact', 'yes-no', 'off']))
);
alter table private.availability_settings enable row level security;

create table private.closed_days (
  day date not null,
  reason text,
  constraint closed_days_pkey primary key (day),
  constraint closed_days_reason_length check (char_length(reason) <= 200)
);
alter table private.closed_days enable row level security;

-- One row for each active, counted item and each of its days in private.item_days without a free piece.
-- Expired holds count until a writer releases them, as in private.item_days. Kits are judged by their
-- own days only: readers add those with a short part.
create table private.full_days (
  item_id uuid not null,
  day date not null,
  kind text collate "C" not null,
  counted integer not null,
  place integer not null,
  -- The item's own turnaround; null: its kind's.
  turnaround smallint,
  constraint full_days_pkey primary key (item_id, day)
);
create index full_days_day_idx on private.full_days (kind, day)
  include (counted, place, turnaround);
create index full_days_turnaround_idx on private.full_days (kind, day)
  include (counted, place, turnaround)
  where turnaround is not null;
alter table private.full_days enable row level security;

-- One row for each item and day, from today on, that reservations change. Only counted items.
create table private.item_days (
  item_id uuid not null,
  day date not null,
  -- Pieces that can be promised: the item's quantity, less out of service, plus sub-rentals.
  room integer not null,
  booked integer not null,
  -- Holds that expired count until a writer releases them.
  held integer not null,
  -- Pieces promised that facts took away.
  short integer not null,
  constraint item_days_pkey primary key (item_id, day),
  constraint item_days_not_over check ((booked + held) <= (room + short)),
  constraint item_days_range check (room >= 0 and booked >= 0 and held >= 0 and short >= 0)
);
create index item_days_day_idx on private.item_days (day, item_id);
create index item_days_short_idx on private.item_days (day, item_id) where short > 0;
alter table private.item_days enable row level security;

-- Every item inside of a kit at any depth, with its pieces for one kit. Written by triggers of
-- item_components only.
create table private.kit_parts (
  kit_id uuid not null,
  part_id uuid not null,
  quantity integer not null,
  constraint kit_parts_pkey primary key (kit_id, part_id),
  constraint kit_parts_quantity_range check (quantity >= 1 and quantity <= 1000)
);
create index kit_parts_part_id_idx on private.kit_parts (part_id);
alter table private.kit_parts enable row level security;

-- The items that a kit lists. A component may be a kit too.
create table public.item_components (
  kit_id uuid not null,
  component_id uuid not null,
  quantity integer not null,
  "position" smallint not null default 1,
  constraint item_components_pkey primary key (kit_id, component_id),
  constraint item_components_component_id_fkey foreign key (component_id) references public.items(id),
  constraint item_components_kit_id_fkey foreign key (kit_id) references public.items(id),
  constraint item_components_itself check (kit_id <> component_id),
  constraint item_components_quantity_range check (quantity >= 1 and quantity <= 1000)
);
create index item_components_component_id_idx on public.item_components (component_id);
alter table public.item_components enable row level security;
create policy "item_components: service_role does all" on public.item_components
  for all
  to service_role
  using (true) with check (true);
create policy "item_components: staff read" on public.item_components for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.item_components to authenticated;
grant select, insert, update, delete on public.item_components to service_role;

create table public.item_pieces (
  id uuid not null default gen_random_uuid(),
  item_id uuid not null,
  -- From 1 on for each item. A number is never used again, since its label may be on a piece.
  number integer not null,
  -- why stored: labels are printed, so a code must stay.
  code text collate "C" not null,
  note text,
  -- Since when the piece is no longer used: sold, lost, beyond repair.
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  constraint item_pieces_pkey primary key (id),
  constraint item_pieces_code_key unique (code),
  constraint item_pieces_item_id_number_key unique (item_id, number),
  constraint item_pieces_item_id_fkey foreign key (item_id) references public.items(id),
  constraint item_pieces_note_length check (char_length(note) >= 1 and char_length(note) <= 200),
  constraint item_pieces_number_range check (number >= 1 and number <= 9999)
);
alter table public.item_pieces enable row level security;
create policy "item_pieces: service_role does all" on public.item_pieces for all to service_role
  using (true) with check (true);
create policy "item_pieces: staff read" on public.item_pieces for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.item_pieces to authenticated;
grant select, insert, update, delete on public.item_pieces to service_role;

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
-- The reservations of an item from a day on.
create index reservations_item_id_idx
  on public.reservations (item_id, upper(blocked), lower(blocked))
  where status <> 'released';
create index reservations_movement_id_idx on public.reservations (movement_id)
  where movement_id is not null;
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
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.reservations to authenticated;
grant select, insert, update, delete on public.reservations to service_role;
