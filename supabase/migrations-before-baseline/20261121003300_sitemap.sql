-- What sitemap.xml lists: the address and last change of every active item, in parts of one size.
-- Each of the two functions answers one value, which no limit on rows cuts short.

/*
 * Where each part begins: [{"kind": "prop", "first": uuid, "updated_at": the part's last change}],
 * in the order of kind and id. size: items in a part, 1 to 10000.
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

/* One part: [{"slug", "code", "updated_at"}] of a kind from an id on. */
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
