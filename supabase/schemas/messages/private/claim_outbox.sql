/*
 * Claims one due message of a channel for 5 minutes and returns what is to be sent, or null when nothing is due or the
 * channel is paused. It is due when its time has come, or when the lease of another worker has ended: what became of that
 * attempt is unknown, so its link is not used again. Message-IDs get the host at the first claim and keep it.
 * Messages that must not be sent any more, or waited for more than 72 hours without an attempt, are marked as skipped on
 * the way; one whose content cannot be read is tried
 * again later, so that it holds up no others.
 * why enable_seqscan: a plan cached while the table was empty would read all messages.
 */
create function private.claim_outbox(channel text, host text) returns jsonb
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  moment timestamptz := clock_timestamp();
  safe_host constant text := case when claim_outbox.host ~ '^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$'
    then lower(claim_outbox.host) else 'localhost' end;
  claimed private.outbox;
  told jsonb;
  skipped text;
begin
  -- Locked by another worker means noted by it.
  update private.channels set asked_at = moment
  where channels.channel in (
    select stale.channel from private.channels as stale
    where stale.channel = claim_outbox.channel
      and (stale.asked_at is null or stale.asked_at < moment - interval '1 minute')
    for update skip locked
  );
  if not private.may_claim(claim_outbox.channel, moment) then
    return null;
  end if;
  -- why at most 200: the locks of skipped messages are held until the end of the call.
  for round in 1..200 loop
    moment := clock_timestamp();
    select * into claimed from private.outbox as open
    where open.channel = claim_outbox.channel and open.state in ('waiting', 'sending')
      and coalesce(open.lease_until, open.due_at) <= moment
    order by coalesce(open.lease_until, open.due_at), open.id
    limit 1 for update skip locked;
    if not found then
      return null;
    end if;
    if claimed.expires_at < moment then
      perform private.end_message(claimed.id, 'skipped', 'expired', null);
      continue;
    elsif claimed.state = 'waiting' and claimed.attempts = 0 and claimed.due_at < moment - interval '72 hours' then
      perform private.end_message(claimed.id, 'skipped', 'waited', null);
      continue;
    elsif claimed.state = 'sending' and claimed.first_attempt_at < moment - interval '72 hours' then
      perform private.end_message(claimed.id, 'failed', 'gave_up', claimed.problem);
      continue;
    end if;
    update private.outbox as taken set state = 'sending', attempts = least(taken.attempts + 1, 30000),
      lease = gen_random_uuid(), lease_until = moment + interval '5 minutes',
      first_attempt_at = coalesce(taken.first_attempt_at, moment),
      message_id = coalesce(taken.message_id, '<' || taken.id || '@' || safe_host || '>'),
      thread = coalesce(taken.thread, '<record.' || coalesce(taken.enquiry_order_id, taken.order_id, taken.document_id,
        taken.customer_id) || '@' || safe_host || '>'),
      link_id = case when taken.state = 'waiting' then taken.link_id end
    where taken.id = claimed.id returning * into claimed;
    begin
      told := case claimed.channel when 'email' then private.email_delivery(claimed) else private.push_delivery(claimed) end;
    exception when others then
      -- why not its message: it may contain personal data.
      perform private.retry_message(claimed, 'Its content could not be read (' || sqlstate || ').');
      continue;
    end;
    skipped := told ->> 'skip';
    if told is null or skipped is not null then
      perform private.end_message(claimed.id, 'skipped', coalesce(skipped, 'gone'), null);
      continue;
    end if;
    if told ->> 'link_id' is not null then
      update private.outbox as taken set link_id = (told ->> 'link_id')::uuid where taken.id = claimed.id;
    end if;
    return (told - 'link_id') || jsonb_build_object('id', claimed.id, 'lease', claimed.lease, 'attempt', claimed.attempts,
      'message_id', claimed.message_id, 'thread', claimed.thread, 'template', claimed.template,
      'audience', claimed.audience);
  end loop;
  -- Workers come back for the rest at once.
  perform pg_notify('outbox', '');
  return null;
end
$$;
