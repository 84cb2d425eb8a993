/*
 * Reorders items so that neighbours are of different kinds where possible, otherwise keeping the given
 * order: [{"kind": …}, …] in and out. Null (no related items) gives null.
 */
create function private.apart(items jsonb) returns jsonb
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  waiting jsonb := items;
  placed jsonb := '[]';
  last_kind text;
  chosen bigint;
begin
  for step in 1..jsonb_array_length(items) loop
    -- A kind that makes up more than half of the rest goes first; later it could not be kept apart.
    select place into chosen
    from jsonb_array_elements(waiting) with ordinality as listed (item, place)
    order by
      item ->> 'kind' is not distinct from last_kind,
      2 * count(*) over (partition by item ->> 'kind') <= jsonb_array_length(waiting),
      place
    limit 1;
    placed := placed || jsonb_build_array(waiting -> (chosen::integer - 1));
    last_kind := waiting -> (chosen::integer - 1) ->> 'kind';
    waiting := waiting - (chosen::integer - 1);
  end loop;
  return placed;
end
$$;
