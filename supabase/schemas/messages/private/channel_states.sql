/*
 * Whether each channel sends: [{"channel", "paused_at", "paused_by": name of the person or null, "is_refused": paused because
 * the mail server refuses the login, "problem", "asked_at": when a worker asked for messages last, "waiting": messages that
 * wait or are being sent, "late": of them, due for more than 5 minutes, "failed"}]. Counts end at 1000.
 */
create function private.channel_states() returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('channel', channel.channel, 'paused_at', private.iso_time(channel.paused_at),
      'paused_by', private.person_name(channel.paused_by),
      'is_refused', channel.paused_at is not null and channel.paused_by is null, 'problem', channel.problem,
      'asked_at', private.iso_time(channel.asked_at), 'waiting', open.waiting, 'late', open.late,
      'failed', failed.count) order by channel.channel)
    from private.channels as channel
      cross join lateral (
        select count(*) as waiting, count(*) filter (where found.due < clock_timestamp() - interval '5 minutes') as late
        from (
          select coalesce(message.lease_until, message.due_at) as due from private.outbox as message
          where message.channel = channel.channel and message.state in ('waiting', 'sending')
          order by coalesce(message.lease_until, message.due_at) limit 1000
        ) as found
      ) as open
      cross join lateral (
        select count(*) from (
          select from private.outbox as message
          where message.channel = channel.channel and message.state = 'failed' limit 1000
        ) as found
      ) as failed);
end
$$;
