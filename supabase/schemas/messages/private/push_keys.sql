/*
 * The key pair of notices as {"public_key", "private_key"}, in base64url. The first process that asks gives one, which
 * all use from then on: a browser's subscription is bound to the key.
 */
create function private.push_keys(public_key text, private_key text) returns jsonb
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.push_keys (public_key, private_key)
  values (push_keys.public_key, push_keys.private_key) on conflict do nothing;
  return (select jsonb_build_object('public_key', kept.public_key, 'private_key', kept.private_key)
    from private.push_keys as kept);
end
$$;
