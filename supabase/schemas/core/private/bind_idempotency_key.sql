/*
 * Stores the response of a call that succeeded, and deletes some expired keys.
 * why enable_seqscan: as in claim_idempotency_key.
 */
create function private.bind_idempotency_key(scope text, key uuid, response jsonb) returns void
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
#variable_conflict use_column
begin
  update private.idempotency_keys as claimed set response = bind_idempotency_key.response
  where claimed.scope = bind_idempotency_key.scope and claimed.key = bind_idempotency_key.key;
  if (select min(claimed.expires_at) from private.idempotency_keys as claimed) <= now() then
    -- why: last, and skipping locked rows, so that it never waits and cannot deadlock.
    delete from private.idempotency_keys as old
    where (old.scope, old.key) in (
      select expired.scope, expired.key from private.idempotency_keys as expired
      where expired.expires_at <= now()
      order by expired.expires_at limit 50
      for update skip locked
    );
  end if;
end
$$;
