/* The statuses of enquiries that are open. */
create function private.open_statuses() returns text[]
language sql stable
set search_path = ''
as $$
  select array(select value from public.crm_rental_enquiry_statuses where is_open)
$$;
