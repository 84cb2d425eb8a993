-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.clothes (
  id uuid not null default gen_random_uuid(),
  cloth_id text collate "C" not null default '',
  name text collate private.names not null,
  slug text collate "C" not null default '',
  description text not null default '',
  brand_id uuid,
  color_id uuid,
  category_id uuid,
  gender_id uuid,
  size_id uuid,
  price numeric(12,2) not null default 0,
  quantity integer not null default 0,
  in_studio boolean not null default false,
  active boolean not null default true,
  images text[] not null default '{}'::text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What searches compare with. Lookup names are compared in their own tables.
  search_text text collate "C" not null generated always as ((private.compared(name) || e'\n') || private.compared(cloth_id)) stored,
  constraint clothes_pkey primary key (id),
  constraint clothes_cloth_id_key unique (cloth_id),
  constraint clothes_slug_key unique (slug),
  constraint clothes_brand_id_fkey foreign key (brand_id) references public.cloth_brands(id),
  constraint clothes_category_id_fkey foreign key (category_id) references public.cloth_categories(id),
  constraint clothes_color_id_fkey foreign key (color_id) references public.colors(id),
  constraint clothes_gender_id_fkey foreign key (gender_id) references public.gender_options(id),
  constraint clothes_size_id_fkey foreign key (size_id) references public.clothes_size_manager(id),
  constraint clothes_description_length check (char_length(description) <= 4000),
  constraint clothes_images_check check (private.is_image_list(images)),
  constraint clothes_name_length check (private.trimmed(name) <> '' and char_length(name) <= 120),
  constraint clothes_price_range check (price >= 0 and price <= 9999999.99),
  constraint clothes_quantity_range check (quantity >= 0 and quantity <= 1000000)
);

create index clothes_brand_id_idx on public.clothes (brand_id);
create index clothes_category_id_idx on public.clothes (category_id);
-- why: the code is included so that skipping to a far page is an index-only scan.
create index clothes_code_idx on public.clothes ((substr(cloth_id, 5)::bigint), id)
  include (cloth_id);
create index clothes_color_id_idx on public.clothes (color_id);
create index clothes_gender_id_idx on public.clothes (gender_id);
create index clothes_in_studio_idx on public.clothes (id) where in_studio;
-- Small sets that are counted on their own.
create index clothes_inactive_idx on public.clothes (id) where not active;
create index clothes_name_idx on public.clothes (name, id);
-- One for each sort order of the storefront and the manager; the id breaks ties. They cover inactive
-- items too, which only staff list.
create index clothes_newest_idx on public.clothes (created_at, id);
create index clothes_price_idx on public.clothes (price, id);
create index clothes_quantity_idx on public.clothes (quantity, id);
-- why: related items are read in id order, which is random but stable: each item starts elsewhere in
-- its category and shows the same neighbours every time.
create index clothes_related_idx on public.clothes (category_id, id) where active;
-- For the manager's search (private.catalogue_kinds.staff_text). Visitors search private.search_entries.
create index clothes_search_idx on public.clothes using gin (search_text extensions.gin_trgm_ops);
create index clothes_size_id_idx on public.clothes (size_id);

alter table public.clothes enable row level security;

create policy "clothes: anyone reads active" on public.clothes for select to anon, authenticated
  using (active);
create policy "clothes: service_role does all" on public.clothes for all to service_role
  using (true) with check (true);
create policy "clothes: staff insert" on public.clothes for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "clothes: staff read all" on public.clothes for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "clothes: staff update" on public.clothes for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger catalogue_changed after insert or delete or update or truncate on public.clothes
  for each statement execute function private.tell_catalogue_changed();
create trigger clothes_activity_delete after delete on public.clothes
  referencing old table as old_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.cloth_id || '' · '' || written.name', '', 'true', 'f');
create trigger clothes_activity_insert after insert on public.clothes
  referencing new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.cloth_id || '' · '' || written.name', '', 'true', 'f');
create trigger clothes_activity_update after update on public.clothes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.cloth_id || '' · '' || written.name', '', 'true', 'f');
-- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
create trigger clothes_code before insert or update on public.clothes
  for each row execute function private.assign_code('cloth_id', 'CLT', 'private.cloth_code_seq');
create trigger clothes_counted_delete after delete on public.clothes
  referencing old table as old_items
  for each statement execute function private.count_items('cloth');
create trigger clothes_counted_insert after insert on public.clothes
  referencing new table as new_items
  for each statement execute function private.count_items('cloth');
create trigger clothes_counted_truncate after truncate on public.clothes
  for each statement execute function private.count_items('cloth');
create trigger clothes_counted_update after update on public.clothes
  referencing old table as old_items new table as new_items
  for each statement execute function private.count_items('cloth');
create trigger clothes_registered_delete after delete on public.clothes
  referencing old table as old_items
  for each statement execute function private.register_items('cloth', 'cloth_id');
create trigger clothes_registered_insert after insert on public.clothes
  referencing new table as new_items
  for each statement execute function private.register_items('cloth', 'cloth_id');
create trigger clothes_registered_truncate after truncate on public.clothes
  for each statement execute function private.register_items('cloth', 'cloth_id');
create trigger clothes_registered_update after update on public.clothes
  referencing old table as old_items new table as new_items
  for each statement execute function private.register_items('cloth', 'cloth_id');
create trigger clothes_slug before insert or update on public.clothes
  for each row execute function private.assign_slug('name', 'cloth_id');
create trigger clothes_updated_at before update on public.clothes
  for each row execute function private.touch_updated_at();

grant select on public.clothes to anon;
grant select, insert (active, brand_id, category_id, color_id, description, gender_id, id, images,
    in_studio, name, price, quantity, size_id), update (active, brand_id, category_id, color_id,
    description, gender_id, images, in_studio, name, price, quantity, size_id)
  on public.clothes to authenticated;
grant select, insert, update, delete on public.clothes to service_role;
