/*
 * A message that the caller asked for: {"id", "state", "reason", "problem", "attempts", "due_at", "sent_at"}; null for any
 * other. Raises 42501 for anyone but admin and crm_user.
 */
create function public.outbox_message(id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select jsonb_build_object('id', asked.id, 'state', asked.state, 'reason', asked.reason, 'problem', asked.problem,
      'attempts', asked.attempts, 'due_at', private.iso_time(asked.due_at), 'sent_at', private.iso_time(asked.sent_at))
    from private.outbox as asked where asked.id = outbox_message.id and asked.requested_by = auth.uid());
end
$$;

grant execute on function public.outbox_message(uuid) to authenticated;
