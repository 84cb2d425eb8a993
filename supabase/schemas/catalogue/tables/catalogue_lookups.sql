-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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

create trigger catalogue_changed
  after insert or delete or update or truncate on private.catalogue_lookups
  for each statement execute function private.tell_catalogue_changed();

insert into private.catalogue_lookups (kind, key, item_column, column_type, lookup_table, label_column, badge_column, swatch_column, facet, is_sidebar, is_searched, is_searched_by_staff, order_column) values
  ('backdrop', 'colour', 'color_id', 'uuid', 'public.colors', 'name', 'name', 'hex', null, false, false, true, null),
  ('backdrop', 'material', 'material_id', 'uuid', 'public.backdrop_materials', 'name', 'name', null, 2, false, true, true, null),
  ('backdrop', 'size', 'size_id', 'uuid', 'public.backdrop_size_manager', 'size_value', 'size_value', null, 1, true, true, true, 'size_order'),
  ('cloth', 'brand', 'brand_id', 'uuid', 'public.cloth_brands', 'name', 'name', null, null, false, true, false, null),
  ('cloth', 'category', 'category_id', 'uuid', 'public.cloth_categories', 'name', 'name', null, 1, true, true, false, null),
  ('cloth', 'colour', 'color_id', 'uuid', 'public.colors', 'name', 'name', 'hex', null, false, false, false, null),
  ('cloth', 'gender', 'gender_id', 'uuid', 'public.gender_options', 'label', 'label', null, 3, false, false, false, null),
  ('cloth', 'size', 'size_id', 'uuid', 'public.clothes_size_manager', 'size_value', 'size_value', null, 2, false, true, false, 'size_order'),
  ('crew', 'category', 'category_id', 'uuid', 'public.crew_categories', 'name', 'name', null, 1, true, true, true, null),
  ('gear', 'brand', 'gear_brand_id', 'uuid', 'public.gear_brands', 'name', 'name', null, 2, false, true, false, null),
  ('gear', 'category', 'gear_category_id', 'uuid', 'public.gear_category_manager', 'name', 'name', null, 1, true, true, false, null),
  ('prop', 'brand', 'brand_id', 'uuid', 'public.prop_brands', 'name', 'name', null, null, false, true, true, null),
  ('prop', 'category', 'category_id', 'uuid', 'public.prop_categories', 'name', 'name', null, 1, true, true, true, null),
  ('prop', 'colour', 'color_id', 'uuid', 'public.colors', 'name', 'name', 'hex', 2, false, true, false, null),
  ('set', 'category', 'category', 'text', 'private.set_categories', 'plural', 'name', null, 1, true, false, false, null);
