/* Staff cannot change their own role or delete their own profile. */
create function private.keep_own_role() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'You cannot change your own role.' using errcode = '42501';
end
$$;
