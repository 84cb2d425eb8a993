/* Whether the studio is registered for GST; without it nothing is taxed. */
create function private.is_gst_registered() returns boolean
language sql stable
set search_path = ''
as $$
  select private.setting_or_default('studio.gst_registered') = 'true'
$$;
