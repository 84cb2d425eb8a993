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

grant select on public.free_items_unified_view to anon, authenticated, service_role;
