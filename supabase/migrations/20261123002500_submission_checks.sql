-- The checks of a visitor's enquiry or message, with the messages that the forms show
-- (docs/product/enquiry.md), and the steps that both submissions share.

/* Rejects one field: PT422, details {"field": "mobile"}. */
create function private.refuse(field text, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT422', message = message,
    detail = jsonb_build_object('field', field)::text;
end
$$;

/* Checks the four contact fields of the enquiry and the contact form, names and e-mail already trimmed. */
create function private.check_contact(first_name text, last_name text, mobile text, email text)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(first_name, '') = '' then
    perform private.refuse('first_name', 'First name is required');
  elsif not private.is_person_name(first_name) then
    perform private.refuse('first_name', 'First name must be at most 80 characters');
  elsif coalesce(last_name, '') = '' then
    perform private.refuse('last_name', 'Last name is required');
  elsif not private.is_person_name(last_name) then
    perform private.refuse('last_name', 'Last name must be at most 80 characters');
  elsif coalesce(mobile, '') !~ '^\+91[6-9][0-9]{9}$' then
    perform private.refuse('mobile', 'Please enter a valid Indian mobile number '
      '(+91 followed by 10 digits starting with 6-9)');
  elsif not coalesce(private.is_email(email), false) then
    perform private.refuse('email', 'Please enter a valid email address');
  end if;
end
$$;

/* An optional message, trimmed; null if it is empty. Rejects more than 2000 characters. */
create function private.checked_message(message text) returns text
language plpgsql
set search_path = ''
as $$
declare
  trimmed constant text := nullif(private.trimmed(message), '');
begin
  if char_length(trimmed) > 2000 then
    perform private.refuse('message', 'Message must be at most 2000 characters');
  end if;
  return trimmed;
end
$$;

/* Checks the dates of a rental (Asia/Kolkata): not in the past, in order, at most 365 days. */
create function private.check_rental(rental_from date, rental_to date) returns void
language plpgsql
set search_path = ''
as $$
begin
  if rental_from is null then
    perform private.refuse('rental_from', 'Rental start date is required');
  elsif rental_to is null then
    perform private.refuse('rental_to', 'Rental end date is required');
  elsif rental_from < (now() at time zone 'Asia/Kolkata')::date then
    perform private.refuse('rental_from', 'Rental start date cannot be in the past');
  elsif rental_from > date '9999-12-31' then
    perform private.refuse('rental_from', 'Please enter a valid date');
  elsif rental_to < rental_from then
    perform private.refuse('rental_to', 'To date must be the same or after the from date.');
  elsif not isfinite(rental_to) or rental_to - rental_from >= 365 then
    perform private.refuse('rental_to', 'A rental can last at most 365 days');
  end if;
end
$$;

/*
 * The lines of a cart with the catalogue's values, in the cart's order; the same item twice is one line
 * with both quantities. Each is {place, type, id, quantity, name, price, active, as_seen}: name and price
 * are null if the item is not available, and as_seen says whether the price is the one that the visitor saw.
 */
create function private.enquiry_lines(items jsonb) returns jsonb
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
      -- An id that is no uuid is no item's either; it is answered as sent.
      select left(lower(line ->> 'id'), 100) as id,
        case when line ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then (line ->> 'id')::uuid end as item_id
    ) as parsed
    group by line ->> 'type', parsed.id, parsed.item_id
  )
  select jsonb_agg(jsonb_build_object(
    'place', sent.place, 'type', left(sent.type, 40), 'id', sent.id, 'quantity', sent.quantity,
    'name', item.name, 'price', item.price, 'active', item.id is not null,
    'as_seen', coalesce(item.price = all (sent.seen), false)) order by sent.place)
  into lines
  from sent left join public.items as item
    on item.id = sent.item_id and item.kind = sent.type and item.active;
  if jsonb_path_exists(lines, '$[*] ? (@.quantity > 999)') then
    perform private.refuse('items', 'Quantity must be a whole number between 1 and 999');
  end if;
  return lines;
end
$$;

/*
 * Rejects a cart that differs from what the visitor saw, so that nothing else is saved in its place:
 * PT409 item_unavailable or price_changed, with all differing lines as details.
 */
create function private.check_lines(lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  gone constant boolean := jsonb_path_exists(lines, '$[*] ? (@.active == false)');
begin
  if jsonb_path_exists(lines, '$[*] ? (@.as_seen == false)') then
    raise exception using errcode = 'PT409',
      message = case when gone then 'item_unavailable' else 'price_changed' end,
      detail = (
        select jsonb_agg(jsonb_build_object('type', line -> 'type', 'id', line -> 'id',
          'name', line -> 'name', 'price', line -> 'price', 'active', line -> 'active'))
        from jsonb_array_elements(lines) as differing (line)
        where not (line ->> 'as_seen')::boolean
      )::text;
  end if;
end
$$;

/*
 * The customer with this mobile number, created if there is none. A known customer keeps the name and
 * e-mail address that were sent first.
 * why an update to the same value: it locks the row and returns its id, and takes as long as an insert.
 */
create function private.customer_for(first_name text, last_name text, mobile text, email text)
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

/*
 * The step at which a submission failed (docs/product/enquiry.md). Customers are found or created in one
 * statement: if the number is known, or customers cannot be read, nothing was being created, and the
 * lookup is the step that failed.
 */
create function private.failed_step(step text, mobile text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if step = 'customer_create' and exists (
    select from public.customers as known where known.mobile = failed_step.mobile
  ) then
    return 'customer_lookup';
  end if;
  return step;
exception when others then
  return 'customer_lookup';
end
$$;
