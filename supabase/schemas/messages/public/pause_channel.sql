/*
 * Pauses a channel, or lets it send again, also after the mail server refused the login; returns
 * private.channel_states. Raises 42501 for anyone but admin and crm_user, PT422 for an unknown channel.
 */
create function public.pause_channel(channel text, paused boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  was private.channels;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into was from private.channels where channels.channel = pause_channel.channel for update;
  if not found then
    perform private.refuse('channel', 'There is no such channel.');
  elsif pause_channel.paused is null then
    perform private.refuse('paused', 'Say whether it is paused.');
  end if;
  if pause_channel.paused and was.paused_by is null then
    update private.channels set paused_at = now(), paused_by = auth.uid(), problem = null, probe_at = null
    where channels.channel = was.channel;
  elsif not pause_channel.paused then
    update private.channels set paused_at = null, paused_by = null, problem = null, probe_at = null
    where channels.channel = was.channel;
    perform pg_notify('outbox', '');
  end if;
  if pause_channel.paused <> (was.paused_by is not null) then
    perform private.log_change('settings', 'changed', 'channels', 'setting', 'messages.' || was.channel,
      case was.channel when 'email' then 'E-mails' else 'Push notices' end,
      jsonb_build_object('paused', jsonb_build_array(was.paused_by is not null, pause_channel.paused)));
  end if;
  return private.channel_states();
end
$$;

grant execute on function public.pause_channel(text,boolean) to authenticated;
