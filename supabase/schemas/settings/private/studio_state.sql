/* GST code of the studio's state: of its GSTIN, else of its address; null where neither names one. */
create function private.studio_state() returns text
language sql stable
set search_path = ''
as $$
  select coalesce(
    (select state.code from private.gst_states as state where state.code = left(private.setting_text('identity.gstin'), 2)),
    (private.state_named(private.setting_text('studio.region'))).code)
$$;
