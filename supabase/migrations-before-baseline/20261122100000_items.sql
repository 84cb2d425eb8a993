-- One registry of everything rentable: a row for each item of every kind, the one place with a key to
-- refer to and a row to lock. It is written by triggers of the kinds' tables only (decision 0036).

create table public.items (
  id uuid not null,
  -- why: no foreign key. It is an argument of the trigger, and checking it would lock the kind's row
  -- in every statement that adds an item.
  kind text not null,
  code text collate "C" not null,
  name text collate private.names not null,
  slug text collate "C" not null,
  -- Rupees a day for one.
  price numeric(12, 2) not null,
  quantity integer not null,
  image text,
  in_studio boolean not null,
  active boolean not null,
  updated_at timestamptz not null,
  -- When the item was deleted. why: its row stays, because enquiries and orders may refer to it.
  removed_at timestamptz,
  constraint items_pkey primary key (id),
  -- The sitemap walks a kind by it, and lines refer to it.
  constraint items_kind_id_key unique (kind, id),
  constraint items_removed_check check (removed_at is null or (not active and quantity = 0))
);

alter table public.items enable row level security;

create policy "items: anyone reads active" on public.items
  for select to anon, authenticated using (active);
create policy "items: staff read all" on public.items
  for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "items: service_role does all" on public.items
  for all to service_role using (true) with check (true);

-- why: SELECT only, for service_role too. An item is written in the table of its kind.
grant select on public.items to anon, authenticated, service_role;

/* Fails unless as many items were registered as there are: the rest have ids of another kind's items. */
create function private.check_registered(kind text, registered bigint, wanted bigint) returns void
language plpgsql
set search_path = ''
as $$
begin
  if registered <> wanted then
    raise exception 'An item of another kind has the id of this %.', check_registered.kind
      using errcode = 'unique_violation', schema = 'public', table = 'items', constraint = 'items_pkey';
  end if;
end
$$;

/* Trigger arguments: kind, code column. Registers what a statement made of the kind's items. */
create function private.register_items() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  registered bigint;
  gone uuid[];
begin
  if tg_op in ('INSERT', 'UPDATE') then
    -- why order by: two statements lock rows in the same order and cannot deadlock.
    -- why the kind is not assigned: assigning a column of a key takes a lock that enquiries wait for.
    insert into public.items as item
      (id, kind, code, name, slug, price, quantity, image, in_studio, active, updated_at)
    select id, tg_argv[0], to_jsonb(written) ->> tg_argv[1], name, slug, price, quantity, images[1], in_studio,
      active, updated_at
    from new_items as written order by id
    on conflict (id) do update set code = excluded.code, name = excluded.name, slug = excluded.slug,
      price = excluded.price, quantity = excluded.quantity, image = excluded.image,
      in_studio = excluded.in_studio, active = excluded.active, updated_at = excluded.updated_at,
      removed_at = null
    where item.kind = excluded.kind;
    get diagnostics registered = row_count;
    perform private.check_registered(tg_argv[0], registered, (select count(*) from new_items));
  end if;
  if tg_op = 'UPDATE' then
    gone := array(select id from old_items except select id from new_items);
  elsif tg_op = 'DELETE' then
    gone := array(select id from old_items);
  elsif tg_op = 'TRUNCATE' then
    gone := array(select id from public.items as item where item.kind = tg_argv[0] and item.removed_at is null);
  end if;
  if cardinality(gone) > 0 then
    perform from public.items as item where item.id = any (gone) order by item.id for no key update;
    update public.items as item set removed_at = now(), active = false, quantity = 0
    where item.id = any (gone) and item.kind = tg_argv[0];
  end if;
  return null;
end
$$;

/*
 * Registers all items of all kinds again, for the owner: for data that was written while the triggers
 * were off. Writers of items wait until it is done.
 */
create function private.rebuild_items() returns void
language plpgsql
set search_path = ''
as $$
declare
  listed record;
  registered bigint;
  wanted bigint;
begin
  for listed in select kind, item_table, code_column from private.catalogue_kinds order by position loop
    execute format('lock table %s in share row exclusive mode', listed.item_table);
    execute format(
      'insert into public.items as item
         (id, kind, code, name, slug, price, quantity, image, in_studio, active, updated_at)
       select id, $1, %I, name, slug, price, quantity, images[1], in_studio, active, updated_at
       from %s order by id
       on conflict (id) do update set code = excluded.code, name = excluded.name, slug = excluded.slug,
         price = excluded.price, quantity = excluded.quantity, image = excluded.image,
         in_studio = excluded.in_studio, active = excluded.active, updated_at = excluded.updated_at,
         removed_at = null
       where item.kind = excluded.kind',
      listed.code_column, listed.item_table) using listed.kind;
    get diagnostics registered = row_count;
    execute format('select count(*) from %s', listed.item_table) into wanted;
    perform private.check_registered(listed.kind, registered, wanted);
    execute format(
      'update public.items as item set removed_at = now(), active = false, quantity = 0
       where item.kind = $1 and item.removed_at is null
         and not exists (select from %s as present where present.id = item.id)',
      listed.item_table) using listed.kind;
  end loop;
end
$$;

do $$
declare
  registered record;
begin
  for registered in
    select kind, code_column, relname as name
    from private.catalogue_kinds join pg_class on pg_class.oid = item_table
  loop
    execute format('create trigger %1$I after insert on public.%2$I referencing new table as new_items
      for each statement execute function private.register_items(%3$L, %4$L)',
      registered.name || '_registered_insert', registered.name, registered.kind, registered.code_column);
    execute format('create trigger %1$I after update on public.%2$I
      referencing old table as old_items new table as new_items
      for each statement execute function private.register_items(%3$L, %4$L)',
      registered.name || '_registered_update', registered.name, registered.kind, registered.code_column);
    execute format('create trigger %1$I after delete on public.%2$I referencing old table as old_items
      for each statement execute function private.register_items(%3$L, %4$L)',
      registered.name || '_registered_delete', registered.name, registered.kind, registered.code_column);
    execute format('create trigger %1$I after truncate on public.%2$I
      for each statement execute function private.register_items(%3$L, %4$L)',
      registered.name || '_registered_truncate', registered.name, registered.kind, registered.code_column);
  end loop;
end
$$;

select private.rebuild_items();

-- Items that lines name and that were deleted before there was a registry. Their names are not known.
insert into public.items (id, kind, code, name, slug, price, quantity, in_studio, active, updated_at, removed_at)
select line.item_id, line.item_type, '', '', '', 0, 0, false, false, now(), now()
from (
  select item_id, item_type from public.enquiry_items
  union select item_id, item_type from public.order_items
) as line
where not exists (
  select from public.items as item where item.id = line.item_id and item.kind = line.item_type
);

-- A line names an item of its type. Deleted items stay in the registry, so a line never loses its item.
alter table public.enquiry_items
  drop constraint enquiry_items_item_type_check,
  add constraint enquiry_items_item_id_fkey
    foreign key (item_id, item_type) references public.items (id, kind);
alter table public.order_items
  drop constraint order_items_item_type_check,
  add constraint order_items_item_id_fkey
    foreign key (item_id, item_type) references public.items (id, kind);

-- The catalogue as one list. security_invoker: each caller sees the rows that the registry's policies
-- show them, which are those of the kinds' tables.
create or replace view public.catalogue_items with (security_invoker = true) as
  select kind as type, id, code, name, slug, price, quantity, image, active, in_studio, updated_at
  from public.items
  where removed_at is null;

/*
 * The lines of a cart with what the catalogue says of them, in the cart's order; the same item
 * twice is one line with both quantities. Each is {place, type, id, quantity, name, price, active,
 * as_seen}: name and price are null when the item cannot be rented (any more), and as_seen tells
 * whether the price is the one that the visitor saw.
 */
create or replace function private.enquiry_lines(items jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  nameless boolean;
  miscounted boolean;
  lines jsonb;
begin
  if items is null or jsonb_typeof(items) <> 'array' or items = '[]' then
    perform private.refuse('items', 'Your cart is empty');
  elsif jsonb_array_length(items) > 100 then
    perform private.refuse('items', 'An enquiry can hold at most 100 items');
  end if;
  select
    bool_or(jsonb_typeof(line -> 'type') is distinct from 'string'
      or jsonb_typeof(line -> 'id') is distinct from 'string'),
    bool_or(case when jsonb_typeof(line -> 'quantity') = 'number'
      then (line ->> 'quantity')::numeric not between 1 and 999
        or (line ->> 'quantity')::numeric % 1 <> 0
      else true end)
  into nameless, miscounted
  from jsonb_array_elements(items) as sent (line);
  if nameless then
    perform private.refuse('items', 'Each item needs a type and an id');
  elsif miscounted then
    perform private.refuse('items', 'Quantity must be a whole number between 1 and 999');
  end if;

  with sent as (
    select min(place) as place, line ->> 'type' as type, parsed.id, parsed.item_id,
      sum((line ->> 'quantity')::numeric) as quantity,
      array_agg(case when jsonb_typeof(line -> 'price') = 'number' then (line ->> 'price')::numeric end)
        as seen
    from jsonb_array_elements(items) with ordinality as listed (line, place)
    cross join lateral (
      -- An id that is no uuid is no item's either; it is answered as sent.
      select left(lower(line ->> 'id'), 100) as id,
        case when line ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then (line ->> 'id')::uuid end as item_id
    ) as parsed
    group by line ->> 'type', parsed.id, parsed.item_id
  )
  select jsonb_agg(jsonb_build_object(
    'place', sent.place, 'type', left(sent.type, 40), 'id', sent.id, 'quantity', sent.quantity,
    'name', item.name, 'price', item.price, 'active', item.id is not null,
    'as_seen', coalesce(item.price = all (sent.seen), false)) order by sent.place)
  into lines
  from sent left join public.items as item
    on item.id = sent.item_id and item.kind = sent.type and item.active;
  if jsonb_path_exists(lines, '$[*] ? (@.quantity > 999)') then
    perform private.refuse('items', 'Quantity must be a whole number between 1 and 999');
  end if;
  return lines;
end
$$;

drop function private.items_on_offer(text, uuid[]);
