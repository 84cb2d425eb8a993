-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.gear (
  id uuid not null default gen_random_uuid(),
  gear_id text collate "C" not null default '',
  name text collate private.names not null,
  slug text collate "C" not null default '',
  description text not null default '',
  gear_category_id uuid,
  gear_brand_id uuid,
  price numeric(12,2) not null default 0,
  quantity integer not null default 0,
  in_studio boolean not null default false,
  active boolean not null default true,
  images text[] not null default '{}'::text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What searches compare with. Lookup names are compared in their own tables.
  search_text text collate "C" not null generated always as ((private.compared(name) || e'\n') || private.compared(gear_id)) stored,
  width_cm numeric(7,2),
  depth_cm numeric(7,2),
  height_cm numeric(7,2),
  constraint gear_pkey primary key (id),
  constraint gear_gear_id_key unique (gear_id),
  constraint gear_slug_key unique (slug),
  constraint gear_gear_brand_id_fkey foreign key (gear_brand_id) references public.gear_brands(id),
  constraint gear_gear_category_id_fkey foreign key (gear_category_id)
    references public.gear_category_manager(id),
  constraint gear_depth_range check (depth_cm >= 0.1 and depth_cm <= 10000),
  constraint gear_description_length check (char_length(description) <= 4000),
  constraint gear_height_range check (height_cm >= 0.1 and height_cm <= 10000),
  constraint gear_images_check check (private.is_image_list(images)),
  constraint gear_name_length check (private.trimmed(name) <> '' and char_length(name) <= 120),
  constraint gear_price_range check (price >= 0 and price <= 9999999.99),
  constraint gear_quantity_range check (quantity >= 0 and quantity <= 1000000),
  constraint gear_width_range check (width_cm >= 0.1 and width_cm <= 10000)
);

-- why: the code is included so that skipping to a far page is an index-only scan.
create index gear_code_idx on public.gear ((substr(gear_id, 5)::bigint), id) include (gear_id);
create index gear_gear_brand_id_idx on public.gear (gear_brand_id);
create index gear_gear_category_id_idx on public.gear (gear_category_id);
create index gear_in_studio_idx on public.gear (id) where in_studio;
-- Small sets that are counted on their own.
create index gear_inactive_idx on public.gear (id) where not active;
create index gear_name_idx on public.gear (name, id);
-- One for each sort order of the storefront and the manager; the id breaks ties. They cover inactive
-- items too, which only staff list.
create index gear_newest_idx on public.gear (created_at, id);
create index gear_price_idx on public.gear (price, id);
create index gear_quantity_idx on public.gear (quantity, id);
-- why: related items are read in id order, which is random but stable: each item starts elsewhere in
-- its category and shows the same neighbours every time.
create index gear_related_idx on public.gear (gear_category_id, id) where active;
-- For the manager's search (private.catalogue_kinds.staff_text). Visitors search private.search_entries.
create index gear_search_idx on public.gear using gin (search_text extensions.gin_trgm_ops);

alter table public.gear enable row level security;

create policy "gear: anyone reads active" on public.gear for select to anon, authenticated
  using (active);
create policy "gear: service_role does all" on public.gear for all to service_role
  using (true) with check (true);
create policy "gear: staff insert" on public.gear for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "gear: staff read all" on public.gear for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "gear: staff update" on public.gear for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger catalogue_changed after insert or delete or update or truncate on public.gear
  for each statement execute function private.tell_catalogue_changed();
create trigger gear_activity_delete after delete on public.gear
  referencing old table as old_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.gear_id || '' · '' || written.name', '', 'true', 'f');
create trigger gear_activity_insert after insert on public.gear
  referencing new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.gear_id || '' · '' || written.name', '', 'true', 'f');
create trigger gear_activity_update after update on public.gear
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.gear_id || '' · '' || written.name', '', 'true', 'f');
-- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
create trigger gear_code before insert or update on public.gear
  for each row execute function private.assign_code('gear_id', 'GER', 'private.gear_code_seq');
create trigger gear_counted_delete after delete on public.gear
  referencing old table as old_items
  for each statement execute function private.count_items('gear');
create trigger gear_counted_insert after insert on public.gear
  referencing new table as new_items
  for each statement execute function private.count_items('gear');
create trigger gear_counted_truncate after truncate on public.gear
  for each statement execute function private.count_items('gear');
create trigger gear_counted_update after update on public.gear
  referencing old table as old_items new table as new_items
  for each statement execute function private.count_items('gear');
create trigger gear_registered_delete after delete on public.gear
  referencing old table as old_items
  for each statement execute function private.register_items('gear', 'gear_id');
create trigger gear_registered_insert after insert on public.gear
  referencing new table as new_items
  for each statement execute function private.register_items('gear', 'gear_id');
create trigger gear_registered_truncate after truncate on public.gear
  for each statement execute function private.register_items('gear', 'gear_id');
create trigger gear_registered_update after update on public.gear
  referencing old table as old_items new table as new_items
  for each statement execute function private.register_items('gear', 'gear_id');
create trigger gear_slug before insert or update on public.gear
  for each row execute function private.assign_slug('name', 'gear_id');
create trigger gear_updated_at before update on public.gear
  for each row execute function private.touch_updated_at();

grant select on public.gear to anon;
grant select, insert (active, depth_cm, description, gear_brand_id, gear_category_id, height_cm, id,
    images, in_studio, name, price, quantity, width_cm), update (active, depth_cm, description,
    gear_brand_id, gear_category_id, height_cm, images, in_studio, name, price, quantity, width_cm)
  on public.gear to authenticated;
grant select, insert, update, delete on public.gear to service_role;
