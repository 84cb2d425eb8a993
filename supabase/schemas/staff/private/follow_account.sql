/* A new profile belongs to the account with its id. A removed account takes role, links and codes with it. */
create function private.follow_account() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.account_id := new.id;
  elsif new.account_id is null then
    new.role := null;
    delete from private.recovery_codes where user_id = new.id;
    delete from private.links where user_id = new.id;
    delete from private.setting_previews where created_by = new.id;
  end if;
  return new;
end
$$;
