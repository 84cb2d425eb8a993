/* private.channel_states. Raises 42501 for anyone but admin and crm_user. */
create function public.message_channels() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return private.channel_states();
end
$$;

grant execute on function public.message_channels() to authenticated;
