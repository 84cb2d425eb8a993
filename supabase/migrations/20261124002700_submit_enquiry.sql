-- The visitor's enquiry, with what was free when it was sent.

drop function public.submit_enquiry(uuid, text, text, text, text, date, date, text, jsonb);
drop function private.enquiry_lines(jsonb);

/*
 * The lines of a cart with the catalogue's values, in the cart's order; the same item twice is one line
 * with both quantities. Each is {place, type, id, quantity, name, price, active, as_seen, free, of}: name and price
 * are null if the item is not available, as_seen says whether the price is the one that the visitor saw; free and of
 * are the item's least pieces on these days, and all of them, null when not counted (as in private.free_of).
 * per_day: the total of one day. differs: whether a line is not as seen.
 * why one statement: each further one that reads the lines costs as much as what it reads.
 */
create function private.enquiry_lines(
  items jsonb, rental_from date, rental_to date, out lines jsonb, out per_day numeric, out differs boolean
)
language plpgsql
set search_path = ''
as $$
declare
  nameless boolean;
  miscounted boolean;
begin
  if items is null or jsonb_typeof(items) <> 'array' or items = '[]' then
    perform private.refuse('items', 'Your cart is empty');
  elsif jsonb_array_length(items) > 100 then
    perform private.refuse('items', 'An enquiry can hold at most 100 items');
  end if;
  with sent as (
    select min(place) as place, line ->> 'type' as type, parsed.id, parsed.item_id,
      sum(parsed.quantity) as quantity,
      array_agg(case when jsonb_typeof(line -> 'price') = 'number' then (line ->> 'price')::numeric end)
        as seen,
      bool_or(jsonb_typeof(line -> 'type') is distinct from 'string'
        or jsonb_typeof(line -> 'id') is distinct from 'string') as nameless,
      bool_or((parsed.quantity between 1 and 999 and parsed.quantity % 1 = 0) is not true) as miscounted
    from jsonb_array_elements(items) with ordinality as listed (line, place)
    cross join lateral (
      -- An id that is no uuid is no item's either; it is answered as sent.
      select left(lower(line ->> 'id'), 100) as id,
        case when line ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then (line ->> 'id')::uuid end as item_id,
        case when jsonb_typeof(line -> 'quantity') = 'number' then (line ->> 'quantity')::numeric end as quantity
      offset 0
    ) as parsed
    group by line ->> 'type', parsed.id, parsed.item_id
  )
  select bool_or(sent.nameless), bool_or(sent.miscounted or sent.quantity > 999),
    jsonb_agg(jsonb_build_object(
      'place', sent.place, 'type', left(sent.type, 40), 'id', sent.id, 'quantity', sent.quantity,
      'name', item.name, 'price', item.price, 'active', item.id is not null,
      'as_seen', coalesce(item.price = all (sent.seen), false),
      'free', case when kit.figures is not null then kit.figures[1] when item.quantity > 0 then (
        -- A day without a row has all pieces.
        select greatest(0, least(min(day.free), case when count(*) <= blocked.last - rental_from then item.quantity end))
        from private.free_days as day
        where day.item_id = item.id and day.day between rental_from and blocked.last
      ) end,
      'of', case when kit.figures is not null then kit.figures[2] else nullif(item.quantity, 0) end
    ) order by sent.place),
    sum(item.price * sent.quantity), bool_or(item.price = all (sent.seen) is not true)
  into nameless, miscounted, lines, per_day, differs
  from sent left join public.items as item
    on item.id = sent.item_id and item.kind = sent.type and item.active
    left join private.catalogue_kinds as listed on listed.kind = item.kind
    left join lateral (
      -- why scalar subqueries here: each runs once, and only if an item needs it.
      select case when coalesce(item.turnaround_days, listed.turnaround_days) > 0
        then (select private.last_blocked_days(rental_to))[coalesce(item.turnaround_days, listed.turnaround_days) + 1]
        else rental_to end as last
    ) as blocked on true
    left join lateral (
      select case when exists (select from private.kit_parts as inside where inside.kit_id = item.id) then (
        select array[whole.free, whole.pieces]
        from private.free_of(array[item.id], rental_from, (select private.last_blocked_days(rental_to))) as whole
      ) end as figures offset 0
    ) as kit on true;
  if nameless then
    perform private.refuse('items', 'Each item needs a type and an id');
  elsif miscounted then
    perform private.refuse('items', 'Quantity must be a whole number between 1 and 999');
  end if;
end
$$;

/*
 * Saves an enquiry with its customer and items, and returns its number, dates, items and total. Each item also
 * says how many were free on these days (`free`) of how many (`of`), as far as visitors learn it; its line keeps the
 * exact figures. Nothing is reserved, and nothing is refused because it is not free.
 *
 * items: [{"type": "prop", "id": uuid, "quantity": 2, "price": 500}], price being rupees per day for one
 * as the visitor saw it. The same item twice becomes one line.
 * Raises PT422 with a form's message and details {"field": …}; PT409 price_changed,
 * item_unavailable or idempotency_key_reused with the lines as details; PT429 with details
 * {"retry_after": seconds} over a limit. Any other failure has the step as its hint:
 * customer_lookup, customer_create, enquiry_create or items_save (docs/product/enquiry.md).
 * why plan_cache_mode: by its estimates PostgreSQL would plan statements with arrays again in every call,
 * which costs more than running them. The setting also applies to every function called from here.
 */
create function public.submit_enquiry(
  idempotency_key uuid default null, first_name text default null, last_name text default null,
  mobile text default null, email text default null, rental_from date default null,
  rental_to date default null, message text default null, items jsonb default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  given_first_name constant text := private.trimmed(submit_enquiry.first_name);
  given_last_name constant text := private.trimmed(submit_enquiry.last_name);
  given_mobile constant text := private.trimmed(submit_enquiry.mobile);
  given_email constant text := private.trimmed(submit_enquiry.email);
  given_message text;
  cart record;
  total numeric;
  shows text;
  told jsonb;
  enquiry public.enquiry_orders;
  customer uuid;
  answer jsonb;
  step text;
  failed_detail text;
begin
  if submit_enquiry.idempotency_key is null then
    perform private.refuse('idempotency_key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('submit_enquiry', submit_enquiry.idempotency_key,
    jsonb_build_array(given_first_name, given_last_name, given_mobile, given_email,
      submit_enquiry.rental_from, submit_enquiry.rental_to, submit_enquiry.message, submit_enquiry.items));
  if answer is not null then
    return answer;
  end if;

  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email);
  perform private.check_rental(submit_enquiry.rental_from, submit_enquiry.rental_to);
  given_message := private.checked_message(submit_enquiry.message);
  cart := private.enquiry_lines(submit_enquiry.items, submit_enquiry.rental_from, submit_enquiry.rental_to);
  -- why here: the input is valid and nothing is locked yet; a retry has returned above and does not count.
  perform private.use_limits('enquiries', given_mobile);
  if cart.differs then
    perform private.check_lines(cart.lines);
  end if;
  total := cart.per_day * (submit_enquiry.rental_to - submit_enquiry.rental_from + 1);
  if total > 9999999999.99 then
    perform private.refuse('items', 'This order is too large to send. Please contact the studio.');
  end if;
  shows := private.shown_availability();

  begin
    step := 'customer_create';
    customer := private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
    step := 'enquiry_create';
    insert into public.enquiry_orders (
      customer_id, rental_from, rental_to, total_price, message,
      contact_first_name, contact_last_name, contact_email
    ) values (
      customer, submit_enquiry.rental_from, submit_enquiry.rental_to, total, given_message,
      given_first_name, given_last_name, given_email
    ) returning * into enquiry;
    step := 'items_save';
    with saved as (
      insert into public.enquiry_items (
        enquiry_order_id, item_type, item_id, quantity, price, rental_from, rental_to, position,
        free_when_sent, of_when_sent
      )
      select enquiry.id, line.type, line.id, line.quantity, line.price,
        enquiry.rental_from, enquiry.rental_to, row_number() over (order by line.place), line.free, line.of
      from jsonb_to_recordset(cart.lines) as line (place integer, type text, id uuid, quantity integer,
        price numeric, free integer, "of" integer)
      returning position, item_type, item_id, quantity, price, free_when_sent, of_when_sent
    )
    -- as far as the caller may learn it
    select jsonb_agg(jsonb_build_object('type', saved.item_type, 'id', saved.item_id,
      'name', cart.lines -> saved.position - 1 -> 'name', 'quantity', saved.quantity, 'price', saved.price,
      'free', case when shows = 'exact' then saved.free_when_sent
        when shows = 'yes-no' and saved.free_when_sent is not null then
          case when saved.free_when_sent >= saved.quantity then saved.quantity else 0 end end,
      'of', case when shows = 'exact' then saved.of_when_sent end) order by saved.position)
    into told
    from saved;
  exception when others then
    get stacked diagnostics failed_detail = pg_exception_detail;
    raise exception using errcode = sqlstate, message = sqlerrm, detail = failed_detail,
      hint = private.failed_step(step, given_mobile);
  end;

  answer := jsonb_build_object(
    'enquiry_number', enquiry.enquiry_number, 'status', enquiry.status,
    'rental_from', enquiry.rental_from, 'rental_to', enquiry.rental_to,
    'rental_days', enquiry.rental_days, 'total_price', enquiry.total_price, 'items', told);
  perform private.bind_idempotency_key('submit_enquiry', submit_enquiry.idempotency_key, answer);
  return answer;
end
$$;

grant execute on function
  public.submit_enquiry(uuid, text, text, text, text, date, date, text, jsonb)
  to anon, authenticated, service_role;
