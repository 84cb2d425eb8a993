/*
 * How much of a customer's name the caller reads: 'whole', 'first' for a storekeeper, who reads the number of the order and
 * nothing else of the customer, or null.
 */
create function private.names_shown() returns text
language plpgsql stable
set search_path = ''
as $$
begin
  return case when private.is_staff('admin', 'crm_user') then 'whole' when private.is_staff('storekeeper') then 'first' end;
end
$$;
