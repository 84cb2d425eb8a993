/*
 * Refuses settings by which GSTIN and address would name two states: PT422 with {"field"}, the address where that is
 * what changes. wanted: {key: value, null for the default} as they will be.
 */
create function private.check_studio_state(wanted jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  gstin constant text := private.wanted_setting('identity.gstin', wanted) #>> '{}';
  region constant text := private.wanted_setting('studio.region', wanted) #>> '{}';
  registered_in text;
  address_in constant text := (private.state_named(region)).name;
begin
  select state.name into registered_in from private.gst_states as state where state.code = left(gstin, 2);
  if registered_in <> address_in then
    perform private.refuse(case when wanted ? 'studio.region' and not wanted ? 'identity.gstin' then 'studio.region' else 'identity.gstin' end,
      format('This GSTIN is of %s, the studio''s address is in %s. Correct one of them.', registered_in, address_in));
  end if;
end
$$;
