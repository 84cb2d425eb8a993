/*
 * The customer of a rental that staff make: {"id"} of a known one, or {"first_name", "last_name", "mobile", "email"} of
 * a caller, found by the mobile number or made. The e-mail address is optional. Raises PT422 with details
 * {"field": "customer"}, or the caller's own field.
 */
create function private.caller_for(customer jsonb) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  given_first_name constant text := private.trimmed(customer ->> 'first_name');
  given_last_name constant text := private.trimmed(customer ->> 'last_name');
  given_mobile constant text := private.whole_mobile(customer ->> 'mobile');
  given_email constant text := nullif(private.plain_email(customer ->> 'email'), '');
  caller uuid;
begin
  if jsonb_typeof(customer) is distinct from 'object' then
    perform private.refuse('customer', 'Choose a customer.');
  elsif customer ? 'id' then
    caller := private.uuid_of(customer ->> 'id');
    loop
      caller := private.remaining_customer(caller);
      -- why locked: an erasure of the customer at the same moment finds this rental, or is seen here.
      perform from public.customers as found
      where found.id = caller and found.erased_at is null and found.merged_into is null for key share;
      exit when found;
      -- why again: a merge may have ended while this waited.
      if private.remaining_customer(caller) is not distinct from caller then
        perform private.refuse('customer', 'This customer is no longer there.');
      end if;
    end loop;
    return caller;
  end if;
  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email, true);
  return private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
end
$$;
