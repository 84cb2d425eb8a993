-- The six kinds as the search sees them: the one place that says what is searched, filtered and shown.

-- The two categories of sets, in the shape of a lookup.
create table private.set_categories (
  id text not null,
  slug text not null,
  name text collate private.names not null,
  plural text collate private.names not null,
  constraint set_categories_pkey primary key (id)
);

insert into private.set_categories (id, slug, name, plural) values
  ('package', 'package', 'Package', 'Packages'),
  ('set', 'set', 'Set', 'Sets');

create table private.catalogue_kinds (
  kind text not null,
  position smallint not null,
  plural text collate private.names not null,
  item_table regclass not null,
  code_column name not null,
  -- Which of the kind's lookups an item of the result names as its brand, category and badge.
  brand_key text,
  category_key text,
  label_key text,
  -- A column of the item itself in the place of the badge.
  label_column name,
  constraint catalogue_kinds_pkey primary key (kind)
);

create table private.catalogue_lookups (
  kind text not null,
  key text not null,
  item_column name not null,
  column_type regtype not null default 'uuid',
  lookup_table regclass not null,
  -- What the list of filters says, and what an item says.
  label_column name not null,
  badge_column name not null,
  swatch_column name,
  -- Place among the filters; null is not one.
  facet smallint,
  -- The one that the page's sidebar lists, chosen by `category`.
  is_sidebar boolean not null default false,
  is_searched boolean not null,
  constraint catalogue_lookups_pkey primary key (kind, key),
  constraint catalogue_lookups_kind_fkey foreign key (kind) references private.catalogue_kinds (kind)
);

insert into private.catalogue_kinds
  (kind, position, plural, item_table, code_column, brand_key, category_key, label_key, label_column) values
  ('prop', 1, 'Props', 'public.props', 'prop_id', 'brand', 'category', 'brand', null),
  ('cloth', 2, 'Clothes', 'public.clothes', 'cloth_id', 'brand', 'category', 'brand', null),
  ('backdrop', 3, 'Backdrops', 'public.backdrops', 'backdrop_id', null, 'size', 'material', null),
  ('gear', 4, 'Gear', 'public.gear', 'gear_id', 'brand', 'category', 'brand', null),
  ('set', 5, 'Sets & Packages', 'public.sets', 'set_id', null, 'category', 'category', null),
  ('crew', 6, 'Crew', 'public.crews', 'crew_id', null, 'category', null, 'seniority');

-- What a visitor's search looks through is in public-side §9; each table's own columns of that list
-- are in its search_text.
insert into private.catalogue_lookups
  (kind, key, item_column, lookup_table, label_column, badge_column, swatch_column, facet, is_sidebar, is_searched)
values
  ('prop', 'category', 'category_id', 'public.prop_categories', 'name', 'name', null, 1, true, true),
  ('prop', 'colour', 'color_id', 'public.colors', 'name', 'name', 'hex', 2, false, true),
  ('prop', 'brand', 'brand_id', 'public.prop_brands', 'name', 'name', null, null, false, true),
  ('cloth', 'category', 'category_id', 'public.cloth_categories', 'name', 'name', null, 1, true, true),
  ('cloth', 'size', 'size_id', 'public.clothes_size_manager', 'size_value', 'size_value', null, 2, false, true),
  ('cloth', 'gender', 'gender_id', 'public.gender_options', 'label', 'label', null, 3, false, false),
  ('cloth', 'brand', 'brand_id', 'public.cloth_brands', 'name', 'name', null, null, false, true),
  ('backdrop', 'size', 'size_id', 'public.backdrop_size_manager', 'size_value', 'size_value', null, 1, true, true),
  ('backdrop', 'material', 'material_id', 'public.backdrop_materials', 'name', 'name', null, 2, false, true),
  ('gear', 'category', 'gear_category_id', 'public.gear_category_manager', 'name', 'name', null, 1, true, true),
  ('gear', 'brand', 'gear_brand_id', 'public.gear_brands', 'name', 'name', null, 2, false, true),
  ('set', 'category', 'category', 'private.set_categories', 'plural', 'name', null, 1, true, false),
  ('crew', 'category', 'category_id', 'public.crew_categories', 'name', 'name', null, 1, true, true);

update private.catalogue_lookups set column_type = 'text' where kind = 'set';

alter table private.set_categories enable row level security;
alter table private.catalogue_kinds enable row level security;
alter table private.catalogue_lookups enable row level security;

/* The filters of a kind in their order. Without a kind there is one: the kind. */
create function private.search_facets(kind text)
returns table (key text, place smallint, source text, label_column name, swatch_column name, is_sidebar boolean)
language sql stable
set search_path = ''
as $$
  select lookup.key, lookup.facet, lookup.lookup_table::text, lookup.label_column,
    lookup.swatch_column, lookup.is_sidebar
  from private.catalogue_lookups as lookup
  where lookup.kind = search_facets.kind and lookup.facet is not null
  union all
  select 'kind', 1, '(select kind as id, kind as slug, plural from private.catalogue_kinds)', 'plural',
    null, true
  where search_facets.kind is null
$$;
