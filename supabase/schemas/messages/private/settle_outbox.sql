/*
 * Stores the outcome of an attempt; false when the lease is not the message's any more, because it ended and another
 * worker has claimed the message. outcome: {"result", "problem", "code", "retry_after": seconds that
 * a push service asks to wait, at most a day} with "result"
 *   'sent':    the server accepted it;
 *   'later':   surely not accepted (4xx, no connection): tried again, with the same link;
 *   'unknown': no answer after the content was sent: tried again, with a new link;
 *   'refused': refused for good (5xx for the recipient): failed;
 *   'login':   the server refused the login: the channel pauses, and this does not count as an attempt;
 *   'gone':    the browser's subscription has ended (404 and 410 of a push service): failed.
 * Raises PT422 for any other result.
 */
create function private.settle_outbox(id uuid, lease uuid, outcome jsonb) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
  result constant text := outcome ->> 'result';
  said constant text := private.problem_text(outcome ->> 'problem');
  claimed private.outbox;
begin
  if result is null or result not in ('sent', 'later', 'unknown', 'refused', 'login', 'gone') then
    raise exception 'The result of a message is sent, later, unknown, refused, login or gone.' using errcode = 'PT422';
  end if;
  select * into claimed from private.outbox as taken
  where taken.id = settle_outbox.id and taken.lease = settle_outbox.lease and taken.state = 'sending' for update;
  if not found then
    return false;
  end if;
  if result = 'login' then
    update private.outbox as late set state = 'waiting', due_at = moment, problem = said,
      attempts = greatest(late.attempts - 1, 0), lease = null, lease_until = null,
      first_attempt_at = case when late.attempts > 1 then late.first_attempt_at end
    where late.id = claimed.id;
    update private.channels as refused set paused_at = coalesce(refused.paused_at, moment),
      problem = said, probe_at = moment + interval '5 minutes'
    where refused.channel = claimed.channel and refused.paused_by is null;
    return true;
  elsif result = 'sent' then
    update private.outbox as done set state = 'sent', sent_at = moment, problem = null, lease = null, lease_until = null
    where done.id = claimed.id;
  elsif result in ('refused', 'gone') then
    perform private.end_message(claimed.id, 'failed', result, said);
  else
    if result = 'unknown' then
      update private.outbox as late set link_id = null where late.id = claimed.id;
    end if;
    perform private.retry_message(claimed, said);
    update private.outbox as late set due_at = greatest(late.due_at,
      moment + make_interval(secs => least((outcome ->> 'retry_after')::integer, 86400)))
    where late.id = claimed.id and late.state = 'waiting' and outcome ? 'retry_after';
  end if;
  -- The server let the worker in.
  if result in ('sent', 'refused') then
    update private.channels as open set paused_at = null, problem = null, probe_at = null
    where open.channel = claimed.channel and open.paused_at is not null and open.paused_by is null;
  end if;
  return true;
end
$$;
