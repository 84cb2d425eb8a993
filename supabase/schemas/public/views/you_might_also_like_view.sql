-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- Every active item with its badge, for recommendations.
create view public.you_might_also_like_view with (security_invoker = true) as
select item.id,
  item.name,
  item.price,
  item.images[1] as image_url,
  'prop' as type,
  item.slug,
  item.in_studio,
  brand.name as second_label
from public.props item
  left join public.prop_brands brand on brand.id = item.brand_id
where item.active
union all
select item.id,
  item.name,
  item.price,
  item.images[1] as image_url,
  'backdrop' as type,
  item.slug,
  item.in_studio,
  material.name as second_label
from public.backdrops item
  left join public.backdrop_materials material on material.id = item.material_id
where item.active
union all
select item.id,
  item.name,
  item.price,
  item.images[1] as image_url,
  'cloth' as type,
  item.slug,
  item.in_studio,
  brand.name as second_label
from public.clothes item
  left join public.cloth_brands brand on brand.id = item.brand_id
where item.active
union all
select item.id,
  item.name,
  item.price,
  item.images[1] as image_url,
  'gear' as type,
  item.slug,
  item.in_studio,
  brand.name as second_label
from public.gear item
  left join public.gear_brands brand on brand.id = item.gear_brand_id
where item.active
union all
select item.id,
  item.name,
  item.price,
  item.images[1] as image_url,
  'crew' as type,
  item.slug,
  item.in_studio,
  category.name as second_label
from public.crews item
  left join public.crew_categories category on category.id = item.category_id
where item.active
union all
select item.id,
  item.name,
  item.price,
  item.images[1] as image_url,
  'set' as type,
  item.slug,
  item.in_studio,
  initcap(item.category) as second_label
from public.sets item
where item.active;

grant select on public.you_might_also_like_view to anon, authenticated, service_role;
