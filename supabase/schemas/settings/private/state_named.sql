/* The state that a text names, in any case and with "&" for "and"; null for none. */
create function private.state_named(name text) returns private.gst_states
language sql stable
set search_path = ''
as $$
  select state.* from private.gst_states as state
  where state.code <> '96' and lower(state.name) = regexp_replace(replace(lower(private.trimmed(state_named.name)), '&', 'and'), '\s+', ' ', 'g')
$$;
