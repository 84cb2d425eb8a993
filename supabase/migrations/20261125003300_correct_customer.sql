-- Editing a customer's details, the mobile number too, and erasing a customer with all that were merged into them.

drop function public.correct_customer(uuid, text, text, text, timestamptz);

/*
 * Edits a customer's details and returns the customer. An e-mail address may stay empty where none is known.
 * expected_updated_at: `updated_at` as the caller last saw it. mobile: '+91' and ten digits; null leaves it unchanged.
 * The number of a customer who was merged into this one is exchanged with this one's.
 * Raises PT422 with a form's message and details {"field": …}, PT404 for an unknown id, PT409 for an
 * erased or merged customer, and for one that was changed in between, with the customer as details; PT409 with details
 * {"reason": "mobile_taken", "customer": {"id", "customer_number", "name"}} for another customer's number.
 * 42501 for anyone but admin and crm_user.
 */
create function public.correct_customer(
  id uuid, first_name text, last_name text, email text, expected_updated_at timestamptz, mobile text default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  known public.customers;
  holder public.customers;
  given_email constant text := nullif(private.trimmed(correct_customer.email), '');
  given_mobile text;
  owner_of_number uuid;
begin
  perform private.require_staff('admin', 'crm_user');
  -- why both at once: the number may be exchanged with a merged customer's, and merges lock by id.
  perform from public.customers as found
  where found.id = correct_customer.id or found.mobile = private.trimmed(correct_customer.mobile)
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
  given_mobile := coalesce(private.trimmed(correct_customer.mobile), known.mobile);
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

/* Refuses another customer's mobile number: PT409 mobile_taken with that customer as details. */
create function private.refuse_taken_mobile(holder uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', message = 'This mobile number belongs to another customer.',
    detail = (
      select jsonb_build_object('reason', 'mobile_taken', 'customer', jsonb_build_object('id', customer.id,
        'customer_number', customer.customer_number, 'name', private.customer_name(customer.id)))::text
      from public.customers as customer where customer.id = refuse_taken_mobile.holder);
end
$$;

grant execute on function public.correct_customer(uuid, text, text, text, timestamptz, text) to authenticated;

/*
 * Erases a customer's personal data on request, with that of all customers who are merged with them: names, mobiles,
 * e-mails, messages, notes, the texts of enquiries and orders, and the responses stored for repeated requests.
 * Numbers, dates and amounts stay for the accounts, and so does the timeline, which holds no personal data. Open
 * enquiries are closed. A later enquiry from the same mobile creates a new customer. Idempotent.
 *
 * Raises PT404 for an unknown id; PT409 with details {"order_numbers": […]} while an order is confirmed
 * or in progress, because items are still to be handed out or returned. 42501 for anyone but admin.
 */
create or replace function public.erase_customer(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  known public.customers;
  everyone uuid[];
  unfinished text[];
begin
  perform private.require_staff('admin');
  everyone := private.lock_merged_customers(erase_customer.id);
  select * into known from public.customers as found where found.id = erase_customer.id;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  end if;
  if known.erased_at is null then
    unfinished := array(
      select order_number from public.orders
      where customer_id = any (everyone) and status in ('confirmed', 'in_progress') order by order_number
    );
    if cardinality(unfinished) > 0 then
      raise exception using errcode = 'PT409',
        message = format('Customer %s still has an order that is confirmed or in progress: %s.',
          known.customer_number, array_to_string(unfinished, ', ')),
        detail = jsonb_build_object('order_numbers', unfinished)::text;
    end if;
    delete from private.idempotency_keys as kept
    where kept.scope = 'submit_enquiry' and kept.response ->> 'enquiry_number' in (
        select enquiry_number from public.enquiry_orders where customer_id = any (everyone))
      or kept.scope = 'submit_contact_enquiry' and (kept.response ->> 'received_at')::timestamptz in (
        select created_at from public.contact_enquiries where customer_id = any (everyone));
    delete from private.limit_uses as used using private.limit_salt, public.customers as person
    where person.id = any (everyone) and used.subject in (
      sha256(salt || convert_to('enquiries_by_mobile ' || person.mobile, 'UTF8')),
      sha256(salt || convert_to('messages_by_mobile ' || person.mobile, 'UTF8')));
    update public.customers as erased
    set first_name = null, last_name = null, mobile = null, email = null, erased_at = now()
    where erased.id = any (everyone);
    delete from public.contact_enquiries where customer_id = any (everyone);
    delete from public.customer_notes where customer_id = any (everyone);
    update public.enquiry_orders
    set message = null, contact_first_name = null, contact_last_name = null, contact_email = null,
      status = case status when 'converted' then status else 'closed' end
    where customer_id = any (everyone);
    update public.orders
    set message = null, contact_first_name = null, contact_last_name = null, contact_email = null
    where customer_id = any (everyone);
  end if;
  return (
    select jsonb_build_object('id', erased.id, 'customer_number', erased.customer_number, 'erased_at', erased.erased_at)
    from public.customers as erased where erased.id = known.id
  );
end
$$;
