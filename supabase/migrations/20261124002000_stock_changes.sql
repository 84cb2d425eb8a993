-- Changes of stock by staff: out of service, sub-rentals, and the steps that every change of
-- reservations shares.

/* Refuses a call that waited too long for a lock: PT409, details {"reason": "busy"}. */
create function private.refuse_busy() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'The stock of these items is busy. Please try again.'
    using errcode = 'PT409', detail = '{"reason": "busy"}';
end
$$;

/*
 * Locks these items and all of their parts at once, in the order of their ids. Refuses as busy if an item
 * got another part meanwhile: locking that part now would break the order.
 */
create function private.lock_stock(ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  locked constant uuid[] := array(
    select distinct part_id from private.item_parts where item_id = any (ids) order by part_id);
begin
  perform private.lock_items(locked);
  if exists (select from private.item_parts where item_id = any (ids) and part_id <> all (locked)) then
    perform private.refuse_busy();
  end if;
end
$$;

/* The item of this kind with this id. Raises PT404 if there is none, or if it was deleted. */
create function private.present_item(type text, id uuid) returns public.items
language plpgsql stable
set search_path = ''
as $$
declare
  found_item public.items;
begin
  select * into found_item from public.items as item
  where item.id = present_item.id and item.kind = present_item.type and item.removed_at is null;
  if not found then
    raise exception 'There is no such item.' using errcode = 'PT404';
  end if;
  return found_item;
end
$$;

/* A text as a uuid; null if it is none. */
create function private.uuid_of(value text) returns uuid
language sql immutable parallel safe
set search_path = ''
as $$
  select case when value ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end
$$;

/* A JSON value as a whole number from `lowest` to `highest`; null if it is none. */
create function private.whole_number(value jsonb, lowest integer, highest integer) returns integer
language sql immutable parallel safe
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then
    case when value::numeric between lowest and highest and value::numeric % 1 = 0 then value::numeric::integer end
  end
$$;

/*
 * The days of a reservation that staff make: both included, in order, at most 365. Days that have begun
 * are allowed. Raises PT422 for anything else.
 */
create function private.staff_days(rental_from date, rental_to date) returns daterange
language plpgsql
set search_path = ''
as $$
begin
  if rental_from is null then
    perform private.refuse('rental_from', 'The first day is required');
  elsif rental_to is null then
    perform private.refuse('rental_to', 'The last day is required');
  elsif rental_from not between date '2000-01-01' and date '9999-12-31' then
    perform private.refuse('rental_from', 'Please enter a valid date');
  elsif rental_to < rental_from then
    perform private.refuse('rental_to', 'To date must be the same or after the from date.');
  elsif not isfinite(rental_to) or rental_to - rental_from >= 365 then
    perform private.refuse('rental_to', 'It can last at most 365 days');
  end if;
  return daterange(rental_from, rental_to, '[]');
end
$$;

/*
 * Makes a reservation of one item that is not for an enquiry or order, and returns its row. A repeat with
 * the same key returns the first answer.
 */
create function private.reserve_fact(
  what text, type text, id uuid, quantity integer, rental_from date, rental_to date, reason text, key uuid
) returns jsonb
language plpgsql
set search_path = ''
as $$
#variable_conflict use_variable
declare
  scope constant text := case what when 'sub_rental' then 'add_sub_rental' else 'set_out_of_service' end;
  given_reason constant text := nullif(private.trimmed(reason), '');
  days daterange;
  item public.items;
  made public.reservations;
  answer jsonb;
begin
  if key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key(scope, key,
    jsonb_build_array(type, id, quantity, rental_from, rental_to, reason));
  if answer is not null then
    return answer;
  end if;
  days := private.staff_days(rental_from, rental_to);
  if quantity is null or quantity not between 1 and 1000000 then
    perform private.refuse('quantity', 'Quantity must be a whole number of 1 or more');
  elsif char_length(given_reason) > 500 then
    perform private.refuse('reason', 'The reason must be at most 500 characters');
  end if;
  item := private.present_item(type, id);
  perform private.lock_items(array[item.id]);
  insert into public.reservations as fact (item_id, quantity, kind, status, rented, blocked, reason, created_by)
  values (item.id, quantity, what, 'booked', days,
    -- why: hired pieces also cover the turnaround of the rental that they are hired for.
    case what when 'sub_rental' then private.blocked_range(days, private.turnaround_of(item.id)) else days end,
    given_reason, auth.uid())
  returning * into made;
  answer := to_jsonb(made);
  perform private.bind_idempotency_key(scope, key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

/*
 * Takes pieces of an item out of service from one day to another, both included, and returns the
 * reservation. It is never refused because of bookings: where they need the pieces, it makes a conflict.
 * A repeat with the same key returns the first answer.
 *
 * Raises PT422 with details {"field": …}, PT404 for an unknown item, PT409 idempotency_key_reused, PT409
 * with details {"reason": "busy"}; 42501 for anyone but staff.
 */
create function public.set_out_of_service(
  type text, id uuid, quantity integer, rental_from date, rental_to date, reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return private.reserve_fact('out_of_service', type, id, quantity, rental_from, rental_to, reason, key);
end
$$;

/*
 * Adds pieces of an item that are hired in from one day to another, both included, and returns the
 * reservation. The pieces of a kit's parts are hired in under the parts. Everything else as in
 * set_out_of_service.
 */
create function public.add_sub_rental(
  type text, id uuid, quantity integer, rental_from date, rental_to date, reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return private.reserve_fact('sub_rental', type, id, quantity, rental_from, rental_to, reason, key);
end
$$;

/*
 * Ends an item's time out of service, or a sub-rental, and returns the reservation. Idempotent. A
 * sub-rental that bookings need becomes a conflict.
 *
 * Raises PT404 for an unknown reservation, PT422 for one of an enquiry or order, which ends with it, PT409
 * with details {"reason": "busy"}; 42501 for anyone but staff.
 */
create function public.release_reservation(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  known public.reservations;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select * into known from public.reservations as found where found.id = release_reservation.id;
  if not found then
    raise exception 'There is no such reservation.' using errcode = 'PT404';
  elsif known.kind not in ('out_of_service', 'sub_rental') then
    raise exception 'This reservation ends with its enquiry or order.' using errcode = 'PT422';
  end if;
  perform private.lock_items(array[known.item_id]);
  update public.reservations as ended set status = 'released'
  where ended.id = known.id and ended.status <> 'released';
  select * into known from public.reservations as found where found.id = known.id;
  return to_jsonb(known);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function
  public.set_out_of_service(text, uuid, integer, date, date, text, uuid),
  public.add_sub_rental(text, uuid, integer, date, date, text, uuid),
  public.release_reservation(uuid)
  to authenticated;
