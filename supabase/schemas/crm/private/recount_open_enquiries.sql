/* Rebuilds the counts when a status becomes open or stops being open. */
create function private.recount_open_enquiries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_leads();
  return null;
end
$$;
