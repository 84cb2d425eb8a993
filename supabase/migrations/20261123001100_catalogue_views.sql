-- All kinds as one list, and what the sitemap lists.

-- All items. security_invoker: each caller sees the rows that the registry's policies allow, which are
-- those of the kinds' tables.
create view public.catalogue_items with (security_invoker = true) as
  select kind as type, id, code, name, slug, price, quantity, image, active, in_studio, updated_at
  from public.items
  where removed_at is null;

-- Active items that cost nothing: props, clothes, backdrops and gear. second_label is the brand or material.
create view public.free_items_unified_view with (security_invoker = true) as
  select item.id, item.name, item.slug, 'prop' as type, brand.name as second_label,
    item.price, item.in_studio, item.images, item.created_at
  from public.props as item left join public.prop_brands as brand on brand.id = item.brand_id
  where item.active and item.price = 0
  union all
  select item.id, item.name, item.slug, 'cloth', brand.name, item.price, item.in_studio, item.images,
    item.created_at
  from public.clothes as item left join public.cloth_brands as brand on brand.id = item.brand_id
  where item.active and item.price = 0
  union all
  select item.id, item.name, item.slug, 'backdrop', material.name, item.price, item.in_studio,
    item.images, item.created_at
  from public.backdrops as item
    left join public.backdrop_materials as material on material.id = item.material_id
  where item.active and item.price = 0
  union all
  select item.id, item.name, item.slug, 'gear', brand.name, item.price, item.in_studio, item.images,
    item.created_at
  from public.gear as item left join public.gear_brands as brand on brand.id = item.gear_brand_id
  where item.active and item.price = 0;

-- Every active item with its badge, for recommendations.
create view public.you_might_also_like_view with (security_invoker = true) as
  select item.id, item.name, item.price, item.images[1] as image_url, 'prop' as type, item.slug,
    item.in_studio, brand.name as second_label
  from public.props as item left join public.prop_brands as brand on brand.id = item.brand_id
  where item.active
  union all
  select item.id, item.name, item.price, item.images[1], 'backdrop', item.slug, item.in_studio, material.name
  from public.backdrops as item
    left join public.backdrop_materials as material on material.id = item.material_id
  where item.active
  union all
  select item.id, item.name, item.price, item.images[1], 'cloth', item.slug, item.in_studio, brand.name
  from public.clothes as item left join public.cloth_brands as brand on brand.id = item.brand_id
  where item.active
  union all
  select item.id, item.name, item.price, item.images[1], 'gear', item.slug, item.in_studio, brand.name
  from public.gear as item left join public.gear_brands as brand on brand.id = item.gear_brand_id
  where item.active
  union all
  select item.id, item.name, item.price, item.images[1], 'crew', item.slug, item.in_studio, category.name
  from public.crews as item left join public.crew_categories as category on category.id = item.category_id
  where item.active
  union all
  select item.id, item.name, item.price, item.images[1], 'set', item.slug, item.in_studio, initcap(item.category)
  from public.sets as item
  where item.active;

grant select on public.catalogue_items, public.free_items_unified_view, public.you_might_also_like_view
  to anon, authenticated, service_role;

-- why: the sitemap's functions return one value each, which no row limit of the API cuts short.

/*
 * The first item of each part of the sitemap: [{"kind": "prop", "first": uuid, "updated_at": the part's
 * last change}], in the order of kind and id. size: items per part, 1 to 10000.
 */
create function public.sitemap_parts(size integer default 10000) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(parts) - 'part' order by parts.kind, parts.part), '[]')
  from (
    select kind, part, min(id::text collate "C") as first, max(updated_at) as updated_at
    from (
      select type as kind, id, updated_at,
        (row_number() over (partition by type order by id) - 1) / greatest(1, least(size, 10000)) as part
      from public.catalogue_items where active
    ) as numbered
    group by kind, part
  ) as parts
$$;

/* One part of the sitemap: [{"slug", "code", "updated_at"}] of a kind, from an id on. */
create function public.sitemap_part(kind text, first uuid, size integer default 10000) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(listed) - 'id' order by listed.id), '[]')
  from (
    select item.id, item.slug, item.code, item.updated_at
    from public.catalogue_items as item
    where item.active and item.type = sitemap_part.kind and item.id >= sitemap_part.first
    order by item.id
    limit greatest(1, least(size, 10000))
  ) as listed
$$;

grant execute on function public.sitemap_parts(integer) to anon, authenticated, service_role;
grant execute on function public.sitemap_part(text, uuid, integer) to anon, authenticated, service_role;
