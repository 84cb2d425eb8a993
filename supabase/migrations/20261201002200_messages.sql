-- Functions and views of messages, as supabase/schemas/messages has them, and the triggers that run them.

-- why: functions of all subjects call each other; their bodies are looked up when they run.
set check_function_bodies = off;

create function private.address_choice(customer uuid, enquiry uuid, "order" uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  known text;
  typed text;
begin
  select person.email into known from public.customers as person
  where person.id = private.remaining_customer(address_choice.customer);
  select asked.contact_email into typed from public.enquiry_orders as asked
  where asked.id = coalesce(address_choice.enquiry, (
    select made.enquiry_order_id from public.orders as made where made.id = address_choice."order"));
  if known is null or typed is null or lower(known) = lower(typed) then
    return null;
  end if;
  return jsonb_build_object('record', jsonb_build_object('email', known, 'opened', private.address_opened(known)),
    'typed', jsonb_build_object('email', typed, 'opened', private.address_opened(typed)));
end
$$;

create function private.address_opened(address text) returns date
language sql stable
set search_path = ''
as $$
  select greatest(
    (select max(link.last_opened) from private.enquiry_links as link
      where link.mailed_to = private.address_hash(address_opened.address) and link.last_opened is not null),
    (select max(link.last_opened) from private.links as link
      where link.mailed_to = private.address_hash(address_opened.address) and link.last_opened is not null))
$$;

create function private.address_problem(address text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case
    when address !~ '^[^[:cntrl:][:space:]"(),:;<>@\[\]\\]+@[^[:cntrl:][:space:]"(),:;<>@\[\]\\]+$' or address is null
      then 'no_address'
    when lower(address) ~ '[@.](example\.com|example\.net|example\.org|example|invalid)$' then 'reserved_domain' end
$$;

create function private.can_resend(message private.outbox) returns boolean
language sql stable
set search_path = ''
as $$
  select message.channel = 'email' and message.state in ('sent', 'failed', 'skipped')
    and message.reason is distinct from 'erased' and message.created_at > now() - interval '180 days'
$$;

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

create function private.customer_path(
  message private.outbox,
  document public.documents,
  enquiry_id uuid,
  address text
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  link record;
  is_sure constant boolean := message.template in ('quote', 'invoice')
    or private.address_choice(message.customer_id, enquiry_id, message.order_id) is null;
begin
  if document.id is not null and is_sure then
    link := private.new_document_link(document, message.link_id, message.requested_by, customer_path.address);
    return jsonb_build_object('link_id', link.id,
      'path', case document.kind when 'quote' then '/quote?k=' else '/invoice?k=' end || link.secret);
  elsif enquiry_id is not null then
    -- An acknowledgement goes to the address that was typed, which may be another person's than the customer's.
    link := private.new_enquiry_link(enquiry_id, message.link_id, is_sure and message.template <> 'acknowledgement',
      customer_path.address);
    return jsonb_build_object('link_id', link.id, 'path', '/enquiry?k=' || link.secret);
  end if;
  return jsonb_build_object('link_id', null, 'path', null);
end
$$;

create function private.customer_templates() returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select '{acknowledgement,quote,invoice,pickup_tomorrow,return_today,overdue,payment_received}'::text[]
$$;

create function private.due_reminders(moment timestamptz)
returns table (
  template text,
  customer_id uuid,
  enquiry_order_id uuid,
  order_id uuid,
  once text,
  expires_at timestamptz
)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  today constant date := (due_reminders.moment at time zone 'Asia/Kolkata')::date;
  hour constant integer := extract(hour from due_reminders.moment at time zone 'Asia/Kolkata');
  midnight constant timestamptz := (today + 1)::timestamp at time zone 'Asia/Kolkata';
begin
  return query
    select 'hold_ending', held.customer_id, held.id, null::uuid,
      'hold_ending:' || held.enquiry_number || ':' || private.iso_time(held.held_until), held.held_until
    from public.enquiry_orders as held
    where held.held_until > due_reminders.moment and held.held_until <= due_reminders.moment + interval '6 hours'
      and held.status = any (private.open_statuses());
  if hour < 8 then
    return;
  end if;
  return query
    with late as materialized (
      select made.id, made.order_number, made.customer_id, made.enquiry_order_id, today - min(line.rental_to) as days,
        bool_or(line.rental_to = today) as is_due
      from public.reservations as away
        join public.order_items as line on line.id = away.order_item_id
        join public.orders as made on made.id = line.order_id
      where away.kind = 'rental' and away.status = 'out' and line.rental_to <= today and made.status = 'in_progress'
      group by made.id
    ), leaving as materialized (
      select made.id, made.order_number, made.customer_id, made.enquiry_order_id
      from public.reservations as booked
        join public.order_items as line on line.id = booked.order_item_id and line.rental_from = today + 1
        join public.orders as made on made.id = line.order_id
      where hour >= 16 and booked.kind = 'rental' and booked.status <> 'released' and booked.blocked @> today + 1
        and made.status = 'confirmed'
      group by made.id
      having today + 1 = (
        select min(first.rental_from) from public.order_items as first
        where first.order_id = made.id and first.item_id is not null)
    ), listed (template, id, order_number, customer_id, enquiry_order_id) as (
      select 'item_overdue', late.id, late.order_number, late.customer_id, late.enquiry_order_id
      from late where hour >= 9 and late.days > 0 and (late.days <= 14 or late.days % 7 = 0)
      union all
      select 'overdue', late.id, late.order_number, late.customer_id, late.enquiry_order_id
      from late where hour >= 9 and late.days in (1, 3, 7)
      union all
      select 'return_today', late.id, late.order_number, late.customer_id, late.enquiry_order_id from late where late.is_due
      union all
      select 'pickup_tomorrow', leaving.id, leaving.order_number, leaving.customer_id, leaving.enquiry_order_id from leaving
    )
    select listed.template, listed.customer_id, listed.enquiry_order_id, listed.id,
      listed.template || ':' || listed.order_number || ':' || today, midnight
    from listed join public.customers as customer on customer.id = listed.customer_id
    where listed.template = 'item_overdue' or private.address_problem(customer.email) is null;
end
$$;

create function private.email_delivery(message private.outbox) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  is_studio constant boolean := message.audience = 'studio';
  customer public.customers;
  enquiry public.enquiry_orders;
  made public.orders;
  document public.documents;
  contact record;
  event jsonb;
  path jsonb;
  problem text;
  address text;
begin
  if message.audience = 'person' then
    return private.test_delivery(message);
  elsif private.setting_value('messages.' || message.template || '_on') = 'false' then
    return '{"skip": "off"}';
  end if;
  select * into customer from public.customers as known
  where known.id = private.remaining_customer(message.customer_id);
  select * into made from public.orders as known where known.id = message.order_id;
  document := private.message_document(message, made);
  select * into enquiry from public.enquiry_orders as known
  where known.id = coalesce(message.enquiry_order_id, document.enquiry_order_id);
  if made.id is null and document.order_id is not null then
    made := private.order_of_document(document);
  end if;
  problem := case when customer.id is null or message.enquiry_order_id is not null and enquiry.id is null
      or message.order_id is not null and made.id is null
      or message.document_id is not null and document.id is null then 'gone'
    when customer.erased_at is not null then 'erased'
    when message.template = 'quote' and made.status = 'cancelled' then 'cancelled'
    else private.reminder_problem(message, enquiry, made) end;
  if problem is not null then
    return jsonb_build_object('skip', problem);
  end if;
  event := private.message_event(message, enquiry, made);
  if event ? 'skip' then
    return event;
  end if;

  contact := private.message_contact(message, customer, enquiry);
  address := case when is_studio
    then coalesce(nullif(private.setting_value('messages.studio_address') #>> '{}', ''), private.setting_text('studio.email'))
    else contact.email end;
  problem := private.address_problem(address);
  if is_studio and problem = 'reserved_domain' then
    -- why: a mail server is not asked, but a development server writes the demo studio's e-mails.
    problem := null;
  end if;
  if problem is null and message.template = 'acknowledgement' and private.over_mail_limit(message, address) then
    problem := 'limit';
  end if;
  if problem is not null then
    return jsonb_build_object('skip', problem);
  end if;

  path := case when is_studio
    then jsonb_build_object('link_id', null, 'path', private.studio_path(message, customer, enquiry, made))
    else private.customer_path(message, document, coalesce(enquiry.id, made.enquiry_order_id), address) end;
  return jsonb_build_object('to', case when not is_studio then address end, 'sample_of', null,
    'settings', private.message_settings(), 'texts', private.message_texts(message.template), 'link_id', path -> 'link_id',
    'content', private.empty_content() || event || jsonb_build_object(
      'customer', jsonb_build_object('first_name', private.greeting_name(contact.first_name),
        'name', case when is_studio then concat_ws(' ', contact.first_name, contact.last_name)
          else coalesce(private.greeting_name(contact.first_name), '') end,
        'mobile', case when is_studio then customer.mobile end, 'email', case when is_studio then contact.email end),
      'rental', private.message_rental(enquiry, made),
      'document', case when document.id is not null then jsonb_build_object('kind', document.kind,
        'number', document.number, 'total', document.total, 'valid_until', document.valid_until) end,
      'overdue', case when message.template in ('item_overdue', 'overdue') then private.overdue_pieces(made.id) end,
      'path', path -> 'path'));
end
$$;

create function private.empty_content() returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select '{"customer": null, "rental": null, "document": null, "payment": null, "answer": null, "words": null,
    "overdue": null, "path": null}'::jsonb
$$;

create function private.end_message(id uuid, state text, reason text, problem text) returns void
language sql
set search_path = ''
as $$
  update private.outbox as ended set state = end_message.state, reason = end_message.reason, problem = end_message.problem,
    lease = null, lease_until = null
  where ended.id = end_message.id
$$;

create function private.erase_messages() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.outbox as open set state = 'skipped', reason = 'erased', lease = null, lease_until = null
  where open.customer_id = new.id and open.state in ('waiting', 'sending');
  update private.links as link set revoked_at = clock_timestamp()
  from private.outbox as sent
  where sent.customer_id = new.id and link.id = sent.link_id and link.revoked_at is null;
  update private.enquiry_links as link set revoked_at = clock_timestamp()
  from private.outbox as sent
  where sent.customer_id = new.id and link.id = sent.link_id and link.revoked_at is null;
  update private.outbox as kept set params = '{}', recipient = null, link_id = null, problem = null
  where kept.customer_id = new.id;
  return null;
end
$$;

create function private.fan_out_notice(queued private.outbox) returns void
language plpgsql
set search_path = ''
as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  delete from private.push_subscriptions as device
  where not exists (
      select from auth.sessions as open
      where open.id = device.session_id and open.user_id = device.user_id
        and coalesce(open.not_after, 'infinity') > moment)
    or not exists (
      select from public.user_profiles as profile
      where profile.id = device.user_id and profile.role in ('admin', 'crm_user'));
  insert into private.outbox (channel, template, audience, user_id, subscription_id, customer_id, enquiry_order_id,
    order_id, document_id, params, once, due_at, expires_at)
  select 'push', queued.template, 'person', device.user_id, device.id, queued.customer_id, queued.enquiry_order_id,
    queued.order_id, queued.document_id, queued.params, queued.id || ':' || device.id, due.at, due.at + interval '24 hours'
  from private.live_subscriptions() as device
    cross join lateral private.notice_choice(device.user_id) as chosen
    cross join lateral (
      select coalesce(private.quiet_until(chosen, moment), moment) as at) as due
  where queued.template = any (chosen.push) and coalesce(device.id = queued.subscription_id, true)
  on conflict do nothing;
end
$$;

create function private.follow_push() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.state = 'sent' then
    update private.push_subscriptions as device set last_ok = new.sent_at where device.id = new.subscription_id;
  elsif new.reason = 'gone' then
    delete from private.push_subscriptions as device where device.id = new.subscription_id;
  end if;
  return null;
end
$$;

create function private.greeting_name(name text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when char_length(name) <= 40 and name !~ '[.．。｡/／:：@＠]' and name !~ '[[:digit:]０-９०-९٠-٩۰-۹]'
    and name !~ '[[:cntrl:]]' and private.trimmed(name) <> '' then private.trimmed(name) end
$$;

create function private.is_worker(secret text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select from private.worker_secret as known
    where known.hash = sha256(convert_to(left(is_worker.secret, 100), 'UTF8'))
  ) then
    return true;
  end if;
  perform private.check_limit('worker secrets');
  perform private.use_limits('worker secrets', null);
  return false;
end
$$;

create function private.live_subscriptions() returns setof private.push_subscriptions
language sql stable
set search_path = ''
as $$
  select device.*
  from private.push_subscriptions as device
    join public.user_profiles as profile on profile.id = device.user_id and profile.role in ('admin', 'crm_user')
    join auth.users as account on account.id = device.user_id
    join auth.sessions as open on open.id = device.session_id and open.user_id = device.user_id
  where coalesce(account.banned_until, '-infinity') < now() and coalesce(open.not_after, 'infinity') > now()
    and (open.aal = 'aal2'
      or not (private.has_second_factor(device.user_id) or private.requires_second_factor()))
$$;

create function private.log_message(message private.outbox, what text) returns void
language plpgsql
set search_path = ''
as $$
declare
  about constant jsonb := private.record_of_message(message);
  new_id constant bigint := nextval('private.activity_id_seq');
begin
  insert into private.activity (id, change_id, person_id, person_name, area, what, table_name, record_type, record_id, label,
    customer_id, changes)
  values (new_id, new_id, auth.uid(), private.person_name(auth.uid()), 'crm', log_message.what, 'outbox',
    coalesce(about ->> 'type', 'setting'), coalesce(about ->> 'id', 'messages.' || message.channel),
    coalesce(about ->> 'number', case message.channel when 'email' then 'E-mails' else 'Push notices' end),
    private.remaining_customer(message.customer_id),
    jsonb_build_object('template', jsonb_build_array(null, message.template)));
end
$$;

create function private.mailbox_hash(address text) returns bytea
language plpgsql stable
set search_path = ''
as $$
declare
  plain constant text := lower(normalize(mailbox_hash.address, NFKC));
  mailbox text := regexp_replace(split_part(plain, '@', 1), '\+.*$', '');
  -- why only ASCII: name servers drop or replace many other characters. Different domains that become one share a limit.
  host text := regexp_replace(replace(split_part(plain, '@', 2), '。', '.'), '[^!-~]', '', 'g');
begin
  if host in ('gmail.com', 'googlemail.com') then
    host := 'gmail.com';
    mailbox := replace(mailbox, '.', '');
  end if;
  return (select sha256(salted.salt || convert_to('mailbox ' || mailbox || '@' || host, 'UTF8'))
    from private.limit_salt as salted);
end
$$;

create function private.may_claim(channel text, moment timestamptz) returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
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

create function private.message_contact(
  message private.outbox,
  customer public.customers,
  enquiry public.enquiry_orders,
  out first_name text,
  out last_name text,
  out email text
) returns record
language plpgsql stable
set search_path = ''
as $$
begin
  if message.template in ('enquiry_new', 'acknowledgement') and enquiry.contact_first_name is not null then
    first_name := enquiry.contact_first_name;
    last_name := enquiry.contact_last_name;
    email := enquiry.contact_email;
  elsif message.template = 'message_new' then
    select written.contact_first_name, written.contact_last_name, written.contact_email
    into message_contact.first_name, message_contact.last_name, message_contact.email
    from public.contact_enquiries as written where written.id = (message.params ->> 'contact')::uuid;
  end if;
  if message_contact.first_name is null then
    first_name := customer.first_name;
    last_name := customer.last_name;
    -- why not for an acknowledgement: a form never causes an e-mail to an address that was not typed into it.
    email := case when message.template <> 'acknowledgement' then customer.email end;
  end if;
end
$$;

create function private.message_document(message private.outbox, made public.orders)
returns public.documents
language plpgsql stable
set search_path = ''
as $$
declare
  shown public.documents;
begin
  select * into shown from public.documents as known
  where known.id = message.document_id and known.state <> 'draft';
  if shown.state = 'superseded' then
    select * into shown from public.documents as revised
    where revised.kind = 'quote' and revised.number = shown.number and revised.state <> 'draft'
    order by revised.revision desc limit 1;
  elsif shown.id is null and message.template = 'payment_received' then
    select * into shown from public.documents as invoice
    where invoice.order_id = made.id and invoice.kind = 'invoice' and invoice.state = 'issued'
    order by invoice.issued_at desc, invoice.id limit 1;
  end if;
  return shown;
end
$$;

create function private.message_event(
  message private.outbox,
  enquiry public.enquiry_orders,
  made public.orders
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  due constant numeric := case when made.id is not null then (private.ledger_sums(made.id)).due end;
  told jsonb;
begin
  case message.template
  when 'enquiry_new' then
    return jsonb_build_object('words', enquiry.message);
  when 'message_new' then
    select jsonb_build_object('words', coalesce(written.message, '')) into told
    from public.contact_enquiries as written where written.id = (message.params ->> 'contact')::uuid;
  when 'enquiry_answered' then
    select jsonb_build_object('words', given.note, 'answer', jsonb_build_object('name', null,
      'answer', case given.answer when 'withdraw' then 'withdrawn' else given.answer end)) into told
    from public.enquiry_answers as given where given.id = (message.params ->> 'answer')::uuid;
  when 'quote_answered' then
    select jsonb_build_object('answer', jsonb_build_object('answer', given.answer, 'name', given.name),
      'words', nullif(concat_ws(E'\n', given.note, (
        select string_agg(format('%s: %s', coalesce(line.text, wish ->> 'position'), wish ->> 'text'), E'\n'
          order by (wish ->> 'position')::integer)
        from jsonb_array_elements(given.changes) as wish
          left join public.document_lines as line
            on line.document_id = given.document_id and line.position = (wish ->> 'position')::smallint)), '')) into told
    from public.document_answers as given where given.id = (message.params ->> 'answer')::uuid;
  when 'payment_claimed' then
    select case when claim.state <> 'open' then '{"skip": "expired"}' else jsonb_build_object('payment',
        jsonb_build_object('amount', claim.amount, 'method', null, 'reference', claim.utr,
          'day', (claim.created_at at time zone 'Asia/Kolkata')::date, 'due', due)) end into told
    from public.payment_claims as claim where claim.id = (message.params ->> 'claim')::uuid;
  when 'payment_received' then
    select case when exists (select from public.payments as reversal where reversal.reverses = entry.id)
        then '{"skip": "cancelled"}' else jsonb_build_object('payment',
          jsonb_build_object('amount', entry.amount, 'method', entry.method, 'reference', nullif(entry.reference, ''),
            'day', entry.day, 'due', due)) end into told
    from public.payments as entry where entry.id = (message.params ->> 'payment')::uuid;
  else
    return '{}';
  end case;
  return coalesce(told, '{"skip": "gone"}');
end
$$;

create function private.message_lines(enquiry uuid, "order" uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('more', greatest(count(*) - 20, 0), 'lines', coalesce(
    jsonb_agg(jsonb_build_object('name', listed.name, 'quantity', listed.quantity) order by listed.place)
      filter (where listed.place <= 20), '[]'))
  from (
    select line.name, line.quantity, row_number() over (order by line.position, line.id) as place
    from (
      select asked.id, asked.position, asked.quantity, item.name
      from public.enquiry_items as asked join public.items as item on item.id = asked.item_id
      where message_lines."order" is null and asked.enquiry_order_id = message_lines.enquiry
      union all
      select rented.id, rented.position, rented.quantity, coalesce(rented.description, item.name)
      from public.order_items as rented left join public.items as item on item.id = rented.item_id
      where rented.order_id = message_lines."order"
    ) as line
  ) as listed
$$;

create function private.message_rental(enquiry public.enquiry_orders, made public.orders)
returns jsonb
language sql stable
set search_path = ''
as $$
  select case when coalesce(made.id, enquiry.id) is not null then
    jsonb_build_object('number', coalesce(made.order_number, enquiry.enquiry_number),
      'status', coalesce(made.status, enquiry.status),
      'rental_from', case when made.id is null then enquiry.rental_from else made.rental_from end,
      'rental_to', case when made.id is null then enquiry.rental_to else made.rental_to end,
      'rental_days', coalesce(made.rental_days, enquiry.rental_days),
      'total', coalesce(made.total_price, enquiry.total_price),
      'held_until', case when made.id is null then private.iso_time(enquiry.held_until) end)
    || private.message_lines(enquiry.id, made.id) end
$$;

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

create function private.message_templates() returns text[]
language sql immutable
set search_path = ''
return '{enquiry_new,message_new,enquiry_answered,quote_answered,payment_claimed,hold_ending,item_overdue,acknowledgement,quote,invoice,pickup_tomorrow,return_today,overdue,payment_received}'::text[];

create function private.message_texts(template text) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(part.name, setting.value), '{}')
  from unnest('{subject,text}'::text[]) as part (name)
    join private.studio_settings as setting on setting.key = 'messages.' || message_texts.template || '_' || part.name
  where setting.value is not null
$$;

create function private.message_to_change(id uuid) returns private.outbox
language plpgsql
set search_path = ''
as $$
declare
  message private.outbox;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into message from private.outbox as known where known.id = message_to_change.id for update;
  if not found then
    raise exception 'This message does not exist.' using errcode = 'PT404';
  end if;
  return message;
end
$$;

create function private.new_document_link(
  document public.documents,
  reuse uuid,
  made_by uuid,
  address text,
  out id uuid,
  out secret text
) returns record
language plpgsql
set search_path = ''
as $$
declare
  new_token bytea;
  mailbox constant bytea := private.address_hash(new_document_link.address);
  ends constant timestamptz := (case document.kind
    when 'quote' then greatest(document.valid_until, private.today()) + 31 else private.today() + 181 end)::timestamp
    at time zone 'Asia/Kolkata';
begin
  new_document_link.secret := private.new_secret();
  new_token := sha256(convert_to(new_document_link.secret, 'UTF8'));
  update private.links as link set token = new_token, expires_at = ends, mailed_to = mailbox
  where link.id = new_document_link.reuse and link.document_id = document.id and link.revoked_at is null
  returning link.id into new_document_link.id;
  if new_document_link.id is null then
    insert into private.links (kind, document_id, customer_id, mailed_to, expires_at, token, created_by)
    values ('document', document.id, private.remaining_customer(document.customer_id), mailbox, ends, new_token, (
      select profile.id from public.user_profiles as profile where profile.id = new_document_link.made_by))
    returning links.id into new_document_link.id;
  end if;
end
$$;

create function private.notice_choice(person uuid) returns private.notice_settings
language plpgsql stable
set search_path = ''
as $$
declare
  chosen private.notice_settings;
begin
  select * into chosen from private.notice_settings as own where own.user_id = person;
  if not found then
    chosen.user_id := person;
    chosen.screen := private.live_events();
    chosen.sound := array['enquiry_new', 'message_new'];
    select case profile.role when 'crm_user' then private.notice_events() when 'admin' then private.live_events()
      else '{}' end
    into chosen.push from public.user_profiles as profile where profile.id = person;
  end if;
  return chosen;
end
$$;

create function private.notice_content(event text, record uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  told jsonb;
begin
  case event
  when 'test' then
    told := jsonb_build_object('title', 'Test notice', 'tag', 'test', 'path', '/ops/notices', 'is_open', true);
  when 'enquiry_new' then
    select jsonb_build_object('title', 'New enquiry ' || asked.enquiry_number,
      'name', private.greeting_name(asked.contact_first_name), 'tag', asked.enquiry_number,
      'path', '/ops/crm?tab=enquiries&open=' || asked.enquiry_number, 'is_open', asked.status = 'pending')
    into told from public.enquiry_orders as asked where asked.id = record;
  when 'message_new' then
    select jsonb_build_object('title', 'New message', 'name', private.greeting_name(sent.contact_first_name),
      'tag', 'message-' || left(sent.id::text, 8), 'path', '/ops/customers/' || writer.customer_number,
      'is_open', sent.handled_at is null)
    into told from public.contact_enquiries as sent join public.customers as writer on writer.id = sent.customer_id
    where sent.id = record;
  when 'enquiry_answered' then
    select jsonb_build_object('title', asked.enquiry_number
        || case given.answer when 'withdraw' then ' withdrawn' else ': change wanted' end,
      'name', private.greeting_name(asked.contact_first_name), 'tag', asked.enquiry_number,
      'path', '/ops/crm?tab=enquiries&open=' || asked.enquiry_number, 'is_open', true)
    into told
    from public.enquiry_answers as given join public.enquiry_orders as asked on asked.id = given.enquiry_order_id
    where given.id = record;
  when 'quote_answered' then
    select jsonb_build_object('title', 'Quote ' || quote.number
        || case given.answer when 'accepted' then ' accepted' when 'declined' then ' declined' else ': change wanted' end,
      'name', private.greeting_name(asker.first_name), 'tag', quote.number, 'path', '/ops/documents/' || quote.id,
      'is_open', true)
    into told
    from public.document_answers as given join public.documents as quote on quote.id = given.document_id
      left join public.customers as asker on asker.id = quote.customer_id
    where given.id = record;
  when 'payment_claimed' then
    select jsonb_build_object('title', 'Payment reported for ' || billed.number,
      'name', private.greeting_name(payer.first_name), 'tag', 'payment-' || billed.number,
      'path', '/ops/money?tab=claims', 'is_open', claim.state = 'open')
    into told
    from public.payment_claims as claim join public.documents as billed on billed.id = claim.document_id
      left join public.customers as payer on payer.id = billed.customer_id
    where claim.id = record;
  when 'hold_ending' then
    select jsonb_build_object('title', 'Hold of ' || asked.enquiry_number || ' ends soon',
      'name', private.greeting_name(asked.contact_first_name), 'tag', 'hold-' || asked.enquiry_number,
      'path', '/ops/crm?tab=enquiries&open=' || asked.enquiry_number,
      'is_open', exists (
        select from public.enquiry_items as line join public.reservations as hold on hold.enquiry_item_id = line.id
        where line.enquiry_order_id = asked.id and hold.status = 'held' and hold.expires_at > clock_timestamp()))
    into told from public.enquiry_orders as asked where asked.id = record;
  when 'item_overdue' then
    select jsonb_build_object('title', made.order_number || ' is overdue',
      'name', private.greeting_name(renter.first_name), 'tag', 'overdue-' || made.order_number,
      'path', '/ops/crm?tab=orders&open=' || made.order_number,
      'is_open', exists (
        select from public.order_items as line
          join public.reservations as rented on rented.order_item_id = line.id
        where line.order_id = made.id and rented.status = 'out' and line.rental_to < private.today()))
    into told
    from public.orders as made left join public.customers as renter on renter.id = made.customer_id
    where made.id = record;
  end case;
  return told;
end
$$;

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

create function private.over_mail_limit(message private.outbox, address text) returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  mailbox constant bytea := private.mailbox_hash(over_mail_limit.address);
  moment timestamptz;
  is_over boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox limits', 20261128));
  moment := clock_timestamp();
  select count(*) filter (where other.state in ('waiting', 'sending') or other.ended_at > moment - interval '1 hour') > 0
    or count(*) filter (where other.ended_at > moment - interval '24 hours') >= 3
  into is_over
  from (
    select tried.state, coalesce(tried.sent_at, tried.first_attempt_at) as ended_at from private.outbox as tried
    where tried.recipient = mailbox and tried.state <> 'skipped' and tried.id <> message.id and tried.attempts > 0
  ) as other;
  update private.outbox as counted set recipient = mailbox where counted.id = message.id;
  return is_over;
end
$$;

create function private.overdue_pieces("order" uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('days', max(private.today() - line.rental_to),
    'lines', jsonb_agg(jsonb_build_object('name', item.name, 'quantity', state.out_now) order by line.position, line.id))
  from private.pieces_out(overdue_pieces."order") as state
    join public.order_items as line on line.id = state.line_id
    join public.items as item on item.id = line.item_id
  where state.out_now > 0 and line.rental_to < private.today()
  having count(*) > 0
$$;

create function private.problem_text(said text) returns text
language sql immutable
set search_path = ''
as $$
  select nullif(left(private.trimmed(regexp_replace(regexp_replace(left(said, 2000),
    '[^[:space:]<>"]*@[^[:space:]<>"]*', '…', 'g'), '[[:cntrl:][:space:]]+', ' ', 'g')), 300), '')
$$;

create function private.push_delivery(message private.outbox) returns jsonb
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  device private.push_subscriptions;
  chosen private.notice_settings;
  told jsonb;
begin
  if message.subscription_id is null then
    perform private.fan_out_notice(message);
    return '{"skip": "fanned_out"}';
  end if;
  select * into device from private.live_subscriptions() as live where live.id = message.subscription_id;
  if not found then
    return '{"skip": "gone"}';
  end if;
  if message.template <> 'test' then
    chosen := private.notice_choice(device.user_id);
    if message.template <> all (chosen.push) then
      return '{"skip": "off"}';
    elsif private.quiet_until(chosen, clock_timestamp()) is not null then
      -- Tried again, in quiet hours that began meanwhile.
      perform private.fan_out_notice(message);
      return '{"skip": "fanned_out"}';
    end if;
  end if;
  told := private.notice_content(message.template, coalesce(
    message.params ->> 'answer', message.params ->> 'claim', message.params ->> 'contact',
    case when message.template = 'item_overdue' then message.order_id else message.enquiry_order_id end::text)::uuid);
  if told is null or not (told -> 'is_open')::boolean then
    return '{"skip": "expired"}';
  end if;
  return jsonb_build_object('endpoint', device.endpoint, 'p256dh', private.base64url(device.p256dh), 'auth', private.base64url(device.auth),
    'ttl', greatest(ceil(extract(epoch from coalesce(message.expires_at, now() + interval '24 hours') - now())), 0),
    'topic', left(encode(sha256(convert_to(told ->> 'tag', 'UTF8')), 'hex'), 32),
    'contact', 'mailto:' || nullif(private.setting_text('studio.email'), ''),
    'payload', jsonb_build_object('title', told ->> 'title', 'body', coalesce(told ->> 'name', ''),
      'tag', told ->> 'tag', 'path', told ->> 'path'));
end
$$;

create function private.push_keys(public_key text, private_key text) returns jsonb
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
begin
  insert into private.push_keys (public_key, private_key)
  values (push_keys.public_key, push_keys.private_key) on conflict do nothing;
  return (select jsonb_build_object('public_key', kept.public_key, 'private_key', kept.private_key)
    from private.push_keys as kept);
end
$$;

create function private.queue_messages(
  event text,
  customer uuid,
  enquiry uuid default null,
  "order" uuid default null,
  document uuid default null,
  params jsonb default '{}'::jsonb
) returns integer
language plpgsql
set search_path = ''
as $$
declare
  templates constant text[] :=
    case queue_messages.event when 'enquiry_new' then '{enquiry_new,acknowledgement}' else array[queue_messages.event] end;
  queued integer;
begin
  insert into private.outbox
    (channel, template, audience, customer_id, enquiry_order_id, order_id, document_id, params, requested_by)
  select 'email', listed.template,
    case when listed.template = any (private.customer_templates()) then 'customer' else 'studio' end,
    queue_messages.customer, queue_messages.enquiry, queue_messages."order", queue_messages.document,
    queue_messages.params, auth.uid()
  from unnest(templates) as listed (template)
    left join private.studio_settings as switch on switch.key = 'messages.' || listed.template || '_on'
  where switch.value is distinct from 'false';
  get diagnostics queued = row_count;
  if queue_messages.event = any (private.notice_events()) then
    perform private.queue_notice(queue_messages.event, queue_messages.customer, queue_messages.enquiry,
      queue_messages."order", queue_messages.document, queue_messages.params);
  end if;
  return queued;
end
$$;

create function private.queue_notice(
  event text,
  customer uuid,
  enquiry uuid,
  "order" uuid,
  document uuid,
  params jsonb default '{}'::jsonb,
  once text default null
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from private.push_subscriptions) then
    return;
  end if;
  insert into private.outbox (channel, template, audience, customer_id, enquiry_order_id, order_id, document_id, params,
    once, expires_at)
  values ('push', queue_notice.event, 'studio', queue_notice.customer, queue_notice.enquiry, queue_notice."order",
    queue_notice.document, coalesce(queue_notice.params, '{}'), 'push:' || queue_notice.once,
    now() + interval '24 hours')
  on conflict do nothing;
end
$$;

create function private.queue_reminders(moment timestamptz default clock_timestamp())
returns integer
language plpgsql
set search_path = ''
as $$
declare
  reminder record;
  queued integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('reminders', 20261128)) then
    return 0;
  end if;
  update private.outbox as late set state = 'skipped', reason = 'expired'
  where late.id in (
    select waiting.id from private.outbox as waiting
    where waiting.state = 'waiting' and waiting.expires_at <= queue_reminders.moment for update skip locked);
  for reminder in
    select due.*, switch.value is distinct from 'false' as is_on, due.template = any (private.notice_events()) as is_notice
    from private.due_reminders(queue_reminders.moment) as due
      left join private.studio_settings as switch on switch.key = 'messages.' || due.template || '_on'
    where not exists (select from private.outbox as known where known.once = due.once)
      or due.template = any (private.notice_events())
        and not exists (select from private.outbox as known where known.once = 'push:' || due.once)
  loop
    if reminder.is_on then
      insert into private.outbox (channel, template, audience, customer_id, enquiry_order_id, order_id, once, expires_at)
      select 'email', reminder.template, case when reminder.template = any (private.customer_templates()) then 'customer' else 'studio' end, reminder.customer_id,
        reminder.enquiry_order_id, reminder.order_id, reminder.once, reminder.expires_at
      where not exists (select from private.outbox as known where known.once = reminder.once)
      on conflict do nothing;
      queued := queued + found::integer;
    end if;
    if reminder.is_notice then
      perform private.queue_notice(reminder.template, reminder.customer_id, reminder.enquiry_order_id, reminder.order_id,
        null, '{}', reminder.once);
    end if;
  end loop;
  return queued;
end
$$;

create function private.quiet_until(chosen private.notice_settings, moment timestamptz)
returns timestamptz
language sql immutable
set search_path = ''
as $$
  select (case
      when clock.now < chosen.quiet_to and (chosen.quiet_from < chosen.quiet_to and clock.now >= chosen.quiet_from
        or chosen.quiet_from > chosen.quiet_to) then clock.day + chosen.quiet_to
      when chosen.quiet_from > chosen.quiet_to and clock.now >= chosen.quiet_from then clock.day + 1 + chosen.quiet_to
    end) at time zone 'Asia/Kolkata'
  from (select (moment at time zone 'Asia/Kolkata')::date as day, (moment at time zone 'Asia/Kolkata')::time as now) as clock
$$;

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

create function private.reminder_problem(
  message private.outbox,
  enquiry public.enquiry_orders,
  made public.orders
) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  today constant date := private.today();
begin
  if message.template = 'hold_ending' then
    return case when enquiry.status = any (private.open_statuses()) and enquiry.held_until > clock_timestamp()
      and enquiry.held_until <= clock_timestamp() + interval '6 hours' then null else 'expired' end;
  elsif message.template not in ('item_overdue', 'pickup_tomorrow', 'return_today', 'overdue') then
    return null;
  elsif made.status = 'cancelled' then
    return 'cancelled';
  elsif message.template = 'pickup_tomorrow' then
    return case when made.status = 'confirmed' and today + 1 = (
      select min(line.rental_from) from public.order_items as line where line.order_id = made.id and line.item_id is not null
    ) then null else 'expired' end;
  elsif message.template = 'return_today' then
    return case when exists (
      select from private.pieces_out(made.id) as state join public.order_items as line on line.id = state.line_id
      where state.out_now > 0 and line.rental_to = today) then null else 'expired' end;
  end if;
  return case when private.overdue_pieces(made.id) is null then 'expired' end;
end
$$;

create function private.retry_delay(attempts integer) returns interval
language sql
set search_path = ''
as $$
  select make_interval(secs => 60 * (0.8 + random() * 0.4)
    * ('{1,2,5,15,30,60}'::integer[])[greatest(least(retry_delay.attempts, 6), 1)])
$$;

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

create function private.skip_waited() returns integer
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
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

create function private.studio_path(
  message private.outbox,
  customer public.customers,
  enquiry public.enquiry_orders,
  made public.orders
) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when message.template = 'quote_answered' and message.document_id is not null then '/ops/documents/' || message.document_id
    when made.id is not null then '/ops/crm?tab=orders&open=' || made.order_number
    when message.template = 'payment_claimed' then '/ops/money'
    when enquiry.id is not null then '/ops/crm?tab=enquiries&open=' || enquiry.enquiry_number
    else '/ops/customers/' || customer.customer_number end
$$;

create function private.sweep_outbox() returns integer
language plpgsql
set search_path = ''
as $$
declare
  swept integer;
begin
  update private.outbox as old set params = '{}', recipient = null, link_id = null, problem = null
  where old.id in (
    select found.id from private.outbox as found
    where found.created_at < clock_timestamp() - interval '180 days' and found.state in ('sent', 'skipped', 'failed')
      and (found.params <> '{}' or found.recipient is not null or found.link_id is not null)
    order by found.created_at limit 1000
    for update skip locked
  );
  get diagnostics swept = row_count;
  return swept;
end
$$;

create function private.tell_outbox() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  moment constant bigint := extract(epoch from clock_timestamp()) * 1000;
begin
  if moment - (select told.last_value from private.outbox_told as told) not between 0 and 499 then
    perform setval('private.outbox_told', moment);
    perform pg_notify('outbox', '');
  end if;
  return null;
end
$$;

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

create function private.test_delivery(message private.outbox) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  address text;
begin
  select account.email into address from auth.users as account where account.id = message.user_id;
  if coalesce(address, '') = '' then
    return '{"skip": "no_address"}';
  end if;
  return jsonb_build_object('to', address, 'sample_of', message.params -> 'sample_of',
    'settings', private.message_settings(), 'texts', private.message_texts(message.params ->> 'sample_of'),
    'content', private.empty_content());
end
$$;

create function public.cancel_message(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  message private.outbox := private.message_to_change(cancel_message.id);
begin
  if message.state in ('sending', 'sent') then
    raise exception using errcode = 'PT409', detail = jsonb_build_object('reason', message.state)::text,
      message = case message.state when 'sent' then 'This message was sent already.'
        else 'This message is being sent at this moment. Try again in a minute.' end;
  elsif message.state <> 'skipped' then
    perform private.end_message(message.id, 'skipped', 'cancelled', message.problem);
    select * into message from private.outbox as known where known.id = message.id;
    perform private.log_message(message, 'cancelled');
  end if;
  return private.outbox_value(message);
end
$$;

create function public.change_notices(settings jsonb) returns void
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  screen text[];
  sound text[];
  push text[];
  quiet_from time;
  quiet_to time;
begin
  perform private.require_staff('admin', 'crm_user');
  begin
    select given.screen, given.sound, given.push, given.quiet_from, given.quiet_to
    into strict screen, sound, push, quiet_from, quiet_to
    from jsonb_to_record(change_notices.settings)
      as given (screen text[], sound text[], push text[], quiet_from time, quiet_to time);
    insert into private.notice_settings (user_id, screen, sound, push, quiet_from, quiet_to)
    values (auth.uid(), screen, sound, push, quiet_from, quiet_to)
    on conflict (user_id) do update set screen = excluded.screen, sound = excluded.sound, push = excluded.push,
      quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, updated_at = now();
  exception
    when check_violation then
      if (quiet_from is null) <> (quiet_to is null) then
        perform private.refuse('quiet_from', 'Please enter both hours');
      elsif quiet_from = quiet_to then
        perform private.refuse('quiet_from', 'Please enter two different hours');
      end if;
      perform private.refuse('settings', 'There is no such event');
    when data_exception or not_null_violation then
      perform private.refuse('settings', 'Please enter valid hours');
  end;
end
$$;

create function public.claim_messages(secret text, channel text, host text) returns jsonb
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

create function public.make_worker_secret() returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  secret constant text := private.new_secret();
begin
  perform private.require_staff('admin');
  insert into private.worker_secret as known (hash, created_by) values (sha256(convert_to(secret, 'UTF8')), auth.uid())
  on conflict (only_one) do update set hash = excluded.hash, created_at = now(), created_by = excluded.created_by;
  perform private.log_change('settings', 'changed', 'worker_secret', 'setting', 'worker_secret', 'Secret of message workers',
    '{"worker_secret": [null, null]}');
  return secret;
end
$$;

create function public.message_channels() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return private.channel_states();
end
$$;

create function public.message_content(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  message private.outbox := private.message_to_change(message_content.id);
  told jsonb;
begin
  if message.channel <> 'email' then
    return null;
  end if;
  -- why undone: reading makes no link.
  begin
    told := private.email_delivery(message);
    raise exception using errcode = 'PT000';
  exception when sqlstate 'PT000' then null;
  end;
  if told ? 'skip' then
    return told;
  end if;
  if told #>> '{content,path}' is not null then
    told := jsonb_set(told, '{content,path}', to_jsonb(regexp_replace(told #>> '{content,path}', 'k=[0-9a-f]+', 'k=')));
  end if;
  return (told - 'link_id') || jsonb_build_object('to', null, 'id', message.id, 'lease', message.id, 'attempt', message.attempts,
    'message_id', coalesce(message.message_id, ''), 'thread', message.thread, 'template', message.template,
    'audience', message.audience);
end
$$;

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

create function public.notice(event text, record uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  if event = any (private.live_events()) then
    return private.notice_content(event, record) - 'tag' - 'is_open';
  end if;
  raise exception 'There is no such event.' using errcode = 'PT400';
end
$$;

create function public.notices() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
  chosen private.notice_settings;
begin
  perform private.require_staff('admin', 'crm_user');
  chosen := private.notice_choice(person);
  return jsonb_build_object(
    'settings', jsonb_build_object('screen', chosen.screen, 'sound', chosen.sound, 'push', chosen.push,
      'quiet_from', to_char(chosen.quiet_from, 'HH24:MI'), 'quiet_to', to_char(chosen.quiet_to, 'HH24:MI')),
    'key', (select kept.public_key from private.push_keys as kept),
    'devices', (
      select coalesce(jsonb_agg(jsonb_build_object('id', device.id, 'endpoint', device.endpoint,
        'device', device.device, 'created_at', private.iso_time(device.created_at),
        'last_ok', private.iso_time(device.last_ok)) order by device.created_at desc, device.id), '[]')
      from private.live_subscriptions() as device where device.user_id = person));
end
$$;

create function public.outbox_list(
  state text default null,
  channel text default null,
  template text default null,
  cursor text default null,
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

create function public.outbox_message(id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select jsonb_build_object('id', asked.id, 'state', asked.state, 'reason', asked.reason, 'problem', asked.problem,
      'attempts', asked.attempts, 'due_at', private.iso_time(asked.due_at), 'sent_at', private.iso_time(asked.sent_at))
    from private.outbox as asked where asked.id = outbox_message.id and asked.requested_by = auth.uid());
end
$$;

create function public.pause_channel(channel text, paused boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  was private.channels;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into was from private.channels as known where known.channel = pause_channel.channel for update;
  if not found then
    perform private.refuse('channel', 'There is no such channel.');
  elsif pause_channel.paused is null then
    perform private.refuse('paused', 'Say whether it is paused.');
  end if;
  if pause_channel.paused and was.paused_by is null then
    update private.channels as known set paused_at = now(), paused_by = auth.uid(), problem = null, probe_at = null
    where known.channel = was.channel;
  elsif not pause_channel.paused then
    update private.channels as known set paused_at = null, paused_by = null, problem = null, probe_at = null
    where known.channel = was.channel;
    perform pg_notify('outbox', '');
  end if;
  if pause_channel.paused <> (was.paused_by is not null) then
    perform private.log_change('settings', 'changed', 'channels', 'setting', 'messages.' || was.channel,
      case was.channel when 'email' then 'E-mails' else 'Push notices' end,
      jsonb_build_object('paused', jsonb_build_array(was.paused_by is not null, pause_channel.paused)));
  end if;
  return private.channel_states();
end
$$;

create function public.push_keys(secret text, public_key text, private_key text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_worker(push_keys.secret) then
    return '{"refused": "secret"}';
  end if;
  return private.push_keys(push_keys.public_key, push_keys.private_key);
end
$$;

create function public.queue_test_message(template text, key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  scope constant text := 'queue_test_message:' || auth.uid();
  queued jsonb;
begin
  perform private.require_staff('admin');
  if queue_test_message.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  elsif not coalesce(queue_test_message.template = any (private.message_templates()), true) then
    perform private.refuse('template', 'There is no such e-mail.');
  end if;
  queued := private.claim_idempotency_key(scope, queue_test_message.key, jsonb_build_array(queue_test_message.template));
  if queued is not null then
    return queued;
  end if;
  insert into private.outbox as made (channel, template, audience, user_id, requested_by, params)
  values ('email', 'test', 'person', auth.uid(), auth.uid(),
    jsonb_build_object('sample_of', queue_test_message.template))
  returning jsonb_build_object('id', made.id) into queued;
  perform private.bind_idempotency_key(scope, queue_test_message.key, queued);
  return queued;
end
$$;

create function public.remove_push_subscription(subscription uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  delete from private.push_subscriptions as device where device.id = subscription and device.user_id = auth.uid();
end
$$;

create function public.resend_message(id uuid, key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  scope constant text := 'resend_message:' || auth.uid();
  message private.outbox := private.message_to_change(resend_message.id);
  earlier jsonb;
begin
  if resend_message.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  earlier := private.claim_idempotency_key(scope, resend_message.key, jsonb_build_array(resend_message.id));
  if earlier is not null then
    select * into message from private.outbox as known where known.id = (earlier ->> 'id')::uuid;
    return private.outbox_value(message);
  end if;
  if not private.can_resend(message) then
    raise exception 'This message cannot be sent again.' using errcode = 'PT409', detail = '{"reason": "state"}';
  end if;
  if message.template in ('quote', 'invoice')
    and private.address_choice(message.customer_id, message.enquiry_order_id, message.order_id) is not null then
    raise exception 'Its enquiry was sent with another e-mail address. Send the document again from its page, which asks.'
      using errcode = 'PT409', detail = '{"reason": "address"}';
  end if;
  if message.state = 'sent' then
    insert into private.outbox as copy (channel, template, audience, user_id, customer_id, enquiry_order_id, order_id,
      document_id, params, recipient, thread, requested_by)
    values (message.channel, message.template, message.audience, message.user_id, message.customer_id,
      message.enquiry_order_id, message.order_id, message.document_id, message.params, message.recipient, message.thread,
      auth.uid())
    returning * into message;
  else
    update private.outbox as again set state = 'waiting', reason = null, problem = null, attempts = 0,
      first_attempt_at = null, due_at = now(), expires_at = null, link_id = null, requested_by = auth.uid()
    where again.id = message.id returning * into message;
    perform pg_notify('outbox', '');
  end if;
  perform private.log_message(message, 'resent');
  perform private.bind_idempotency_key(scope, resend_message.key, jsonb_build_object('id', message.id));
  return private.outbox_value(message);
end
$$;

create function public.save_push_subscription(endpoint text, p256dh text, auth text, device text)
returns uuid
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  person constant uuid := auth.uid();
  session constant uuid := (auth.jwt() ->> 'session_id')::uuid;
  browser_key constant bytea := private.from_base64url(save_push_subscription.p256dh);
  secret constant bytea := private.from_base64url(save_push_subscription.auth);
  saved uuid;
begin
  perform private.require_staff('admin', 'crm_user');
  if session is null or save_push_subscription.endpoint is null or save_push_subscription.endpoint !~ '^https?://[^[:space:]@]+$'
    or char_length(save_push_subscription.endpoint) > 1000
    or octet_length(browser_key) is distinct from 65 or octet_length(secret) is distinct from 16 then
    perform private.refuse('endpoint', 'This browser''s push service is not supported');
  end if;
  -- why: locked, so that two at once do not make more than 10.
  perform from public.user_profiles as profile where profile.id = person for update;
  insert into private.push_subscriptions as known (user_id, session_id, endpoint, p256dh, auth, device)
  values (person, session, save_push_subscription.endpoint, browser_key, secret,
    coalesce(nullif(left(private.trimmed(save_push_subscription.device), 80), ''), 'A browser'))
  on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
    p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device,
    created_at = case when known.user_id = excluded.user_id then known.created_at else now() end,
    last_ok = case when known.user_id = excluded.user_id then known.last_ok end
  returning id into saved;
  delete from private.push_subscriptions as old
  where old.user_id = person and old.id <> saved and (
    old.id not in (select live.id from private.live_subscriptions() as live)
    or old.id in (
      select other.id from private.push_subscriptions as other where other.user_id = person and other.id <> saved
      order by coalesce(other.last_ok, other.created_at) desc, other.id offset 9));
  return saved;
end
$$;

create function public.send_document(document uuid, key uuid, address text default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  scope constant text := 'send_document:' || auth.uid();
  sent public.documents;
  message private.outbox;
  earlier jsonb;
  template text;
  choice jsonb;
  chosen text := lower(private.trimmed(send_document.address));
begin
  perform private.require_staff('admin', 'crm_user');
  if send_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  select * into sent from public.documents as known where known.id = send_document.document;
  if not found then
    raise exception 'This document does not exist.' using errcode = 'PT404';
  end if;
  earlier := private.claim_idempotency_key(scope, send_document.key, jsonb_build_array(sent.id, chosen));
  if earlier is not null then
    select * into message from private.outbox as known where known.id = (earlier ->> 'id')::uuid;
    return private.outbox_value(message);
  end if;
  if sent.state <> 'issued' then
    raise exception 'Only an issued document can be sent.' using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  end if;
  template := case sent.kind when 'quote' then 'quote' else 'invoice' end;
  if private.setting_or_default('messages.' || template || '_on') = 'false' then
    raise exception 'These e-mails are switched off in the settings.' using errcode = 'PT409', detail = '{"reason": "off"}';
  end if;
  -- why locked: an erasure at the same moment empties this message, or is seen here.
  perform from public.customers as customer
  where customer.id = private.remaining_customer(sent.customer_id) and customer.erased_at is null for no key update;
  if not found then
    raise exception 'This customer''s data was erased.' using errcode = 'PT409', detail = '{"reason": "erased"}';
  end if;
  choice := private.address_choice(sent.customer_id, sent.enquiry_order_id, sent.order_id);
  if choice is not null and (chosen is null
    or chosen not in (lower(choice #>> '{record,email}'), lower(choice #>> '{typed,email}')))
    or choice is null and chosen is not null and not exists (
      select from public.customers as customer
      where customer.id = private.remaining_customer(sent.customer_id) and lower(customer.email) = chosen) then
    raise exception using errcode = 'PT409', message = 'Choose to which e-mail address it goes.',
      detail = jsonb_build_object('reason', 'address', 'addresses', choice)::text;
  elsif chosen = lower(choice #>> '{typed,email}') then
    update public.customers as corrected set email = choice #>> '{typed,email}'
    where corrected.id = private.remaining_customer(sent.customer_id);
  end if;
  insert into private.outbox (channel, template, audience, customer_id, enquiry_order_id, order_id, document_id, requested_by)
  values ('email', template, 'customer', private.remaining_customer(sent.customer_id), sent.enquiry_order_id, sent.order_id,
    sent.id, auth.uid())
  returning * into message;
  perform private.record_document_event(sent, 'document_sent');
  perform private.bind_idempotency_key(scope, send_document.key, jsonb_build_object('id', message.id));
  return private.outbox_value(message);
exception when lock_not_available then
  perform private.refuse_busy_customer();
end
$$;

create function public.send_test_notice(subscription uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  person constant uuid := auth.uid();
begin
  perform private.require_staff('admin', 'crm_user');
  if not exists (
    select from private.live_subscriptions() as device
    where device.id = subscription and device.user_id = person) then
    raise exception 'This device gets no notices any more.' using errcode = 'PT404';
  end if;
  if (select count(*) from private.outbox as sent
      where sent.channel = 'push' and sent.template = 'test' and sent.user_id = person
        and sent.created_at > now() - interval '1 hour') >= 20 then
    raise exception using errcode = 'PT429', message = 'Too many test notices. Please try again in an hour.',
      detail = '{"retry_after": 3600}';
  end if;
  insert into private.outbox (channel, template, audience, user_id, subscription_id, requested_by, expires_at)
  values ('push', 'test', 'person', person, subscription, person, now() + interval '10 minutes');
end
$$;

create function public.settle_message(secret text, id uuid, lease uuid, outcome jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_worker(settle_message.secret) then
    return '{"refused": "secret"}';
  end if;
  return to_jsonb(private.settle_outbox(settle_message.id, settle_message.lease, settle_message.outcome));
end
$$;

reset check_function_bodies;

grant execute on function
  public.cancel_message(uuid),
  public.change_notices(jsonb),
  public.make_worker_secret(),
  public.message_channels(),
  public.message_content(uuid),
  public.messages_of(uuid),
  public.notice(text,uuid),
  public.notices(),
  public.outbox_list(text,text,text,text,integer),
  public.outbox_message(uuid),
  public.pause_channel(text,boolean),
  public.queue_test_message(text,uuid),
  public.remove_push_subscription(uuid),
  public.resend_message(uuid,uuid),
  public.save_push_subscription(text,text,text,text),
  public.send_document(uuid,uuid,text),
  public.send_test_notice(uuid)
to authenticated;

grant execute on function
  public.claim_messages(text,text,text),
  public.push_keys(text,text,text),
  public.settle_message(text,uuid,uuid,jsonb)
to anon, authenticated, service_role;

create trigger customers_erase_messages after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_messages();

create trigger outbox_follow_push after update of state on private.outbox
  for each row
  when (new.subscription_id is not null and old.state = 'sending' and (new.state = any (array['sent', 'failed']))) execute function private.follow_push();
create trigger outbox_tell after insert on private.outbox
  for each statement execute function private.tell_outbox();
