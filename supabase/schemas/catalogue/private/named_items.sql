/* Items as refusals name them: the first 20 by code. */
create function private.named_items(ids uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('type', kind, 'id', id, 'code', code, 'name', name) order by code), '[]')
  from (select * from public.items as item where item.id = any (ids) order by code limit 20) as named
$$;
