/* A text as a uuid; null if it is none. */
create function private.uuid_of(value text) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$
  select case when value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end
$$;
