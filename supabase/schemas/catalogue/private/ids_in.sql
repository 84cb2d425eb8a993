/* The ids under a name in the result of search_ids. why: immutable, so that the planner sees their values. */
create function private.ids_in(ids jsonb, name text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return array(select jsonb_array_elements_text(ids -> name));
end
$$;
