/*
 * The staff who may be in the log, by name, with those who left: [{"id", "name"}]. Raises 42501 for anyone but staff.
 */
create function public.activity_people() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name)
      order by person.name collate private.names, person.id), '[]')
    from (
      select profile.id, profile.display_name as name from public.user_profiles as profile
      union all
      select distinct on (entry.record_id) entry.record_id::uuid, nullif(entry.label, '')
      from private.activity as entry
      where entry.table_name = 'user_profiles' and entry.what = 'removed'
        and not exists (select from public.user_profiles as profile where profile.id = entry.record_id::uuid)
    ) as person
  );
end
$$;

grant execute on function public.activity_people() to authenticated;
