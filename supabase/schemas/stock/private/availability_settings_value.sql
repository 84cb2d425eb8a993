/* The settings as staff read and write them. */
create function private.availability_settings_value() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'shows', settings.shows,
    'turnaround', (
      select jsonb_object_agg(listed.kind, listed.turnaround_days order by listed.position)
      from private.catalogue_kinds as listed
    ),
    'closed_weekdays', settings.closed_weekdays,
    'closed_days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', closed.day, 'reason', closed.reason) order by closed.day), '[]')
      from private.closed_days as closed
    ),
    'updated_at', settings.updated_at)
  from private.availability_settings as settings
$$;
