/*
 * The demo data of this studio, for admins: {"filled_at", "counted_at", "backup": {"at", "file", "bytes"} or null,
 * "records": [{"what", "count", "since", "newest"}]}: how many records "start with my own" would remove, how many of them
 * were made since the demo was filled in, and the labels of the newest 20 of those. Null once it was removed, and in a
 * studio without it. with_counts: false leaves the records empty, which costs nothing. Raises 42501 for anyone but admin.
 */
create function public.demo_studio(with_counts boolean default true) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  demo private.demo_studio;
begin
  perform private.require_staff('admin');
  select * into demo from private.demo_studio as studio where studio.removed_at is null;
  if demo.filled_at is null then
    return null;
  end if;
  return jsonb_build_object(
    'filled_at', demo.filled_at,
    -- why not the clock: changes during the count must be later than this.
    'counted_at', now(),
    'backup', case when demo.backup_at is not null then
      jsonb_build_object('at', demo.backup_at, 'file', demo.backup_file, 'bytes', demo.backup_bytes) end,
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('what', counted.what, 'count', counted.total, 'since', counted.since,
        'newest', to_jsonb(counted.newest)) order by counted.what), '[]')
      from (
        select record.what, count(*) as total, count(*) filter (where record.made_at > demo.filled_at) as since,
          coalesce((array_agg(record.label order by record.made_at desc, record.label)
            filter (where record.made_at > demo.filled_at))[1:20], '{}') as newest
        from private.studio_records() as record
        where with_counts
        group by record.what
      ) as counted
    ));
end
$$;

grant execute on function public.demo_studio(boolean) to authenticated;
