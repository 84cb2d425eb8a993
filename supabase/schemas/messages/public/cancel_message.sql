/*
 * Cancels a message that waits, or takes note of a failed one; a repeat changes nothing. Returns private.outbox_value.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown message, PT409 with {"reason"}: 'sending' while it is
 * being sent, 'sent' when it was.
 */
create function public.cancel_message(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  message private.outbox := private.message_to_change(cancel_message.id);
begin
  if message.state in ('sending', 'sent') then
    raise exception using errcode = 'PT409', detail = jsonb_build_object('reason', message.state)::text,
      message = case message.state when 'sent' then 'This message was sent already.'
        else 'This message is being sent at this moment. Try again in a minute.' end;
  elsif message.state <> 'skipped' then
    perform private.end_message(message.id, 'skipped', 'cancelled', message.problem);
    select * into message from private.outbox where outbox.id = message.id;
    perform private.log_message(message, 'cancelled');
  end if;
  return private.outbox_value(message);
end
$$;

grant execute on function public.cancel_message(uuid) to authenticated;
