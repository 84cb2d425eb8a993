/* Refuses to archive components of kits that stay. */
create function private.refuse_in_kits(ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  parts uuid[];
  kits uuid[];
begin
  select array_agg(distinct inside.component_id), array_agg(distinct kit.id) into parts, kits
  from public.item_components as inside join public.items as kit on kit.id = inside.kit_id
  where inside.component_id = any (ids) and inside.kit_id <> all (ids)
    and kit.archived_at is null and kit.removed_at is null;
  if kits is not null then
    raise exception using errcode = 'PT409',
      message = format('It is a component of %s. Remove it there first.', (
        select string_agg(format('"%s"', kit.value ->> 'name'), ', ')
        from jsonb_array_elements(private.named_items(kits)) as kit (value))),
      detail = jsonb_build_object('reason', 'in_kit', 'kits', private.named_items(kits),
        'items', private.named_items(parts))::text;
  end if;
end
$$;
