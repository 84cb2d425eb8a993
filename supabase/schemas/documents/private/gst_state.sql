/* Name of a state by its GST code: {"code", "name"}; null for none or an unknown code. */
create function private.gst_state(code text) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('code', state.code, 'name', state.name)
  from private.gst_states as state where state.code = gst_state.code
$$;
