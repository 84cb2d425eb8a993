/* Bytes as base64url. */
create function private.base64url(bytes bytea) returns text
language sql immutable
set search_path = ''
as $$
  select rtrim(translate(encode(bytes, 'base64'), E'+/\n', '-_'), '=')
$$;
