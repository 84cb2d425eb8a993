-- What all subjects stand on: default privileges, schemas, the collation of names, types, sequences, and
-- the functions that tables and policies call.

-- why: older Supabase projects grant everything on new objects to the API roles, and PostgreSQL
-- grants EXECUTE on new functions to PUBLIC. From here on every grant is explicit.
alter default privileges in schema public
  revoke all on tables from public, anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on sequences from public, anon, authenticated, service_role;
alter default privileges in schema public
  revoke all on functions from public, anon, authenticated, service_role;
-- why: the built-in EXECUTE for PUBLIC is a global default; a per-schema revoke cannot remove it.
alter default privileges revoke execute on functions from public;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

-- why: the API roles get no USAGE here. Policies, triggers and checks refer to these functions by
-- object id, for which EXECUTE is enough; a statement cannot name them.
create schema private;

create extension if not exists pg_trgm with schema extensions;

-- Sort order of everything that people read: "apple, Banana, cherry" (ks-level2) and "Flat 2, Flat 10" (kn).
-- why: deterministic, because LIKE does not work on nondeterministic collations. Strings that differ
-- only in case are then ordered by their bytes, which a keyset cursor needs.
create collation private.names (provider = icu, locale = 'und-u-kn-ks-level2', deterministic = true);

/* Some of the items of a count, as a bitmap. */
create type private.item_chunk as (kind text, counted integer, chunk integer, items bigint);

-- The dates of a call, and what all parts of its answer need to know about them.
create type private.rental_days as (
  shows text,
  first date,
  last date,
  last_days date[],
  apart_free uuid[],
  apart_booked uuid[]
);

/* 64 items of a count, as bitmaps by how well they match. */
create type private.search_chunk as (
  kind text,
  counted integer,
  chunk integer,
  phrase bigint,
  exact bigint,
  wide bigint,
  near bigint
);

/* What a statement changed about a reservation; a negative quantity is its state before. */
create type private.stock_change as (
  id uuid,
  item_id uuid,
  kind text,
  status text,
  quantity integer,
  blocked daterange
);

create sequence private.backdrop_code_seq;
create sequence private.cloth_code_seq;
create sequence private.crew_code_seq;
create sequence private.customer_number_seq;
create sequence private.enquiry_number_seq;
create sequence private.gear_code_seq;
create sequence private.order_number_seq;
-- When workers were told of messages last, in ms since 1970. why a sequence: all connections see it at once, without locks.
create sequence private.outbox_told minvalue 0 start 0;
create sequence private.prop_code_seq;
create sequence private.set_code_seq;

-- why: functions of all subjects call each other; their bodies are looked up when they run.
set check_function_bodies = off;

create function private.is_email(email text) returns boolean
language plpgsql immutable security definer parallel safe
set search_path = ''
as $$
begin
  return char_length(email) <= 254 and email ~ '^[^[:space:]@]+@[^[:space:]@.]+(\.[^[:space:]@.]+)+$';
end
$$;

create function private.is_gstin_checked(gstin text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  with digit as (
    select place, (strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(gstin, place, 1)) - 1)
      * case when place % 2 = 0 then 2 else 1 end as product
    from generate_series(1, 14) as place
  )
  select substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', (36 - sum(product / 36 + product % 36)::integer % 36) % 36 + 1, 1)
    = substr(gstin, 15, 1)
  from digit
$$;

create function private.is_image_list(images text[]) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_ndims(images), 1) = 1
    and cardinality(images) <= 3
    and not exists (
      select from unnest(images) as image
      where image is null
        or char_length(image) > 2000
        or image !~ '^(https?://[^\s/\\]|/[^\s/\\])[^\s\\]*$'
    )
$$;

create function private.is_person_name(name text) returns boolean
language plpgsql immutable security definer parallel safe
set search_path = ''
as $$
begin
  return private.trimmed(name) <> '' and char_length(name) <= 80;
end
$$;

create function private.is_staff(variadic roles text[]) returns boolean
language plpgsql stable security definer parallel safe
set search_path = ''
as $$
declare
  claims constant jsonb := auth.jwt();
begin
  return exists (
      select from public.user_profiles as profile
      where profile.id = (claims ->> 'sub')::uuid and profile.role = any (roles))
    and (coalesce(claims ->> 'aal' = 'aal2', false) or not (
      exists (
        select from auth.mfa_factors as factor
        where factor.user_id = (claims ->> 'sub')::uuid and factor.status = 'verified')
      or private.requires_second_factor()));
end
$$;

create function private.live_events() returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array['enquiry_new', 'message_new', 'enquiry_answered', 'quote_answered', 'payment_claimed']
$$;

create function private.notice_events() returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array['enquiry_new', 'message_new', 'enquiry_answered', 'quote_answered', 'payment_claimed', 'hold_ending',
    'item_overdue']
$$;

create function private.size_order(size text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when short ~ '^(x*|\d?x)s$' then '1' || 40 - extras
    when short = 'm' then '150'
    when short ~ '^(x*|\d?x)l$' then '1' || 60 + extras
    when short ~ '^(free|one)[ -]?(size)?$' then '199'
    else case when short ~ '^\d' then '2' else '3' end
      -- Whole numbers are padded to nine digits; digits after a decimal point sort as they are.
      || regexp_replace(
        regexp_replace(short, '(?<![.\d])(\d+)', '00000000\1', 'g'), '0*(\d{9})', '\1', 'g')
  end
  from (
    select short, case when short ~ '^\dx' then left(short, 1)::integer
      else least(length(short) - length(ltrim(short, 'x')), 30) end as extras
    from (
      select replace(replace(replace(replace(lower(btrim(size) collate "C"),
        'extra ', 'x'), 'small', 's'), 'medium', 'm'), 'large', 'l') as short
    ) as shortened
  ) as read
$$;

create function private.today() returns date
language sql stable
set search_path = ''
as $$
  select (clock_timestamp() at time zone 'Asia/Kolkata')::date
$$;

create function private.trimmed(value text) returns text
language sql immutable parallel safe
return btrim(value, E' \t\n\r\f\u000b\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff');

reset check_function_bodies;

grant execute on function
  private.is_email(text),
  private.is_image_list(text[]),
  private.is_person_name(text),
  private.size_order(text),
  private.trimmed(text)
to authenticated, service_role;

grant execute on function
  private.is_staff(text[])
to authenticated;
