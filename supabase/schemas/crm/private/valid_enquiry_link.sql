/* The valid link to an enquiry with a secret, or a row of nulls. Notes the day on which it is opened. */
create function private.valid_enquiry_link(secret text) returns private.enquiry_links
language plpgsql
set search_path = ''
as $$
declare
  opened private.enquiry_links;
begin
  select link.* into opened from private.enquiry_links as link
  where link.token = sha256(convert_to(left(valid_enquiry_link.secret, 100), 'UTF8'))
    and link.revoked_at is null and link.expires_at > clock_timestamp()
    -- why: a link that was made while the data was being erased.
    and exists (
      select from public.enquiry_orders as enquiry join public.customers as customer on customer.id = enquiry.customer_id
      where enquiry.id = link.enquiry_order_id and customer.erased_at is null);
  if opened.id is not null and opened.last_opened is distinct from private.today() then
    update private.enquiry_links as link set last_opened = private.today() where link.id = opened.id;
  end if;
  return opened;
end
$$;
