/*
 * The person whom an e-mail names or greets: who typed the enquiry or the message that it is about, else the customer as known.
 */
create function private.message_contact(
  message private.outbox,
  customer public.customers,
  enquiry public.enquiry_orders,
  out first_name text,
  out last_name text,
  out email text
) returns record
language plpgsql stable
set search_path = ''
as $$
begin
  if message.template in ('enquiry_new', 'acknowledgement') and enquiry.contact_first_name is not null then
    first_name := enquiry.contact_first_name;
    last_name := enquiry.contact_last_name;
    email := enquiry.contact_email;
  elsif message.template = 'message_new' then
    select written.contact_first_name, written.contact_last_name, written.contact_email
    into message_contact.first_name, message_contact.last_name, message_contact.email
    from public.contact_enquiries as written where written.id = (message.params ->> 'contact')::uuid;
  end if;
  if message_contact.first_name is null then
    first_name := customer.first_name;
    last_name := customer.last_name;
    -- why not for an acknowledgement: a form never causes an e-mail to an address that was not typed into it.
    email := case when message.template <> 'acknowledgement' then customer.email end;
  end if;
end
$$;
