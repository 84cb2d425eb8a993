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

grant execute
  on function public.sitemap_part(text,uuid,integer) to anon, authenticated, service_role;
