-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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
     select array_agg((part.kind, part.counted, part.chunk, part.phrase & ~coalesce(items, 0),
       part.exact & ~coalesce(items, 0), part.wide & ~coalesce(items, 0), part.near & ~coalesce(items, 0)
     )::private.search_chunk)
     from unnest($1) as part left join booked on booked.counted = part.counted and booked.chunk = part.chunk',
    private.booked_statement(null, judged)) into free using chunks;
  return coalesce(free, '{}');
end
$$;
