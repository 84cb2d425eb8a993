/*
 * Lets a claimed message wait for its next attempt, or gives it up when that would be more than 72 hours after the first.
 * why after the first: a message that waited for a mail server to be set up has its tries before it still.
 */
create function private.retry_message(message private.outbox, problem text) returns void
language plpgsql
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  next_at constant timestamptz := moment + private.retry_delay(message.attempts);
begin
  if next_at > message.first_attempt_at + interval '72 hours' then
    perform private.end_message(message.id, 'failed', 'gave_up', retry_message.problem);
    return;
  end if;
  update private.outbox as late set state = 'waiting', due_at = next_at, problem = retry_message.problem,
    lease = null, lease_until = null
  where late.id = message.id;
end
$$;
