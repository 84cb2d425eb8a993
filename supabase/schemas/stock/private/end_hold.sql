/* Ends the hold of an enquiry that gets a status in which nobody acts on it. */
create function private.end_hold() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if not exists (
    select from public.crm_rental_enquiry_statuses as status where status.value = new.status and status.is_open
  ) then
    new.held_until := null;
  end if;
  return new;
end
$$;
