-- The six kinds of item and their lookups, as data: search, filters, item pages, the inventory
-- managers and imports all read these tables to know what to search, filter and show.

-- The two categories of sets, in the shape of a lookup.
create table private.set_categories (
  id text not null,
  slug text not null,
  name text collate private.names not null,
  plural text collate private.names not null,
  constraint set_categories_pkey primary key (id)
);

create table private.catalogue_kinds (
  kind text not null,
  position smallint not null,
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
  constraint catalogue_kinds_pkey primary key (kind)
);

create table private.catalogue_lookups (
  kind text not null,
  key text not null,
  item_column name not null,
  column_type regtype not null default 'uuid',
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
  constraint catalogue_lookups_kind_fkey foreign key (kind) references private.catalogue_kinds (kind)
);

alter table private.set_categories enable row level security;
alter table private.catalogue_kinds enable row level security;
alter table private.catalogue_lookups enable row level security;

insert into private.set_categories (id, slug, name, plural) values
  ('package', 'package', 'Package', 'Packages'),
  ('set', 'set', 'Set', 'Sets');

-- Where search_text lacks the code (of props also the description), staff_text adds it. Each such
-- expression has an index in the kind's table (…_staff_search_idx).
insert into private.catalogue_kinds (
  kind, position, plural, item_table, code_column, brand_key, category_key, label_key, label_column, code_prefix,
  is_described, staff_text
) values
  ('prop', 1, 'Props', 'public.props', 'prop_id', 'brand', 'category', 'brand', null, 'prp', false,
    $$lower((item.name || E'\n' || item.description || E'\n' || item.prop_id) collate private.names) collate "C"$$),
  ('cloth', 2, 'Clothes', 'public.clothes', 'cloth_id', 'brand', 'category', 'brand', null, 'clt', false, default),
  ('backdrop', 3, 'Backdrops', 'public.backdrops', 'backdrop_id', null, 'size', 'material', null, 'bdp', false, default),
  ('gear', 4, 'Gear', 'public.gear', 'gear_id', 'brand', 'category', 'brand', null, 'ger', false, default),
  ('set', 5, 'Sets & Packages', 'public.sets', 'set_id', null, 'category', 'category', null, 'set', true,
    $$(item.search_text || E'\n' || lower(item.set_id))$$),
  ('crew', 6, 'Crew', 'public.crews', 'crew_id', null, 'category', null, 'seniority', 'crw', false,
    $$(item.search_text || E'\n' || lower(item.crew_id))$$);

-- docs/product/search.md lists what visitors and staff search; an item's own columns of that list are
-- in its search_text.
insert into private.catalogue_lookups (
  kind, key, item_column, column_type, lookup_table, label_column, badge_column, swatch_column, order_column,
  facet, is_sidebar, is_searched, is_searched_by_staff
) values
  ('prop', 'category', 'category_id', 'uuid', 'public.prop_categories', 'name', 'name', null, null, 1, true, true, true),
  ('prop', 'colour', 'color_id', 'uuid', 'public.colors', 'name', 'name', 'hex', null, 2, false, true, false),
  ('prop', 'brand', 'brand_id', 'uuid', 'public.prop_brands', 'name', 'name', null, null, null, false, true, true),
  ('cloth', 'category', 'category_id', 'uuid', 'public.cloth_categories', 'name', 'name', null, null, 1, true, true, false),
  ('cloth', 'size', 'size_id', 'uuid', 'public.clothes_size_manager', 'size_value', 'size_value', null, 'size_order',
    2, false, true, false),
  ('cloth', 'gender', 'gender_id', 'uuid', 'public.gender_options', 'label', 'label', null, null, 3, false, false, false),
  ('cloth', 'brand', 'brand_id', 'uuid', 'public.cloth_brands', 'name', 'name', null, null, null, false, true, false),
  ('cloth', 'colour', 'color_id', 'uuid', 'public.colors', 'name', 'name', 'hex', null, null, false, false, false),
  ('backdrop', 'size', 'size_id', 'uuid', 'public.backdrop_size_manager', 'size_value', 'size_value', null, 'size_order',
    1, true, true, true),
  ('backdrop', 'material', 'material_id', 'uuid', 'public.backdrop_materials', 'name', 'name', null, null, 2, false, true, true),
  ('backdrop', 'colour', 'color_id', 'uuid', 'public.colors', 'name', 'name', 'hex', null, null, false, false, true),
  ('gear', 'category', 'gear_category_id', 'uuid', 'public.gear_category_manager', 'name', 'name', null, null, 1, true, true, false),
  ('gear', 'brand', 'gear_brand_id', 'uuid', 'public.gear_brands', 'name', 'name', null, null, 2, false, true, false),
  ('set', 'category', 'category', 'text', 'private.set_categories', 'plural', 'name', null, null, 1, true, false, false),
  ('crew', 'category', 'category_id', 'uuid', 'public.crew_categories', 'name', 'name', null, null, 1, true, true, true);

/* The storefront's filters of a kind, in their order. Without a kind there is one filter: the kind. */
create function private.search_facets(kind text)
returns table (
  key text, place smallint, source text, label_column name, order_column name, swatch_column name, is_sidebar boolean
)
-- why no search_path: so that the function is inlined; its callers set the path.
language sql stable
as $$
  select lookup.key, lookup.facet, lookup.lookup_table::text, lookup.label_column,
    coalesce(lookup.order_column, lookup.label_column), lookup.swatch_column, lookup.is_sidebar
  from private.catalogue_lookups as lookup
  where lookup.kind = search_facets.kind and lookup.facet is not null
  union all
  select 'kind', 1, '(select kind as id, kind as slug, plural from private.catalogue_kinds)', 'plural', 'plural',
    null, true
  where search_facets.kind is null
$$;

/* Notifies subscribers of `catalogue_changed` that the storefront's cached answers may be stale. */
create function private.tell_catalogue_changed() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- why: without a payload, identical notifications of a transaction are merged into one.
  perform pg_notify('catalogue_changed', '');
  return null;
end
$$;

do $$
declare
  watched regclass;
begin
  for watched in
    select item_table from private.catalogue_kinds
    union select lookup_table from private.catalogue_lookups
    union values ('private.catalogue_kinds'::regclass), ('private.catalogue_lookups'::regclass)
  loop
    execute format('create trigger catalogue_changed
      after insert or update or delete or truncate on %s
      for each statement execute function private.tell_catalogue_changed()', watched);
  end loop;
end
$$;
