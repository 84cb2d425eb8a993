/*
 * A customer's name as far as the caller reads it: shown is what private.names_shown says; null for none.
 * why no search_path: so it becomes part of the queries that call it.
 */
create function private.shown_name(first_name text, last_name text, shown text) returns text
language sql immutable
as $$
  select case shown when 'whole' then first_name || ' ' || last_name when 'first' then first_name end
$$;
