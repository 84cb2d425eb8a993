-- Counting what a visitor sends costs less, enquiries sent side by side do not touch the same row, and
-- what is over is deleted where there is any.

-- why: each use locked its setting's row, all enquiries the same two. Only use_limit writes here, and
-- only under the name of a setting that it has just read.
alter table private.limit_uses drop constraint limit_uses_name_fkey;

-- why: while statistics are missing, going through the whole hour by this index looked cheap.
drop index private.limit_uses_used_at_idx;

/*
 * Counts one use for this subject, or refuses it: PT429, details {"retry_after": seconds}. A null
 * subject has no limit. What is rolled back is not counted.
 * why: one lock for each subject, so that calls at the same moment cannot pass together, and calls
 * of different subjects never wait for each other.
 */
create or replace function private.use_limit(name text, subject text, refusal text) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  allowed integer;
  hashed bytea;
  moment timestamptz;
  retry_after integer;
begin
  select setting.per_hour,
    sha256(salted.salt || convert_to(use_limit.name || ' ' || use_limit.subject, 'UTF8'))
  into allowed, hashed
  from private.settings as setting cross join private.limit_salt as salted
  where setting.name = use_limit.name;
  if allowed is null or hashed is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('limit ' || encode(hashed, 'hex'), 0));
  moment := clock_timestamp();
  -- The hour's oldest use that stands in the way; what is ahead of a clock set back does not.
  select ceil(extract(epoch from used.used_at + interval '1 hour' - moment)) into retry_after
  from private.limit_uses as used
  where used.name = use_limit.name and used.subject = hashed
    and used.used_at > moment - interval '1 hour' and used.used_at <= moment
  order by used.used_at desc offset greatest(allowed - 1, 0) limit 1;
  if allowed = 0 then
    retry_after := 3600;
  end if;
  if retry_after is not null then
    retry_after := greatest(retry_after, 1);
    raise exception using errcode = 'PT429',
      message = format('%s Please try again in %s.', use_limit.refusal,
        case when retry_after > 60 then ceil(retry_after / 60.0) || ' minutes' else 'a minute' end),
      detail = jsonb_build_object('retry_after', retry_after)::text;
  end if;
  insert into private.limit_uses (name, subject, used_at) values (use_limit.name, hashed, moment);
  -- why: looked for first, as there are seldom any; skipping what others hold, so that it never waits.
  -- Uses are numbered in their order, so the first number is the oldest.
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

/* Keeps the answer of a call that succeeded, and forgets some keys whose time is over. */
create or replace function private.bind_idempotency_key(scope text, key uuid, response jsonb) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
begin
  update private.idempotency_keys as claimed set response = bind_idempotency_key.response
  where claimed.scope = bind_idempotency_key.scope and claimed.key = bind_idempotency_key.key;
  if (select min(claimed.expires_at) from private.idempotency_keys as claimed) <= now() then
    -- why: last, and skipping what others hold, so that it never waits and no two calls can deadlock.
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
