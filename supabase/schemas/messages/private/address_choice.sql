/*
 * The addresses between which somebody has to choose before anything is sent: {"record", "typed": {"email", "opened"
 * (private.address_opened)}}; null where the address that was typed with an enquiry, or with that of an order, is that of
 * the customer's record.
 * why it may be a stranger's: a record keeps the address that was typed first, and anyone can type anyone's number.
 */
create function private.address_choice(customer uuid, enquiry uuid, "order" uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  email text;
  typed text;
begin
  select person.email into email from public.customers as person
  where person.id = private.remaining_customer(address_choice.customer);
  select asked.contact_email into typed from public.enquiry_orders as asked
  where asked.id = coalesce(address_choice.enquiry, (
    select made.enquiry_order_id from public.orders as made where made.id = address_choice."order"));
  if email is null or typed is null or lower(email) = lower(typed) then
    return null;
  end if;
  return jsonb_build_object('record', jsonb_build_object('email', email, 'opened', private.address_opened(email)),
    'typed', jsonb_build_object('email', typed, 'opened', private.address_opened(typed)));
end
$$;
