-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.backdrops (
  id uuid not null default gen_random_uuid(),
  backdrop_id text collate "C" not null default '',
  name text collate private.names not null,
  slug text collate "C" not null default '',
  description text not null default '',
  material_id uuid,
  -- A copy of material_id for older readers. why: without a foreign key, so that embedding
  -- backdrop_materials stays unambiguous; the trigger keeps it equal.
  material uuid,
  color_id uuid,
  size_id uuid,
  length_feet numeric(6,2) not null,
  width_feet numeric(6,2) not null,
  price numeric(12,2) not null default 0,
  quantity integer not null default 0,
  in_studio boolean not null default false,
  active boolean not null default true,
  images text[] not null default '{}'::text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What searches compare with. Lookup names are compared in their own tables.
  search_text text collate "C" not null generated always as ((private.compared(name) || e'\n') || private.compared(backdrop_id)) stored,
  constraint backdrops_pkey primary key (id),
  constraint backdrops_backdrop_id_key unique (backdrop_id),
  constraint backdrops_slug_key unique (slug),
  constraint backdrops_color_id_fkey foreign key (color_id) references public.colors(id),
  constraint backdrops_material_id_fkey foreign key (material_id)
    references public.backdrop_materials(id),
  constraint backdrops_size_id_fkey foreign key (size_id) references public.backdrop_size_manager(id),
  constraint backdrops_description_length check (char_length(description) <= 4000),
  constraint backdrops_images_check check (private.is_image_list(images)),
  constraint backdrops_length_range check (length_feet >= 0.1 and length_feet <= 1000),
  constraint backdrops_name_length check (private.trimmed(name) <> '' and char_length(name) <= 120),
  constraint backdrops_price_range check (price >= 0 and price <= 9999999.99),
  constraint backdrops_quantity_range check (quantity >= 0 and quantity <= 1000000),
  constraint backdrops_width_range check (width_feet >= 0.1 and width_feet <= 1000)
);

-- why: the code is included so that skipping to a far page is an index-only scan.
create index backdrops_code_idx on public.backdrops ((substr(backdrop_id, 5)::bigint), id)
  include (backdrop_id);
create index backdrops_color_id_idx on public.backdrops (color_id);
create index backdrops_in_studio_idx on public.backdrops (id) where in_studio;
-- Small sets that are counted on their own.
create index backdrops_inactive_idx on public.backdrops (id) where not active;
create index backdrops_material_id_idx on public.backdrops (material_id);
create index backdrops_name_idx on public.backdrops (name, id);
-- One for each sort order of the storefront and the manager; the id breaks ties. They cover inactive
-- items too, which only staff list.
create index backdrops_newest_idx on public.backdrops (created_at, id);
create index backdrops_price_idx on public.backdrops (price, id);
create index backdrops_quantity_idx on public.backdrops (quantity, id);
-- why: related items are read in id order, which is random but stable: each item starts elsewhere in
-- its category and shows the same neighbours every time.
create index backdrops_related_idx on public.backdrops (size_id, id) where active;
-- For the manager's search (private.catalogue_kinds.staff_text). Visitors search private.search_entries.
create index backdrops_search_idx
  on public.backdrops using gin (search_text extensions.gin_trgm_ops);
create index backdrops_size_id_idx on public.backdrops (size_id);

alter table public.backdrops enable row level security;

create policy "backdrops: anyone reads active" on public.backdrops for select to anon, authenticated
  using (active);
create policy "backdrops: service_role does all" on public.backdrops for all to service_role
  using (true) with check (true);
create policy "backdrops: staff insert" on public.backdrops for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "backdrops: staff read all" on public.backdrops for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "backdrops: staff update" on public.backdrops for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger backdrops_activity_delete after delete on public.backdrops
  referencing old table as old_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.backdrop_id || '' · '' || written.name', '', 'true', 'f');
create trigger backdrops_activity_insert after insert on public.backdrops
  referencing new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.backdrop_id || '' · '' || written.name', '', 'true', 'f');
create trigger backdrops_activity_update after update on public.backdrops
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.backdrop_id || '' · '' || written.name', '', 'true', 'f');
-- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
create trigger backdrops_code before insert or update on public.backdrops
  for each row execute function private.assign_code('backdrop_id', 'BDP', 'private.backdrop_code_seq');
create trigger backdrops_counted_delete after delete on public.backdrops
  referencing old table as old_items
  for each statement execute function private.count_items('backdrop');
create trigger backdrops_counted_insert after insert on public.backdrops
  referencing new table as new_items
  for each statement execute function private.count_items('backdrop');
create trigger backdrops_counted_truncate after truncate on public.backdrops
  for each statement execute function private.count_items('backdrop');
create trigger backdrops_counted_update after update on public.backdrops
  referencing old table as old_items new table as new_items
  for each statement execute function private.count_items('backdrop');
create trigger backdrops_material before insert or update on public.backdrops
  for each row execute function private.mirror_material();
create trigger backdrops_registered_delete after delete on public.backdrops
  referencing old table as old_items
  for each statement execute function private.register_items('backdrop', 'backdrop_id');
create trigger backdrops_registered_insert after insert on public.backdrops
  referencing new table as new_items
  for each statement execute function private.register_items('backdrop', 'backdrop_id');
create trigger backdrops_registered_truncate after truncate on public.backdrops
  for each statement execute function private.register_items('backdrop', 'backdrop_id');
create trigger backdrops_registered_update after update on public.backdrops
  referencing old table as old_items new table as new_items
  for each statement execute function private.register_items('backdrop', 'backdrop_id');
create trigger backdrops_slug before insert or update on public.backdrops
  for each row execute function private.assign_slug('name', 'backdrop_id');
create trigger backdrops_updated_at before update on public.backdrops
  for each row execute function private.touch_updated_at();
create trigger catalogue_changed after insert or delete or update or truncate on public.backdrops
  for each statement execute function private.tell_catalogue_changed();

grant select on public.backdrops to anon;
grant select, insert (active, color_id, description, id, images, in_studio, length_feet, material,
    material_id, name, price, quantity, size_id, width_feet), update (active, color_id, description,
    images, in_studio, length_feet, material, material_id, name, price, quantity, size_id,
    width_feet)
  on public.backdrops to authenticated;
grant select, insert, update, delete on public.backdrops to service_role;
