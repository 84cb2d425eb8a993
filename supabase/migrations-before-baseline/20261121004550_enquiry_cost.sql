-- What every enquiry and message sets off, with less work in each.

/*
 * Trims white space as browsers do (String.prototype.trim), no-break and zero-width ones included.
 * why: a bound body without settings becomes part of what calls it; a function call a time cost more.
 */
create or replace function private.trimmed(value text) returns text
language sql immutable parallel safe
return btrim(value, E' \t\n\r\f\u000b\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff');

/* Who is at work: a member of staff with their id, a visitor, or the owner or service key. */
create or replace function private.current_actor(out actor text, out user_id uuid)
language plpgsql stable
set search_path = ''
as $$
begin
  user_id := auth.uid();
  -- why: most are visitors, and nobody's profile has to be looked for.
  if user_id is not null and private.is_staff('admin', 'crm_user', 'inventory_user') then
    actor := 'staff';
  else
    actor := case when auth.role() in ('anon', 'authenticated') then 'visitor' else 'system' end;
    user_id := null;
  end if;
end
$$;

/*
 * Trigger arguments: subject, what. Records an event for each row that the statement made: a
 * customer's own, or of the customer that the row belongs to.
 */
create or replace function private.record_made() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  at_work constant record := private.current_actor();
begin
  insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what)
  select made.created_at, coalesce((to_jsonb(made) ->> 'customer_id')::uuid, made.id),
    tg_argv[0], made.id, at_work.actor, at_work.user_id, tg_argv[1]
  from new_rows as made;
  return null;
end
$$;

/* What happened to customers: who has the lead, what was corrected, that it was erased. */
create or replace function private.record_customer_changes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why: a new customer comes by a statement that may update too, and does not.
  if not exists (select from new_rows) then
    return null;
  end if;
  insert into public.crm_events
    (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value, to_value)
  select clock_timestamp(), changed.id, 'customer', changed.id, at_work.actor, at_work.user_id, event.*
  from old_rows as former join new_rows as changed using (id)
  cross join lateral (values
    ('assigned', former.assigned_to::text, changed.assigned_to::text),
    ('erased', null, case when former.erased_at is null then changed.erased_at::date::text end),
    ('corrected', null, case when changed.erased_at is null then nullif(concat_ws(',',
      case when former.first_name <> changed.first_name then 'first_name' end,
      case when former.last_name <> changed.last_name then 'last_name' end,
      case when former.email <> changed.email then 'email' end), '') end)
  ) as event (what, from_value, to_value)
  cross join private.current_actor() as at_work
  where event.from_value is distinct from event.to_value;
  return null;
end
$$;

/*
 * Claims a key for this body and answers null, or answers what the first call with it answered.
 * A twin that runs at the same moment waits here on the primary key. A failure rolls the claim back
 * with the rest. Raises PT409 idempotency_key_reused for another body.
 * why enable_seqscan: a connection that made its plan while the table was empty went through all keys.
 */
create or replace function private.claim_idempotency_key(scope text, key uuid, body jsonb) returns jsonb
language plpgsql
set search_path = ''
set enable_seqscan = off
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

-- why: as above.
alter function private.bind_idempotency_key(text, uuid, jsonb) set enable_seqscan = off;
