-- Written by `npm run db:change` from supabase/schemas.

create or replace function public.cancellation_proposal("order" uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  made public.orders;
  money record;
  place record;
  cancelled_at timestamptz;
  hours numeric;
  refund numeric;
  retained numeric;
  parts jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into made from public.orders as known where known.id = cancellation_proposal."order";
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  end if;
  money := private.ledger_sums(made.id);
  if made.status = 'cancelled' then
    select max(event.created_at) into cancelled_at from public.crm_events as event
    where event.subject = 'order' and event.subject_id = made.id and event.what = 'status' and event.to_value = 'cancelled';
  end if;
  -- why cut and not rounded down: below zero that would end the first rental day some minutes early.
  hours := trunc(extract(epoch from coalesce(made.rental_from, made.rental_to)::timestamp at time zone 'Asia/Kolkata'
    - coalesce(cancelled_at, private.this_moment())) / 3600, 1);
  -- why with what was refunded: the policy's share is of all that was received, so a recorded refund is not proposed again.
  refund := greatest(round((money.received + money.refunded) * private.refund_share(hours), 2) - money.refunded, 0);
  retained := greatest(money.received, 0) - refund;
  place := private.voucher_place(made);
  parts := private.taxed_parts(made, retained, place.premises_inside, place.recipient_inside, place.outside_taxed);
  return jsonb_build_object('hours_notice', hours, 'refund_share', private.refund_share(hours),
    'received', money.received, 'refund', refund, 'retained', retained,
    'deposit', jsonb_build_object('held', money.held),
    'invoice', case when retained > 0 then (
      select jsonb_build_object('total', retained, 'taxable', sum((part ->> 'taxable')::numeric),
        'tax', retained - sum((part ->> 'taxable')::numeric),
        'lines', jsonb_agg(jsonb_build_object('kind', 'charge', 'text', 'Cancellation of ' || made.order_number,
          'sac', part -> 'sac', 'rate', part -> 'rate', 'place', part -> 'place', 'quantity', 1, 'days', null,
          'unit_price', part -> 'taxable') order by position))
      from jsonb_array_elements(parts) with ordinality as listed (part, position)) end,
    'credit', (
      select coalesce(jsonb_agg(jsonb_build_object('id', invoice.id, 'number', invoice.number,
        'rest', invoice.total - credited.total) order by invoice.issued_at), '[]')
      from private.documents_of_order(made.id, made.enquiry_order_id) as invoice
        cross join lateral (
          select coalesce(sum(note.total), 0) as total from public.documents as note
          where note.corrects = invoice.id and note.kind = 'credit_note' and note.state = 'issued'
        ) as credited
      where invoice.kind = 'invoice' and invoice.state = 'issued' and invoice.total > credited.total));
end
$$;

create or replace function public.submit_contact_enquiry(
  idempotency_key uuid default null,
  first_name text default null,
  last_name text default null,
  mobile text default null,
  email text default null,
  message text default null,
  amends boolean default false
) returns jsonb
language plpgsql security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  given_first_name constant text := private.trimmed(submit_contact_enquiry.first_name);
  given_last_name constant text := private.trimmed(submit_contact_enquiry.last_name);
  given_mobile constant text := private.whole_mobile(submit_contact_enquiry.mobile);
  given_email constant text := private.plain_email(submit_contact_enquiry.email);
  given_message text;
  body constant jsonb := jsonb_build_array(given_first_name, given_last_name, given_mobile, given_email,
    submit_contact_enquiry.message);
  earlier jsonb;
  customer uuid;
  message_id uuid;
  received_at timestamptz;
  is_amended boolean;
  answer jsonb;
  step text;
  failed_detail text;
begin
  if submit_contact_enquiry.idempotency_key is null then
    perform private.refuse('idempotency_key', 'An idempotency key is required');
  end if;
  if submit_contact_enquiry.amends then
    earlier := private.amended_key('submit_contact_enquiry', submit_contact_enquiry.idempotency_key, body);
  end if;
  answer := private.claim_idempotency_key('submit_contact_enquiry', submit_contact_enquiry.idempotency_key, body);
  if answer is not null then
    return answer - 'id';
  end if;

  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email);
  given_message := private.checked_message(submit_contact_enquiry.message);
  perform private.use_limits('messages', given_mobile);

  begin
    step := 'customer_create';
    customer := private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
    step := 'contact_save';
    update public.contact_enquiries as sent
    set message = given_message, contact_first_name = given_first_name, contact_last_name = given_last_name,
      contact_email = given_email
    where sent.id = (earlier ->> 'id')::uuid and sent.customer_id = customer and sent.handled_at is null
    returning sent.id, sent.created_at into message_id, received_at;
    is_amended := found;
    if is_amended then
      perform private.record_event(customer, 'message', message_id, 'amended', null, null);
    else
      insert into public.contact_enquiries (
        customer_id, message, contact_first_name, contact_last_name, contact_email
      ) values (
        customer, given_message, given_first_name, given_last_name, given_email
      ) returning id, created_at into message_id, received_at;
    end if;
  exception when others then
    get stacked diagnostics failed_detail = pg_exception_detail;
    raise exception using errcode = sqlstate, message = sqlerrm, detail = failed_detail,
      hint = private.failed_step(step, given_mobile);
  end;

  if not is_amended then
    perform private.queue_messages('message_new', customer, params => jsonb_build_object('contact', message_id));
  end if;
  answer := jsonb_build_object('status', 'received', 'received_at', received_at);
  perform private.bind_idempotency_key(
    'submit_contact_enquiry', submit_contact_enquiry.idempotency_key, answer || jsonb_build_object('id', message_id));
  return answer;
end
$$;

create or replace function public.submit_enquiry(
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
