/*
 * The labels of items with these codes, in the order of the codes: of each item itself and its pieces in use,
 * [{"item", "type", "name", "code", "place", "pieces": [{"id", "code"}]}]. A piece's code leads to its item. Unknown
 * codes and deleted items are left out. At most 500 codes. Raises PT422 with details {"field": "codes"} for more,
 * 42501 for anyone but staff.
 */
create function public.labels(codes text[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_variable
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  if cardinality(codes) > 500 then
    perform private.refuse('codes', 'Print at most 500 items at once');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('item', item.id, 'type', item.kind, 'name', item.name,
        'code', item.code, 'place', item.place, 'pieces', (
          select coalesce(jsonb_agg(jsonb_build_object('id', piece.id, 'code', piece.code) order by piece.number), '[]')
          from public.item_pieces as piece where piece.item_id = item.id and piece.retired_at is null
        )) order by wanted.place), '[]')
    from (
      select found.item_id, min(given.place) as place
      from unnest(codes) with ordinality as given (code, place)
        cross join lateral (
          select item.id as item_id from public.items as item where item.code = upper(private.trimmed(given.code))
          union all
          select piece.item_id from public.item_pieces as piece where piece.code = upper(private.trimmed(given.code))
        ) as found
      group by found.item_id
    ) as wanted join public.items as item on item.id = wanted.item_id
    where item.removed_at is null
  );
end
$$;

grant execute on function public.labels(text[]) to authenticated;
