/*
 * A message for staff: {"id", "channel", "template", "sample_of": template of a test, "audience", "to": name of the customer
 * or person, null for the studio, "about": private.record_of_message, "state", "reason", "problem", "attempts",
 * "requested_by": name or null, "can_resend", "created_at", "due_at", "sent_at"}.
 */
create function private.outbox_value(message private.outbox) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return jsonb_build_object('id', message.id, 'channel', message.channel, 'template', message.template,
    'sample_of', message.params -> 'sample_of', 'audience', message.audience,
    'to', case message.audience
      when 'customer' then private.customer_name(private.remaining_customer(message.customer_id))
      when 'person' then private.person_name(message.user_id) end,
    'about', private.record_of_message(message), 'state', message.state, 'reason', message.reason,
    'problem', message.problem, 'attempts', message.attempts, 'requested_by', private.person_name(message.requested_by),
    'can_resend', private.can_resend(message),
    'created_at', private.iso_time(message.created_at), 'due_at', private.iso_time(message.due_at),
    'sent_at', private.iso_time(message.sent_at));
end
$$;
