/*
 * A notice as an open page shows it: {"title", "name", "path"}, or null. event: one of private.live_events. Raises
 * 42501 for anyone but admin and crm_user.
 */
create function public.notice(event text, record uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  if event = any (private.live_events()) then
    return private.notice_content(event, record) - 'tag' - 'is_open';
  end if;
  raise exception 'There is no such event.' using errcode = 'PT400';
end
$$;

grant execute on function public.notice(text,uuid) to authenticated;
