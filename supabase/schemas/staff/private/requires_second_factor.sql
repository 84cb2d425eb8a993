/* Whether the settings require a second factor of all staff. */
create function private.requires_second_factor() returns boolean
language plpgsql stable parallel safe
set search_path = ''
as $$
begin
  return coalesce((
    select setting.value = 'true' from private.studio_settings as setting
    where setting.key = 'security.require_second_factor'), false);
end
$$;
