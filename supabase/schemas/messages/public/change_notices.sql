/*
 * Saves the caller's choice: settings as in public.notices. Raises PT422 for another event or hour, 42501 for anyone but
 * admin and crm_user.
 */
create function public.change_notices(settings jsonb) returns void
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  screen text[];
  sound text[];
  push text[];
  quiet_from time;
  quiet_to time;
begin
  perform private.require_staff('admin', 'crm_user');
  begin
    select given.screen, given.sound, given.push, given.quiet_from, given.quiet_to
    into strict screen, sound, push, quiet_from, quiet_to
    from jsonb_to_record(change_notices.settings)
      as given (screen text[], sound text[], push text[], quiet_from time, quiet_to time);
    insert into private.notice_settings (user_id, screen, sound, push, quiet_from, quiet_to)
    values (auth.uid(), screen, sound, push, quiet_from, quiet_to)
    on conflict (user_id) do update set screen = excluded.screen, sound = excluded.sound, push = excluded.push,
      quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, updated_at = now();
  exception
    when check_violation then
      if (quiet_from is null) <> (quiet_to is null) then
        perform private.refuse('quiet_from', 'Please enter both hours');
      elsif quiet_from = quiet_to then
        perform private.refuse('quiet_from', 'Please enter two different hours');
      end if;
      perform private.refuse('settings', 'There is no such event');
    when data_exception or not_null_violation then
      perform private.refuse('settings', 'Please enter valid hours');
  end;
end
$$;

grant execute on function public.change_notices(jsonb) to authenticated;
