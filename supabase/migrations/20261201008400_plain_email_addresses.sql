-- Written by `npm run db:change` from supabase/schemas.

create or replace function private.caller_for(customer jsonb) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  given_first_name constant text := private.trimmed(customer ->> 'first_name');
  given_last_name constant text := private.trimmed(customer ->> 'last_name');
  given_mobile constant text := private.whole_mobile(customer ->> 'mobile');
  given_email constant text := nullif(private.plain_email(customer ->> 'email'), '');
  known uuid;
begin
  if jsonb_typeof(customer) is distinct from 'object' then
    perform private.refuse('customer', 'Choose a customer.');
  elsif customer ? 'id' then
    known := private.uuid_of(customer ->> 'id');
    loop
      known := private.remaining_customer(known);
      -- why locked: an erasure of the customer at the same moment finds this rental, or is seen here.
      perform from public.customers as found
      where found.id = known and found.erased_at is null and found.merged_into is null for key share;
      exit when found;
      -- why again: a merge may have ended while this waited.
      if private.remaining_customer(known) is not distinct from known then
        perform private.refuse('customer', 'This customer is no longer there.');
      end if;
    end loop;
    return known;
  end if;
  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email, true);
  return private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
end
$$;

create function private.can_be_sent_to(email text) returns boolean
language sql immutable parallel safe
return private.is_email(email)
  and email ~ '^[!#-''*+./0-9=?A-Z^-~-]+@[^[:space:]@<>(),;:"\[\]\\]+$' collate "C";

create or replace function private.check_contact(
  first_name text,
  last_name text,
  mobile text,
  email text,
  email_optional boolean default false
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(first_name, '') = '' then
    perform private.refuse('first_name', 'First name is required');
  elsif not private.is_person_name(first_name) then
    perform private.refuse('first_name', 'First name must be at most 80 characters');
  elsif private.name_problem(first_name) is not null then
    perform private.refuse('first_name', private.name_problem(first_name));
  elsif coalesce(last_name, '') = '' then
    perform private.refuse('last_name', 'Last name is required');
  elsif not private.is_person_name(last_name) then
    perform private.refuse('last_name', 'Last name must be at most 80 characters');
  elsif private.name_problem(last_name) is not null then
    perform private.refuse('last_name', private.name_problem(last_name));
  elsif coalesce(mobile, '') !~ '^\+91[6-9][0-9]{9}$' then
    perform private.refuse('mobile', coalesce(private.foreign_mobile_problem(mobile), 'Please enter a valid Indian mobile number '
      '(+91 followed by 10 digits starting with 6-9)'));
  elsif not coalesce(private.can_be_sent_to(email), email is null and email_optional) or private.name_problem(email) is not null then
    perform private.refuse('email', 'Please enter a valid email address');
  end if;
end
$$;

create function private.plain_email(value text) returns text
language sql immutable parallel safe
return regexp_replace(regexp_replace(private.trimmed(left(value, 1000)),
  '^[<(\[{[:space:]"''“”‘’\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]*(mailto:)?[<(\[{[:space:]"''“”‘’\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]*', '', 'i'),
  '[>)\]},;.[:space:]"''“”‘’\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+$', '');

create or replace function public.correct_customer(
  id uuid,
  first_name text,
  last_name text,
  email text,
  expected_updated_at timestamptz,
  mobile text default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  known public.customers;
  holder public.customers;
  given_email constant text := nullif(private.plain_email(correct_customer.email), '');
  given_mobile text;
  owner_of_number uuid;
begin
  perform private.require_staff('admin', 'crm_user');
  -- why both at once: the number may be exchanged with a merged customer's, and merges lock by id.
  perform from public.customers as found
  where found.id = correct_customer.id or found.mobile = private.whole_mobile(correct_customer.mobile)
  order by found.id for update;
  select * into known from public.customers as found where found.id = correct_customer.id;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  elsif known.erased_at is not null then
    raise exception 'This customer''s data was erased.' using errcode = 'PT409';
  elsif known.merged_into is not null then
    raise exception 'This customer was merged into another one. Reload the page.' using errcode = 'PT409';
  elsif known.updated_at is distinct from correct_customer.expected_updated_at then
    raise exception 'This customer was changed meanwhile.' using errcode = 'PT409',
      detail = private.customer_of(known.id)::text;
  end if;
  given_mobile := coalesce(private.whole_mobile(correct_customer.mobile), known.mobile);
  perform private.check_contact(private.trimmed(correct_customer.first_name),
    private.trimmed(correct_customer.last_name), given_mobile,
    -- why: a caller may have no address; a known one is corrected, not removed.
    given_email, known.email is null);
  if given_mobile <> known.mobile then
    select * into holder from public.customers as found where found.mobile = given_mobile;
    owner_of_number := private.remaining_customer(holder.id);
    if owner_of_number = known.id then
      perform private.exchange_details(known.id, holder.id, '{mobile}');
      -- why: undoing the merge gives each customer the number they have now.
      update public.customer_merges as merge
      set moved = jsonb_set(merge.moved, '{details}', case when (merge.moved -> 'details') ? 'mobile'
        then (merge.moved -> 'details') - 'mobile' else (merge.moved -> 'details') || '["mobile"]' end)
      where merge.from_id = holder.id and merge.into_id = known.id and merge.undone_at is null;
    elsif owner_of_number is not null then
      perform private.refuse_taken_mobile(owner_of_number);
    end if;
  end if;
  update public.customers as corrected
  set first_name = private.trimmed(correct_customer.first_name),
    last_name = private.trimmed(correct_customer.last_name),
    email = given_email,
    mobile = given_mobile
  where corrected.id = known.id;
  return private.customer_of(known.id);
exception
  when unique_violation then
    select * into holder from public.customers as found where found.mobile = given_mobile;
    perform private.refuse_taken_mobile(coalesce(private.remaining_customer(holder.id), known.id));
  when lock_not_available or deadlock_detected then
    perform private.refuse_busy_customer();
end
$$;

create or replace function public.make_rental(
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
  known uuid;
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
  select min(line.rental_from) as first_day, max(line.rental_to) as last_day,
    sum(private.line_amount(line.price, line.quantity, private.days_in(line.rental_from, line.rental_to))) as amount
    into span
  from jsonb_populate_recordset(null::public.order_items, rows) as line;
  if span.amount > 9999999999.99 then
    perform private.refuse('lines', 'The total is too large.');
  end if;
  known := private.caller_for(make_rental.customer);
  select private.trimmed(given.first_name) as first_name, private.trimmed(given.last_name) as last_name,
    nullif(private.plain_email(given.email), '') as email
    into contact
  from jsonb_to_record(case when make_rental.customer ? 'id' then '{}' else make_rental.customer end)
    as given (first_name text, last_name text, email text);

  if make_rental.make = 'enquiry' then
    insert into public.enquiry_orders as made (
      customer_id, rental_from, rental_to, total_price, message, contact_first_name, contact_last_name, contact_email
    ) values (
      known, span.first_day, span.last_day, span.amount, given_message, contact.first_name, contact.last_name,
      contact.email
    ) returning made.id, made.enquiry_number into made_id, made_number;
    insert into public.enquiry_items (
      enquiry_order_id, item_type, item_id, quantity, price, rental_from, rental_to, position, free_when_sent, of_when_sent
    )
    select made_id, line.item_type, line.item_id, line.quantity, line.price, line.rental_from, line.rental_to,
      line.position, whole.free, whole.pieces
    from jsonb_populate_recordset(null::public.order_items, rows) as line
      left join lateral private.free_of(array[line.item_id], line.rental_from,
        private.last_blocked_days(line.rental_to)) as whole on true;
  else
    insert into public.orders as made (
      customer_id, rental_from, rental_to, total_price, message, contact_first_name, contact_last_name, contact_email
    ) values (
      known, span.first_day, span.last_day, span.amount, given_message, contact.first_name, contact.last_name,
      contact.email
    ) returning made.id, made.order_number into made_id, made_number;
    -- why after the order: its counts of the lead are locked before any item, as on every other path.
    perform private.lock_stock(array(
      select line.item_id from jsonb_populate_recordset(null::public.order_items, rows) as line));
    insert into public.order_items (
      id, order_id, item_type, item_id, quantity, price, list_price, rental_from, rental_to, position
    )
    select line.id, made_id, line.item_type, line.item_id, line.quantity, line.price, line.list_price, line.rental_from,
      line.rental_to, line.position
    from jsonb_populate_recordset(null::public.order_items, rows) as line;
  end if;
  answer := jsonb_build_object('id', made_id, 'number', made_number, 'customer_id', known, 'customer_number', (
    select found.customer_number from public.customers as found where found.id = known));
  perform private.bind_idempotency_key('make_rental', make_rental.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.submit_contact_enquiry(
  idempotency_key uuid default null,
  first_name text default null,
  last_name text default null,
  mobile text default null,
  email text default null,
  message text default null
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
  customer uuid;
  message_id uuid;
  received_at timestamptz;
  answer jsonb;
  step text;
  failed_detail text;
begin
  if submit_contact_enquiry.idempotency_key is null then
    perform private.refuse('idempotency_key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key(
    'submit_contact_enquiry', submit_contact_enquiry.idempotency_key,
    jsonb_build_array(given_first_name, given_last_name, given_mobile, given_email,
      submit_contact_enquiry.message));
  if answer is not null then
    return answer;
  end if;

  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email);
  given_message := private.checked_message(submit_contact_enquiry.message);
  perform private.use_limits('messages', given_mobile);

  begin
    step := 'customer_create';
    customer := private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
    step := 'contact_save';
    insert into public.contact_enquiries (
      customer_id, message, contact_first_name, contact_last_name, contact_email
    ) values (
      customer, given_message, given_first_name, given_last_name, given_email
    ) returning id, created_at into message_id, received_at;
  exception when others then
    get stacked diagnostics failed_detail = pg_exception_detail;
    raise exception using errcode = sqlstate, message = sqlerrm, detail = failed_detail,
      hint = private.failed_step(step, given_mobile);
  end;

  perform private.queue_messages('message_new', customer, params => jsonb_build_object('contact', message_id));
  answer := jsonb_build_object('status', 'received', 'received_at', received_at);
  perform private.bind_idempotency_key(
    'submit_contact_enquiry', submit_contact_enquiry.idempotency_key, answer);
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
  items jsonb default null
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
  cart record;
  shows text;
  told jsonb;
  enquiry public.enquiry_orders;
  customer uuid;
  link record;
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
    insert into public.enquiry_orders (
      customer_id, rental_from, rental_to, total_price, message,
      contact_first_name, contact_last_name, contact_email, contact_mobile
    ) values (
      customer, submit_enquiry.rental_from, submit_enquiry.rental_to, cart.total, given_message,
      given_first_name, given_last_name, given_email, given_mobile
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

  perform private.queue_messages('enquiry_new', customer, enquiry.id);
  link := private.new_enquiry_link(enquiry.id);
  answer := jsonb_build_object(
    'enquiry_number', enquiry.enquiry_number, 'status', enquiry.status,
    'rental_from', enquiry.rental_from, 'rental_to', enquiry.rental_to,
    'rental_days', enquiry.rental_days, 'total_price', enquiry.total_price,
    'payable', private.enquiry_sums(enquiry.id) -> 'total', 'items', told);
  -- why without the secret: only its hash is stored anywhere.
  perform private.bind_idempotency_key('submit_enquiry', submit_enquiry.idempotency_key, answer);
  return answer || jsonb_build_object('link', link.secret);
end
$$;
