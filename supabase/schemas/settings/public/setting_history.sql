/*
 * The changes of published values in these groups, newest first, at most `most` (1 to 100) made before `before`:
 * [{"change_id", "at", "by_name", "undone", "changes": [{"key", "was", "became"}]}]. Raises 42501 for anyone but admin.
 */
create function public.setting_history(
  groups text[],
  before timestamptz default null,
  most integer default 20
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  return (
    select coalesce(jsonb_agg(told order by at desc, change_id), '[]')
    from (
      select change.change_id, change.at, jsonb_build_object('change_id', change.change_id, 'at', change.at,
        'by_name', min(change.by_name), 'undone', bool_or(change.undone_at is not null),
        'changes', jsonb_agg(jsonb_build_object('key', change.key, 'was', change.was, 'became', change.became)
          order by change.key)) as told
      from private.setting_changes as change join private.setting_rules as listed on listed.key = change.key
      where listed.group_name = any (groups) and (before is null or change.at < before)
      group by change.change_id, change.at
      order by change.at desc, change.change_id limit greatest(1, least(most, 100))
    ) as page
  );
end
$$;

grant execute
  on function public.setting_history(text[],timestamp with time zone,integer) to authenticated;
