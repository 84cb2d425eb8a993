/*
 * Ends messages that have been due for more than 72 hours, so that a site whose mail server is set up after months sends
 * nothing stale: as skipped ('waited') when no attempt was made, else as failed ('gave_up'). At most 500 of each channel
 * in one call; returns how many. A message that is sent again is due anew.
 * why enable_seqscan: a plan cached while the table was empty would read all messages.
 */
create function private.skip_waited() returns integer
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  channel private.channels;
  ended integer;
  total integer := 0;
begin
  for channel in select * from private.channels loop
    update private.outbox as late
    set state = case when late.attempts = 0 then 'skipped' else 'failed' end,
      reason = case when late.attempts = 0 then 'waited' else 'gave_up' end
    where late.id in (
      select open.id from private.outbox as open
      where open.channel = channel.channel and open.state in ('waiting', 'sending')
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
