/*
 * Refuses a prefix of document numbers that another kind of document has, in the settings or on its numbers of this
 * financial year: PT422 with {"field": key}. wanted: {key: value, null for the default} as they will be.
 */
create function private.check_prefixes(wanted jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  given record;
begin
  for given in
    select facts.prefix_setting as key, named.prefix, lower(other.name) as other
    from private.document_kinds as facts
      cross join lateral (select private.wanted_setting(facts.prefix_setting, wanted) #>> '{}' as prefix) as named
      join private.document_kinds as other on other.kind <> facts.kind
        and (private.wanted_setting(other.prefix_setting, wanted) #>> '{}' = named.prefix
          or other.kind = private.kind_of_series(named.prefix))
    where wanted ? facts.prefix_setting
    order by facts.prefix_setting, other.kind
  loop
    perform private.refuse(given.key, format('Another kind of document has the prefix %s: %s. Enter another one.',
      given.prefix, given.other));
  end loop;
end
$$;
