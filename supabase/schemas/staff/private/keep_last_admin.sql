/* There is always at least one admin who can sign in. */
create function private.keep_last_admin() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_admin_left();
  return null;
end
$$;
