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

grant select on public.you_might_also_like_view to anon, authenticated, service_role;
