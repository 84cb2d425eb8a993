/* The entries of an object that have these keys. */
create function private.picked(whole jsonb, keys text[]) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(whole) where key = any (keys)
$$;
