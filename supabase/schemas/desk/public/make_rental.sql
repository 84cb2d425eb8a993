/*
 * Makes an enquiry or a confirmed order for a caller at today's prices, and returns {"id", "number", "customer_id",
 * "customer_number"}. An order's items are reserved; an enquiry's are not. Items that visitors do not see are allowed,
 * and visitors' limits do not apply. A repeat with the same key returns the first answer.
 *
 * make: 'enquiry' or 'order'. customer: {"id"}, or {"first_name", "last_name", "mobile", "email"}: a known mobile
 * number finds its customer, who keeps the details known first. lines: 1 to 100 of {"type", "item", "quantity",
 * "rental_from", "rental_to"}, on the rental's days by default; of an order also "hired": [{"quantity", "item", "reason"}], pieces
 * that are hired in for the line as in convert_enquiry_to_order.
 *
 * Raises PT422 with details {"field": …}, and "index" for one of the lines; PT409 not_free with the short lines, PT409
 * idempotency_key_reused, PT409 with details {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create function public.make_rental(
  make text,
  customer jsonb,
  rental_from date default null,
  rental_to date default null,
  lines jsonb default null,
  message text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  given_message text;
  rows jsonb;
  span record;
  caller uuid;
  contact record;
  answer jsonb;
  made_id uuid;
  made_number text;
begin
  perform private.require_staff('admin', 'crm_user');
  if make_rental.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('make_rental', make_rental.key, jsonb_build_array(make_rental.make,
    make_rental.customer, make_rental.rental_from, make_rental.rental_to, make_rental.lines, make_rental.message));
  if answer is not null then
    return answer;
  elsif make_rental.make is null or make_rental.make not in ('enquiry', 'order') then
    perform private.refuse('make', 'Choose an enquiry or an order.');
  end if;
  perform private.staff_days(make_rental.rental_from, make_rental.rental_to);
  given_message := private.checked_message(make_rental.message);
  rows := private.new_lines(make_rental.lines, make_rental.rental_from, make_rental.rental_to);
  if make_rental.make = 'enquiry' and jsonb_path_exists(rows, '$[*].hired[0]') then
    perform private.refuse('lines', 'Only an order can have pieces hired in.');
  end if;
  select min(line.rental_from) as first_day, max(line.rental_to) as last_day,
    sum(private.line_amount(line.price, line.quantity, private.days_in(line.rental_from, line.rental_to))) as amount
    into span
  from jsonb_populate_recordset(null::public.order_items, rows) as line;
  if span.amount > 9999999999.99 then
    perform private.refuse('lines', 'The total is too large.');
  end if;
  caller := private.caller_for(make_rental.customer);
  select private.trimmed(given.first_name) as first_name, private.trimmed(given.last_name) as last_name,
    nullif(private.plain_email(given.email), '') as email
    into contact
  from jsonb_to_record(case when make_rental.customer ? 'id' then '{}' else make_rental.customer end)
    as given (first_name text, last_name text, email text);

  if make_rental.make = 'enquiry' then
    insert into public.enquiry_orders as made (
      customer_id, rental_from, rental_to, total_price, message, contact_first_name, contact_last_name, contact_email
    ) values (
      caller, span.first_day, span.last_day, span.amount, given_message, contact.first_name, contact.last_name,
      contact.email
    ) returning made.id, made.enquiry_number into made_id, made_number;
    insert into public.enquiry_items (
      enquiry_order_id, item_type, item_id, quantity, price, list_price, rental_from, rental_to, position, free_when_sent,
      of_when_sent
    )
    select made_id, line.item_type, line.item_id, line.quantity, line.price, line.list_price, line.rental_from,
      line.rental_to, line.position, whole.free, whole.pieces
    from jsonb_populate_recordset(null::public.order_items, rows) as line
      left join lateral private.free_of(array[line.item_id], line.rental_from,
        private.last_blocked_days(line.rental_to)) as whole on true;
  else
    insert into public.orders as made (
      customer_id, rental_from, rental_to, total_price, message, contact_first_name, contact_last_name, contact_email
    ) values (
      caller, span.first_day, span.last_day, span.amount, given_message, contact.first_name, contact.last_name,
      contact.email
    ) returning made.id, made.order_number into made_id, made_number;
    -- why after the order: its counts of the lead are locked before any item, as on every other path.
    perform private.lock_stock(array(
      select line.item_id from jsonb_populate_recordset(null::public.order_items, rows) as line));
    perform private.add_order_lines(made_id, rows);
  end if;
  answer := jsonb_build_object('id', made_id, 'number', made_number, 'customer_id', caller, 'customer_number', (
    select found.customer_number from public.customers as found where found.id = caller));
  perform private.bind_idempotency_key('make_rental', make_rental.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.make_rental(text,jsonb,date,date,jsonb,text,uuid) to authenticated;
