-- What every enquiry and message does, in fewer statements: each costs more to set up than to run.

/*
 * Those of these items that visitors may rent, with rupees a day.
 * why: one table by its key. The catalogue as one list sets up six tables to read from one.
 */
create function private.items_on_offer(type text, ids uuid[])
returns table (id uuid, name text, price numeric)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  case items_on_offer.type
    when 'prop' then return query
      select item.id, item.name, item.price from public.props as item where item.id = any (ids) and item.active;
    when 'cloth' then return query
      select item.id, item.name, item.price from public.clothes as item where item.id = any (ids) and item.active;
    when 'backdrop' then return query
      select item.id, item.name, item.price from public.backdrops as item where item.id = any (ids) and item.active;
    when 'gear' then return query
      select item.id, item.name, item.price from public.gear as item where item.id = any (ids) and item.active;
    when 'crew' then return query
      select item.id, item.name, item.price from public.crews as item where item.id = any (ids) and item.active;
    when 'set' then return query
      select item.id, item.name, item.price from public.sets as item where item.id = any (ids) and item.active;
    else null;
  end case;
end
$$;

/*
 * The lines of a cart with what the catalogue says of them, in the cart's order; the same item
 * twice is one line with both quantities. Each is {place, type, id, quantity, name, price, active,
 * as_seen}: name and price are null when the item is not to be had (any more), and as_seen tells
 * whether the price is the one that the visitor saw.
 */
create or replace function private.enquiry_lines(items jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  nameless boolean;
  miscounted boolean;
  lines jsonb;
begin
  if items is null or jsonb_typeof(items) <> 'array' or items = '[]' then
    perform private.refuse('items', 'Your cart is empty');
  elsif jsonb_array_length(items) > 100 then
    perform private.refuse('items', 'An enquiry can hold at most 100 items');
  end if;
  select
    bool_or(jsonb_typeof(line -> 'type') is distinct from 'string'
      or jsonb_typeof(line -> 'id') is distinct from 'string'),
    bool_or(case when jsonb_typeof(line -> 'quantity') = 'number'
      then (line ->> 'quantity')::numeric not between 1 and 999
        or (line ->> 'quantity')::numeric % 1 <> 0
      else true end)
  into nameless, miscounted
  from jsonb_array_elements(items) as sent (line);
  if nameless then
    perform private.refuse('items', 'Each item needs a type and an id');
  elsif miscounted then
    perform private.refuse('items', 'Quantity must be a whole number between 1 and 999');
  end if;

  with sent as (
    select min(place) as place, line ->> 'type' as type, parsed.id, parsed.item_id,
      sum((line ->> 'quantity')::numeric) as quantity,
      array_agg(case when jsonb_typeof(line -> 'price') = 'number' then (line ->> 'price')::numeric end)
        as seen
    from jsonb_array_elements(items) with ordinality as listed (line, place)
    cross join lateral (
      -- Whatever is no uuid is no item either; it is answered as it was sent.
      select left(lower(line ->> 'id'), 100) as id,
        case when line ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then (line ->> 'id')::uuid end as item_id
    ) as parsed
    group by line ->> 'type', parsed.id, parsed.item_id
  ), offered as (
    select wanted.type, item.id, item.name, item.price
    from (select type, array_agg(item_id) as ids from sent group by type) as wanted
      cross join lateral private.items_on_offer(wanted.type, wanted.ids) as item
  )
  select jsonb_agg(jsonb_build_object(
    'place', sent.place, 'type', left(sent.type, 40), 'id', sent.id, 'quantity', sent.quantity,
    'name', item.name, 'price', item.price, 'active', item.id is not null,
    'as_seen', coalesce(item.price = all (sent.seen), false)) order by sent.place)
  into lines
  from sent left join offered as item on item.type = sent.type and item.id = sent.item_id;
  if jsonb_path_exists(lines, '$[*] ? (@.quantity > 999)') then
    perform private.refuse('items', 'Quantity must be a whole number between 1 and 999');
  end if;
  return lines;
end
$$;

/*
 * The visitor's address as the gateway in front tells it (first hop of x-forwarded-for), or null.
 * An IPv6 visitor counts with the whole /64, which one connection has to itself.
 */
create or replace function private.request_address() returns text
language plpgsql stable
set search_path = ''
as $$
declare
  hop text := private.trimmed(split_part(
    nullif(current_setting('request.headers', true), '')::json ->> 'x-forwarded-for', ',', 1));
begin
  -- why: most are; what may fail begins a transaction within this one.
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
 * Counts what a visitor sends ('enquiries', 'messages') for the mobile number and for the address, or
 * refuses it: PT429, details {"retry_after": seconds}. An unknown address has no limit. What is
 * rolled back is not counted.
 * why pg_sleep: a new customer is some hundredths of a millisecond more work than a known one. A number
 * can be tried as a new one only once, so a stranger has one measurement of it, and up to 4 ms by chance
 * hide it. It comes before the locks, so that nobody else waits too.
 * why: one lock for each subject, so that calls at the same moment cannot pass together and calls of
 * different subjects never wait for each other; the mobile's always first, so that no two calls wait
 * for each other in a circle.
 * why enable_seqscan: a connection that made its plans while the table was empty went through all uses.
 */
create or replace function private.use_limits(what text, mobile text) returns void
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
  -- The hour's oldest use that stands in the way; what is ahead of a clock set back does not.
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

drop function private.use_limit(text, text, text);

/*
 * The customer with this mobile number; a new one if there is none yet. A known one keeps the name
 * and e-mail address that they came with.
 * why an update of nothing: it holds the row and answers its id, as long as it takes a new one.
 */
create or replace function private.customer_for(first_name text, last_name text, mobile text, email text)
returns uuid
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  customer uuid;
begin
  insert into public.customers (first_name, last_name, mobile, email)
  values (customer_for.first_name, customer_for.last_name, customer_for.mobile, customer_for.email)
  on conflict (mobile) do update set mobile = excluded.mobile
  returning id into customer;
  return customer;
end
$$;

-- why: by what it counts on, PostgreSQL would plan statements with lists anew in every call, which costs
-- more than they do. Settings of a function hold for all that it calls.
alter function public.submit_enquiry(uuid, text, text, text, text, date, date, text, jsonb)
  set plan_cache_mode = force_generic_plan;
alter function public.submit_contact_enquiry(uuid, text, text, text, text, text)
  set plan_cache_mode = force_generic_plan;

do $$
begin
  -- why: an event is written together with the change that it tells of, which is followed itself.
  if exists (
    select from pg_publication_rel as published join pg_publication on pg_publication.oid = published.prpubid
    where pubname = 'supabase_realtime' and published.prrelid = 'public.crm_events'::regclass
  ) then
    alter publication supabase_realtime drop table public.crm_events;
  end if;
end
$$;
