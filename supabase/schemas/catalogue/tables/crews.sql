-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.crews (
  id uuid not null default gen_random_uuid(),
  crew_id text collate "C" not null default '',
  name text collate private.names not null,
  slug text collate "C" not null default '',
  description text not null default '',
  category_id uuid,
  -- 'Senior', 'Assistant': shown on the card when present.
  seniority text,
  price numeric(12,2) not null default 0,
  quantity integer not null default 0,
  in_studio boolean not null default false,
  active boolean not null default true,
  images text[] not null default '{}'::text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What searches compare with. Lookup names are compared in their own tables.
  search_text text collate "C" not null generated always as (private.compared(name)) stored,
  constraint crews_pkey primary key (id),
  constraint crews_crew_id_key unique (crew_id),
  constraint crews_slug_key unique (slug),
  constraint crews_category_id_fkey foreign key (category_id) references public.crew_categories(id),
  constraint crews_description_length check (char_length(description) <= 4000),
  constraint crews_images_check check (private.is_image_list(images)),
  constraint crews_name_length check (private.trimmed(name) <> '' and char_length(name) <= 120),
  constraint crews_price_range check (price >= 0 and price <= 9999999.99),
  constraint crews_quantity_range check (quantity >= 0 and quantity <= 1000000),
  constraint crews_seniority_length
    check (char_length(seniority) >= 1 and char_length(seniority) <= 40)
);

create index crews_category_id_idx on public.crews (category_id);
-- why: the code is included so that skipping to a far page is an index-only scan.
create index crews_code_idx on public.crews ((substr(crew_id, 5)::bigint), id) include (crew_id);
create index crews_in_studio_idx on public.crews (id) where in_studio;
-- Small sets that are counted on their own.
create index crews_inactive_idx on public.crews (id) where not active;
create index crews_name_idx on public.crews (name, id);
-- One for each sort order of the storefront and the manager; the id breaks ties. They cover inactive
-- items too, which only staff list.
create index crews_newest_idx on public.crews (created_at, id);
create index crews_price_idx on public.crews (price, id);
create index crews_quantity_idx on public.crews (quantity, id);
-- why: related items are read in id order, which is random but stable: each item starts elsewhere in
-- its category and shows the same neighbours every time.
create index crews_related_idx on public.crews (category_id, id) where active;
-- For the manager's search (private.catalogue_kinds.staff_text). Visitors search private.search_entries.
create index crews_staff_search_idx
  on public.crews using gin (((search_text || e'\n') || private.compared(crew_id)) extensions.gin_trgm_ops);

alter table public.crews enable row level security;

create policy "crews: anyone reads active" on public.crews for select to anon, authenticated
  using (active);
create policy "crews: service_role does all" on public.crews for all to service_role
  using (true) with check (true);
create policy "crews: staff insert" on public.crews for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "crews: staff read all" on public.crews for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "crews: staff update" on public.crews for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger catalogue_changed after insert or delete or update or truncate on public.crews
  for each statement execute function private.tell_catalogue_changed();
create trigger crews_activity_delete after delete on public.crews
  referencing old table as old_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.crew_id || '' · '' || written.name', '', 'true', 'f');
create trigger crews_activity_insert after insert on public.crews
  referencing new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.crew_id || '' · '' || written.name', '', 'true', 'f');
create trigger crews_activity_update after update on public.crews
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.id', 'written.crew_id || '' · '' || written.name', '', 'true', 'f');
-- Triggers fire in the order of their names: the code comes before the slug, which may fall back to it.
create trigger crews_code before insert or update on public.crews
  for each row execute function private.assign_code('crew_id', 'CRW', 'private.crew_code_seq');
create trigger crews_counted_delete after delete on public.crews
  referencing old table as old_items
  for each statement execute function private.count_items('crew');
create trigger crews_counted_insert after insert on public.crews
  referencing new table as new_items
  for each statement execute function private.count_items('crew');
create trigger crews_counted_truncate after truncate on public.crews
  for each statement execute function private.count_items('crew');
create trigger crews_counted_update after update on public.crews
  referencing old table as old_items new table as new_items
  for each statement execute function private.count_items('crew');
create trigger crews_registered_delete after delete on public.crews
  referencing old table as old_items
  for each statement execute function private.register_items('crew', 'crew_id');
create trigger crews_registered_insert after insert on public.crews
  referencing new table as new_items
  for each statement execute function private.register_items('crew', 'crew_id');
create trigger crews_registered_truncate after truncate on public.crews
  for each statement execute function private.register_items('crew', 'crew_id');
create trigger crews_registered_update after update on public.crews
  referencing old table as old_items new table as new_items
  for each statement execute function private.register_items('crew', 'crew_id');
create trigger crews_slug before insert or update on public.crews
  for each row execute function private.assign_slug('name', 'crew_id');
create trigger crews_updated_at before update on public.crews
  for each row execute function private.touch_updated_at();

grant select on public.crews to anon;
grant select, insert (active, category_id, description, id, images, in_studio, name, price,
    quantity, seniority), update (active, category_id, description, images, in_studio, name, price,
    quantity, seniority)
  on public.crews to authenticated;
grant select, insert, update, delete on public.crews to service_role;
