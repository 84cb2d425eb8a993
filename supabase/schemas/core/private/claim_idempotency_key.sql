/*
 * Claims a key for this body and returns null, or returns the response of the first call with the key.
 * A concurrent call with the same key waits on the primary key. A failure rolls back the claim with
 * everything else. Raises PT409 idempotency_key_reused for another body.
 * why enable_seqscan: a plan cached while the table was empty would scan all keys.
 */
create function private.claim_idempotency_key(scope text, key uuid, body jsonb) returns jsonb
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
#variable_conflict use_column
declare
  hash constant bytea := sha256(convert_to(claim_idempotency_key.body::text, 'UTF8'));
  claimed private.idempotency_keys;
begin
  insert into private.idempotency_keys as earlier (scope, key, body_hash)
  values (claim_idempotency_key.scope, claim_idempotency_key.key, hash)
  on conflict (scope, key) do update
    set body_hash = excluded.body_hash, response = null, expires_at = excluded.expires_at
    where earlier.expires_at <= now();
  if found then
    return null;
  end if;
  select * into claimed from private.idempotency_keys as earlier
  where earlier.scope = claim_idempotency_key.scope and earlier.key = claim_idempotency_key.key;
  if claimed.body_hash is distinct from hash then
    raise exception 'idempotency_key_reused' using errcode = 'PT409', detail = '[]';
  end if;
  return claimed.response;
end
$$;
