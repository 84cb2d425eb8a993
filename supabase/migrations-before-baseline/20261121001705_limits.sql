-- How much one visitor may send in an hour: by mobile number and by address, in every home.
--
-- The owner changes a limit, null being none:  select private.set_limit('enquiries_by_mobile', 10);
-- and looks them up:                           select * from private.settings;

create table private.settings (
  name text not null,
  -- How many in any hour; null is no limit.
  per_hour integer,
  description text not null,
  constraint settings_pkey primary key (name),
  constraint settings_per_hour_range check (per_hour >= 0)
);

insert into private.settings (name, per_hour, description) values
  ('enquiries_by_mobile', 6, 'Enquiries an hour from one mobile number'),
  ('enquiries_by_address', 30, 'Enquiries an hour from one network address'),
  ('messages_by_mobile', 6, 'Messages of the contact form an hour from one mobile number'),
  ('messages_by_address', 30, 'Messages of the contact form an hour from one network address');

-- What was sent within the hour. why: hashed with a salt of this database, so that no list of
-- visitors' addresses is kept, not even for an hour.
create table private.limit_uses (
  id bigint generated always as identity,
  name text not null,
  subject bytea not null,
  used_at timestamptz not null,
  constraint limit_uses_pkey primary key (id),
  constraint limit_uses_name_fkey foreign key (name) references private.settings (name)
);

create index limit_uses_subject_idx on private.limit_uses (name, subject, used_at);
create index limit_uses_used_at_idx on private.limit_uses (used_at);

create table private.limit_salt (
  salt bytea not null,
  only_one boolean not null default true,
  constraint limit_salt_pkey primary key (only_one),
  constraint limit_salt_only_one check (only_one)
);

-- why: two random uuids hold 244 random bits; core PostgreSQL has no other strong source.
insert into private.limit_salt (salt)
values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

alter table private.settings enable row level security;
alter table private.limit_uses enable row level security;
alter table private.limit_salt enable row level security;

/* Sets a limit, for the owner; null is none. */
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
 * The visitor's address as the gateway in front tells it (first hop of x-forwarded-for), or null.
 * An IPv6 visitor counts with the whole /64, which one connection has to itself.
 */
create function private.request_address() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  hop constant text := nullif(regexp_replace(private.trimmed(split_part(
    nullif(current_setting('request.headers', true), '')::json ->> 'x-forwarded-for', ',', 1)),
    '^::ffff:', '', 'i'), '');
begin
  return case family(hop::inet) when 6 then network(set_masklen(hop::inet, 64))::text
    else host(hop::inet) end;
exception when invalid_text_representation then
  return left(lower(hop), 100);
end
$$;

/*
 * Counts one use for this subject, or refuses it: PT429, details {"retry_after": seconds}. A null
 * subject has no limit. What is rolled back is not counted.
 * why: one lock for each subject, so that calls at the same moment cannot pass together, and calls
 * of different subjects never wait for each other.
 */
create function private.use_limit(name text, subject text, refusal text) returns void
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  allowed constant integer := (
    select setting.per_hour from private.settings as setting where setting.name = use_limit.name
  );
  hashed constant bytea := (
    select sha256(salt || convert_to(use_limit.name || ' ' || use_limit.subject, 'UTF8'))
    from private.limit_salt
  );
  moment timestamptz;
  retry_after integer;
begin
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
  -- why: skipping what others hold, so that it never waits.
  delete from private.limit_uses as old
  where old.id in (
    select expired.id from private.limit_uses as expired
    where expired.used_at <= moment - interval '1 hour'
    order by expired.used_at limit 50
    for update skip locked
  );
end
$$;

/*
 * Counts what a visitor sends ('enquiries', 'messages') for the mobile number and for the address.
 * why: always in this order, so that two calls cannot wait for each other in a circle.
 */
create function private.use_limits(what text, mobile text) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.use_limit(what || '_by_mobile', mobile,
    format('Too many %s from this mobile number.', what));
  perform private.use_limit(what || '_by_address', private.request_address(),
    format('Too many %s from your network.', what));
end
$$;
