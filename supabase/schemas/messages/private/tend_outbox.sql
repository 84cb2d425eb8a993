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
