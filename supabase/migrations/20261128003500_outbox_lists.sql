-- Messages as staff read them: the list, those of a record, and whether they are sent.

create index outbox_created_idx on private.outbox (created_at desc, id desc);
create index outbox_failed_idx on private.outbox (channel, created_at desc, id desc) where state = 'failed';
create index outbox_skipped_idx on private.outbox (created_at desc, id desc) where state = 'skipped';
create index outbox_enquiry_order_id_idx on private.outbox (enquiry_order_id) where enquiry_order_id is not null;
create index outbox_order_id_idx on private.outbox (order_id) where order_id is not null;
create index outbox_document_id_idx on private.outbox (document_id) where document_id is not null;

/* The record that a message is about: {"type": 'document', 'order', 'enquiry' or 'customer', "id", "number"}, or null. */
create function private.record_of_message(message private.outbox) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('type', found.type, 'id', found.id, 'number', found.number)
    from (
      select 1 as place, 'document' as type, document.id, coalesce(document.number, 'Draft') as number
      from public.documents as document where document.id = message.document_id
      union all select 2, 'order', made.id, made.order_number from public.orders as made where made.id = message.order_id
      union all
      select 3, 'enquiry', enquiry.id, enquiry.enquiry_number from public.enquiry_orders as enquiry
      where enquiry.id = message.enquiry_order_id
      union all
      select 4, 'customer', customer.id, customer.customer_number from public.customers as customer
      where customer.id = private.remaining_customer(message.customer_id)
    ) as found order by found.place limit 1);
end
$$;

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

/*
 * Whether staff can send a message again: an e-mail that is settled, and not older than 180 days, after which nothing is
 * left to make it from.
 */
create function private.can_resend(message private.outbox) returns boolean
language sql stable
set search_path = ''
as $$
  select message.channel = 'email' and message.state in ('sent', 'failed', 'skipped')
    and message.reason is distinct from 'erased' and message.created_at > now() - interval '180 days'
$$;

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
    select jsonb_agg(jsonb_build_object('channel', known.channel, 'paused_at', private.iso_time(known.paused_at),
      'paused_by', private.person_name(known.paused_by),
      'is_refused', known.paused_at is not null and known.paused_by is null, 'problem', known.problem,
      'asked_at', private.iso_time(known.asked_at), 'waiting', open.waiting, 'late', open.late,
      'failed', failed.count) order by known.channel)
    from private.channels as known
      cross join lateral (
        select count(*) as waiting, count(*) filter (where found.due < clock_timestamp() - interval '5 minutes') as late
        from (
          select coalesce(message.lease_until, message.due_at) as due from private.outbox as message
          where message.channel = known.channel and message.state in ('waiting', 'sending')
          order by coalesce(message.lease_until, message.due_at) limit 1000
        ) as found
      ) as open
      cross join lateral (
        select count(*) from (
          select from private.outbox as message
          where message.channel = known.channel and message.state = 'failed' limit 1000
        ) as found
      ) as failed);
end
$$;

/* private.channel_states. Raises 42501 for anyone but admin and crm_user. */
create function public.message_channels() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return private.channel_states();
end
$$;
grant execute on function public.message_channels() to authenticated;

/*
 * Messages, newest first: {"rows": private.outbox_value, "next": cursor or null, "channels": private.channel_states}.
 * state: 'open' (waiting or being sent), 'sent', 'failed', 'skipped'; most: 1 to 100. A push notice that became one for each
 * device is not listed. Raises 42501 for anyone but admin and
 * crm_user, PT422 for an unknown state or cursor.
 */
create function public.outbox_list(
  state text default null, channel text default null, template text default null, cursor text default null,
  most integer default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  at_most constant integer := greatest(1, least(coalesce(outbox_list.most, 50), 100));
  before timestamptz := 'infinity';
  before_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  condition text;
  found private.outbox[];
  last private.outbox;
begin
  perform private.require_staff('admin', 'crm_user');
  condition := case coalesce(outbox_list.state, '') when '' then 'true'
    when 'open' then $c$message.state in ('waiting', 'sending')$c$ when 'sent' then $c$message.state = 'sent'$c$
    when 'failed' then $c$message.state = 'failed'$c$ when 'skipped' then $c$message.state = 'skipped'$c$ end;
  if condition is null then
    perform private.refuse('state', 'There is no such state.');
  end if;
  if outbox_list.cursor is not null then
    begin
      before := split_part(outbox_list.cursor, ' ', 1)::timestamptz;
      before_id := split_part(outbox_list.cursor, ' ', 2)::uuid;
    exception when data_exception then
      perform private.refuse('cursor', 'This is no cursor.');
    end;
  end if;
  -- why text: with the state written out, the partial index of that state is read.
  execute format($s$select array(select message from private.outbox as message
    where (message.created_at, message.id) < ($1, $2) and %s
      and ($3 is null or message.channel = $3) and ($4 is null or message.template = $4)
      and message.reason is distinct from 'fanned_out'
    order by message.created_at desc, message.id desc limit $5)$s$, condition)
  into found using before, before_id, outbox_list.channel, outbox_list.template, at_most + 1;
  last := found[at_most];
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(private.outbox_value(found[place]) order by place), '[]')
      from generate_series(1, least(cardinality(found), at_most)) as place),
    'next', case when cardinality(found) > at_most then
      to_char(last.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || last.id end,
    'channels', private.channel_states());
end
$$;
grant execute on function public.outbox_list(text, text, text, text, integer) to authenticated;

/*
 * The last 100 e-mails about a record, newest first, as private.outbox_value. An order has those of its enquiry too, a
 * customer those of everybody merged into them. record: of an enquiry, order, document or customer. Raises 42501 for anyone but admin and crm_user.
 */
create function public.messages_of(record uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(private.outbox_value(listed.message) order by (listed.message).created_at desc), '[]')
    from (
      select about as message from private.outbox as about
      where about.channel = 'email' and about.id in (
        select known.id from private.outbox as known where known.enquiry_order_id = messages_of.record
        union select known.id from private.outbox as known where known.order_id = messages_of.record
        union select known.id from private.outbox as known where known.document_id = messages_of.record
        union
        select known.id from private.outbox as known
        where known.customer_id = any (private.merged_customers(messages_of.record))
        union
        select known.id from public.orders as made join private.outbox as known
          on known.enquiry_order_id = made.enquiry_order_id
        where made.id = messages_of.record and made.enquiry_order_id is not null
      )
      order by about.created_at desc limit 100
    ) as listed);
end
$$;
grant execute on function public.messages_of(uuid) to authenticated;
