-- What is free, and when: turnaround, closed days, kits, reservations, and the days that they fill.

-- Days after a rental for cleaning and checks, when an item is not free: working days, per kind.
alter table private.catalogue_kinds
  add column turnaround_days smallint not null default 0
    constraint catalogue_kinds_turnaround_days_range check (turnaround_days between 0 and 30);
update private.catalogue_kinds set turnaround_days = 1 where kind = 'cloth';

alter table public.items
  -- Null: the turnaround of the item's kind.
  add column turnaround_days smallint
    constraint items_turnaround_days_range check (turnaround_days between 0 and 30);

create table private.availability_settings (
  only_one boolean not null default true,
  -- Shown to visitors: figures ('exact'), only whether it fits ('yes-no'), or nothing ('off').
  shows text not null default 'exact',
  -- ISO days of the week, 1 is Monday.
  closed_weekdays smallint[] not null default '{}',
  updated_at timestamptz not null default now(),
  constraint availability_settings_pkey primary key (only_one),
  constraint availability_settings_only_one check (only_one),
  constraint availability_settings_shows_check check (shows in ('exact', 'yes-no', 'off')),
  -- why: with all seven closed no turnaround would ever end.
  constraint availability_settings_closed_weekdays_check check (
    closed_weekdays <@ '{1,2,3,4,5,6,7}'::smallint[] and not closed_weekdays @> '{1,2,3,4,5,6,7}'::smallint[]
  )
);

create table private.closed_days (
  day date not null,
  reason text,
  constraint closed_days_pkey primary key (day),
  constraint closed_days_reason_length check (char_length(reason) <= 200)
);

-- The items that a kit lists. A component may be a kit too.
create table public.item_components (
  kit_id uuid not null,
  component_id uuid not null,
  quantity integer not null,
  position smallint not null default 1,
  constraint item_components_pkey primary key (kit_id, component_id),
  constraint item_components_kit_id_fkey foreign key (kit_id) references public.items (id),
  constraint item_components_component_id_fkey foreign key (component_id) references public.items (id),
  constraint item_components_quantity_range check (quantity between 1 and 1000),
  constraint item_components_itself check (kit_id <> component_id)
);

create index item_components_component_id_idx on public.item_components (component_id);

-- Every item inside of a kit at any depth, with its pieces for one kit. Written by triggers of
-- item_components only.
create table private.kit_parts (
  kit_id uuid not null,
  part_id uuid not null,
  quantity integer not null,
  constraint kit_parts_pkey primary key (kit_id, part_id),
  -- why 1000: times the largest quantity of a line it still fits an integer.
  constraint kit_parts_quantity_range check (quantity between 1 and 1000)
);

create index kit_parts_part_id_idx on private.kit_parts (part_id);

/* What one piece of an item takes from stock: itself, and as a kit all its parts. */
create view private.item_parts with (security_invoker = true) as
select id as item_id, id as part_id, 1 as quantity from public.items
union all
select kit_id, part_id, quantity from private.kit_parts;

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
  constraint reservations_pkey primary key (id),
  constraint reservations_item_id_fkey foreign key (item_id) references public.items (id),
  constraint reservations_order_item_id_fkey
    foreign key (order_item_id) references public.order_items (id) on delete cascade,
  constraint reservations_enquiry_item_id_fkey
    foreign key (enquiry_item_id) references public.enquiry_items (id) on delete cascade,
  constraint reservations_created_by_fkey
    foreign key (created_by) references public.user_profiles (id) on delete set null,
  constraint reservations_quantity_range check (quantity between 1 and 1000000000),
  constraint reservations_status_check check (case kind
    when 'rental' then status in ('booked', 'out', 'returned', 'released')
    when 'hold' then status in ('held', 'released')
    when 'out_of_service' then status in ('booked', 'released')
    when 'sub_rental' then status in ('booked', 'released')
    else false end),
  constraint reservations_source_check check (case kind
    when 'rental' then order_item_id is not null and enquiry_item_id is null
    when 'hold' then order_item_id is null and enquiry_item_id is not null
    when 'sub_rental' then enquiry_item_id is null
    else order_item_id is null and enquiry_item_id is null end),
  constraint reservations_expires_check check ((kind = 'hold') = (expires_at is not null)),
  constraint reservations_days_check check (
    not isempty(rented) and isfinite(lower(rented)) and isfinite(upper(rented))
    and lower(blocked) = lower(rented) and upper(blocked) >= upper(rented) and isfinite(upper(blocked))
  ),
  constraint reservations_reason_length check (char_length(reason) <= 500)
);

-- A line reserves an item once.
create unique index reservations_rental_key on public.reservations (order_item_id, item_id) where kind = 'rental';
create index reservations_order_item_id_idx on public.reservations (order_item_id) where order_item_id is not null;
create index reservations_enquiry_item_id_idx on public.reservations (enquiry_item_id) where enquiry_item_id is not null;
-- The reservations of an item from a day on.
create index reservations_item_id_idx on public.reservations (item_id, upper(blocked)) where status <> 'released';
-- The facts that change the room of an item.
create index reservations_room_idx on public.reservations (item_id)
  where status = 'booked' and kind in ('out_of_service', 'sub_rental');
-- Holds, by item and by their end.
create index reservations_held_idx on public.reservations (item_id) where status = 'held';
create index reservations_expires_at_idx on public.reservations (expires_at) where status = 'held';
create index reservations_created_by_idx on public.reservations (created_by) where created_by is not null;

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
  constraint item_days_range check (room >= 0 and booked >= 0 and held >= 0 and short >= 0),
  -- The last guard against a double booking: promises never raise `short`.
  constraint item_days_not_over check (booked + held <= room + short)
);

create index item_days_day_idx on private.item_days (day, item_id);
create index item_days_short_idx on private.item_days (day, item_id) where short > 0;

alter table public.enquiry_orders
  -- Until when the enquiry's holds last, as set last.
  add column held_until timestamptz,
  add column hold_extensions smallint not null default 0
    constraint enquiry_orders_hold_extensions_range check (hold_extensions >= 0);

alter table public.enquiry_items
  -- Pieces free on the line's days when it was sent, and pieces there were. Null: not counted, or not known.
  add column free_when_sent integer,
  add column of_when_sent integer;

alter table private.availability_settings enable row level security;
alter table private.closed_days enable row level security;
alter table private.kit_parts enable row level security;
alter table private.item_days enable row level security;
alter table public.item_components enable row level security;
alter table public.reservations enable row level security;

create policy "item_components: staff read" on public.item_components
  for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "item_components: service_role does all" on public.item_components
  for all to service_role using (true) with check (true);
create policy "reservations: staff read" on public.reservations
  for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "reservations: service_role does all" on public.reservations
  for all to service_role using (true) with check (true);

grant select on public.item_components, public.reservations to authenticated;
grant select, insert, update, delete on public.item_components, public.reservations to service_role;

insert into private.availability_settings default values;

create trigger reservations_updated_at before update on public.reservations
  for each row execute function private.touch_updated_at();

do $$
begin
  -- why: a publication FOR ALL TABLES includes the table already and rejects ADD TABLE.
  if exists (select from pg_publication where pubname = 'supabase_realtime' and not puballtables) then
    alter publication supabase_realtime add table public.reservations;
  end if;
end
$$;

/*
 * Today in the studio.
 * why clock_timestamp(): now() is the start of the transaction, which may have waited past midnight for
 * a lock. why stable all the same: conditions on days then use an index.
 */
create function private.today() returns date
language sql stable
set search_path = ''
as $$
  select (clock_timestamp() at time zone 'Asia/Kolkata')::date
$$;

/*
 * The days that a rental blocks: its own and its turnaround in working days. Closed days of the week
 * and single closed days do not count.
 */
create function private.blocked_range(rented daterange, turnaround integer) returns daterange
language plpgsql stable
set search_path = ''
as $$
declare
  closed_weekdays smallint[];
  free_from date := upper(rented);
  days_left integer := turnaround;
begin
  if turnaround > 0 then
    select settings.closed_weekdays into closed_weekdays from private.availability_settings as settings;
    while days_left > 0 loop
      if extract(isodow from free_from)::smallint <> all (closed_weekdays)
        and not exists (select from private.closed_days as closed where closed.day = free_from) then
        days_left := days_left - 1;
      end if;
      free_from := free_from + 1;
    end loop;
  end if;
  return daterange(lower(rented), free_from);
end
$$;

/* Days of turnaround after a rental of the item: its own, or its kind's. */
create function private.turnaround_of(item_id uuid) returns integer
language sql stable
set search_path = ''
as $$
  select coalesce(item.turnaround_days, listed.turnaround_days)
  from public.items as item join private.catalogue_kinds as listed on listed.kind = item.kind
  where item.id = turnaround_of.item_id
$$;

/*
 * Locks items until the transaction ends, and releases their expired holds, except the given ones (null:
 * releases none). Every
 * writer of reservations calls it once, with all items of its call, before it writes. Raises PT409 with
 * the details {"reason": "busy"} after waiting for two seconds.
 * why order by: two writers lock in the same order and cannot deadlock.
 */
create function private.lock_items(item_ids uuid[], except_holds uuid[] default '{}') returns void
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  moment timestamptz;
begin
  begin
    perform from public.items as item where item.id = any (item_ids) order by item.id for no key update;
  exception when lock_not_available or deadlock_detected then
    raise exception 'The stock of these items is busy. Please try again.'
      using errcode = 'PT409', detail = jsonb_build_object('reason', 'busy')::text;
  end;
  moment := clock_timestamp();
  if except_holds is not null and exists (
    select from public.reservations as hold
    where hold.item_id = any (item_ids) and hold.status = 'held' and hold.expires_at <= moment
  ) then
    -- why skip locked: a hold that is being deleted with its enquiry waits for these items.
    update public.reservations as hold set status = 'released'
    where hold.id in (
      select expired.id from public.reservations as expired
      where expired.item_id = any (item_ids) and expired.status = 'held' and expired.expires_at <= moment
        and expired.id <> all (except_holds)
      for update skip locked
    );
  end if;
end
$$;
