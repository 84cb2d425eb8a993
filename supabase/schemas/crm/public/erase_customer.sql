/*
 * Erases a customer's personal data on request, with that of all customers who are merged with them: names, mobiles,
 * e-mails, messages, notes, the texts of enquiries and orders, and the responses stored for repeated requests.
 * Numbers, dates and amounts stay for the accounts, and so does the timeline, which holds no personal data. Open
 * enquiries are closed. Invoices, credit notes and vouchers stay by law, until `documents_until` (a date; null without). A later enquiry from the same mobile creates a new customer. Idempotent.
 *
 * Raises PT404 for an unknown id; PT409 with details {"order_numbers": […]} while an order is confirmed
 * or in progress, because items are still to be handed out or returned. 42501 for anyone but admin.
 */
create function public.erase_customer(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  customer public.customers;
  everyone uuid[];
  unfinished text[];
begin
  perform private.require_staff('admin');
  everyone := private.lock_merged_customers(erase_customer.id);
  select * into customer from public.customers as found where found.id = erase_customer.id;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  end if;
  if customer.erased_at is null then
    unfinished := array(
      select order_number from public.orders
      where customer_id = any (everyone) and status in ('confirmed', 'in_progress') order by order_number
    );
    if cardinality(unfinished) > 0 then
      raise exception using errcode = 'PT409',
        message = format('Customer %s still has an order that is confirmed or in progress: %s.',
          customer.customer_number, array_to_string(unfinished, ', ')),
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
    select jsonb_build_object('id', erased.id, 'customer_number', erased.customer_number, 'erased_at', erased.erased_at,
      'documents_until', private.tax_documents_until(everyone))
    from public.customers as erased where erased.id = customer.id
  );
end
$$;

grant execute on function public.erase_customer(uuid) to authenticated;
