/*
 * Saves all settings of availability and returns them. Nothing that is booked moves: turnaround and closed
 * days apply to later bookings.
 * expected_updated_at: `updated_at` as the caller last saw it. A repeat of what is saved changes nothing.
 * Raises PT422 with details {"field": …}; PT409 if they were changed meanwhile, with the settings as details;
 * 42501 for anyone but admin.
 */
create function public.change_availability_settings(
  shows text,
  turnaround jsonb,
  closed_weekdays smallint[],
  closed_days jsonb,
  expected_updated_at timestamptz
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  settings private.availability_settings;
  present jsonb;
  asked jsonb;
  weekdays smallint[];
begin
  perform private.require_staff('admin');
  if shows is null or shows not in ('exact', 'yes-no', 'off') then
    perform private.refuse('shows', 'Choose what visitors see.');
  elsif jsonb_typeof(turnaround) is distinct from 'object' or exists (
    select from jsonb_each(turnaround) as given
    where private.whole_number(given.value, 0, 30) is null
      or not exists (select from private.catalogue_kinds as listed where listed.kind = given.key)
  ) then
    perform private.refuse('turnaround', 'Turnaround must be a whole number of days from 0 to 30');
  elsif closed_weekdays is null or array_position(closed_weekdays, null) is not null
    or not closed_weekdays <@ '{1,2,3,4,5,6,7}'::smallint[] then
    perform private.refuse('closed_weekdays', 'Closed weekdays are numbers from 1 (Monday) to 7');
  elsif closed_weekdays @> '{1,2,3,4,5,6,7}'::smallint[] then
    perform private.refuse('closed_weekdays', 'At least one day of the week must be open.');
  elsif jsonb_typeof(closed_days) is distinct from 'array' or jsonb_array_length(closed_days) > 1000 then
    perform private.refuse('closed_days', 'Closed days must be a list of at most 1000 days.');
  elsif exists (
    select from jsonb_array_elements(closed_days) as given (value)
    where coalesce(value ->> 'day', '') !~ '^\d{4}-\d\d-\d\d$' or char_length(value ->> 'reason') > 200
  ) then
    perform private.refuse('closed_days', 'Each closed day needs a date, and a reason of at most 200 characters.');
  elsif exists (
    select from jsonb_array_elements(closed_days) as given (value)
    group by (value ->> 'day')::date having count(*) > 1
  ) then
    perform private.refuse('closed_days', 'A day is listed twice.');
  end if;

  select * into settings from private.availability_settings for update;
  present := private.availability_settings_value();
  weekdays := array(select distinct day from unnest(closed_weekdays) as day order by day);
  asked := jsonb_build_object(
    'shows', shows,
    'turnaround', present -> 'turnaround' || turnaround,
    'closed_weekdays', weekdays,
    'closed_days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', value ->> 'day',
        'reason', nullif(private.trimmed(value ->> 'reason'), '')) order by value ->> 'day'), '[]')
      from jsonb_array_elements(closed_days) as given (value)
    ));
  if asked = present - 'updated_at' then
    return present;
  elsif settings.updated_at is distinct from expected_updated_at then
    raise exception 'The settings were changed meanwhile.' using errcode = 'PT409', detail = present::text;
  end if;
  update private.availability_settings
  set shows = change_availability_settings.shows, closed_weekdays = weekdays, updated_at = clock_timestamp();
  update private.catalogue_kinds as listed set turnaround_days = (turnaround ->> listed.kind)::smallint
  where listed.turnaround_days <> (turnaround ->> listed.kind)::smallint;
  delete from private.closed_days;
  insert into private.closed_days (day, reason)
  select day, reason from jsonb_to_recordset(asked -> 'closed_days') as given (day date, reason text);
  perform private.log_change('settings', 'changed', 'availability_settings', 'availability', 'availability', 'Availability', (
    select jsonb_object_agg(given.key, jsonb_build_array(present -> given.key, given.value))
    from jsonb_each(asked) as given where present -> given.key <> given.value));
  -- why: pages say what visitors learn.
  perform pg_notify('catalogue_changed', '');
  return private.availability_settings_value();
end
$$;

grant execute

      on function public.change_availability_settings(text,jsonb,smallint[],jsonb,timestamp with time zone)
  to authenticated;
