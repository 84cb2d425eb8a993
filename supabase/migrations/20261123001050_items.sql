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
