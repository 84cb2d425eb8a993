/* GST code of the studio's state: of its GSTIN, else of its address; null where neither names one. */
create function private.studio_state() returns text
language sql stable
set search_path = ''
as $$
  select coalesce(
    -- why offset: a condition with the setting would be worked out by the planner too.
    (select state.code
    from (select left(private.setting_text('identity.gstin'), 2) as code offset 0) as own
      join private.gst_states as state on state.code = own.code),
    (private.state_named(private.setting_text('studio.region'))).code)
$$;
