/*
 * The first `size` results of a search in sort order: 'best' sorts by how well they match (`rank`), then
 * newest first. `after_rank` is used with 'best' only. Returns read_chunks' rows with their `rank`.
 */
create function private.read_found(
  chunks private.search_chunk[],
  sort text,
  after_rank integer,
  after_value text,
  after_id uuid,
  size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  rows jsonb := '[]';
  ranked private.item_chunk[];
  more jsonb;
begin
  for rank in case sort when 'best' then coalesce(after_rank, 1) else 0 end
    .. case sort when 'best' then coalesce(cardinality(chunks[1].ranks), 0) else 0 end loop
    ranked := array(
      select (kind, counted, chunk, items)::private.item_chunk
      from (
        select kind, counted, chunk, case rank when 0 then ranks[cardinality(ranks)] when 1 then ranks[1]
          else ranks[rank] & ~ ranks[rank - 1] end as items
        from unnest(chunks)
      ) as each where items <> 0
    );
    continue when ranked = '{}';
    more := private.read_chunks(
      ranked,
      case sort when 'best' then 'newest' else sort end,
      case when rank = coalesce(after_rank, 0) then after_value end,
      case when rank = coalesce(after_rank, 0) then after_id end,
      size - jsonb_array_length(rows));
    rows := rows || coalesce((
      select jsonb_agg(each || jsonb_build_object('rank', rank) order by place)
      from jsonb_array_elements(more) with ordinality as listed (each, place)), '[]');
    exit when jsonb_array_length(rows) >= size;
  end loop;
  return rows;
end
$$;
