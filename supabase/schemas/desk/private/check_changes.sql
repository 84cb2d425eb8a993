/* Raises PT422 unless changes is a list of 1 to 200 objects. */
create function private.check_changes(changes jsonb) returns void
language plpgsql
set search_path = ''
as $$
begin
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) not between 1 and 200
    or jsonb_path_exists(changes, 'strict $[*] ? (@.type() != "object")') then
    raise exception 'Changes must be a list of 1 to 200.' using errcode = 'PT422',
      detail = '{"field": "changes", "index": null, "line": null}';
  end if;
end
$$;
