-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.props (
  id uuid not null default gen_random_uuid(),
  prop_id text collate "C" not null default '',
  name text collate private.names not null,
  slug text collate "C" not null default '',
  description text not null default '',
  brand_id uuid,
  color_id uuid,
  category_id uuid,
  price numeric(12,2) not null default 0,
  quantity integer not null default 0,
  in_studio boolean not null default false,
  active boolean not null default true,
  images text[] not null default '{}'::text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What searches compare with. Lookup names are compared in their own tables.
  search_text text collate "C" not null generated always as (private.compared(name)) stored,
  width_cm numeric(7,2),
  depth_cm numeric(7,2),
  height_cm numeric(7,2),
  constraint props_pkey primary key (id),
  constraint props_prop_id_key unique (prop_id),
  constraint props_slug_key unique (slug),
  constraint props_brand_id_fkey foreign key (brand_id) references public.prop_brands(id),
  constraint props_category_id_fkey foreign key (category_id) references public.prop_categories(id),
  constraint props_color_id_fkey foreign key (color_id) references public.colors(id),
  constraint props_depth_range check (depth_cm >= 0.1 and depth_cm <= 10000),
  constraint props_description_length check (char_length(description) <= 4000),
  constraint props_height_range check (height_cm >= 0.1 and height_cm <= 10000),
  constraint props_images_check check (private.is_image_list(images)),
  constraint props_name_length check (private.trimmed(name) <> '' and char_length(name) <= 120),
  constraint props_price_range check (price >= 0 and price <= 9999999.99),
  constraint props_quantity_range check (quantity >= 0 and quantity <= 1000000),
  constraint props_width_range check (width_cm >= 0.1 and width_cm <= 10000)
);

create index props_brand_id_idx on public.props (brand_id);
create index props_category_id_idx on public.props (category_id);
-- why: the code is included so that skipping to a far page is an index-only scan.
create index props_code_idx on public.props ((substr(prop_id, 5)::bigint), id) include (prop_id);
create index props_color_id_idx on public.props (color_id);
create index props_in_studio_idx on public.props (id) where in_studio;
-- Small sets that are counted on their own.
create index props_inactive_idx on public.props (id) where not active;
create index props_name_idx on public.props (name, id);
-- One for each sort order of the storefront and the manager; the id breaks ties. They cover inactive
-- items too, which only staff list.
create index props_newest_idx on public.props (created_at, id);
create index props_price_idx on public.props (price, id);
create index props_quantity_idx on public.props (quantity, id);
-- why: related items are read in id order, which is random but stable: each item starts elsewhere in
-- its category and shows the same neighbours every time.
create index props_related_idx on public.props (category_id, id) where active;
-- For the manager's search (private.catalogue_kinds.staff_text). Visitors search private.search_entries.
create index props_staff_search_idx
  on public.props using gin (private.compared((((name || e'\n') || description) || e'\n') || prop_id) collate "C" extensions.gin_trgm_ops);

alter table public.props enable row level security;

create policy "props: anyone reads active" on public.props for select to anon, authenticated
  using (active);
create policy "props: service_role does all" on public.props for all to service_role
  using (true) with check (true);
create policy "props: staff insert" on public.props for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "props: staff read all" on public.props for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "props: staff update" on public.props for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger catalogue_changed after insert or delete or update or truncate on public.props
  for each statement execute function private.tell_catalogue_changed();
create trigger props_activity_delete after delete on public.props
  referencing old table as old_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.prop_id || '' · '' || written.name', '', 'true', 'f');
create trigger props_activity_insert after insert on public.props
  referencing new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.prop_id || '' · '' || written.name', '', 'true', 'f');
create trigger props_activity_update after update on public.props
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.prop_id || '' · '' || written.name', '', 'true', 'f');
-- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
create trigger props_code before insert or update on public.props
  for each row execute function private.assign_code('prop_id', 'PRP', 'private.prop_code_seq');
create trigger props_counted_delete after delete on public.props
  referencing old table as old_items
  for each statement execute function private.count_items('prop');
create trigger props_counted_insert after insert on public.props
  referencing new table as new_items
  for each statement execute function private.count_items('prop');
create trigger props_counted_truncate after truncate on public.props
  for each statement execute function private.count_items('prop');
create trigger props_counted_update after update on public.props
  referencing old table as old_items new table as new_items
  for each statement execute function private.count_items('prop');
create trigger props_registered_delete after delete on public.props
  referencing old table as old_items
  for each statement execute function private.register_items('prop', 'prop_id');
create trigger props_registered_insert after insert on public.props
  referencing new table as new_items
  for each statement execute function private.register_items('prop', 'prop_id');
create trigger props_registered_truncate after truncate on public.props
  for each statement execute function private.register_items('prop', 'prop_id');
create trigger props_registered_update after update on public.props
  referencing old table as old_items new table as new_items
  for each statement execute function private.register_items('prop', 'prop_id');
create trigger props_slug before insert or update on public.props
  for each row execute function private.assign_slug('name', 'prop_id');
create trigger props_updated_at before update on public.props
  for each row execute function private.touch_updated_at();

grant select on public.props to anon;
grant select, insert (active, brand_id, category_id, color_id, depth_cm, description, height_cm, id,
    images, in_studio, name, price, quantity, width_cm), update (active, brand_id, category_id,
    color_id, depth_cm, description, height_cm, images, in_studio, name, price, quantity, width_cm)
  on public.props to authenticated;
grant select, insert, update, delete on public.props to service_role;
