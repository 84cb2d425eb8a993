-- What protects submit_enquiry and submit_contact_enquiry from repeats and floods: idempotency keys,
-- and how much one visitor may send in an hour, by mobile number and by network address.

-- A request that is sent twice takes effect once: a key belongs to one body, and only success binds it.
create table private.idempotency_keys (
  -- The function that the key was sent to.
  scope text not null,
  key uuid not null,
  body_hash bytea not null,
  -- Null while the call that claimed the key still runs; no other transaction sees the row then.
  response jsonb,
  expires_at timestamptz not null default now() + interval '24 hours',
  constraint idempotency_keys_pkey primary key (scope, key)
);

create index idempotency_keys_expires_at_idx on private.idempotency_keys (expires_at);

-- The owner changes a limit (null: no limit):  select private.set_limit('enquiries_by_mobile', 10);
-- and reads them:                              select * from private.settings;
create table private.settings (
  name text not null,
  -- How many in any hour; null is no limit.
  per_hour integer,
  description text not null,
  constraint settings_pkey primary key (name),
  constraint settings_per_hour_range check (per_hour >= 0)
);

-- What was sent within the last hour.
-- why: subjects are hashed with a salt of this database, so that visitors' addresses are not stored.
-- why: no foreign key to settings. It would lock the same two rows for every enquiry, and only
-- use_limits writes here, under names that it has just read.
create table private.limit_uses (
  id bigint generated always as identity,
  name text not null,
  subject bytea not null,
  used_at timestamptz not null,
  constraint limit_uses_pkey primary key (id)
);

create index limit_uses_subject_idx on private.limit_uses (name, subject, used_at);

create table private.limit_salt (
  salt bytea not null,
  only_one boolean not null default true,
  constraint limit_salt_pkey primary key (only_one),
  constraint limit_salt_only_one check (only_one)
);

alter table private.idempotency_keys enable row level security;
alter table private.settings enable row level security;
alter table private.limit_uses enable row level security;
alter table private.limit_salt enable row level security;

insert into private.settings (name, per_hour, description) values
  ('enquiries_by_mobile', 6, 'Enquiries an hour from one mobile number'),
  ('enquiries_by_address', 30, 'Enquiries an hour from one network address'),
  ('messages_by_mobile', 6, 'Messages of the contact form an hour from one mobile number'),
  ('messages_by_address', 30, 'Messages of the contact form an hour from one network address');
-- why: two random uuids hold 244 random bits; core PostgreSQL has no other strong source.
insert into private.limit_salt (salt)
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

/*
 * Claims a key for this body and returns null, or returns the response of the first call with the key.
 * A concurrent call with the same key waits on the primary key. A failure rolls back the claim with
 * everything else. Raises PT409 idempotency_key_reused for another body.
 * why enable_seqscan: a plan cached while the table was empty would scan all keys.
 */
create function private.claim_idempotency_key(scope text, key uuid, body jsonb) returns jsonb
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

/*
 * Stores the response of a call that succeeded, and deletes some expired keys.
 * why enable_seqscan: as in claim_idempotency_key.
 */
create function private.bind_idempotency_key(scope text, key uuid, response jsonb) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
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

/* Sets a limit, for the owner; null removes it. */
create function private.set_limit(name text, per_hour integer) returns void
language plpgsql
set search_path = ''
as $$
begin
  update private.settings as setting set per_hour = set_limit.per_hour
  where setting.name = set_limit.name;
  if not found then
    raise exception 'There is no limit "%". There are: %.', set_limit.name,
      (select string_agg(setting.name, ', ' order by setting.name) from private.settings as setting);
  end if;
end
$$;

/*
 * The visitor's network address as the gateway reports it (first hop of x-forwarded-for), or null. An
 * IPv6 address counts as its /64, which one connection has to itself.
 */
create function private.request_address() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  hop text := private.trimmed(split_part(
    nullif(current_setting('request.headers', true), '')::json ->> 'x-forwarded-for', ',', 1));
begin
  -- why: fast path for IPv4; the EXCEPTION block opens a subtransaction.
  if hop ~ '^\d{1,3}(\.\d{1,3}){3}$' then
    return hop;
  end if;
  hop := nullif(regexp_replace(hop, '^::ffff:', '', 'i'), '');
  begin
    return case family(hop::inet) when 6 then network(set_masklen(hop::inet, 64))::text
      else host(hop::inet) end;
  exception when invalid_text_representation then
    return left(lower(hop), 100);
  end;
end
$$;

/*
 * Counts a submission ('enquiries' or 'messages') against the limits of its mobile number and its network
 * address, or refuses it: PT429, details {"retry_after": seconds}. An unknown address has no limit. A
 * submission that is rolled back does not count.
 * why pg_sleep: creating a customer takes some hundredths of a millisecond longer than finding one, which
 * tells whether a number is known. A number can be tried as new only once, so there is one measurement,
 * and a random delay of up to 4 ms hides it. It comes before the locks, so that nobody waits for it.
 * why locks: one for each subject, so that concurrent calls cannot exceed a limit together while calls of
 * other subjects never wait. The mobile's lock is always taken first, so there is no deadlock.
 * why enable_seqscan: a plan cached while the table was empty would scan all uses.
 */
create function private.use_limits(what text, mobile text) returns void
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
declare
  names text[];
  subjects bytea[];
  most integer[];
  moment timestamptz;
  over record;
begin
  perform pg_sleep(random() * 0.004);
  select array_agg(setting.name order by asked.place), array_agg(setting.per_hour order by asked.place),
    array_agg(sha256(salted.salt || convert_to(setting.name || ' ' || asked.subject, 'UTF8')) order by asked.place)
  into names, most, subjects
  from (values (1, what || '_by_mobile', mobile), (2, what || '_by_address', private.request_address()))
      as asked (place, name, subject)
    join private.settings as setting on setting.name = asked.name
    cross join private.limit_salt as salted
  where setting.per_hour is not null and asked.subject is not null;
  if names is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('limit ' || encode(subject, 'hex'), 0))
  from unnest(subjects) as subject;
  moment := clock_timestamp();
  -- The use that has to expire first. Uses in the future (the clock was set back) are ignored.
  select limited.name, case when limited.per_hour = 0 then 3600
    else greatest(ceil(extract(epoch from former.used_at + interval '1 hour' - moment)), 1) end as retry_after
  into over
  from unnest(names, subjects, most) with ordinality as limited (name, subject, per_hour, place)
    left join lateral (
      select used.used_at from private.limit_uses as used
      where used.name = limited.name and used.subject = limited.subject
        and used.used_at > moment - interval '1 hour' and used.used_at <= moment
      order by used.used_at desc offset greatest(limited.per_hour - 1, 0) limit 1
    ) as former on true
  where limited.per_hour = 0 or former.used_at is not null
  order by limited.place limit 1;
  if found then
    raise exception using errcode = 'PT429',
      message = format('Too many %s from %s. Please try again in %s.', what,
        case when over.name like '%mobile' then 'this mobile number' else 'your network' end,
        case when over.retry_after > 60 then ceil(over.retry_after / 60.0) || ' minutes' else 'a minute' end),
      detail = jsonb_build_object('retry_after', over.retry_after)::text;
  end if;
  insert into private.limit_uses (name, subject, used_at)
  select limited.name, limited.subject, moment from unnest(names, subjects) as limited (name, subject);
  -- why: checked first, because there are seldom any; skips locked rows, so that it never waits. Ids
  -- ascend with time, so the lowest is the oldest.
  if (select used.used_at from private.limit_uses as used order by used.id limit 1)
    <= moment - interval '1 hour' then
    delete from private.limit_uses as old
    where old.id in (
      select expired.id from private.limit_uses as expired
      where expired.used_at <= moment - interval '1 hour'
      order by expired.id limit 50
      for update skip locked
    );
  end if;
end
$$;
