/*
 * Rejects values that do not follow their rule, a state that contradicts the GSTIN, and a prefix that another kind of
 * document has: PT422 with {"field": key} for the first one.
 */
create function private.check_settings(wanted jsonb) returns void
language plpgsql stable
set search_path = ''
as $$
declare
  given record;
begin
  for given in
    select entry.key, entry.value, listed.rule
    from jsonb_each(wanted) as entry left join private.setting_rules as listed on listed.key = entry.key
    order by entry.key
  loop
    if given.rule is null then
      perform private.refuse(given.key, 'There is no such setting.');
    elsif given.value <> 'null' and private.setting_problem(given.rule, given.value) is not null then
      perform private.refuse(given.key, private.setting_problem(given.rule, given.value));
    end if;
  end loop;
  if wanted ?| '{identity.gstin,studio.region}' then
    perform private.check_studio_state(wanted);
  end if;
  perform private.check_prefixes(wanted);
end
$$;
