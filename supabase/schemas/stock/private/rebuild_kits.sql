/*
 * Writes private.kit_parts anew and returns how many rows differed. Raises PT422 for a kit that contains
 * itself, is nested more than four levels deep, or has more than 1,000 pieces of one item.
 */
create function private.rebuild_kits() returns integer
language plpgsql
set search_path = ''
as $$
declare
  wrong record;
  differing integer;
begin
  -- why: two changes at once could together make a circle that neither sees.
  perform pg_advisory_xact_lock(hashtextextended('private.kit_parts', 0));
  with recursive inside as (
    select listed.kit_id, listed.component_id as part_id, 1 as depth
    from public.item_components as listed
    union
    select inside.kit_id, listed.component_id, inside.depth + 1
    from inside join public.item_components as listed on listed.kit_id = inside.part_id
    where inside.depth < 5 and inside.part_id <> inside.kit_id
  )
  select kit.name, inside.part_id = inside.kit_id as is_circle into wrong
  from inside join public.items as kit on kit.id = inside.kit_id
  where inside.part_id = inside.kit_id or inside.depth = 5
  order by is_circle desc limit 1;
  if found then
    raise exception using errcode = 'PT422',
      message = format(case when wrong.is_circle then '"%s" cannot contain itself.'
        else '"%s" would be nested more than four levels deep.' end, wrong.name),
      detail = jsonb_build_object('field', 'components')::text;
  end if;

  with recursive inside as (
    select listed.kit_id, listed.component_id as part_id, listed.quantity::bigint as quantity
    from public.item_components as listed
    union all
    select inside.kit_id, listed.component_id, inside.quantity * listed.quantity
    from inside join public.item_components as listed on listed.kit_id = inside.part_id
  )
  select kit.name as kit, part.name as part into wrong
  from inside
    join public.items as kit on kit.id = inside.kit_id
    join public.items as part on part.id = inside.part_id
  group by kit.id, part.id having sum(inside.quantity) > 1000
  limit 1;
  if found then
    raise exception using errcode = 'PT422',
      message = format('"%s" would contain more than 1,000 pieces of "%s".', wrong.kit, wrong.part),
      detail = jsonb_build_object('field', 'components')::text;
  end if;

  with recursive inside as (
    select listed.kit_id, listed.component_id as part_id, listed.quantity
    from public.item_components as listed
    union all
    select inside.kit_id, listed.component_id, inside.quantity * listed.quantity
    from inside join public.item_components as listed on listed.kit_id = inside.part_id
  ), became as materialized (
    select inside.kit_id, inside.part_id, sum(inside.quantity)::integer as quantity
    from inside group by inside.kit_id, inside.part_id
  ), gone as (
    delete from private.kit_parts as stored
    where not exists (
      select from became where became.kit_id = stored.kit_id and became.part_id = stored.part_id
    )
    returning 1
  ), written as (
    insert into private.kit_parts as stored
    select * from became
    on conflict (kit_id, part_id) do update set quantity = excluded.quantity
    where stored.quantity <> excluded.quantity
    returning 1
  )
  select (select count(*) from gone) + (select count(*) from written) into differing;
  return differing;
end
$$;
