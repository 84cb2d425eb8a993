/*
 * The enquiry of a link, locked for an answer together with its customer; a row of nulls when the data was erased.
 * why the customer first: so does everything that merges or erases customers.
 */
create function private.enquiry_to_answer(link private.enquiry_links) returns public.enquiry_orders
language plpgsql
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  customer uuid;
begin
  select enquiry_orders.customer_id into customer
  from public.enquiry_orders where enquiry_orders.id = link.enquiry_order_id;
  perform from public.customers as person where person.id = customer and person.erased_at is null for share;
  if not found then
    return null;
  end if;
  select * into enquiry from public.enquiry_orders where enquiry_orders.id = link.enquiry_order_id for update;
  if enquiry.customer_id is distinct from customer then
    perform private.refuse_answer('busy', 'Somebody is working on your enquiry right now. Please try again.');
  end if;
  return enquiry;
end
$$;
