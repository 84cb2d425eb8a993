-- How a worker takes the next message of the outbox.

/*
 * An e-mail as src/domain/messages/outgoing-message.ts describes it, without what claim_outbox adds, for a row that was
 * just claimed. {"skip": reason} when it must not be sent. A link that it makes is told as "link_id"; row.link_id is
 * a link whose secret reached nobody, to be used again.
 */
create function private.email_delivery(message private.outbox) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  address text;
begin
  if message.template <> 'test' then
    return '{"skip": "off"}';
  end if;
  select account.email into address from auth.users as account where account.id = message.user_id;
  if coalesce(address, '') = '' then
    return '{"skip": "no_address"}';
  end if;
  return jsonb_build_object(
    'to', address, 'settings', private.message_settings(), 'texts', '{}'::jsonb,
    'sample_of', message.params -> 'sample_of',
    'content', jsonb_build_object('customer', null, 'rental', null, 'document', null, 'payment', null, 'answer', null,
      'words', null, 'overdue', null, 'path', null));
end
$$;

/* The published settings of messages that are no texts and switches of a template: {key: value}. */
create function private.message_settings() returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(setting.key, setting.value), '{}')
    from private.studio_settings as setting
    where setting.key like 'messages.%' and setting.value is not null
      and setting.key !~ '_(on|subject|text)$');
end
$$;

/* A push notice for its browser, without what claim_outbox adds; {"skip": reason} when it must not be sent. */
create function private.push_delivery(message private.outbox) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  return '{"skip": "off"}';
end
$$;

/*
 * The wait after this many attempts: 1, 2, 5, 15, 30 and 60 minutes, then an hour each, 20 % more or less.
 * why random: messages that failed together are not tried again together.
 */
create function private.retry_delay(attempts integer) returns interval
language sql volatile
set search_path = ''
as $$
  select make_interval(secs => 60 * (0.8 + random() * 0.4)
    * ('{1,2,5,15,30,60}'::integer[])[greatest(least(retry_delay.attempts, 6), 1)])
$$;

/*
 * Whether a worker may take messages of a channel at this moment. A channel that the mail server refused lets one message
 * through every 5 minutes, as long as one is due; true then means this one.
 */
create function private.may_claim(channel text, moment timestamptz) returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = off
as $$
declare
  asked private.channels;
begin
  select * into asked from private.channels as known where known.channel = may_claim.channel;
  if not found or asked.paused_by is not null then
    return false;
  elsif asked.paused_at is null then
    return true;
  elsif asked.probe_at > moment or not exists (
    select from private.outbox as open
    where open.channel = may_claim.channel and open.state in ('waiting', 'sending')
      and coalesce(open.lease_until, open.due_at) <= moment
  ) then
    return false;
  end if;
  -- Of workers that come at the same moment, the first one finds the row unchanged.
  update private.channels as known set probe_at = moment + interval '5 minutes'
  where known.channel = may_claim.channel and known.paused_by is null and known.paused_at is not null
    and known.probe_at <= moment;
  return found;
end
$$;

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
set enable_seqscan = off
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
  update private.channels as known set asked_at = moment
  where known.channel in (
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

/* Ends a message as failed or skipped. */
create function private.end_message(id uuid, state text, reason text, problem text) returns void
language sql
set search_path = ''
as $$
  update private.outbox as ended set state = end_message.state, reason = end_message.reason, problem = end_message.problem,
    lease = null, lease_until = null
  where ended.id = end_message.id
$$;

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
