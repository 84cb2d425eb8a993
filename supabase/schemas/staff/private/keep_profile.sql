/* Refuses API callers who delete a profile: logs, notes and owners show its name. */
create function private.keep_profile() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'Profiles stay, so that the log shows the name. Remove the account instead.' using errcode = '42501';
end
$$;
