-- Tables: catalogue.

create table private.catalogue_kinds (
  kind text not null,
  "position" smallint not null,
  plural text collate private.names not null,
  item_table regclass not null,
  code_column name not null,
  -- Keys of the lookups that search results show as an item's brand, category and badge.
  brand_key text,
  category_key text,
  label_key text,
  -- A column of the item that is shown as the badge instead.
  label_column name,
  -- What the managers' search compares with: an expression over `item`.
  staff_text text not null default 'item.search_text',
  -- The prefix of the kind's codes, in lower case.
  code_prefix text not null,
  -- Whether the items' search_text includes their description.
  is_described boolean not null default false,
  turnaround_days smallint not null default 0,
  constraint catalogue_kinds_pkey primary key (kind),
  constraint catalogue_kinds_turnaround_days_range
    check (turnaround_days >= 0 and turnaround_days <= 30)
);
alter table private.catalogue_kinds enable row level security;

-- How many active items there are of each kind and each combination of lookup values.
create table private.catalogue_counts (
  kind text not null,
  -- The item's lookup ids as texts, in the order of private.counted_lookups; null where it has none.
  lookup_ids text[] collate "C" not null,
  items integer not null,
  -- why: entries refer to their counts by it. Short, so that a page of memory holds many entries.
  id integer not null generated always as identity,
  -- Positions given to entries so far. why: a position is never reused, so no free one has to be found.
  places integer not null default 0,
  constraint catalogue_counts_pkey primary key (kind, lookup_ids),
  constraint catalogue_counts_id_key unique (id),
  constraint catalogue_counts_kind_fkey foreign key (kind) references private.catalogue_kinds(kind)
);
alter table private.catalogue_counts enable row level security;

create table private.catalogue_lookups (
  kind text not null,
  key text not null,
  item_column name not null,
  column_type regtype not null default 'uuid'::regtype,
  lookup_table regclass not null,
  -- The column that names a value in the list of filters, and the one that names it on an item.
  label_column name not null,
  badge_column name not null,
  swatch_column name,
  -- Position among the storefront's filters; null when it is not a filter.
  facet smallint,
  -- Whether this is the lookup in the page's sidebar, which `category` selects from.
  is_sidebar boolean not null default false,
  -- Whether visitors' searches, and the managers', compare with the value's name.
  is_searched boolean not null,
  is_searched_by_staff boolean not null default false,
  -- Column that the values are sorted by when that is not their name.
  order_column name,
  constraint catalogue_lookups_pkey primary key (kind, key),
  constraint catalogue_lookups_kind_fkey foreign key (kind) references private.catalogue_kinds(kind)
);
alter table private.catalogue_lookups enable row level security;

create table private.imports (
  id uuid not null,
  owner uuid not null,
  kind text not null,
  -- Number of new items; null until the import is applied. `changed` and `unchanged` likewise.
  created integer,
  created_at timestamptz not null default now(),
  changed integer,
  unchanged integer,
  constraint imports_pkey primary key (id),
  constraint imports_kind_fkey foreign key (kind) references private.catalogue_kinds(kind)
);
create index imports_created_at_idx on private.imports (created_at);
alter table private.imports enable row level security;

create table private.import_lines (
  import_id uuid not null,
  line integer not null,
  -- Texts by the item's columns, its lookups' keys, and image_1 to image_3.
  fields jsonb not null,
  -- The updated_at of the line's item when it was checked.
  seen timestamptz,
  constraint import_lines_pkey primary key (import_id, line),
  constraint import_lines_import_id_fkey foreign key (import_id)
    references private.imports(id) on delete cascade,
  constraint import_lines_fields_check check (jsonb_typeof(fields) = 'object')
);
alter table private.import_lines enable row level security;

-- One row per active item. why: the columns that every search reads come first, at a fixed offset.
create table private.search_entries (
  item_id uuid not null,
  -- Row of private.catalogue_counts that the item is counted in.
  counted integer not null,
  kind text not null,
  -- The item's search_text.
  text text collate "C" not null,
  -- The position of the entry's bit in the marks of its count.
  place integer not null,
  -- Marks besides the words: one that every entry has, and one for each lookup that the counts do not
  -- tell apart (the colour of clothes and backdrops). They begin with U+0001, which no word contains.
  keys text[] collate "C" not null default '{}'::text[],
  constraint search_entries_pkey primary key (kind, item_id)
);
create index search_entries_counted_idx on private.search_entries (counted, place);
-- why: a search scans the whole pending list of the index, so it is kept short.
create index search_entries_text_idx
  on private.search_entries using gin (text extensions.gin_trgm_ops)
  with (gin_pending_list_limit='256');
alter table private.search_entries enable row level security;

-- Bit n of `items` in chunk m: the entry at position 64 m + n of this count contains the word. Never 0.
create table private.search_marks (
  word text collate "C" not null,
  counted integer not null,
  chunk integer not null,
  items bigint not null,
  constraint search_marks_pkey primary key (word, counted, chunk)
);
alter table private.search_marks enable row level security;

-- Every word of the entries. A search term without a space is in an entry exactly when it is in one of its words.
create table private.search_words (
  word text collate "C" not null,
  constraint search_words_pkey primary key (word)
);
-- why: codes are words too, each of one item. Looking for similar words skips them.
create index search_words_plain_idx on private.search_words (word)
  where word !~ '^[a-z]{3}-[0-9]+$';
create index search_words_plain_trigrams_idx
  on private.search_words using gin (word extensions.gin_trgm_ops)
  with (gin_pending_list_limit='256')
  where word !~ '^[a-z]{3}-[0-9]+$';
create index search_words_trigrams_idx
  on private.search_words using gin (word extensions.gin_trgm_ops)
  with (gin_pending_list_limit='256');
alter table private.search_words enable row level security;

-- The two categories of sets, in the shape of a lookup.
create table private.set_categories (
  id text not null,
  slug text not null,
  name text collate private.names not null,
  plural text collate private.names not null,
  constraint set_categories_pkey primary key (id)
);
alter table private.set_categories enable row level security;

create table public.backdrop_materials (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint backdrop_materials_pkey primary key (id),
  constraint backdrop_materials_name_key unique (name),
  constraint backdrop_materials_slug_key unique (slug),
  constraint backdrop_materials_name_length
    check (private.trimmed(name) <> '' and char_length(name) <= 80)
);
alter table public.backdrop_materials enable row level security;
create policy "backdrop_materials: anyone reads" on public.backdrop_materials
  for select
  to anon, authenticated
  using (true);
create policy "backdrop_materials: service_role does all" on public.backdrop_materials
  for all
  to service_role
  using (true) with check (true);
create policy "backdrop_materials: staff delete" on public.backdrop_materials
  for delete
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "backdrop_materials: staff insert" on public.backdrop_materials
  for insert
  to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "backdrop_materials: staff update" on public.backdrop_materials
  for update
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.backdrop_materials to anon;
grant select, delete, insert (id, name), update (name)
  on public.backdrop_materials to authenticated;
grant select, insert, update, delete on public.backdrop_materials to service_role;

create table public.backdrop_size_manager (
  id uuid not null default gen_random_uuid(),
  size_value text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  size_order text collate "C" not null generated always as (private.size_order(size_value)) stored,
  constraint backdrop_size_manager_pkey primary key (id),
  constraint backdrop_size_manager_size_value_key unique (size_value),
  constraint backdrop_size_manager_slug_key unique (slug),
  constraint backdrop_size_manager_size_value_length
    check (private.trimmed(size_value) <> '' and char_length(size_value) <= 80)
);
alter table public.backdrop_size_manager enable row level security;
create policy "backdrop_size_manager: anyone reads" on public.backdrop_size_manager
  for select
  to anon, authenticated
  using (true);
create policy "backdrop_size_manager: service_role does all" on public.backdrop_size_manager
  for all
  to service_role
  using (true) with check (true);
create policy "backdrop_size_manager: staff delete" on public.backdrop_size_manager
  for delete
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "backdrop_size_manager: staff insert" on public.backdrop_size_manager
  for insert
  to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "backdrop_size_manager: staff update" on public.backdrop_size_manager
  for update
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.backdrop_size_manager to anon;
grant select, delete, insert (id, size_value), update (size_value)
  on public.backdrop_size_manager to authenticated;
grant select, insert, update, delete on public.backdrop_size_manager to service_role;

create table public.colors (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  -- The swatch's colour in CSS notation; null for 'Multicolour' and the like.
  hex text,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint colors_pkey primary key (id),
  constraint colors_name_key unique (name),
  constraint colors_slug_key unique (slug),
  constraint colors_hex_format check (hex ~ '^#[0-9a-f]{6}$'),
  constraint colors_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);
alter table public.colors enable row level security;
create policy "colors: anyone reads" on public.colors for select to anon, authenticated
  using (true);
create policy "colors: service_role does all" on public.colors for all to service_role
  using (true) with check (true);
create policy "colors: staff delete" on public.colors for delete to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "colors: staff insert" on public.colors for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "colors: staff update" on public.colors for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.colors to anon;
grant select, delete, insert (hex, id, name), update (hex, name) on public.colors to authenticated;
grant select, insert, update, delete on public.colors to service_role;

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
  search_text text collate "C" not null generated always as (lower(((name || e'\n') || backdrop_id) collate private.names)) stored,
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
grant select on public.backdrops to anon;
grant select, insert (active, color_id, description, id, images, in_studio, length_feet, material,
    material_id, name, price, quantity, size_id, width_feet), update (active, color_id, description,
    images, in_studio, length_feet, material, material_id, name, price, quantity, size_id,
    width_feet)
  on public.backdrops to authenticated;
grant select, insert, update, delete on public.backdrops to service_role;

create table public.cloth_brands (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint cloth_brands_pkey primary key (id),
  constraint cloth_brands_name_key unique (name),
  constraint cloth_brands_slug_key unique (slug),
  constraint cloth_brands_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);
alter table public.cloth_brands enable row level security;
create policy "cloth_brands: anyone reads" on public.cloth_brands for select to anon, authenticated
  using (true);
create policy "cloth_brands: service_role does all" on public.cloth_brands for all to service_role
  using (true) with check (true);
create policy "cloth_brands: staff delete" on public.cloth_brands for delete to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "cloth_brands: staff insert" on public.cloth_brands for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "cloth_brands: staff update" on public.cloth_brands for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.cloth_brands to anon;
grant select, delete, insert (id, name), update (name) on public.cloth_brands to authenticated;
grant select, insert, update, delete on public.cloth_brands to service_role;

create table public.cloth_categories (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint cloth_categories_pkey primary key (id),
  constraint cloth_categories_name_key unique (name),
  constraint cloth_categories_slug_key unique (slug),
  constraint cloth_categories_name_length
    check (private.trimmed(name) <> '' and char_length(name) <= 80)
);
alter table public.cloth_categories enable row level security;
create policy "cloth_categories: anyone reads" on public.cloth_categories
  for select
  to anon, authenticated
  using (true);
create policy "cloth_categories: service_role does all" on public.cloth_categories
  for all
  to service_role
  using (true) with check (true);
create policy "cloth_categories: staff delete" on public.cloth_categories
  for delete
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "cloth_categories: staff insert" on public.cloth_categories
  for insert
  to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "cloth_categories: staff update" on public.cloth_categories
  for update
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.cloth_categories to anon;
grant select, delete, insert (id, name), update (name) on public.cloth_categories to authenticated;
grant select, insert, update, delete on public.cloth_categories to service_role;

create table public.clothes_size_manager (
  id uuid not null default gen_random_uuid(),
  size_value text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  size_order text collate "C" not null generated always as (private.size_order(size_value)) stored,
  constraint clothes_size_manager_pkey primary key (id),
  constraint clothes_size_manager_size_value_key unique (size_value),
  constraint clothes_size_manager_slug_key unique (slug),
  constraint clothes_size_manager_size_value_length
    check (private.trimmed(size_value) <> '' and char_length(size_value) <= 80)
);
alter table public.clothes_size_manager enable row level security;
create policy "clothes_size_manager: anyone reads" on public.clothes_size_manager
  for select
  to anon, authenticated
  using (true);
create policy "clothes_size_manager: service_role does all" on public.clothes_size_manager
  for all
  to service_role
  using (true) with check (true);
create policy "clothes_size_manager: staff delete" on public.clothes_size_manager
  for delete
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "clothes_size_manager: staff insert" on public.clothes_size_manager
  for insert
  to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "clothes_size_manager: staff update" on public.clothes_size_manager
  for update
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.clothes_size_manager to anon;
grant select, delete, insert (id, size_value), update (size_value)
  on public.clothes_size_manager to authenticated;
grant select, insert, update, delete on public.clothes_size_manager to service_role;

create table public.gender_options (
  id uuid not null default gen_random_uuid(),
  label text collate private.names not null,
  value text not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint gender_options_pkey primary key (id),
  constraint gender_options_label_key unique (label),
  constraint gender_options_slug_key unique (slug),
  constraint gender_options_value_key unique (value),
  constraint gender_options_label_length
    check (private.trimmed(label) <> '' and char_length(label) <= 80),
  constraint gender_options_value_format check (value ~ '^[a-z][a-z_]{0,39}$')
);
alter table public.gender_options enable row level security;
create policy "gender_options: admin delete" on public.gender_options for delete to authenticated
  using ((select private.is_staff('admin')));
create policy "gender_options: admin insert" on public.gender_options for insert to authenticated
  with check ((select private.is_staff('admin')));
create policy "gender_options: admin update" on public.gender_options for update to authenticated
  using ((select private.is_staff('admin'))) with check ((select private.is_staff('admin')));
create policy "gender_options: anyone reads" on public.gender_options
  for select
  to anon, authenticated
  using (true);
create policy "gender_options: service_role does all" on public.gender_options
  for all
  to service_role
  using (true) with check (true);
grant select on public.gender_options to anon;
grant select, delete, insert (id, label, value), update (label, value)
  on public.gender_options to authenticated;
grant select, insert, update, delete on public.gender_options to service_role;

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
  search_text text collate "C" not null generated always as (lower(((name || e'\n') || cloth_id) collate private.names)) stored,
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
grant select on public.clothes to anon;
grant select, insert (active, brand_id, category_id, color_id, description, gender_id, id, images,
    in_studio, name, price, quantity, size_id), update (active, brand_id, category_id, color_id,
    description, gender_id, images, in_studio, name, price, quantity, size_id)
  on public.clothes to authenticated;
grant select, insert, update, delete on public.clothes to service_role;

create table public.crew_categories (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint crew_categories_pkey primary key (id),
  constraint crew_categories_name_key unique (name),
  constraint crew_categories_slug_key unique (slug),
  constraint crew_categories_name_length
    check (private.trimmed(name) <> '' and char_length(name) <= 80)
);
alter table public.crew_categories enable row level security;
create policy "crew_categories: anyone reads" on public.crew_categories
  for select
  to anon, authenticated
  using (true);
create policy "crew_categories: service_role does all" on public.crew_categories
  for all
  to service_role
  using (true) with check (true);
create policy "crew_categories: staff delete" on public.crew_categories for delete to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "crew_categories: staff insert" on public.crew_categories for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "crew_categories: staff update" on public.crew_categories for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.crew_categories to anon;
grant select, delete, insert (id, name), update (name) on public.crew_categories to authenticated;
grant select, insert, update, delete on public.crew_categories to service_role;

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
  search_text text collate "C" not null generated always as (lower(name)) stored,
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
  on public.crews using gin (((search_text || e'\n') || lower(crew_id)) extensions.gin_trgm_ops);
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
grant select on public.crews to anon;
grant select, insert (active, category_id, description, id, images, in_studio, name, price,
    quantity, seniority), update (active, category_id, description, images, in_studio, name, price,
    quantity, seniority)
  on public.crews to authenticated;
grant select, insert, update, delete on public.crews to service_role;

create table public.gear_brands (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint gear_brands_pkey primary key (id),
  constraint gear_brands_name_key unique (name),
  constraint gear_brands_slug_key unique (slug),
  constraint gear_brands_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);
alter table public.gear_brands enable row level security;
create policy "gear_brands: anyone reads" on public.gear_brands for select to anon, authenticated
  using (true);
create policy "gear_brands: service_role does all" on public.gear_brands for all to service_role
  using (true) with check (true);
create policy "gear_brands: staff delete" on public.gear_brands for delete to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "gear_brands: staff insert" on public.gear_brands for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "gear_brands: staff update" on public.gear_brands for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.gear_brands to anon;
grant select, delete, insert (id, name), update (name) on public.gear_brands to authenticated;
grant select, insert, update, delete on public.gear_brands to service_role;

create table public.gear_category_manager (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint gear_category_manager_pkey primary key (id),
  constraint gear_category_manager_name_key unique (name),
  constraint gear_category_manager_slug_key unique (slug),
  constraint gear_category_manager_name_length
    check (private.trimmed(name) <> '' and char_length(name) <= 80)
);
alter table public.gear_category_manager enable row level security;
create policy "gear_category_manager: anyone reads" on public.gear_category_manager
  for select
  to anon, authenticated
  using (true);
create policy "gear_category_manager: service_role does all" on public.gear_category_manager
  for all
  to service_role
  using (true) with check (true);
create policy "gear_category_manager: staff delete" on public.gear_category_manager
  for delete
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "gear_category_manager: staff insert" on public.gear_category_manager
  for insert
  to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "gear_category_manager: staff update" on public.gear_category_manager
  for update
  to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.gear_category_manager to anon;
grant select, delete, insert (id, name), update (name)
  on public.gear_category_manager to authenticated;
grant select, insert, update, delete on public.gear_category_manager to service_role;

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
  search_text text collate "C" not null generated always as (lower(((name || e'\n') || gear_id) collate private.names)) stored,
  constraint gear_pkey primary key (id),
  constraint gear_gear_id_key unique (gear_id),
  constraint gear_slug_key unique (slug),
  constraint gear_gear_brand_id_fkey foreign key (gear_brand_id) references public.gear_brands(id),
  constraint gear_gear_category_id_fkey foreign key (gear_category_id)
    references public.gear_category_manager(id),
  constraint gear_description_length check (char_length(description) <= 4000),
  constraint gear_images_check check (private.is_image_list(images)),
  constraint gear_name_length check (private.trimmed(name) <> '' and char_length(name) <= 120),
  constraint gear_price_range check (price >= 0 and price <= 9999999.99),
  constraint gear_quantity_range check (quantity >= 0 and quantity <= 1000000)
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
grant select on public.gear to anon;
grant select, insert (active, description, gear_brand_id, gear_category_id, id, images, in_studio,
    name, price, quantity), update (active, description, gear_brand_id, gear_category_id, images,
    in_studio, name, price, quantity)
  on public.gear to authenticated;
grant select, insert, update, delete on public.gear to service_role;

create table public.item_batches (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  kind text not null,
  -- The staff member. why: no foreign key, so that the id stays when the account is deleted.
  user_id uuid not null,
  what text not null,
  -- The values that a change set on all items, by column.
  change jsonb,
  changed integer not null default 0,
  -- Number of items that an import created.
  created integer not null default 0,
  -- The batch that this one undid.
  undoes uuid,
  undone_at timestamptz,
  constraint item_batches_pkey primary key (id),
  constraint item_batches_kind_fkey foreign key (kind) references private.catalogue_kinds(kind),
  constraint item_batches_change_check check (jsonb_typeof(change) = 'object'),
  constraint item_batches_what_check
    check (what = any (array['change', 'import', 'undo', 'archive', 'restore']))
);
create index item_batches_created_at_idx on public.item_batches (created_at);
create index item_batches_kind_idx on public.item_batches (kind, created_at desc, id);
alter table public.item_batches enable row level security;
create policy "item_batches: service_role does all" on public.item_batches for all to service_role
  using (true) with check (true);
create policy "item_batches: staff read" on public.item_batches for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.item_batches to authenticated, service_role;

create table public.item_changes (
  batch_id uuid not null,
  -- why: no foreign key, because the log outlives the items. Code and name are as of the change.
  item_id uuid not null,
  code text collate "C" not null,
  name text not null,
  is_new boolean not null default false,
  -- Old and new values by column. A new item counts as one that was inactive before.
  was jsonb not null,
  became jsonb not null,
  constraint item_changes_pkey primary key (batch_id, item_id),
  constraint item_changes_batch_id_fkey foreign key (batch_id)
    references public.item_batches(id) on delete cascade,
  constraint item_changes_became_check check (jsonb_typeof(became) = 'object'),
  constraint item_changes_was_check check (jsonb_typeof(was) = 'object')
);
create index item_changes_code_idx on public.item_changes (batch_id, code);
alter table public.item_changes enable row level security;
create policy "item_changes: service_role does all" on public.item_changes for all to service_role
  using (true) with check (true);
create policy "item_changes: staff read" on public.item_changes for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.item_changes to authenticated, service_role;

create table public.items (
  id uuid not null,
  -- why: no foreign key. It is an argument of the trigger, and checking it would lock the kind's row
  -- in every statement that adds an item.
  kind text not null,
  code text collate "C" not null,
  name text collate private.names not null,
  slug text collate "C" not null,
  -- Rupees a day for one.
  price numeric(12,2) not null,
  quantity integer not null,
  image text,
  in_studio boolean not null,
  active boolean not null,
  updated_at timestamptz not null,
  -- When the item was deleted. why: its row stays, because enquiries and orders may refer to it.
  removed_at timestamptz,
  turnaround_days smallint,
  place text,
  archived_at timestamptz,
  constraint items_pkey primary key (id),
  constraint items_kind_id_key unique (kind, id),
  constraint items_place_check
    check (place = private.trimmed(place) and char_length(place) >= 1 and char_length(place) <= 60),
  constraint items_removed_check check (removed_at is null or not active and quantity = 0),
  constraint items_turnaround_days_range check (turnaround_days >= 0 and turnaround_days <= 30)
);
create index items_archived_idx on public.items (kind, id) where archived_at is not null;
-- Labels lead to an item by its code, whatever its kind.
create index items_code_idx on public.items (code);
-- Names of items of any kind, which the managers search by kind.
create index items_name_search_idx on public.items using gin (lower(name) extensions.gin_trgm_ops);
-- The rows of a page in their order. why this order: a kind's items are together, as on the shelf.
create index items_timeline_idx on public.items (kind, name, id)
  where removed_at is null and archived_at is null;
create index items_without_picture_idx on public.items (kind, id)
  where image is null and archived_at is null and removed_at is null;
alter table public.items enable row level security;
create policy "items: anyone reads active" on public.items for select to anon, authenticated
  using (active);
create policy "items: service_role does all" on public.items for all to service_role
  using (true) with check (true);
create policy "items: staff read all" on public.items for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select (active, archived_at, code, id, image, in_studio, kind, name, price, quantity,
    removed_at, slug, turnaround_days, updated_at)
  on public.items to anon, authenticated;
grant select on public.items to service_role;

create table public.prop_brands (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint prop_brands_pkey primary key (id),
  constraint prop_brands_name_key unique (name),
  constraint prop_brands_slug_key unique (slug),
  constraint prop_brands_name_length check (private.trimmed(name) <> '' and char_length(name) <= 80)
);
alter table public.prop_brands enable row level security;
create policy "prop_brands: anyone reads" on public.prop_brands for select to anon, authenticated
  using (true);
create policy "prop_brands: service_role does all" on public.prop_brands for all to service_role
  using (true) with check (true);
create policy "prop_brands: staff delete" on public.prop_brands for delete to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "prop_brands: staff insert" on public.prop_brands for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "prop_brands: staff update" on public.prop_brands for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.prop_brands to anon;
grant select, delete, insert (id, name), update (name) on public.prop_brands to authenticated;
grant select, insert, update, delete on public.prop_brands to service_role;

create table public.prop_categories (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now(),
  constraint prop_categories_pkey primary key (id),
  constraint prop_categories_name_key unique (name),
  constraint prop_categories_slug_key unique (slug),
  constraint prop_categories_name_length
    check (private.trimmed(name) <> '' and char_length(name) <= 80)
);
alter table public.prop_categories enable row level security;
create policy "prop_categories: anyone reads" on public.prop_categories
  for select
  to anon, authenticated
  using (true);
create policy "prop_categories: service_role does all" on public.prop_categories
  for all
  to service_role
  using (true) with check (true);
create policy "prop_categories: staff delete" on public.prop_categories for delete to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "prop_categories: staff insert" on public.prop_categories for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "prop_categories: staff update" on public.prop_categories for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.prop_categories to anon;
grant select, delete, insert (id, name), update (name) on public.prop_categories to authenticated;
grant select, insert, update, delete on public.prop_categories to service_role;

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
  search_text text collate "C" not null generated always as (lower(name)) stored,
  constraint props_pkey primary key (id),
  constraint props_prop_id_key unique (prop_id),
  constraint props_slug_key unique (slug),
  constraint props_brand_id_fkey foreign key (brand_id) references public.prop_brands(id),
  constraint props_category_id_fkey foreign key (category_id) references public.prop_categories(id),
  constraint props_color_id_fkey foreign key (color_id) references public.colors(id),
  constraint props_description_length check (char_length(description) <= 4000),
  constraint props_images_check check (private.is_image_list(images)),
  constraint props_name_length check (private.trimmed(name) <> '' and char_length(name) <= 120),
  constraint props_price_range check (price >= 0 and price <= 9999999.99),
  constraint props_quantity_range check (quantity >= 0 and quantity <= 1000000)
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
  on public.props using gin (lower(((((name || e'\n') || description) || e'\n') || prop_id) collate private.names) collate "C" extensions.gin_trgm_ops);
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
grant select on public.props to anon;
grant select, insert (active, brand_id, category_id, color_id, description, id, images, in_studio,
    name, price, quantity), update (active, brand_id, category_id, color_id, description, images,
    in_studio, name, price, quantity)
  on public.props to authenticated;
grant select, insert, update, delete on public.props to service_role;

create table public.sets (
  id uuid not null default gen_random_uuid(),
  set_id text collate "C" not null default '',
  name text collate private.names not null,
  slug text collate "C" not null default '',
  description text not null default '',
  category text not null,
  price numeric(12,2) not null default 0,
  quantity integer not null default 0,
  in_studio boolean not null default true,
  active boolean not null default true,
  images text[] not null default '{}'::text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What searches compare with.
  search_text text collate "C" not null generated always as (lower(((((name || e'\n') || description) || e'\n') || category) collate private.names)) stored,
  constraint sets_pkey primary key (id),
  constraint sets_set_id_key unique (set_id),
  constraint sets_slug_key unique (slug),
  constraint sets_category_check check (category = any (array['set', 'package'])),
  constraint sets_description_length check (char_length(description) <= 4000),
  constraint sets_images_check check (private.is_image_list(images)),
  constraint sets_name_length check (private.trimmed(name) <> '' and char_length(name) <= 120),
  constraint sets_price_range check (price >= 0 and price <= 9999999.99),
  constraint sets_quantity_range check (quantity >= 0 and quantity <= 1000000)
);
-- why: the code is included so that skipping to a far page is an index-only scan.
create index sets_code_idx on public.sets ((substr(set_id, 5)::bigint), id) include (set_id);
create index sets_in_studio_idx on public.sets (id) where in_studio;
-- Small sets that are counted on their own.
create index sets_inactive_idx on public.sets (id) where not active;
create index sets_name_idx on public.sets (name, id);
-- One for each sort order of the storefront and the manager; the id breaks ties. They cover inactive
-- items too, which only staff list.
create index sets_newest_idx on public.sets (created_at, id);
create index sets_price_idx on public.sets (price, id);
create index sets_quantity_idx on public.sets (quantity, id);
-- why: related items are read in id order, which is random but stable: each item starts elsewhere in
-- its category and shows the same neighbours every time.
create index sets_related_idx on public.sets (category, id) where active;
-- For the manager's search (private.catalogue_kinds.staff_text). Visitors search private.search_entries.
create index sets_staff_search_idx
  on public.sets using gin (((search_text || e'\n') || lower(set_id)) extensions.gin_trgm_ops);
alter table public.sets enable row level security;
create policy "sets: anyone reads active" on public.sets for select to anon, authenticated
  using (active);
create policy "sets: service_role does all" on public.sets for all to service_role
  using (true) with check (true);
create policy "sets: staff insert" on public.sets for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "sets: staff read all" on public.sets for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "sets: staff update" on public.sets for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
grant select on public.sets to anon;
grant select, insert (active, category, description, id, images, in_studio, name, price, quantity),
    update (active, category, description, images, in_studio, name, price, quantity)
  on public.sets to authenticated;
grant select, insert, update, delete on public.sets to service_role;
