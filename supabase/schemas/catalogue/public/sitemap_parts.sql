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

grant execute on function public.sitemap_parts(integer) to anon, authenticated, service_role;
