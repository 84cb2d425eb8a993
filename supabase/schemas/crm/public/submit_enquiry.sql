/*
 * Saves an enquiry with its customer and items, and returns its number, dates, items, total and `payable`: that
 * with GST, as a quote made from it says (private.enquiry_sums). Each item also
 * says how many were free on these days (`free`) of how many (`of`), as far as visitors learn it; its line keeps the
 * exact figures. Nothing is reserved, and nothing is refused because it is not free. `link` is the secret of the
 * enquiry's page, another one for each call. Queues the e-mails of a new enquiry.
 *
 * amends: what is sent takes the place of what this key sent before, whose answer was lost; a new enquiry where that never
 * arrived, where staff have begun with it, and for another mobile number.
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
  idempotency_key uuid default null,
  first_name text default null,
  last_name text default null,
  mobile text default null,
  email text default null,
  rental_from date default null,
  rental_to date default null,
  message text default null,
  items jsonb default null,
  amends boolean default false
) returns jsonb
language plpgsql security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  given_first_name constant text := private.trimmed(submit_enquiry.first_name);
  given_last_name constant text := private.trimmed(submit_enquiry.last_name);
  given_mobile constant text := private.whole_mobile(submit_enquiry.mobile);
  given_email constant text := private.plain_email(submit_enquiry.email);
  given_message text;
  body constant jsonb := jsonb_build_array(given_first_name, given_last_name, given_mobile, given_email,
    submit_enquiry.rental_from, submit_enquiry.rental_to, submit_enquiry.message, submit_enquiry.items);
  earlier jsonb;
  cart record;
  shows text;
  told jsonb;
  enquiry public.enquiry_orders;
  is_amended boolean;
  customer uuid;
  link record;
  answer jsonb;
  step text;
  failed_detail text;
begin
  if submit_enquiry.idempotency_key is null then
    perform private.refuse('idempotency_key', 'An idempotency key is required');
  end if;
  if submit_enquiry.amends then
    earlier := private.amended_key('submit_enquiry', submit_enquiry.idempotency_key, body);
  end if;
  answer := private.claim_idempotency_key('submit_enquiry', submit_enquiry.idempotency_key, body);
  if answer is not null then
    return private.with_enquiry_link(answer);
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
  if cart.total > 9999999999.99 then
    perform private.refuse('items', 'This order is too large to send. Please contact the studio.');
  end if;
  shows := private.shown_availability();

  begin
    step := 'customer_create';
    customer := private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
    step := 'enquiry_create';
    if earlier is not null then
      update public.enquiry_orders as sent
      set rental_from = submit_enquiry.rental_from, rental_to = submit_enquiry.rental_to, total_price = cart.total,
        message = given_message, contact_first_name = given_first_name, contact_last_name = given_last_name,
        contact_email = given_email
      where sent.enquiry_number = earlier ->> 'enquiry_number' and sent.customer_id = customer and sent.status = 'pending'
        and sent.held_until is null and sent.waiting_since is null
        and not exists (select from public.documents as document where document.enquiry_order_id = sent.id)
      returning * into enquiry;
    end if;
    is_amended := enquiry.id is not null;
    if is_amended then
      perform private.record_event(customer, 'enquiry', enquiry.id, 'amended', null, null);
      delete from public.enquiry_items as former where former.enquiry_order_id = enquiry.id;
    else
      insert into public.enquiry_orders (
        customer_id, rental_from, rental_to, total_price, message,
        contact_first_name, contact_last_name, contact_email, contact_mobile
      ) values (
        customer, submit_enquiry.rental_from, submit_enquiry.rental_to, cart.total, given_message,
        given_first_name, given_last_name, given_email, given_mobile
      ) returning * into enquiry;
    end if;
    step := 'items_save';
    with saved as (
      insert into public.enquiry_items (
        enquiry_order_id, item_type, item_id, quantity, price, list_price, rental_from, rental_to, position,
        free_when_sent, of_when_sent
      )
      select enquiry.id, line.type, line.id, line.quantity, line.price, line.price,
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
    'rental_days', enquiry.rental_days, 'total_price', enquiry.total_price,
    'payable', private.enquiry_sums(enquiry.id) -> 'total', 'items', told);
  -- why without the secret: only its hash is stored anywhere.
  perform private.bind_idempotency_key('submit_enquiry', submit_enquiry.idempotency_key, answer);
  if is_amended then
    return private.with_enquiry_link(answer);
  end if;
  perform private.queue_messages('enquiry_new', customer, enquiry.id);
  link := private.new_enquiry_link(enquiry.id);
  return answer || jsonb_build_object('link', link.secret);
end
$$;

grant execute
  on function public.submit_enquiry(uuid,text,text,text,text,date,date,text,jsonb,boolean)
  to anon, authenticated, service_role;
