/* Ends a message as failed or skipped. */
create function private.end_message(id uuid, state text, reason text, problem text) returns void
language sql
set search_path = ''
as $$
  update private.outbox as ended set state = end_message.state, reason = end_message.reason, problem = end_message.problem,
    lease = null, lease_until = null
  where ended.id = end_message.id
$$;
