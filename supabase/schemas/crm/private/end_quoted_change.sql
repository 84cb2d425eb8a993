/* A quote that is issued after the customer asked for a change answers it. */
create function private.end_quoted_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.enquiry_orders as enquiry set change_asked_at = null
  where enquiry.id = new.enquiry_order_id and enquiry.change_asked_at is not null;
  return null;
end
$$;
