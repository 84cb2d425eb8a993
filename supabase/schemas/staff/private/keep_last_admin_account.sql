/* Refuses to ban, soft-delete or unconfirm the account of the last admin. */
create function private.keep_last_admin_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if exists (select from public.user_profiles as profile where profile.id = new.id and profile.role = 'admin') then
    perform private.require_admin_left();
  end if;
  return null;
end
$$;
