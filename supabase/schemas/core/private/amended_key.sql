/*
 * Binds a key to another body, which takes the place of what the first call with the key saved, and returns the response
 * of that call; null where it saved nothing, or the same. claim_idempotency_key comes next.
 * why the insert first: it waits for a first call that is still under way.
 */
create function private.amended_key(scope text, key uuid, body jsonb) returns jsonb
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
#variable_conflict use_column
declare
  hash constant bytea := sha256(convert_to(amended_key.body::text, 'UTF8'));
  earlier private.idempotency_keys;
begin
  insert into private.idempotency_keys (scope, key, body_hash) values (amended_key.scope, amended_key.key, hash)
  on conflict (scope, key) do nothing;
  select * into earlier from private.idempotency_keys
  where idempotency_keys.scope = amended_key.scope and idempotency_keys.key = amended_key.key for update;
  if earlier.body_hash = hash or earlier.expires_at <= now() then
    return null;
  end if;
  update private.idempotency_keys set body_hash = hash, response = null
  where idempotency_keys.scope = amended_key.scope and idempotency_keys.key = amended_key.key;
  return earlier.response;
end
$$;
