-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- Active items that cost nothing: props, clothes, backdrops and gear. second_label is the brand or material.
create view public.free_items_unified_view with (security_invoker = true) as
select item.id,
  item.name,
  item.slug,
  'prop' as type,
  brand.name as second_label,
  item.price,
  item.in_studio,
  item.images,
  item.created_at
from public.props item
  left join public.prop_brands brand on brand.id = item.brand_id
where item.active and item.price = 0
union all
select item.id,
  item.name,
  item.slug,
  'cloth' as type,
  brand.name as second_label,
  item.price,
  item.in_studio,
  item.images,
  item.created_at
from public.clothes item
  left join public.cloth_brands brand on brand.id = item.brand_id
where item.active and item.price = 0
union all
select item.id,
  item.name,
  item.slug,
  'backdrop' as type,
  material.name as second_label,
  item.price,
  item.in_studio,
  item.images,
  item.created_at
from public.backdrops item
  left join public.backdrop_materials material on material.id = item.material_id
where item.active and item.price = 0
union all
select item.id,
  item.name,
  item.slug,
  'gear' as type,
  brand.name as second_label,
  item.price,
  item.in_studio,
  item.images,
  item.created_at
from public.gear item
  left join public.gear_brands brand on brand.id = item.gear_brand_id
where item.active and item.price = 0;

grant select on public.free_items_unified_view to anon, authenticated, service_role;
