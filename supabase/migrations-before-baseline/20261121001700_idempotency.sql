-- A write that is sent twice happens once: a key belongs to one body, and only success binds it.

create table private.idempotency_keys (
  -- Which function the key was given to.
  scope text not null,
  key uuid not null,
  body_hash bytea not null,
  -- Null while the call that claimed it still runs; nobody else can see it then.
  response jsonb,
  expires_at timestamptz not null default now() + interval '24 hours',
  constraint idempotency_keys_pkey primary key (scope, key)
);

create index idempotency_keys_expires_at_idx on private.idempotency_keys (expires_at);

alter table private.idempotency_keys enable row level security;

/*
 * Claims a key for this body and answers null, or answers what the first call with it answered.
 * A twin that runs at the same moment waits here on the primary key. A failure rolls the claim back
 * with the rest. Raises PT409 idempotency_key_reused for another body.
 */
create function private.claim_idempotency_key(scope text, key uuid, body jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  hash constant bytea := sha256(convert_to(claim_idempotency_key.body::text, 'UTF8'));
  claimed private.idempotency_keys;
begin
  delete from private.idempotency_keys as earlier
  where earlier.scope = claim_idempotency_key.scope and earlier.key = claim_idempotency_key.key
    and earlier.expires_at <= now();
  insert into private.idempotency_keys (scope, key, body_hash)
  values (claim_idempotency_key.scope, claim_idempotency_key.key, hash)
  on conflict do nothing;
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

/* Keeps the answer of a call that succeeded, and forgets some keys whose time is over. */
create function private.bind_idempotency_key(scope text, key uuid, response jsonb) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
begin
  update private.idempotency_keys as claimed set response = bind_idempotency_key.response
  where claimed.scope = bind_idempotency_key.scope and claimed.key = bind_idempotency_key.key;
  -- why: last, and skipping what others hold, so that it never waits and no two calls can deadlock.
  delete from private.idempotency_keys as old
  where (old.scope, old.key) in (
    select expired.scope, expired.key from private.idempotency_keys as expired
    where expired.expires_at <= now()
    order by expired.expires_at limit 50
    for update skip locked
  );
end
$$;
