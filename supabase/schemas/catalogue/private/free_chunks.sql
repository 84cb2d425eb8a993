/* The results of a search by words without the items that have no piece free. */
create function private.free_chunks(chunks private.search_chunk[], days private.rental_days)
returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  judged constant private.rental_days := private.judge_apart(null, days);
  free private.search_chunk[];
begin
  execute format(
    'with booked as materialized (%s)
     select array_agg((part.kind, part.counted, part.chunk,
       array(select found & ~coalesce(booked.items, 0) from unnest(part.ranks) with ordinality as rank (found, at) order by at),
       part.near & ~coalesce(booked.items, 0), part.is_partial)::private.search_chunk)
     from unnest($1) as part left join booked on booked.counted = part.counted and booked.chunk = part.chunk',
    private.booked_statement(null, judged)) into free using chunks;
  return coalesce(free, '{}');
end
$$;
