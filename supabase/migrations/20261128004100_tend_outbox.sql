-- Chores of workers besides sending.

/*
 * Ends messages that have been due for more than 72 hours, so that a site whose mail server is set up after months sends
 * nothing stale: as skipped ('waited') when no attempt was made, else as failed ('gave_up'). At most 500 of each channel
 * in one call; returns how many. A message that is sent again is due anew.
 * why enable_seqscan: a plan cached while the table was empty would read all messages.
 */
create function private.skip_waited() returns integer
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
declare
  known private.channels;
  ended integer;
  total integer := 0;
begin
  for known in select * from private.channels loop
    update private.outbox as late
    set state = case when late.attempts = 0 then 'skipped' else 'failed' end,
      reason = case when late.attempts = 0 then 'waited' else 'gave_up' end
    where late.id in (
      select open.id from private.outbox as open
      where open.channel = known.channel and open.state in ('waiting', 'sending')
        and coalesce(open.lease_until, open.due_at) < clock_timestamp() - interval '72 hours' and open.state = 'waiting'
      order by coalesce(open.lease_until, open.due_at) limit 500
      for update skip locked
    );
    get diagnostics ended = row_count;
    total := total + ended;
  end loop;
  return total;
end
$$;

/*
 * Queues reminders that are due, ends messages that waited too long, and empties old ones; workers call it once a minute.
 * Does little when nothing is due.
 */
create function private.tend_outbox() returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.skip_waited();
  perform private.queue_reminders();
  perform private.sweep_outbox();
end
$$;

/*
 * private.claim_outbox for a worker with the secret; {"refused": "secret"} for a wrong one. Once a minute it tends the
 * outbox first, since these workers can call nothing else; when that fails, messages are sent all the same.
 * why no error for a wrong secret: it would undo the count of wrong secrets.
 */
create or replace function public.claim_messages(secret text, channel text, host text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_worker(claim_messages.secret) then
    return '{"refused": "secret"}';
  end if;
  if exists (
    select from private.channels as known
    where known.channel = claim_messages.channel
      and (known.asked_at is null or known.asked_at < clock_timestamp() - interval '1 minute')
  ) then
    begin
      perform private.tend_outbox();
    exception when others then
      -- why not its message: it may contain personal data.
      raise warning 'The outbox could not be tended (%).', sqlstate;
    end;
  end if;
  return private.claim_outbox(claim_messages.channel, claim_messages.host);
end
$$;
