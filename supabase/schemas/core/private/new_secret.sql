/* A new secret of a link: 64 hexadecimal digits. */
create function private.new_secret() returns text
language sql
set search_path = ''
as $$
  select encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex')
$$;
