-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* GST code of the studio's state: of its GSTIN, else of the settings; null when neither is set. */
create function private.studio_state() returns text
language sql stable
set search_path = ''
as $$
  select state.code from private.gst_states as state
  where state.code = coalesce(nullif(left(private.setting_text('identity.gstin'), 2), ''), private.setting_text('identity.state_code'))
$$;
