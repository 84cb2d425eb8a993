-- Written by `npm run db:change` from supabase/schemas.

create or replace function private.address_choice(customer uuid, enquiry uuid, "order" uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  email text;
  typed text;
begin
  select person.email into email from public.customers as person
  where person.id = private.remaining_customer(address_choice.customer);
  select asked.contact_email into typed from public.enquiry_orders as asked
  where asked.id = coalesce(address_choice.enquiry, (
    select made.enquiry_order_id from public.orders as made where made.id = address_choice."order"));
  if email is null or typed is null or lower(email) = lower(typed) then
    return null;
  end if;
  return jsonb_build_object('record', jsonb_build_object('email', email, 'opened', private.address_opened(email)),
    'typed', jsonb_build_object('email', typed, 'opened', private.address_opened(typed)));
end
$$;

create or replace function private.amended_key(scope text, key uuid, body jsonb) returns jsonb
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
#variable_conflict use_column
declare
  hash constant bytea := sha256(convert_to(amended_key.body::text, 'UTF8'));
  earlier private.idempotency_keys;
begin
  insert into private.idempotency_keys (scope, key, body_hash) values (amended_key.scope, amended_key.key, hash)
  on conflict (scope, key) do nothing;
  select * into earlier from private.idempotency_keys
  where idempotency_keys.scope = amended_key.scope and idempotency_keys.key = amended_key.key for update;
  if earlier.body_hash = hash or earlier.expires_at <= now() then
    return null;
  end if;
  update private.idempotency_keys set body_hash = hash, response = null
  where idempotency_keys.scope = amended_key.scope and idempotency_keys.key = amended_key.key;
  return earlier.response;
end
$$;

create or replace function private.order_billing(
  made public.orders,
  only_premises boolean,
  out billing_profile_id uuid,
  out place_of_supply text,
  out code text,
  out is_set boolean,
  out studio_state text,
  out zero_rated text
) returns record
language sql stable
set search_path = ''
as $$
  with former as materialized (
    select invoice.billing_profile_id, case invoice.place_reason when 'set' then invoice.place_of_supply end as place
    from public.documents as invoice
    where invoice.order_id = made.id and invoice.kind = 'invoice' and invoice.state = 'issued'
      and invoice.taxable > (
        select coalesce(sum(note.taxable), 0) from public.documents as note
        where note.corrects = invoice.id and note.kind = 'credit_note' and note.state = 'issued')
    order by invoice.issued_at desc limit 1
  ), profile as materialized (
    select billing_profiles.* from public.billing_profiles
    where billing_profiles.id = (
      select coalesce((select former.billing_profile_id from former), private.usual_billing_profile(made.customer_id)))
  ), placed as materialized (
    select profile.id, former.place, profile.state_code, profile.zero_rated, studio.state,
      coalesce(former.place, case when not order_billing.only_premises then profile.state_code end, studio.state) as code
    from (select private.studio_state() as state offset 0) as studio
      left join former on true left join profile on true
  )
  select placed.id, placed.place, placed.code, placed.place is not null, placed.state,
    case when placed.code = '96' or placed.zero_rated is not null
      then private.zero_rating(placed.code, placed.state_code, placed.zero_rated) end
  from placed
$$;

create or replace function private.billable_lines(made public.orders)
returns table (
  order_item_id uuid,
  "position" bigint,
  kind text,
  item_id uuid,
  text text,
  quantity integer,
  days integer,
  unit_price numeric,
  sac text,
  rate numeric,
  place text
)
language sql stable
set search_path = ''
as $$
  -- why first: one question for each kind, not for each line.
  with studio as materialized (
    select private.is_gst_registered() as is_registered
  ), class as materialized (
    select rented.item_type, tax.sac, tax.rate, tax.place
    from (select distinct other.item_type from public.order_items as other where other.order_id = made.id) as rented
      cross join lateral private.tax_class_of(rented.item_type) as tax
  )
  select line.id, row_number() over (order by line.position, line.id),
    case when line.item_id is not null then 'item' when line.charge is not null then 'charge' else 'text' end,
    line.item_id, coalesce(line.description, item.name), line.quantity, private.charged_days(line), line.price,
    coalesce(former.sac, class.sac), case when studio.is_registered then coalesce(former.rate, class.rate) end,
    coalesce(former.place, class.place)
  from public.order_items as line
    left join public.items as item on item.id = line.item_id
    join class on class.item_type is not distinct from line.item_type
    cross join studio
    left join lateral (
      select billed.sac, billed.rate, billed.place
      from public.document_lines as billed
        join public.documents as invoice on invoice.id = billed.document_id and invoice.kind = 'invoice' and invoice.state = 'issued'
      where billed.order_item_id = line.id
      order by invoice.issued_at desc, billed.position limit 1
    ) as former on true
  where line.order_id = made.id
$$;

create or replace function private.caller_for(customer jsonb) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  given_first_name constant text := private.trimmed(customer ->> 'first_name');
  given_last_name constant text := private.trimmed(customer ->> 'last_name');
  given_mobile constant text := private.whole_mobile(customer ->> 'mobile');
  given_email constant text := nullif(private.plain_email(customer ->> 'email'), '');
  caller uuid;
begin
  if jsonb_typeof(customer) is distinct from 'object' then
    perform private.refuse('customer', 'Choose a customer.');
  elsif customer ? 'id' then
    caller := private.uuid_of(customer ->> 'id');
    loop
      caller := private.remaining_customer(caller);
      -- why locked: an erasure of the customer at the same moment finds this rental, or is seen here.
      perform from public.customers as found
      where found.id = caller and found.erased_at is null and found.merged_into is null for key share;
      exit when found;
      -- why again: a merge may have ended while this waited.
      if private.remaining_customer(caller) is not distinct from caller then
        perform private.refuse('customer', 'This customer is no longer there.');
      end if;
    end loop;
    return caller;
  end if;
  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email, true);
  return private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
end
$$;

create or replace function private.can_hold(enquiry_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select private.all_fit(jsonb_agg(line || jsonb_build_object('availability', verdict.availability)))
  from (
    select coalesce(jsonb_agg(to_jsonb(listed)), '[]') as lines
    from public.enquiry_items as listed where listed.enquiry_order_id = can_hold.enquiry_id
  ) as enquiry
    cross join jsonb_array_elements(enquiry.lines) as line
    left join private.lines_availability(enquiry.lines, can_hold.enquiry_id) as verdict
      on verdict.line_id = (line ->> 'id')::uuid
$$;

create or replace function private.category_names(item_ids uuid[]) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  listed record;
  names jsonb;
  all_names jsonb := '{}';
begin
  for listed in
    select kind.item_table, lookup.lookup_table, lookup.item_column, lookup.badge_column
    from private.catalogue_kinds as kind
      join private.catalogue_lookups as lookup on lookup.kind = kind.kind and lookup.key = kind.category_key
    where kind.kind in (select item.kind from public.items as item where item.id = any (item_ids))
  loop
    execute format(
      'select jsonb_object_agg(item.id, lookup.%I) from %s as item join %s as lookup on lookup.id = item.%I
       where item.id = any ($1)',
      listed.badge_column, listed.item_table, listed.lookup_table, listed.item_column)
    into names using item_ids;
    all_names := all_names || coalesce(names, '{}');
  end loop;
  return all_names;
end
$$;

create or replace function private.change_item_days(changes private.stock_change[]) returns void
language plpgsql
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  is_fact constant boolean := coalesce(current_setting('studio.facts', true), '') = 'on';
  first_day date;
  touched uuid[];
  promises boolean;
  changed private.item_days[];
  emptied private.item_days[];
  refused jsonb;
begin
  select array_agg(distinct net.item_id), bool_or(net.quantity > 0 and net.kind in ('rental', 'hold'))
  into touched, promises
  from (
    select change.item_id, change.kind, sum(change.quantity) as quantity
    from unnest(changes) as change
    -- why by status: what is back becomes a promise again on the same days.
    group by change.item_id, change.kind, change.blocked, change.status = 'returned'
    having sum(change.quantity) <> 0
  ) as net;
  if touched is null then
    return;
  end if;
  -- why except: holds of this statement are not in item-days yet. why null: a release of holds runs
  -- inside of such a statement.
  perform private.lock_items(touched, case when promises then array(select change.id from unnest(changes) as change) end);
  first_day := private.today();

  with delta as materialized (
    select change.item_id, greatest(lower(change.blocked), first_day) + ahead.days as day,
      coalesce(sum(change.quantity) filter (where change.kind = 'rental'), 0)::integer as booked,
      coalesce(sum(change.quantity) filter (where change.kind = 'hold'), 0)::integer as held,
      coalesce(sum(change.quantity) filter (
        where change.kind in ('rental', 'hold') and change.status <> 'returned' and change.quantity > 0
      ), 0)::integer as wanted,
      coalesce(-sum(change.quantity) filter (
        -- why: what is back is no promise, so it makes no room for one that grows beside it.
        where change.kind in ('rental', 'hold') and change.status <> 'returned' and change.quantity < 0
      ), 0)::integer as had,
      greatest(0, coalesce(-sum(change.quantity) filter (
        where change.kind = 'rental' and change.status = 'returned'
      ), 0))::integer as was_back,
      bool_or(change.kind in ('out_of_service', 'sub_rental')) as is_room
    from unnest(changes) as change
      cross join lateral generate_series(0, upper(change.blocked) - 1 - greatest(lower(change.blocked), first_day))
        as ahead (days)
    where change.item_id = any (touched)
    group by 1, 2
  ), became as materialized (
    select delta.item_id, delta.day, item.kind, item.quantity as owned, delta.wanted,
      case when delta.is_room then private.room_on(delta.item_id, item.quantity, delta.day)
        else coalesce(stored.room, item.quantity) end as room,
      greatest(0, coalesce(stored.booked, 0) + delta.booked) as booked,
      greatest(0, coalesce(stored.held, 0) + delta.held) as held,
      -- Where promises grow, the shortage must not. why without was_back: pieces that are back may be what made the
      -- day short, so an order that is confirmed again would be promised pieces that others have.
      case when delta.wanted > delta.had and not is_fact then
        greatest(0, coalesce(stored.short, 0) - delta.was_back) end as short_limit
    from delta
      -- why offset 0: one look-up by key for each day. The planner expects thousands of days, and would read all items and
      -- all item-days instead.
      cross join lateral (
        select items.kind, items.quantity from public.items
        where items.id = delta.item_id and (items.quantity > 0 or items.removed_at is not null) offset 0
      ) as item
      left join lateral (
        select taken.room, taken.booked, taken.held, taken.short from private.item_days as taken
        where taken.item_id = delta.item_id and taken.day = delta.day offset 0
      ) as stored on true
  ), lines as (
    select over.kind, over.item_id, max(over.wanted) as wanted,
      min(greatest(0, over.room - (over.booked + over.held - over.wanted))) as free,
      jsonb_agg(over.day order by over.day) as days
    from became as over
    where over.booked + over.held - over.room > over.short_limit
    group by over.kind, over.item_id
  )
  select
    array_agg(day_row) filter (where not is_empty),
    array_agg(day_row) filter (where is_empty),
    (
      select jsonb_agg(jsonb_build_object('type', lines.kind, 'id', lines.item_id, 'wanted', lines.wanted,
        'free', lines.free, 'days', lines.days) order by lines.days -> 0, lines.item_id)
      from lines
    )
  into changed, emptied, refused
  from (
    select
      row(became.item_id, became.day, became.room, became.booked, became.held,
        least(became.short_limit, greatest(0, became.booked + became.held - became.room)))::private.item_days as day_row,
      became.booked = 0 and became.held = 0 and became.room = became.owned as is_empty
    from became
  ) as listed;
  if refused is not null then
    raise exception 'not_free' using errcode = 'PT409',
      detail = jsonb_build_object('reason', 'not_free', 'lines', refused)::text;
  end if;

  if emptied is not null then
    delete from private.item_days as stored using unnest(emptied) as gone
    where stored.item_id = gone.item_id and stored.day = gone.day;
  end if;
  if changed is not null then
    -- why whole values and not differences: the check judges the proposed row before the conflict.
    insert into private.item_days
    select became.* from unnest(changed) as became
    on conflict (item_id, day) do update set room = excluded.room, booked = excluded.booked,
      held = excluded.held, short = excluded.short;
  end if;
  if promises then
    perform private.sweep_stock();
  end if;
end
$$;

create or replace function private.channel_states() returns jsonb
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

create or replace function private.checked_document_line(line jsonb, index integer, kept numeric[]) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  made public.document_lines;
  item public.items;
  class public.tax_classes;
  amount numeric;
begin
  if jsonb_typeof(line) is distinct from 'object' or coalesce(line ->> 'kind', '') not in ('item', 'text', 'charge', 'heading') then
    perform private.refuse_line(index, 'A line needs a kind.');
  end if;
  made.position := index + 1;
  made.kind := line ->> 'kind';
  made.text := private.one_line(coalesce(line ->> 'text', ''));
  if made.kind = 'item' then
    select * into item from public.items where items.id = private.uuid_of(line ->> 'item_id');
    if not found then
      perform private.refuse_line(index, 'This item does not exist.');
    end if;
    made.item_id := item.id;
    made.item_type := item.kind;
    made.text := coalesce(nullif(made.text, ''), private.one_line(item.name));
  end if;
  if made.text = '' then
    perform private.refuse_line(index, 'Enter the text of this line.');
  elsif char_length(made.text) > 200 then
    perform private.refuse_line(index, 'The text of a line can have at most 200 characters.');
  end if;
  if made.kind <> 'heading' then
    class := private.tax_class_of(made.item_type);
    made.order_item_id := private.uuid_of(line ->> 'order_item_id');
    made.enquiry_item_id := private.uuid_of(line ->> 'enquiry_item_id');
    made.sac := coalesce(line ->> 'sac', class.sac);
    made.place := coalesce(line ->> 'place', class.place);
    made.rate := class.rate;
    made.quantity := private.whole_number(line -> 'quantity', 1, 1000000);
    made.unit_price := private.decimal_of(line -> 'unit_price', 0, 9999999.99);
    if made.quantity is null then
      perform private.refuse_line(index, 'Enter a quantity from 1 to 1,000,000.');
    elsif made.unit_price is null then
      perform private.refuse_line(index, 'Enter a price from ₹0 to ₹99,99,999.99, with at most two decimals.');
    elsif made.sac is null or made.sac !~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$' then
      perform private.refuse_line(index, 'A SAC has 4, 6 or 8 digits, like 997319.');
    elsif made.place is null or made.place not in ('recipient', 'premises') then
      perform private.refuse_line(index, 'Select where this line is taxed.');
    end if;
    if coalesce(line -> 'rate', 'null') <> 'null' then
      made.rate := private.decimal_of(line -> 'rate', 0, 100);
      if made.rate is null then
        perform private.refuse_line(index, 'Enter a GST rate from 0 to 100%.');
      end if;
    end if;
    if coalesce(line -> 'days', 'null') <> 'null' then
      made.days := private.whole_number(line -> 'days', 1, 3660);
      if made.days is null then
        perform private.refuse_line(index, 'Enter 1 to 3,660 days, or none.');
      end if;
    end if;
    amount := private.line_amount(made.unit_price, made.quantity, made.days);
    if amount > 9999999999.99 then
      perform private.refuse_line(index, 'The amount of this line is too large.');
    end if;
    if coalesce(line -> 'discount_percent', 'null') <> 'null' and coalesce(line -> 'discount_amount', 'null') <> 'null' then
      perform private.refuse_line(index, 'Enter a discount in percent or in rupees, not both.');
    elsif coalesce(line -> 'discount_percent', 'null') <> 'null' then
      made.discount_percent := private.decimal_of(line -> 'discount_percent', 0, 100);
      if made.discount_percent is null then
        perform private.refuse_line(index, 'Enter a discount from 0 to 100%.');
      end if;
    elsif coalesce(line -> 'discount_amount', 'null') <> 'null' then
      made.discount_amount := private.decimal_of(line -> 'discount_amount', 0, 9999999999.99);
      if made.discount_amount is null or made.discount_amount > amount and made.discount_amount <> all (kept) then
        perform private.refuse_line(index, 'A discount cannot be more than the line''s amount.');
      end if;
    end if;
    made.discount_percent := nullif(made.discount_percent, 0);
    made.discount_amount := nullif(made.discount_amount, 0);
  end if;
  return to_jsonb(made);
end
$$;

create or replace function private.claim_outbox(channel text, host text) returns jsonb
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

create or replace function private.count_enquiries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  open constant text[] := private.open_statuses();
begin
  if tg_op = 'UPDATE' then
    insert into private.lead_figures as figures (customer_id, enquiries, open_enquiries)
    select changed.customer_id, sum(changed.n * (changed.status <> 'converted')::integer),
      sum(changed.n * (changed.status = any (open))::integer)
    from (
      select became.customer_id, became.status, 1 as n from new_rows as became
      union all
      select former.customer_id, former.status, -1 from old_rows as former
    ) as changed
    group by changed.customer_id
    having sum(changed.n * (changed.status <> 'converted')::integer) <> 0
      or sum(changed.n * (changed.status = any (open))::integer) <> 0
    order by changed.customer_id
    on conflict (customer_id) do update set enquiries = figures.enquiries + excluded.enquiries,
      open_enquiries = figures.open_enquiries + excluded.open_enquiries;
  else
    insert into private.lead_figures as figures (customer_id, enquiries, open_enquiries)
    select gone.customer_id, - count(*) filter (where gone.status <> 'converted'),
      - count(*) filter (where gone.status = any (open))
    from old_rows as gone where gone.status <> 'converted'
    group by gone.customer_id order by gone.customer_id
    on conflict (customer_id) do update set enquiries = figures.enquiries + excluded.enquiries,
      open_enquiries = figures.open_enquiries + excluded.open_enquiries;
  end if;
  return null;
end
$$;

create or replace function private.count_for_leads() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changes text[] := '{}';
begin
  if tg_op <> 'DELETE' then
    changes := changes || format('select customer_id, %s from new_rows', tg_argv[1]);
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || format('select customer_id, -(%s) from old_rows', tg_argv[1]);
  end if;
  execute format(
    'insert into private.lead_figures as figures (customer_id, %1$I)
     select customer_id, sum(n) from (%2$s) as changed (customer_id, n)
     group by customer_id having sum(n) <> 0 order by customer_id
     on conflict (customer_id) do update set %1$I = figures.%1$I + excluded.%1$I',
    tg_argv[0], array_to_string(changes, ' union all '));
  return null;
end
$$;

create or replace function private.count_new_enquiries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.lead_figures as figures (customer_id, enquiries, open_enquiries)
  select customer_id, count(*), count(*) filter (where status = any (private.open_statuses()))
  from new_rows where status <> 'converted'
  -- why: in key order, so that two statements cannot deadlock.
  group by customer_id order by customer_id
  on conflict (customer_id) do update set
    enquiries = figures.enquiries + excluded.enquiries,
    open_enquiries = figures.open_enquiries + excluded.open_enquiries;
  return null;
end
$$;

create or replace function private.count_orders() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.lead_figures as figures (customer_id, orders)
    select made.customer_id, count(*) from new_rows as made group by made.customer_id order by made.customer_id
    on conflict (customer_id) do update set orders = figures.orders + excluded.orders;
  elsif tg_op = 'DELETE' then
    insert into private.lead_figures as figures (customer_id, orders)
    select gone.customer_id, - count(*) from old_rows as gone group by gone.customer_id order by gone.customer_id
    on conflict (customer_id) do update set orders = figures.orders + excluded.orders;
  else
    insert into private.lead_figures as figures (customer_id, orders)
    select changed.customer_id, sum(changed.n)
    from (
      select became.customer_id, 1 as n from new_rows as became
      union all
      select former.customer_id, -1 from old_rows as former
    ) as changed
    group by changed.customer_id having sum(changed.n) <> 0 order by changed.customer_id
    on conflict (customer_id) do update set orders = figures.orders + excluded.orders;
  end if;
  return null;
end
$$;

create or replace function private.crew_member(item uuid) returns public.items
language plpgsql stable
set search_path = ''
as $$
declare
  member public.items;
begin
  select * into member from public.items
  where items.id = crew_member.item and items.kind = 'crew' and items.removed_at is null;
  if not found then
    raise exception 'This crew member does not exist.' using errcode = 'PT404';
  end if;
  return member;
end
$$;

create or replace function private.customers_alike(customer uuid) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  person public.customers;
  same_name uuid[];
  same_mailbox uuid[];
begin
  select * into person from public.customers as asked where asked.id = customers_alike.customer;
  same_name := array(
    select id from public.customers as found
    where found.sorted_name = person.sorted_name and found.merged_into is null and found.erased_at is null limit 6);
  same_mailbox := array(
    select id from public.customers as found
    where found.mailbox = person.mailbox and found.merged_into is null and found.erased_at is null limit 6);
  return case when cardinality(same_name) > 5 then '{}' else same_name end
    || case when cardinality(same_mailbox) > 5 then '{}' else same_mailbox end
    || array(
      (select id from public.customers as found
      where found.sorted_name = person.sorted_name and found.mailbox = person.mailbox
        and found.merged_into is null and found.erased_at is null limit 20)
      union all
      select id from public.customers as found
      where found.mobile = any (private.mistyped_mobiles(person.mobile)));
end
$$;

create or replace function private.document_content(
  id uuid,
  number text default null,
  date date default null,
  amounts jsonb default null
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  document public.documents;
  facts private.document_kinds;
  corrected public.documents;
  studio jsonb := private.studio_content();
  place record;
  sums jsonb;
  lines jsonb;
  is_taxed boolean;
begin
  select * into document from public.documents where documents.id = document_content.id;
  facts := private.kind_of(document);
  place := private.document_place(document);
  amounts := coalesce(amounts, private.document_amounts(document));
  sums := amounts -> 'sums';
  select * into corrected from public.documents where documents.id = document.corrects;
  if corrected.id is not null then
    -- why: whoever reads both finds the same parties; how to reach and pay the studio is that of today.
    studio := studio || ((corrected.frozen -> 'studio') - '{email,phone,logo,bank,upi,signatory}'::text[]);
  end if;
  is_taxed := case when corrected.id is not null then private.is_printed_taxed(corrected)
    else facts.lines <> 'source' or private.is_gst_registered() end;
  select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'kind', line.kind, 'code', item.code,
      'text', line.text, 'picture', item.image, 'sac', line.sac, 'rate', case when is_taxed then
        case when private.is_without_payment(place.zero_rated) then 0 else line.rate end end, 'quantity', line.quantity,
      'days', line.days, 'unit_price', line.unit_price, 'gross', priced.gross,
      'discount', priced.discount + priced.shared_discount, 'taxable', priced.taxable, 'cgst', priced.cgst,
      'sgst', priced.sgst, 'igst', priced.igst,
      'total', priced.taxable + priced.cgst + priced.sgst + priced.igst) order by line.position), '[]')
    into lines
  from public.document_lines as line
    join jsonb_populate_recordset(null::public.document_lines, amounts -> 'lines') as priced on priced.position = line.position
    left join public.items as item on item.id = line.item_id
  where line.document_id = document.id;
  return jsonb_build_object(
    'template', 1,
    'kind', document.kind,
    'title', coalesce(case when is_taxed then facts.registered_title end, facts.name),
    'number', document_content.number,
    'revision', document.revision,
    'date', document_content.date,
    'valid_until', document.valid_until,
    'studio', studio,
    'customer', coalesce(corrected.frozen -> 'customer', (
      select jsonb_build_object('number', customer.customer_number, 'name', coalesce(private.customer_name(customer.id), ''),
        'legal_name', coalesce(profile.legal_name, ''), 'gstin', coalesce(profile.gstin, ''),
        'address', coalesce(profile.address, ''), 'state', private.gst_state(profile.state_code),
        'mobile', coalesce(customer.mobile, ''), 'email', coalesce(customer.email, ''))
      from public.customers as customer
        left join public.billing_profiles as profile on profile.id = document.billing_profile_id
      where customer.id = private.remaining_customer(document.customer_id))),
    'place_of_supply', private.gst_state(place.code),
    'reverse_charge', false,
    'endorsement', case when corrected.id is null then private.endorsement(place.zero_rated) else corrected.frozen ->> 'endorsement' end,
    'order', (
      select jsonb_build_object('number', made.order_number, 'rental_from', made.rental_from, 'rental_to', made.rental_to)
      from public.orders as made where made.id = document.order_id),
    'enquiry', (
      select jsonb_build_object('number', enquiry.enquiry_number, 'rental_from', enquiry.rental_from, 'rental_to', enquiry.rental_to)
      from public.enquiry_orders as enquiry where enquiry.id = document.enquiry_order_id),
    'corrects', case when corrected.id is not null then
      jsonb_build_object('number', corrected.number, 'date', corrected.date) end,
    'reason', document.reason,
    'lines', lines,
    'sums', sums,
    'taxes', (
      select coalesce(jsonb_agg(to_jsonb(tax) order by tax.sac, tax.rate), '[]')
      from (
        select line ->> 'sac' as sac, (line ->> 'rate')::numeric as rate, sum((line ->> 'taxable')::numeric) as taxable,
          sum((line ->> 'cgst')::numeric) as cgst, sum((line ->> 'sgst')::numeric) as sgst, sum((line ->> 'igst')::numeric) as igst
        from jsonb_array_elements(lines) as listed (line) where line ->> 'sac' is not null and line ->> 'rate' is not null
        group by line ->> 'sac', (line ->> 'rate')::numeric
      ) as tax),
    'total_words', private.in_words((sums ->> 'total')::numeric),
    'notes', document.notes,
    'terms', case when facts.terms_setting is null then '' else private.setting_text(facts.terms_setting) end,
    'footer', private.setting_text('documents.footer'),
    'deposit', case when facts.is_offer and private.setting_text('documents.deposit_percent') <> '0' then
      round((sums ->> 'total')::numeric * private.setting_or_default('documents.deposit_percent')::numeric * 0.01, 2) end,
    'payment', private.payment_content(document.payment_id));
end
$$;

create or replace function private.document_missing(draft public.documents, amounts jsonb) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  missing jsonb := '[]';
  facts constant private.document_kinds := private.kind_of(draft);
  place constant record := private.document_place(draft);
  profile public.billing_profiles;
  prefix constant text := private.setting_text(facts.prefix_setting);
  gstin constant text := private.setting_text('identity.gstin');
  wrong_gstin constant text := private.setting_problem('{"type": "gstin", "optional": true}', to_jsonb(gstin));
  line record;
  billed record;
  net numeric;
begin
  select * into profile from public.billing_profiles where billing_profiles.id = draft.billing_profile_id;
  if exists (
    select from public.customers as customer
    where customer.id = private.remaining_customer(draft.customer_id) and customer.erased_at is not null
  ) then
    missing := missing || jsonb_build_object('field', 'customer', 'text', 'The data of this customer was erased.');
  end if;
  if not exists (
    select from public.document_lines as listed where listed.document_id = draft.id and listed.kind <> 'heading'
  ) then
    missing := missing || jsonb_build_object('field', 'lines', 'text', 'Add a line.');
  -- why the taxable value of a credit note: the last paise of an invoice that was rounded down are credited with ₹0.
  elsif facts.is_tax_document
    and (amounts -> 'sums' ->> case facts.lines when 'corrected' then 'taxable' else 'total' end)::numeric = 0 then
    missing := missing || jsonb_build_object('field', 'lines', 'text', 'An amount of ₹0 needs no invoice.');
  end if;
  if facts.lines = 'source' then
    for line in
      select listed.position, listed.discount_amount, (priced.value ->> 'gross')::numeric as gross
      from jsonb_array_elements(amounts -> 'lines') as priced
        join public.document_lines as listed on listed.document_id = draft.id
          and listed.position = (priced.value ->> 'position')::smallint
      where listed.discount_amount > (priced.value ->> 'gross')::numeric
      order by listed.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', line.position - 1, 'text', format(
        'The discount of %s is more than this line: it is limited to %s.',
        private.rupees(line.discount_amount), private.rupees(line.gross)));
    end loop;
    select (amounts #>> '{sums,gross}')::numeric - coalesce(sum((priced.value ->> 'discount')::numeric), 0) into net
    from jsonb_array_elements(amounts -> 'lines') as priced;
    if draft.discount_amount > net then
      missing := missing || jsonb_build_object('field', 'discount', 'text', format(
        'The discount of %s is more than the lines: it is limited to %s.',
        private.rupees(draft.discount_amount), private.rupees(net)));
    end if;
    for line in
      select listed.position, listed.text, former.label, former.rate as former_rate, current.rate as current_rate
      from public.document_lines as listed
        join public.tax_classes as former on (former.sac, former.rate, former.place) = (listed.sac, listed.rate, listed.place)
          and former.succeeded_by is not null
        join lateral (
          with recursive later as (
            select next.* from public.tax_classes as next where next.id = former.succeeded_by
            union all
            select next.* from later join public.tax_classes as next on next.id = later.succeeded_by
          )
          select * from later where later.succeeded_by is null
        ) as current on true
      where listed.document_id = draft.id and not exists (
        select from public.tax_classes as valid
        where (valid.sac, valid.rate, valid.place) = (listed.sac, listed.rate, listed.place) and valid.succeeded_by is null)
      order by listed.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', line.position - 1, 'text', format(
        'The tax class "%s" changed: this line has %s%%, today''s rate is %s%%.', line.label,
        trim_scale(line.former_rate), trim_scale(line.current_rate)));
    end loop;
  end if;
  -- What corrects a document has the place of it.
  if draft.corrects is null and private.is_gst_registered() and private.studio_state() is null then
    missing := missing || jsonb_build_object('field', 'studio.region', 'text',
      'Enter the studio''s GSTIN in the settings, or its State as GST names it: without it nobody knows which GST is due.');
  end if;
  -- why also of a quote: it is printed there, and decides which GST is due. What corrects a document has that of it.
  if draft.corrects is null and private.is_gst_registered() and wrong_gstin is not null then
    missing := missing || jsonb_build_object('field', 'identity.gstin', 'text',
      'Correct the studio''s GSTIN in the settings. ' || wrong_gstin);
  end if;
  if facts.is_offer and draft.valid_until < private.today() then
    missing := missing || jsonb_build_object('field', 'valid_until', 'text', 'The last day of validity is past.');
  end if;
  if draft.number is null and private.kind_of_series(prefix) <> draft.kind then
    missing := missing || jsonb_build_object('field', facts.prefix_setting, 'text',
      format('Another kind of document has the prefix %s. Enter another one in the settings.', prefix));
  end if;
  if not facts.is_tax_document then
    return missing;
  end if;
  -- What corrects a document has the studio of it.
  if draft.corrects is null then
    if private.setting_text('identity.legal_name') = '' then
      missing := missing || jsonb_build_object('field', 'identity.legal_name', 'text', 'Enter the studio''s legal name in the settings.');
    end if;
    if not private.is_gst_registered() then
      if draft.kind = 'receipt_voucher' then
        missing := missing || jsonb_build_object('field', 'studio.gst_registered', 'text',
          'A studio that is not registered for GST issues no vouchers: record the money without one.');
      end if;
    elsif gstin = '' then
      missing := missing || jsonb_build_object('field', 'identity.gstin', 'text', 'Enter the studio''s GSTIN in the settings.');
    end if;
    -- Section 16(3) of the IGST Act, Rule 96A of the CGST Rules: for a financial year.
    if private.is_without_payment(place.zero_rated) and private.setting_text('identity.lut') = '' then
      missing := missing || jsonb_build_object('field', 'identity.lut', 'text',
        'Enter the number of the letter of undertaking in the settings, or bill this customer with payment of IGST.');
    elsif private.is_without_payment(place.zero_rated)
      and private.setting_text('identity.lut_year') <> private.financial_year(private.today()) then
      missing := missing || jsonb_build_object('field', 'identity.lut_year', 'text', format(
        'Enter the letter of undertaking of %s in the settings, or bill this customer with payment of IGST.',
        private.financial_year(private.today())));
    end if;
  end if;
  if facts.bill_sign > 0 then
    if place.zero_rated in ('EXPWP', 'EXPWOP')
      and (profile.id is null or private.trimmed(profile.legal_name) = '' or private.trimmed(profile.address) = '') then
      missing := missing || jsonb_build_object('field', 'billing_profile', 'text',
        'A customer abroad needs a name, and an address with its country.');
    elsif profile.gstin is not null and (private.trimmed(profile.legal_name) = '' or private.trimmed(profile.address) = '') then
      missing := missing || jsonb_build_object('field', 'billing_profile', 'text', 'A customer with a GSTIN needs a legal name and an address.');
    elsif profile.gstin is null and (amounts #>> '{sums,taxable}')::numeric >= 50000
      and (profile.id is null or private.trimmed(profile.legal_name) = '' or private.trimmed(profile.address) = '' or profile.state_code is null)
    then
      -- Rule 46(e) of the CGST Rules.
      missing := missing || jsonb_build_object('field', 'billing_profile', 'text', 'From ₹50,000 an invoice needs the customer''s name, address and state.');
    end if;
    if place.reason = 'customer' and place.code is distinct from private.studio_state() and exists (
      select from public.document_lines as listed where listed.document_id = draft.id and listed.place = 'premises'
    ) then
      missing := missing || jsonb_build_object('field', 'place_of_supply', 'text',
        'Some lines are taxed in the customer''s state and others in the studio''s. Make two invoices, or set one place of supply.');
    end if;
    for line in
      select listed.position, bill.numbers[1] as number, greatest(bill.taxable - bill.billed, 0) as rest
      from public.orders as made
        cross join lateral private.line_bills(made) as bill
        join public.document_lines as listed on listed.document_id = draft.id and listed.order_item_id = bill.order_item_id
        join jsonb_to_recordset(amounts -> 'lines') as priced (position smallint, taxable numeric) on priced.position = listed.position
      where made.id = draft.order_id and bill.billed > 0
        -- why a paisa more: parts of a discount are whole paise.
        and priced.taxable > greatest(bill.taxable - bill.billed, 0) + 0.01
      order by listed.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', line.position - 1, 'text', case when line.rest = 0
        then format('This is on %s already.', line.number)
        else format('Only %s of this line is not on %s yet.', private.rupees(line.rest), line.number) end);
    end loop;
  elsif facts.lines = 'corrected' then
    if private.trimmed(coalesce(draft.reason, '')) = '' then
      missing := missing || jsonb_build_object('field', 'reason', 'text', 'Say why the invoice is corrected.');
    end if;
    for billed in
      select listed.position, whole.taxable - coalesce(credited.taxable, 0) as rest
      from public.document_lines as listed
        join public.document_lines as whole on whole.document_id = draft.corrects and whole.position = listed.credits_position
        left join private.credited_lines(draft.corrects, draft.id) as credited on credited.line_position = whole.position
      where listed.document_id = draft.id and listed.unit_price > whole.taxable - coalesce(credited.taxable, 0)
      order by listed.position
    loop
      missing := missing || jsonb_build_object('field', 'lines', 'index', billed.position - 1, 'text',
        format('Only ₹%s of this line is left to credit.', trim(to_char(billed.rest, '9999999990.00'))));
    end loop;
  end if;
  return missing;
end
$$;

create or replace function private.document_record(id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  document public.documents;
  holder uuid;
  amounts jsonb;
  place record;
  is_draft boolean;
  owner public.orders;
begin
  select * into document from public.documents where documents.id = document_record.id;
  if not found then
    return null;
  end if;
  is_draft := document.state = 'draft';
  owner := private.order_of_document(document);
  amounts := private.document_amounts(document);
  place := private.document_place(document);
  holder := private.remaining_customer(document.customer_id);
  return jsonb_build_object('id', document.id, 'kind', document.kind, 'state', document.state, 'number', document.number,
    'revision', document.revision, 'date', document.date, 'valid_until', document.valid_until, 'version', document.version,
    'next_number', case when is_draft then private.next_document_number(document) end,
    'studio', jsonb_build_object('state_code', private.studio_state(), 'gstin', private.setting_text('identity.gstin'),
      'is_registered', private.is_gst_registered(),
      'round_off', private.setting_or_default('documents.round_off')::boolean),
    'order', (
      select jsonb_build_object('id', made.id, 'number', made.order_number) from public.orders as made where made.id = document.order_id),
    'enquiry', (
      select jsonb_build_object('id', enquiry.id, 'number', enquiry.enquiry_number, 'status', enquiry.status)
      from public.enquiry_orders as enquiry where enquiry.id = document.enquiry_order_id),
    'customer', private.desk_customer(holder) || jsonb_build_object('email', (
      select customer.email from public.customers as customer where customer.id = holder)),
    'addresses', private.address_choice(holder, document.enquiry_order_id, document.order_id),
    'billing_profile', private.billed_profile(document),
    'billing_profiles', (
      select coalesce(jsonb_agg(private.billing_profile_value(profile) order by profile.updated_at desc, profile.id), '[]')
      from public.billing_profiles as profile where profile.customer_id = any (private.merged_customers(holder))),
    'place_of_supply', case when is_draft then place.code else document.place_of_supply end,
    'place_reason', case when is_draft then place.reason else document.place_reason end)
    || jsonb_build_object('zero_rated', case when is_draft then place.zero_rated else document.zero_rated end,
    'discount_percent', document.discount_percent, 'discount_amount', document.discount_amount,
    'notes', document.notes, 'reason', document.reason,
    'lines', (
      select coalesce(jsonb_agg(to_jsonb(line) - '{document_id,credits_position,corrects}'::text[] || to_jsonb(priced)
        || jsonb_build_object('item', case when item.id is not null then
          jsonb_build_object('code', item.code, 'name', item.name, 'picture', item.image) end) order by line.position), '[]')
      from public.document_lines as line
        join jsonb_to_recordset(amounts -> 'lines') as priced (position smallint, gross numeric, discount numeric,
          shared_discount numeric, taxable numeric, cgst numeric, sgst numeric, igst numeric) on priced.position = line.position
        left join public.items as item on item.id = line.item_id
      where line.document_id = document.id),
    'sums', amounts -> 'sums',
    'first_day', private.first_rental_day(document.order_id, document.enquiry_order_id),
    'short', case when document.state <> 'superseded' then private.short_quote_lines(document) else '[]' end,
    'missing', case when is_draft then private.document_missing(document, amounts) else '[]' end,
    'source_changed', case when document.state = 'issued' and (private.kind_of(document)).is_offer and owner.id is not null
      then not private.quote_fits(document, owner)
      else document.source_hash is not null
        and document.source_hash is distinct from private.document_source(document.order_id, document.enquiry_order_id) end,
    'frozen', document.frozen,
    'corrects', (
      select jsonb_build_object('id', corrected.id, 'number', corrected.number)
      from public.documents as corrected where corrected.id = document.corrects),
    'corrected_by', (
      select coalesce(jsonb_agg(jsonb_build_object('id', note.id, 'number', note.number, 'total', note.total) order by note.issued_at), '[]')
      from public.documents as note where note.corrects = document.id and note.kind = 'credit_note' and note.state = 'issued'),
    'credited', (
      select coalesce(sum(note.total), 0.00) from public.documents as note
      where note.corrects = document.id and note.kind = 'credit_note' and note.state = 'issued'),
    'answers', private.document_answers_of(document.id), 'links', private.document_links_of(document.id),
    'issued_at', document.issued_at, 'issued_by_name', private.person_name(document.issued_by));
end
$$;

create or replace function private.email_delivery(message private.outbox) returns jsonb
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
  select * into customer from public.customers
  where customers.id = private.remaining_customer(message.customer_id);
  select * into made from public.orders where orders.id = message.order_id;
  document := private.message_document(message, made);
  select * into enquiry from public.enquiry_orders
  where enquiry_orders.id = coalesce(message.enquiry_order_id, document.enquiry_order_id);
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
    'attached', case when not is_studio and message.document_id is not null
      and private.setting_value('messages.attach_document') = 'true' then document.frozen end,
    'content', private.empty_content() || event || jsonb_build_object(
      'customer', jsonb_build_object('first_name', private.greeting_name(contact.first_name),
        'name', case when is_studio then concat_ws(' ', contact.first_name, contact.last_name)
          else coalesce(private.greeting_name(contact.first_name), '') end,
        'mobile', case when is_studio then customer.mobile end, 'email', case when is_studio then contact.email end),
      'rental', private.message_rental(message, enquiry, made, document),
      'document', case when document.id is not null then jsonb_build_object('kind', document.kind,
        'number', document.number, 'total', document.total, 'valid_until', document.valid_until) end,
      'overdue', case when message.template in ('item_overdue', 'overdue') then private.overdue_pieces(made.id) end,
      'path', path -> 'path'));
end
$$;

create or replace function private.enquiry_to_answer(link private.enquiry_links) returns public.enquiry_orders
language plpgsql
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  customer uuid;
begin
  select enquiry_orders.customer_id into customer
  from public.enquiry_orders where enquiry_orders.id = link.enquiry_order_id;
  perform from public.customers as person where person.id = customer and person.erased_at is null for share;
  if not found then
    return null;
  end if;
  select * into enquiry from public.enquiry_orders where enquiry_orders.id = link.enquiry_order_id for update;
  if enquiry.customer_id is distinct from customer then
    perform private.refuse_answer('busy', 'Somebody is working on your enquiry right now. Please try again.');
  end if;
  return enquiry;
end
$$;

create or replace function private.failed_step(step text, mobile text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if step = 'customer_create' and exists (
    select from public.customers as customer where customer.mobile = failed_step.mobile
  ) then
    return 'customer_lookup';
  end if;
  return step;
exception when others then
  return 'customer_lookup';
end
$$;

create or replace function private.follow_gst_rate() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  new_rate constant numeric := (private.setting_or_default('studio.gst_rate') #>> '{}')::numeric * 100;
  former_rate constant numeric := (private.tax_class_of(null)).rate;
  former public.tax_classes;
  made uuid;
begin
  if new_rate <> former_rate then
    for former in
      select class.* from public.tax_classes as class
      where class.rate = former_rate and exists (
        select from private.kind_tax_classes as listed where listed.tax_class_id = class.id)
      order by class.label, class.id for update
    loop
      insert into public.tax_classes (label, sac, rate, place, created_by)
      values (former.label, former.sac, new_rate, former.place, auth.uid())
      returning id into made;
      update public.tax_classes as class set succeeded_by = made where class.id = former.id;
      update private.kind_tax_classes as listed set tax_class_id = made where listed.tax_class_id = former.id;
    end loop;
  end if;
  perform private.recount_estimates();
  return null;
end
$$;

create or replace function private.freeze_document(id uuid, amounts jsonb default null)
returns public.documents
language plpgsql
set search_path = ''
as $$
declare
  draft public.documents;
  facts private.document_kinds;
  place record;
  series private.document_series;
  day date := private.today();
  latest date;
  own_prefix text;
  content jsonb;
begin
  select * into draft from public.documents as document where document.id = freeze_document.id;
  facts := private.kind_of(draft);
  place := private.document_place(draft);
  own_prefix := private.setting_text(facts.prefix_setting);
  -- why before the series is locked: others wait for it.
  content := private.document_content(draft.id, amounts => freeze_document.amounts);
  if draft.number is null then
    loop
      insert into private.document_series (kind, fy, prefix)
      values (draft.kind, private.financial_year(day), own_prefix)
      on conflict on constraint document_series_pkey do nothing;
      select * into series from private.document_series
      where document_series.kind = draft.kind and document_series.fy = private.financial_year(day)
        and document_series.prefix = own_prefix
      for update;
      -- why again: 1 April may have begun while this waited.
      latest := private.today();
      exit when private.financial_year(latest) = private.financial_year(day);
      day := latest;
    end loop;
    -- why not today again: the year may have ended since, and the number is one of this year's series.
    day := greatest(latest, series.last_date);
    draft.fy := series.fy;
    draft.sequence := series.last_number + 1;
    draft.number := format('%s/%s/%s', series.prefix, series.fy, lpad(draft.sequence::text, greatest(4, length(draft.sequence::text)), '0'));
    if length(draft.number) > 16 then
      raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}',
        message = format('The series %s/%s is full. Select another prefix in the settings.', series.prefix, series.fy);
    end if;
  end if;
  content := content || jsonb_build_object('number', draft.number, 'date', day);
  if facts.is_chained then
    draft.previous_hash := coalesce(series.last_hash, '');
  end if;
  update public.documents as issued
  set state = 'issued', fy = draft.fy, sequence = draft.sequence, number = draft.number, date = day, place_of_supply = place.code,
    place_reason = place.reason, customer_state = place.customer_state, zero_rated = place.zero_rated, frozen = content, template = 1,
    previous_hash = draft.previous_hash, hash = sha256(coalesce(draft.previous_hash, '') || convert_to(content::text, 'UTF8')),
    issued_at = clock_timestamp(), issued_by = auth.uid(), updated_at = clock_timestamp(), version = issued.version + 1
  where issued.id = draft.id
  returning * into draft;
  if series.kind is not null then
    update private.document_series set last_number = draft.sequence, last_date = day, last_hash = draft.hash
    where document_series.kind = series.kind and document_series.fy = series.fy
      and document_series.prefix = series.prefix;
  end if;
  return draft;
exception when unique_violation then
  raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}',
    message = format('Another kind of document has the prefix %s. Select another one in the settings.', own_prefix);
end
$$;

create or replace function private.inventory_kind(kind text) returns private.catalogue_kinds
language plpgsql stable
set search_path = ''
as $$
declare
  listed private.catalogue_kinds;
begin
  select * into listed from private.catalogue_kinds where catalogue_kinds.kind = inventory_kind.kind;
  if not found then
    raise exception 'There is no kind "%".', left(inventory_kind.kind, 40) using errcode = 'PT400';
  end if;
  return listed;
end
$$;

create or replace function private.import_items(kind text) returns text
language sql stable
set search_path = ''
as $$
  with listed as (
    select item_table, code_column from private.inventory_kind(import_items.kind)
  ), import_column as (
    select *, format($f$nullif(private.%I(fields ->> %L), '') as %I$f$,
        case said when 'description' then 'trimmed' else 'one_line' end, said, 'said_' || said) as text_of,
      case
        when lookup_table is not null then format(
          'case when there.id is not null and (not fields ? %1$L
             or private.name_key(%2$I) = private.name_key(%3$I.%4$I)) then there.%5$I
           else %6$I.id end as %5$I', said, 'said_' || said, 'was_' || said, label_column, item_column, 'of_' || said)
        when pattern is not null then format(
          'case when there.id is not null and %1$I is null then there.%5$I
           else coalesce(case when %1$I ~ %2$L then %1$I::%3$s end, %4$s) end as %5$I',
          'said_' || said, pattern, type, coalesce(fallback, 'null'), item_column)
        else format(
          'case when there.id is not null and (not fields ? %1$L
             or replace(%2$I, E''\r\n'', E''\n'') is not distinct from private.plain_text(there.%3$I)) then there.%3$I
           else coalesce(%2$I, %4$s) end as %3$I', said, 'said_' || said, item_column, coalesce(fallback, 'null'))
      end as value_of
    from private.import_columns(kind) where item_column <> 'images'
  ), written as (
    select item_column, place from private.import_columns(kind)
  )
  select format(
    'select item.*, jsonb_build_array(private.name_key(said_name)%1$s)::text collate "C" as same,
       jsonb_build_object(%2$s) as became,
       case when there_id is null then ''{}'' else array_remove(array[%3$s], null) end as differing
     from (
       select said.*, there.id as there_id, there.updated_at as there_at, %4$s,
         array_remove(array[%5$s], null) as images, %6$s, jsonb_build_object(%7$s) as was
       from (
         select line, seen, fields, upper(nullif(private.trimmed(fields ->> ''code''), '''')) collate "C" as said_code, %8$s, %9$s
         from private.import_lines where import_id = $1
       ) as said
       left join %10$s as there on there.%11$I = said.said_code%12$s
     ) as item',
    string_agg(case
      when lookup_table is not null then format(', coalesce(%I::text, private.name_key(%I))', item_column, 'said_' || said)
      when is_required and item_column <> 'name' then format(', %I::text', item_column)
    end, '' order by place),
    (select string_agg(format('%1$L, %1$I', item_column), ', ' order by place) from written),
    (select string_agg(format('case when %1$I is distinct from %2$I then %1$L end', item_column, 'former_' || item_column),
      ', ' order by place) from written),
    (select string_agg(format('there.%I as %I', item_column, 'former_' || item_column), ', ' order by place) from written),
    (select string_agg(format('case when there.id is not null and not fields ? %1$L then there.images[%2$s] else %3$I end',
      'image_' || n, n, 'said_image_' || n), ', ') from generate_series(1, 3) as n),
    string_agg(value_of, ', ' order by place),
    (select string_agg(format('%1$L, there.%1$I', item_column), ', ' order by place) from written),
    string_agg(text_of, ', ' order by place),
    (select string_agg(format($f$nullif(private.trimmed(fields ->> %L), '') as %I$f$, 'image_' || n,
      'said_image_' || n), ', ') from generate_series(1, 3) as n),
    (select item_table from listed), (select code_column from listed),
    string_agg(format(
      ' left join %2$s as %5$I on %5$I.id = there.%6$I
        left join (
          select distinct on (key) id, key
          from (select id, private.name_key(%3$I) as key from %2$s) as listed order by key, id
        ) as %1$I on %1$I.key = private.name_key(%4$I)',
      'of_' || said, lookup_table, label_column, 'said_' || said, 'was_' || said, item_column), '')
      filter (where lookup_table is not null))
  from import_column
$$;

create or replace function private.import_problems(import_id uuid, kind text, required text[]) returns jsonb
language plpgsql stable
set search_path = ''
set jit = 'off'
as $$
declare
  listed constant private.catalogue_kinds := private.inventory_kind(kind);
  checks text;
  in_table text;
  told jsonb;
begin
  select string_agg(format('select line, %L as field, %L as problem, null as value from item where %I is null
        and (there_id is null or fields ? %1$L and nullif(private.trimmed(%4$I::text), '''') is not null)',
      said, 'required', 'said_' || said, 'former_' || item_column), ' union all ')
      filter (where is_required or said = any (required))
    into checks
  from private.import_columns(kind);
  select concat(checks,
      string_agg(format(' union all select line, %1$L, %2$L, %3$I from item where %3$I !~ %4$L',
        said, 'format', 'said_' || said, pattern), '') filter (where pattern is not null),
      string_agg(format(' union all select line, %1$L, %2$L, %3$I from item where %3$I is not null and %4$I is null',
        said, 'unknown', 'said_' || said, item_column), '') filter (where lookup_table is not null)),
    format('select %I as code, jsonb_build_array(private.name_key(name)%s)::text collate "C" as same from %s', listed.code_column,
      string_agg(format(', %I::text', item_column), '' order by place)
        filter (where lookup_table is not null or is_required and item_column <> 'name'),
      listed.item_table)
    into checks, in_table
  from private.import_columns(kind);
  -- All other checks are the table's own constraints.
  select concat(checks, string_agg(format(
      ' union all select line, %L, %L, %I from item where not (%s) and (there_id is null or differing && %L::text[])',
      field, 'check', 'said_' || field, expression, about), ''))
    into checks
  from (
    with import_column as materialized (select * from private.import_columns(kind))
    select case when first.item_column = 'images' then 'image_1' else first.said end as field,
      pg_get_expr(rule.conbin, rule.conrelid) as expression,
      (select array_agg(import_column.item_column::text)
        from import_column where import_column.place = any (rule.conkey)) as about
    from pg_constraint as rule
    join import_column as first on first.place = rule.conkey[1]
    where rule.conrelid = listed.item_table and rule.contype = 'c' and first.lookup_table is null
      and rule.conkey <@ (select array_agg(import_column.place) from import_column)
  ) as rules;
  execute format(
    'with every as materialized (%s), item as (
       select * from every where said_code is null or there_id is not null
     ), problem (line, field, problem, value) as (
       %s
       union all
       select line, ''code'', ''no_item'', said_code from every where said_code is not null and there_id is null
       union all
       select line, ''code'', ''same_code'', first::text
       from (select line, min(line) over (partition by there_id) as first from item where there_id is not null) as twice
       where line > first
       union all
       select line, ''code'', ''changed_since'', said_code from item
       where there_id is not null and differing <> ''{}'' and seen is distinct from there_at
       union all
       select line, ''name'', ''same_line'', first::text
       from (
         select line, min(line) over (partition by same) as first from item
         where said_name is not null and there_id is null
       ) as twice
       where line > first
       union all
       select item.line, ''name'', ''same_item'', min(there.code) from item join (%s) as there using (same)
       where item.said_name is not null and item.there_id is null group by item.line
     ), placed as (
       select *, row_number() over (order by line, field, problem) as place from problem
     ), sound as (
       select * from item where line not in (select line from problem)
     ), changes as (
       select line, said_code as code, former_name as name, private.picked(was, differing) as was,
         private.picked(became, differing) as became
       from sound where differing <> ''{}'' order by line limit 1000
     )
     select jsonb_build_object(
       ''lines'', (select count(*) from every),
       ''total'', (select count(*) from problem),
       ''problems'', (
         select coalesce(jsonb_agg(jsonb_build_object(''line'', line, ''field'', field, ''problem'', problem,
           ''value'', left(value, 200)) order by place), ''[]'') from placed where place <= 1000),
       ''new'', (select count(*) from sound where there_id is null),
       ''changed'', (select count(*) from sound where differing <> ''{}''),
       ''unchanged'', (select count(*) from sound where there_id is not null and differing = ''{}''),
       ''zeroed'', (
         select count(*) from sound
         where (''price'' = any (differing) and became -> ''price'' = ''0''
             or ''quantity'' = any (differing) and became -> ''quantity'' = ''0'')
           and not (''active'' = any (differing) and became -> ''active'' = ''false'')),
       ''refused'', (select count(distinct line) from problem),
       ''changes'', (select coalesce(jsonb_agg(to_jsonb(changes) order by line), ''[]'') from changes))',
    private.import_items(kind), checks, in_table)
    into told using import_id;
  return told;
end
$$;

create or replace function private.inventory_conditions(
  kind text,
  staff_text text,
  filters jsonb,
  pattern text
) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  entry record;
  lookup record;
  ids text[];
  needle text := staff_text || ' like $1';
  conditions text;
begin
  if jsonb_typeof(filters) <> 'object' then
    raise exception 'filters must be an object.' using errcode = 'PT400';
  end if;
  -- why not in: the archived ids are hashed once, and the list is still read along its sort's index.
  conditions := format(
    case when filters @> '{"archived": true}'
      then 'not item.active and item.id in (%1$s)' else '(item.active or item.id not in (%1$s))' end,
    format('select items.id from public.items where items.kind = %L and items.archived_at is not null',
      inventory_conditions.kind));
  for entry in select * from jsonb_each(filters) loop
    if entry.key in ('active', 'in_studio', 'archived', 'pictures') then
      if jsonb_typeof(entry.value) <> 'boolean' then
        raise exception 'The filter "%" must be true or false.', entry.key using errcode = 'PT400';
      end if;
      continue when entry.key = 'archived';
      if entry.key = 'pictures' then
        conditions := format('%s and item.images %s ''{}''', conditions, case entry.value when 'true' then '<>' else '=' end);
        continue;
      end if;
      conditions := format('%s and %s item.%I', conditions, case entry.value when 'true' then '' else 'not' end,
        entry.key);
      continue;
    end if;
    select * into lookup from private.catalogue_lookups
    where catalogue_lookups.kind = inventory_conditions.kind and catalogue_lookups.key = entry.key;
    if not found then
      raise exception 'There is no filter "%" here.', left(entry.key, 40) using errcode = 'PT400';
    elsif jsonb_typeof(entry.value) <> 'string' then
      raise exception 'The filter "%" must be a text.', entry.key using errcode = 'PT400';
    end if;
    execute format('select array(select id::text from %s where slug = $1)', lookup.lookup_table)
      into ids using entry.value #>> '{}';
    conditions := format('%s and item.%I = any (%L::%s[])', conditions, lookup.item_column, ids, lookup.column_type);
  end loop;
  if pattern = '%%' then
    return conditions;
  end if;
  for lookup in
    select * from private.catalogue_lookups
    where catalogue_lookups.kind = inventory_conditions.kind and catalogue_lookups.is_searched_by_staff
  loop
    execute format('select array(select id::text from %s where private.compared(%I) like $1)',
      lookup.lookup_table, lookup.badge_column) into ids using pattern;
    if cardinality(ids) > 0 then
      needle := format('%s or item.%I = any (%L::%s[])', needle, lookup.item_column, ids, lookup.column_type);
    end if;
  end loop;
  return format('%s and (%s)', conditions, needle);
end
$$;

create or replace function private.is_worker(secret text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  if exists (
    select from private.worker_secret
    where worker_secret.hash = sha256(convert_to(left(is_worker.secret, 100), 'UTF8'))
  ) then
    return true;
  end if;
  perform private.check_limit('worker secrets');
  perform private.use_limits('worker secrets', null);
  return false;
end
$$;

create or replace function private.issue_voucher(made public.orders, entry public.payments) returns void
language plpgsql
set search_path = ''
as $$
declare
  former public.payments;
  place constant record := private.voucher_place(made);
  corrected public.documents;
  parts jsonb;
  draft public.documents;
  is_refund boolean := entry.kind = 'refunded';
begin
  if entry.kind = 'reversal' then
    select * into former from public.payments as payment where payment.id = entry.reverses;
    is_refund := former.kind = 'received';
    select jsonb_agg(jsonb_build_object('corrects', listed.document_id, 'number', document.number,
        'credits_position', listed.position, 'sac', listed.sac, 'rate', listed.rate, 'place', listed.place,
        'taxable', listed.taxable, 'cgst', listed.cgst, 'sgst', listed.sgst, 'igst', listed.igst)
        order by listed.position)
      into parts
    from public.document_lines as listed join public.documents as document on document.id = listed.document_id
    where listed.document_id = former.document_id;
  elsif is_refund then
    parts := private.refunded_parts(made.id, entry.amount);
  else
    parts := private.taxed_parts(made, entry.amount, place.premises_inside, place.recipient_inside, place.outside_taxed);
  end if;
  select * into corrected from public.documents as document where document.id = (parts #>> '{0,corrects}')::uuid;
  insert into public.documents (id, kind, state, order_id, customer_id, billing_profile_id, place_of_supply,
    corrects, payment_id, reason, created_by)
  values (entry.document_id, case when is_refund then 'refund_voucher' else 'receipt_voucher' end, 'draft', made.id,
    made.customer_id, case when corrected.id is null then place.billing_profile_id else corrected.billing_profile_id end,
    case when corrected.id is null then place.place_of_supply else corrected.place_of_supply end, corrected.id, entry.id,
    case when entry.kind = 'reversal' then entry.note end, auth.uid());
  insert into public.document_lines (document_id, position, kind, text, sac, rate, place, quantity, days, unit_price, gross,
    discount, shared_discount, taxable, cgst, sgst, igst, corrects, credits_position)
  select entry.document_id, listed.position, 'charge',
    case when is_refund then format('Refund of the advance for %s (%s)', made.order_number, part.number)
      else 'Advance for ' || made.order_number end,
    part.sac, part.rate, part.place, 1, null, part.taxable, part.taxable, 0, 0, part.taxable, part.cgst, part.sgst, part.igst,
    case when is_refund then part.corrects end, case when is_refund then part.credits_position end
  from jsonb_array_elements(parts) with ordinality as listed (value, position)
    cross join jsonb_to_record(listed.value) as part (sac text, rate numeric, place text, taxable numeric, cgst numeric,
      sgst numeric, igst numeric, number text, corrects uuid, credits_position smallint);
  update public.documents as voucher
  set gross = sums.taxable, taxable = sums.taxable, cgst = sums.cgst, sgst = sums.sgst, igst = sums.igst, total = entry.amount
  from (
    select sum(line.taxable) as taxable, sum(line.cgst) as cgst, sum(line.sgst) as sgst, sum(line.igst) as igst
    from public.document_lines as line where line.document_id = entry.document_id
  ) as sums
  where voucher.id = entry.document_id
  returning * into draft;
  perform private.refuse_incomplete(private.document_missing(draft, private.document_amounts(draft)));
  perform private.record_event(made.customer_id, 'order', made.id, 'document_issued', null, issued.number)
  from private.freeze_document(entry.document_id) as issued;
end
$$;

create or replace function private.pieces_out(order_id uuid)
returns table (line_id uuid, handed_over integer, out_now integer, back integer, missing integer)
language sql stable
set search_path = ''
as $$
  select line.line_id, line.handed_over, line.out_now, line.back, line.missing
  from private.lines_out(array[pieces_out.order_id]) as line
$$;

create or replace function private.linked_enquiry_content(link private.enquiry_links) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  made public.orders;
  quote public.documents;
  answer jsonb;
begin
  select * into enquiry from public.enquiry_orders where enquiry_orders.id = link.enquiry_order_id;
  select * into made from public.orders where orders.enquiry_order_id = enquiry.id;
  quote := private.quote_of_enquiry(enquiry.id);
  answer := private.answer_of_enquiry(enquiry.id);
  return jsonb_build_object('number', enquiry.enquiry_number, 'status', enquiry.status,
    'state', case
      when made.status = 'cancelled' then 'cancelled'
      when made.id is not null then 'ordered'
      when enquiry.status = any (private.open_statuses()) then case when quote.id is null then 'open' else 'quoted' end
      when answer ->> 'answer' = 'withdraw' then 'withdrawn'
      else 'closed' end,
    'created_at', private.iso_time(enquiry.created_at), 'rental_from', enquiry.rental_from,
    'rental_to', enquiry.rental_to, 'rental_days', enquiry.rental_days, 'total', enquiry.total_price,
    'payable', case when quote.id is null and made.id is null then private.enquiry_sums(enquiry.id) -> 'total' end,
    'held_until', case when enquiry.held_until > clock_timestamp() then private.iso_time(enquiry.held_until) end,
    'contact', jsonb_build_object('mobile', private.masked_mobile(enquiry.contact_mobile),
      'email', private.masked_email(enquiry.contact_email)),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(line.description, item.name),
        'image', shown.image, 'quantity', line.quantity, 'price', line.price, 'per_day', line.per_day) order by line.position, line.id), '[]')
      from public.enquiry_items as line
        left join public.items as item on item.id = line.item_id
        left join public.catalogue_items as shown on shown.id = line.item_id and shown.type = line.item_type
      where line.enquiry_order_id = enquiry.id),
    'answer', answer, 'change_waits', enquiry.change_asked_at is not null,
    'quote', case when quote.id is not null then jsonb_build_object('number', quote.number, 'total', quote.total,
      'valid_until', quote.valid_until, 'state', private.document_state(quote), 'opens', private.opens_quote(link)) end,
    'order', case when made.id is not null then jsonb_build_object('number', made.order_number, 'status', made.status,
      'rental_from', made.rental_from, 'rental_to', made.rental_to) end);
end
$$;

create or replace function private.lock_claim(id uuid) returns public.payment_claims
language plpgsql
set search_path = ''
as $$
declare
  claim public.payment_claims;
begin
  select * into claim from public.payment_claims where payment_claims.id = lock_claim.id;
  if not found then
    raise exception 'There is no such claim.' using errcode = 'PT404';
  end if;
  claim.order_id := private.order_of_claim(claim);
  -- why the order first: entries of the ledger lock it before their claims.
  perform from public.orders as made where made.id = claim.order_id for no key update;
  select payment_claims.state, payment_claims.payment_id into claim.state, claim.payment_id
  from public.payment_claims where payment_claims.id = lock_claim.id for update;
  if claim.state <> 'open' then
    raise exception using errcode = 'PT409', detail = jsonb_build_object('reason', claim.state)::text,
      message = case claim.state when 'matched' then 'This claim was matched already.' else 'This claim was dismissed.' end;
  end if;
  return claim;
end
$$;

create or replace function private.lock_ledger(order_id uuid) returns public.orders
language plpgsql
set search_path = ''
as $$
declare
  made public.orders;
begin
  select * into made from public.orders where orders.id = lock_ledger.order_id for no key update;
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  end if;
  return made;
end
$$;

create or replace function private.locked_draft(id uuid, version integer) returns public.documents
language plpgsql
set search_path = ''
as $$
declare
  draft public.documents;
begin
  select * into draft from public.documents as document where document.id = locked_draft.id for update;
  if not found then
    raise exception 'There is no such document.' using errcode = 'PT404';
  elsif draft.state <> 'draft' then
    raise exception using errcode = 'PT409', detail = '{"reason": "issued"}',
      message = format('%s was issued and never changes.', draft.number);
  elsif locked_draft.version is distinct from draft.version then
    raise exception 'Somebody else changed this draft meanwhile.' using errcode = 'PT409',
      detail = jsonb_build_object('reason', 'changed', 'document', private.document_record(draft.id))::text;
  end if;
  return draft;
end
$$;

create or replace function private.may_claim(channel text, moment timestamptz) returns boolean
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  asked private.channels;
begin
  select * into asked from private.channels where channels.channel = may_claim.channel;
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
  update private.channels set probe_at = moment + interval '5 minutes'
  where channels.channel = may_claim.channel and channels.paused_by is null and channels.paused_at is not null
    and channels.probe_at <= moment;
  return found;
end
$$;

create or replace function private.message_document(message private.outbox, made public.orders)
returns public.documents
language plpgsql stable
set search_path = ''
as $$
declare
  shown public.documents;
begin
  select * into shown from public.documents as document
  where document.id = message.document_id and document.state <> 'draft';
  if shown.state = 'superseded' then
    select * into shown from public.documents as revised
    where revised.number = shown.number and revised.state <> 'draft'
    order by revised.revision desc limit 1;
  elsif shown.id is null and message.template = 'payment_received' then
    select * into shown from public.documents as invoice
    where invoice.order_id = made.id and invoice.kind = 'invoice' and invoice.state = 'issued'
    order by invoice.issued_at desc, invoice.id limit 1;
  end if;
  return shown;
end
$$;

create or replace function private.message_to_change(id uuid) returns private.outbox
language plpgsql
set search_path = ''
as $$
declare
  message private.outbox;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into message from private.outbox where outbox.id = message_to_change.id for update;
  if not found then
    raise exception 'This message does not exist.' using errcode = 'PT404';
  end if;
  return message;
end
$$;

create or replace function private.read_chunks(
  chunks private.item_chunk[],
  sort text,
  after_value text,
  after_id uuid,
  size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  sort_column constant name :=
    case sort when 'name' then 'name' when 'newest' then 'created_at' else 'price' end;
  sort_type constant text :=
    case sort when 'newest' then 'timestamptz' when 'name' then 'text' else 'numeric' end;
  direction constant text := case when sort in ('newest', 'price_desc') then 'desc' else 'asc' end;
  going_on constant text := case when after_id is not null then format(' and (item.%I, item.id) %s ($2::%s, $3)',
    sort_column, case direction when 'desc' then '<' else '>' end, sort_type) else '' end;
  branches text;
  is_read_through boolean;
  marks jsonb;
  rows jsonb;
begin
  select string_agg(format(
      '(select %1$L::text as kind, item.id, item.%2$I as sort_value from %3$s%4$s
         order by item.%2$I %5$s, item.id %5$s limit $4)',
      listed.kind, sort_column,
      case when is_collected
        then format(
          '(with hit as materialized (
              select counted, chunk * 64 + bit as place
              from unnest($1) as part cross join generate_series(0, 63) as bit
              where part.kind = %L and part.items >> bit & 1 = 1
            ), collected as materialized (
              select entry.item_id from hit
                join private.search_entries as entry on entry.counted = hit.counted and entry.place = hit.place
            )
            select item.* from collected join %s as item on item.id = collected.item_id) as item where true',
          listed.kind, listed.item_table)
        else format(
          '%s as item where item.active and (
             select ($5 -> entry.counted::text ->> (entry.place / 64)::text)::bigint >> (entry.place %% 64) & 1
             from private.search_entries as entry where entry.kind = %L and entry.item_id = item.id) = 1',
          listed.item_table, listed.kind) end,
      going_on, direction), ' union all '),
    bool_or(not is_collected)
  into branches, is_read_through
  from (
    select kind.kind, kind.item_table, part.n * part.n <= size * (
      select sum(items) from private.catalogue_counts as counted where counted.kind = kind.kind) as is_collected
    from (
      select kind, sum(bit_count(items::bit(64))) as n from unnest(chunks) group by kind
    ) as part join private.catalogue_kinds as kind on kind.kind = part.kind
    where part.n > 0
  ) as listed;
  if branches is null then
    return '[]';
  end if;
  if is_read_through then
    select jsonb_object_agg(counted, marked) into marks from (
      select counted, jsonb_object_agg(chunk, items) as marked from unnest(chunks) group by counted
    ) as part;
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(found) order by sort_value %1$s, id %1$s), ''[]'')
     from (select * from (%2$s) as found order by sort_value %1$s, id %1$s limit $4) as found', direction, branches)
    into rows using chunks, after_value, after_id, size, marks;
  return rows;
end
$$;

create or replace function private.next_document_number(draft public.documents) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  own_prefix constant text := private.setting_text((private.kind_of(draft)).prefix_setting);
  year constant text := private.financial_year(private.today());
  next integer;
begin
  if draft.number is not null then
    return draft.number;
  end if;
  select series.last_number + 1 into next from private.document_series as series
  where series.kind = draft.kind and series.fy = year and series.prefix = own_prefix;
  next := coalesce(next, 1);
  return format('%s/%s/%s', own_prefix, year, lpad(next::text, greatest(4, length(next::text)), '0'));
end
$$;

create or replace function private.own_import(id uuid) returns private.imports
language plpgsql
set search_path = ''
as $$
declare
  mine private.imports;
begin
  select * into mine from private.imports
  where imports.id = own_import.id and imports.owner = auth.uid() for update;
  if not found then
    raise exception 'There is no such import. Choose the file again.' using errcode = 'PT404';
  end if;
  return mine;
end
$$;

create or replace function private.queue_reminders(moment timestamptz default clock_timestamp())
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
    where not exists (select from private.outbox as message where message.once = due.once)
      or due.template = any (private.notice_events())
        and not exists (select from private.outbox as message where message.once = 'push:' || due.once)
  loop
    if reminder.is_on then
      insert into private.outbox (channel, template, audience, customer_id, enquiry_order_id, order_id, once, expires_at)
      select 'email', reminder.template, case when reminder.template = any (private.customer_templates()) then 'customer' else 'studio' end, reminder.customer_id,
        reminder.enquiry_order_id, reminder.order_id, reminder.once, reminder.expires_at
      where not exists (select from private.outbox as message where message.once = reminder.once)
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

create or replace function private.record_claim_event() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  paid public.documents;
begin
  if tg_op = 'UPDATE' and not (old.state = 'open' and new.state = 'dismissed') then
    return null;
  end if;
  select * into paid from public.documents as document where document.id = new.document_id;
  perform private.record_event(paid.customer_id,
    case when coalesce(new.order_id, paid.order_id) is null then 'enquiry' else 'order' end,
    coalesce(new.order_id, paid.order_id, paid.enquiry_order_id),
    case tg_op when 'INSERT' then 'payment_claimed' else 'claim_dismissed' end, null, new.amount::text);
  return null;
end
$$;

create or replace function private.rental_record(
  rentals regclass,
  number_column text,
  lines regclass,
  parent_column text,
  live_statuses text[],
  number text,
  id uuid
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  told jsonb;
begin
  execute format(
    'select to_jsonb(rental) || jsonb_build_object(
       ''customer'', private.customer_of(rental.customer_id),
       ''items'', (
         select coalesce(jsonb_agg(to_jsonb(line) || jsonb_build_object(''name'', item.name,
           ''code'', item.code, ''slug'', item.slug, ''image'', item.image,
           ''active'', item.active, ''stock'', item.quantity) order by line.position, line.id), ''[]'')
         from %s as line left join public.catalogue_items as item
           on item.type = line.item_type and item.id = line.item_id
         where line.%I = rental.id))
     from %s as rental where %s',
    lines, parent_column, rentals,
    case when number is not null then format('rental.%I = upper($1)', number_column) else 'rental.id = $2' end)
    into told using rental_record.number, rental_record.id;
  if told is null then
    return null;
  end if;
  return told || private.owner_and_notes(told) || jsonb_build_object('items', (
    select coalesce(
      jsonb_agg(line.value || jsonb_build_object('availability', verdict.availability) order by line.place), '[]')
    from jsonb_array_elements(told -> 'items') with ordinality as line (value, place)
      left join private.lines_availability(
        case when told ->> 'status' = any (live_statuses) then told -> 'items' else '[]' end,
        coalesce(told ->> 'enquiry_order_id', told ->> 'id')::uuid
      ) as verdict on verdict.line_id = (line.value ->> 'id')::uuid
  ));
end
$$;

create or replace function private.save_amounts(document_id uuid, given jsonb default null) returns void
language plpgsql
set search_path = ''
as $$
declare
  draft public.documents;
  amounts jsonb;
begin
  select * into draft from public.documents as document where document.id = save_amounts.document_id;
  amounts := coalesce(save_amounts.given, private.document_amounts(draft));
  if greatest((amounts #>> '{sums,gross}')::numeric, (amounts #>> '{sums,total}')::numeric) > 9999999999.99 then
    perform private.refuse('lines', 'The total is too large.');
  end if;
  update public.document_lines as line
  set gross = priced.gross, discount = priced.discount, shared_discount = priced.shared_discount, taxable = priced.taxable,
    cgst = priced.cgst, sgst = priced.sgst, igst = priced.igst
  from jsonb_populate_recordset(null::public.document_lines, amounts -> 'lines') as priced
  where line.document_id = save_amounts.document_id and line.position = priced.position
    and (line.gross, line.discount, line.shared_discount, line.taxable, line.cgst, line.sgst, line.igst)
      is distinct from (priced.gross, priced.discount, priced.shared_discount, priced.taxable, priced.cgst, priced.sgst, priced.igst);
  -- why the condition: triggers of a statement run also when it changes no row.
  if amounts -> 'sums' <> jsonb_build_object('gross', draft.gross, 'discount', draft.discount, 'taxable', draft.taxable,
    'cgst', draft.cgst, 'sgst', draft.sgst, 'igst', draft.igst, 'round_off', draft.round_off, 'total', draft.total) then
    update public.documents as saved
    set gross = sums.gross, discount = sums.discount, taxable = sums.taxable, cgst = sums.cgst, sgst = sums.sgst,
      igst = sums.igst, round_off = sums.round_off, total = sums.total
    from jsonb_populate_record(null::public.documents, amounts -> 'sums') as sums
    where saved.id = save_amounts.document_id;
  end if;
end
$$;

create or replace function private.search_chunks(q text, terms text[], kind text, reach text)
returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  is_wide constant boolean := reach <> 'direct';
  units integer[];
  unit_words text[];
  longer jsonb;
  slots integer[];
  words text[];
  ids text[];
  -- Ids of the counts of which the words that match may be in a description.
  described integer[];
  -- The slots that any item may be in.
  used_slots integer[];
  codes text := '';
  listed record;
  ranks text;
  chunks private.search_chunk[];
  -- The name that is looked for, if the text is one.
  named constant text := left(private.compared(private.typed_search(q)), 80);
begin
  with asked as materialized (
    select * from private.search_units(q, terms, is_wide)
  ), synonym as (
    select jsonb_build_object('units', jsonb_agg(asked.unit), 'covered', to_jsonb(asked.covered)) as parts
    from asked where asked.unit >= 20 group by asked.unit / 4, asked.covered
  )
  select array_agg(asked.unit), array_agg(asked.term), (select coalesce(jsonb_agg(synonym.parts), '[]') from synonym)
    into units, unit_words, longer
  from asked;
  select array_agg(found.slot), array_agg(found.word), array_agg(found.id) into slots, words, ids
  from private.term_matches(units, unit_words, kind, is_wide) as found;
  described := array(
    select counts.id from private.catalogue_kinds as given join private.catalogue_counts as counts on counts.kind = given.kind
    where given.is_described and (search_chunks.kind is null or counts.kind = search_chunks.kind));
  described := array(
    select distinct mark.counted
    from unnest(slots, words) as matched (slot, word)
      join private.search_marks as mark on mark.word = matched.word and mark.counted = any (described)
    where matched.slot % 10 in (1, 2));
  used_slots := array(select distinct slot from unnest(slots) as slot);
  if exists (select from private.search_entries where left(split_part(text, E'\n', 1), 80) = named) then
    used_slots := used_slots || -2;
  end if;
  if described <> '{}' then
    used_slots := used_slots
      || array(select distinct slot / 10 * 10 + 3 from unnest(slots) as slot where slot % 10 in (1, 2));
  end if;
  for listed in
    select given.kind, given.item_table, given.code_column, (10 * n + 4)::integer as slot,
      split_part(term, '-', 2)::bigint as number
    from unnest(terms) with ordinality as typed (term, n)
      join private.catalogue_kinds as given on term ~ ('^' || given.code_prefix || '-[0-9]+$')
    where search_chunks.kind is null or given.kind = search_chunks.kind
  loop
    used_slots := used_slots || listed.slot;
    codes := codes || format(' union all
      select entry.counted, entry.place / 64, %s, 1::bigint << entry.place %% 64
      from %s as item join private.search_entries as entry on entry.kind = %L and entry.item_id = item.id
      where item.active and substr(item.%I, 5)::bigint = %s',
      listed.slot, listed.item_table, listed.kind, listed.code_column, listed.number);
  end loop;
  if used_slots = '{}' and cardinality(terms) = 1 then
    return '{}';
  end if;
  ranks := case reach when 'partial' then private.partial_ranks(terms, used_slots, longer)
    else private.full_ranks(terms, used_slots, longer, is_wide) end;

  execute format(
    'with hit (counted, chunk, slot, items) as (
       select mark.counted, mark.chunk, %s, mark.items
       from unnest($1, $2) as matched (slot, word) join private.search_marks as mark on mark.word = matched.word
       union all
       select mark.counted, mark.chunk, whole.slot, mark.items
       from (
         select distinct counts.id, matched.slot
         from private.catalogue_counts as counts
           cross join lateral unnest(counts.lookup_ids || (''kind:'' || counts.kind)) as has (id)
           join unnest($1, $3) as matched (slot, id) on matched.id = has.id
         where counts.items > 0 and (counts.lookup_ids && $3 or ''kind:'' || counts.kind = any ($3))
       ) as whole join private.search_marks as mark on mark.word = U&''\0001'' and mark.counted = whole.id
       %s%s%s
     ), chunk as (
       select hit.counted, hit.chunk, coalesce(bit_or(items) filter (where slot = -1), 0) as phrase,
         coalesce(bit_or(items) filter (where slot = -2), 0) as named%s
       from hit group by 1, 2
     ), %s
     select array_agg((counts.kind, found.counted, chunk, ranks, near, is_partial)::private.search_chunk)
     from found join private.catalogue_counts as counts on counts.id = found.counted
     where $5 is null or counts.kind = $5',
    case when described = '{}' then 'matched.slot'
      else 'case when mark.counted = any ($6) and matched.slot % 10 in (1, 2) then matched.slot / 10 * 10 + 3 else matched.slot end' end,
    case when described <> '{}'
      then ' union all
         select mark.counted, mark.chunk, matched.slot, 1::bigint << entry.place % 64
         from unnest($1, $2) as matched (slot, word)
           join private.search_marks as mark on mark.word = matched.word and mark.counted = any ($6)
           join private.search_entries as entry on entry.counted = mark.counted
             and entry.place between mark.chunk * 64 and mark.chunk * 64 + 63
         where matched.slot % 10 in (1, 2) and mark.items >> entry.place % 64 & 1 = 1
           and strpos(split_part(entry.text, E''\n'', 1), matched.word) > 0
           and matched.word = any (private.words_of(split_part(entry.text, E''\n'', 1)))' end,
    case when -2 = any (used_slots)
      then ' union all
         select counted, place / 64, -2, 1::bigint << place % 64
         from private.search_entries where left(split_part(text, E''\n'', 1), 80) = $7'
      else '' end
    || case when cardinality(terms) > 1
      then ' union all
         select counted, place / 64, -1, 1::bigint << place % 64
         from private.search_entries where text like $4 and split_part(text, E''\n'', 1) like $4'
      else '' end,
    codes, (
      select string_agg(format(', coalesce(bit_or(items) filter (where slot = %1$s), 0) as s%1$s', slot), '')
      from unnest(used_slots) as slot where slot >= 0
    ),
    ranks) into chunks using slots, words, ids, private.search_pattern(q), kind, described, named;
  return coalesce(chunks, '{}');
end
$$;

create or replace function private.search_units(q text, terms text[], is_wide boolean)
returns table (unit integer, term text, covered integer[])
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with figure as (
      select array[at::integer] as covered, coalesce(
        regexp_match(term, '^([0-9.]+)([a-z]{1,5})$'), regexp_match(term, '^([a-z]{1,5})([0-9.]+)$')) as words
      from unnest(terms) with ordinality as typed (term, at)
      union all
      select array[at, at + 1], array[terms[at] || terms[at + 1]] from generate_series(1, cardinality(terms) - 1) as at
      where terms[at] || ' ' || terms[at + 1] ~ '^([0-9.]+ [a-z]{1,5}|[a-z]{1,5} [0-9.]+)$'
    ), synonym as (
      select covered, words, row_number() over (order by covered, words) as n
      from (
        select covered, words from private.synonyms_of(q, terms, is_wide)
        union
        select covered, words from figure
      ) as expression
      where cardinality(words) between 1 and 4
    ), longer as (
      select covered, words, row_number() over (order by n) - 1 as j from synonym where cardinality(words) > 1
    )
    select at::integer, typed.term, array[at::integer] from unnest(terms) with ordinality as typed (term, at)
    union all
    select 10 + at, words[1], array[at] from synonym cross join lateral unnest(covered) as at
    where cardinality(words) = 1 and words[1] <> terms[at]
    union all
    select (20 + 4 * j + i - 1)::integer, word, covered
    from longer cross join lateral unnest(words) with ordinality as listed (word, i);
end
$$;

create or replace function private.short_quote_lines(quote public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  made constant public.orders := private.order_of_document(quote);
  enquiry public.enquiry_orders;
  wanted jsonb;
  own jsonb;
begin
  if not (private.kind_of(quote)).is_offer or (made.id is not null and (quote.order_id is null or made.status not in ('confirmed', 'in_progress'))) then
    return '[]';
  elsif made.id is not null then
    select jsonb_agg(jsonb_build_object('position', line.position, 'item_id', line.item_id, 'quantity', line.quantity,
      'rental_from', coalesce(source.rental_from, made.rental_from), 'rental_to', coalesce(source.rental_to, made.rental_to)))
      into wanted
    from public.document_lines as line
      left join public.order_items as source on source.id = line.order_item_id and source.order_id = made.id
    where line.document_id = quote.id and line.item_id is not null;
    select jsonb_agg(jsonb_build_object('id', line.id, 'of', line.item_id, 'rental_from', line.rental_from)) into own
    from public.order_items as line where line.order_id = made.id;
  else
    select * into enquiry from public.enquiry_orders where enquiry_orders.id = quote.enquiry_order_id;
    select jsonb_agg(jsonb_build_object('position', line.position, 'item_id', line.item_id, 'quantity', line.quantity,
      'rental_from', line.rental_from, 'rental_to', line.rental_to)) into wanted
    from private.quoted_lines(quote, enquiry) as line where line.item_id is not null;
    select jsonb_agg(jsonb_build_object('id', line.id, 'of', line.item_id, 'rental_from', line.rental_from)) into own
    from public.enquiry_items as line where line.enquiry_order_id = enquiry.id;
  end if;
  return (
    with quoted as materialized (
      select line.*, row_number() over (partition by line.item_id order by line.rental_from, line.position) as place
      from jsonb_to_recordset(wanted) as line (position integer, item_id uuid, quantity integer, rental_from date, rental_to date)
    ), reserved as materialized (
      select line.id, line.of, row_number() over (partition by line.of order by line.rental_from, line.id) as place
      from jsonb_to_recordset(own) as line (id uuid, "of" uuid, rental_from date)
    ), line as materialized (
      -- why the id of its own line: what that has reserved or holds is free for it.
      select coalesce(reserved.id, gen_random_uuid()) as id, quoted.*
      from quoted left join reserved on reserved.of = quoted.item_id and reserved.place = quoted.place
    )
    select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'wanted', line.quantity,
        'free', told.availability -> 'free', 'of', told.availability -> 'of', 'short_days', told.availability -> 'short_days',
        'rental_from', line.rental_from, 'rental_to', line.rental_to, 'next_free', told.availability -> 'next_free',
        'holds', jsonb_array_length(told.availability -> 'holds')) order by line.position), '[]')
    from private.lines_availability(coalesce((select jsonb_agg(to_jsonb(line)) from line), '[]')
        || coalesce((select jsonb_agg(jsonb_build_object('id', reserved.id)) from reserved
          where not exists (select from line where line.id = reserved.id)), '[]'), enquiry.id) as told
      join line on line.id = told.line_id
    where told.availability -> 'short_days' <> '[]');
exception when numeric_value_out_of_range then
  -- why: a quote of such amounts never becomes an order; it can still be read and mended.
  return '[]';
end
$$;

create or replace function private.shown_document(link private.links) returns public.documents
language plpgsql stable
set search_path = ''
as $$
declare
  shown public.documents;
begin
  select * into shown from public.documents as document where document.id = link.document_id;
  if shown.state = 'superseded' and link.kind = 'document' then
    select * into shown from public.documents as revised
    where revised.number = shown.number and revised.state <> 'draft'
    order by revised.revision desc limit 1;
  end if;
  return shown;
end
$$;

create or replace function private.skip_waited() returns integer
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

create or replace function private.split_movements(
  line uuid,
  part uuid,
  kept integer,
  quantity integer
) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- why in the order of what came back: a numbered piece stays with its return. Then as recorded, whatever the day:
  -- undo_movement undoes the newest record first, so a hand-over from before a return stays beside that return.
  with pieces as (
    select listed.item_id, max(piece.quantity) / split_movements.quantity * split_movements.kept as kept
    from public.order_movement_lines as listed
      join private.order_pieces(array(
        select order_items.order_id from public.order_items where order_items.id = split_movements.line)) as piece
        on piece.line_id = split_movements.line and piece.item_id = listed.item_id
    where listed.order_item_id = split_movements.line
    group by listed.item_id
  ), back as (
    select coalesce(array_agg(named.piece), '{}') as pieces
    from public.order_movement_lines as listed
      join public.order_movements as movement on movement.id = listed.movement_id
      cross join unnest(listed.pieces) as named (piece)
    where listed.order_item_id = split_movements.line and movement.kind = 'return' and movement.undone_at is null
  ), ordered as (
    select listed.*, movement.kind, pieces.kept, sum(listed.quantity) over (
      partition by listed.item_id, movement.kind
      order by listed.pieces && back.pieces desc, movement.created_at, movement.id, listed.id) - listed.quantity as before
    from public.order_movement_lines as listed
      join public.order_movements as movement on movement.id = listed.movement_id and movement.undone_at is null
      join pieces on pieces.item_id = listed.item_id
      cross join back
    where listed.order_item_id = split_movements.line
  ), shared as (
    select ordered.id, least(ordered.quantity, greatest(0, ordered.kept - ordered.before))::integer as stays,
      case when ordered.kind = 'return' then ordered.pieces
        else array(select piece from unnest(ordered.pieces) as piece where piece = any (back.pieces)) end as pieces
    from ordered cross join back
  ), gone as (
    insert into public.order_movement_lines (movement_id, order_item_id, item_id, quantity, condition, note, photos, pieces)
    select listed.movement_id, split_movements.part, listed.item_id, listed.quantity - shared.stays, listed.condition,
      listed.note, case when shared.stays = 0 then listed.photos else '{}' end,
      case when shared.stays = 0 then listed.pieces
        else array(select piece from unnest(listed.pieces) as piece where piece <> all (shared.pieces)) end
    from shared join public.order_movement_lines as listed on listed.id = shared.id
    where shared.stays < listed.quantity
    returning movement_id
  ), less as (
    update public.order_movement_lines as listed
    set quantity = shared.stays, pieces = shared.pieces
    from shared where shared.id = listed.id and shared.stays between 1 and listed.quantity - 1
    returning listed.id
  )
  delete from public.order_movement_lines as listed using shared where shared.id = listed.id and shared.stays = 0;
end
$$;

create or replace function private.split_returned(
  order_id uuid,
  former jsonb,
  lines jsonb,
  moves_all boolean
) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  moved record;
  split jsonb := '{}';
  days jsonb;
  part uuid;
begin
  for moved in
    select each.id::text as line, state.handed_over - state.out_now as back,
      (each.became ->> 'quantity')::integer as quantity
    from private.pieces_out(split_returned.order_id) as state
      join private.line_changes(split_returned.former, split_returned.lines) as each on each.id = state.line_id
    where state.handed_over > state.out_now
      and private.line_value(each.was, 'dates') is distinct from private.line_value(each.became, 'dates')
  loop
    select jsonb_object_agg(key, value) into days
    from jsonb_each(former -> moved.line) where key in ('rental_from', 'rental_to', 'rental_days');
    if moved.back < moved.quantity then
      part := gen_random_uuid();
      split := split || jsonb_build_object(moved.line, part);
      lines := lines || jsonb_build_object(
        moved.line, lines -> moved.line || days || jsonb_build_object('quantity', moved.back),
        part, lines -> moved.line || jsonb_build_object('id', part, 'quantity', moved.quantity - moved.back));
    elsif moves_all then
      lines := lines || jsonb_build_object(moved.line, lines -> moved.line || days);
    end if;
  end loop;
  return jsonb_build_object('lines', lines, 'split', split);
end
$$;

create or replace function private.synonyms_of(q text, terms text[], is_wide boolean default false)
returns table (covered integer[], words text[])
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  typed constant text[] := (private.typed_words(q))[1:12];
  -- What may be in a group: one to four of the words, in the singular and in the plural; and the places of these words.
  forms text[] := '{}';
  starts integer[] := '{}';
  ends integer[] := '{}';
  said text;
  groups jsonb;
begin
  select coalesce(setting.value, listed.default_value) into groups
  from private.setting_rules as listed left join private.studio_settings as setting on setting.key = listed.key
  where listed.key = 'search.synonyms';
  for start in 1 .. cardinality(typed) loop
    for ending in start .. least(start + 3, cardinality(typed)) loop
      said := array_to_string(typed[start:ending], ' ');
      forms := forms || array[said, said || 's', regexp_replace(said, '(.)s$', '\1'), regexp_replace(said, '(.)es$', '\1')];
      starts := starts || array[start, start, start, start];
      ends := ends || array[ending, ending, ending, ending];
      continue when not is_wide or ending > start or char_length(said) < 5;
      forms := forms || array(
        select distinct expression
        from jsonb_array_elements(groups) as listed (expressions)
          cross join jsonb_array_elements_text(listed.expressions) as expression
        where abs(char_length(expression) - char_length(said)) <= 2
          and extensions.word_similarity(said, expression) >= 0.3
          and private.typing_errors(said, expression) <= case when char_length(said) < 8 then 1 else 2 end);
      starts := starts || array_fill(start, array[cardinality(forms) - cardinality(starts)]);
      ends := ends || array_fill(ending, array[cardinality(forms) - cardinality(ends)]);
    end loop;
  end loop;
  return query
    select distinct array(
        select at from unnest(terms) with ordinality as term (word, at)
        where word = any (typed[form.start:form.ending]) order by at
      )::integer[], private.telling_words(string_to_array(expression, ' '))
    from jsonb_array_elements(groups) as synonyms (expressions)
      join unnest(forms, starts, ends) as form (form, start, ending) on synonyms.expressions ? form.form
      cross join jsonb_array_elements_text(synonyms.expressions) as expression
    where synonyms.expressions ?| forms and expression <> form.form and terms && typed[form.start:form.ending];
end
$$;

create or replace function private.with_enquiry_link(answer jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  enquiry_id uuid;
  link record;
begin
  select enquiry.id into enquiry_id from public.enquiry_orders as enquiry
  where enquiry.enquiry_number = with_enquiry_link.answer ->> 'enquiry_number';
  link := private.new_enquiry_link(enquiry_id, (
    select form_link.id from private.enquiry_links as form_link
    where form_link.enquiry_order_id = enquiry_id and not form_link.is_personal and not exists (
      select from private.outbox as message
      where message.enquiry_order_id = enquiry_id and message.link_id = form_link.id)
    order by form_link.created_at desc, form_link.id offset 2 limit 1));
  return with_enquiry_link.answer || jsonb_build_object('link', link.secret);
end
$$;

create or replace function public.activity_people() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name)
      order by person.name collate private.names, person.id), '[]')
    from (
      select profile.id, profile.display_name as name from public.user_profiles as profile
      union all
      select distinct on (entry.record_id) entry.record_id::uuid, nullif(entry.label, '')
      from private.activity as entry
      where entry.table_name = 'user_profiles' and entry.what = 'removed'
        and not exists (select from public.user_profiles as profile where profile.id = entry.record_id::uuid)
    ) as person
  );
end
$$;

create or replace function public.apply_import(id uuid, required text[] default '{}'::text[]) returns jsonb
language plpgsql security definer
set search_path = ''
set jit = 'off'
set enable_nestloop = 'off'
as $$
declare
  mine private.imports;
  listed private.catalogue_kinds;
  problems jsonb;
  written text;
  assignments text;
  made integer;
  renewed integer;
  kept integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  mine := private.own_import(apply_import.id);
  if mine.created is not null then
    return jsonb_build_object('created', mine.created, 'changed', mine.changed, 'unchanged', mine.unchanged);
  end if;
  listed := private.inventory_kind(mine.kind);
  -- why: locked, so that no item changes between the comparison and the write.
  execute format('select from %1$s as item where item.%2$I in (
      select upper(private.trimmed(fields ->> ''code'')) collate "C" from private.import_lines where import_id = $1)
    order by item.id for no key update', listed.item_table, listed.code_column)
    using mine.id;
  problems := private.import_problems(mine.id, mine.kind, coalesce(required, '{}'));
  if problems -> 'lines' = '0' or problems -> 'total' <> '0' then
    raise exception 'The file has lines that cannot be imported. Nothing was saved.'
      using errcode = 'PT422', detail = problems::text;
  end if;
  perform private.begin_item_batch(mine.id, mine.kind, 'import');
  select string_agg(quote_ident(item_column), ', ' order by place),
    string_agg(format('%1$I = said.%1$I', item_column), ', ' order by place)
    into written, assignments
  from private.import_columns(mine.kind);
  -- why: created_at a microsecond apart, so that lists sorted newest first keep the file's order.
  execute format(
    'with said as materialized (%3$s), made as (
       insert into %1$s (%2$s, created_at)
       select %2$s, now() - line * interval ''1 microsecond'' from said where there_id is null order by line
       returning id, %4$I as code, name, active
     ), renewed as (
       update %1$s as item set %5$s from said where item.id = said.there_id and said.differing <> ''{}''
       returning item.id, item.%4$I as code, item.name
     ), logged as (
       insert into public.item_changes (batch_id, item_id, code, name, is_new, was, became)
       select $1, id, code, name, true, ''{"active": false}'', jsonb_build_object(''active'', active) from made
       union all
       select $1, renewed.id, renewed.code, renewed.name, false,
         private.picked(said.was, said.differing), private.picked(said.became, said.differing)
       from renewed join said on said.there_id = renewed.id
     )
     select (select count(*) from made), (select count(*) from renewed),
       (select count(*) from said where there_id is not null and differing = ''{}'')',
    listed.item_table, written, private.import_items(mine.kind), listed.code_column, assignments)
    into made, renewed, kept using mine.id;
  if made + renewed = 0 then
    delete from public.item_batches as begun where begun.id = mine.id;
  else
    update public.item_batches as begun set created = made, changed = renewed where begun.id = mine.id;
  end if;
  delete from private.import_lines where import_id = mine.id;
  update private.imports set created = made, changed = renewed, unchanged = kept where imports.id = mine.id;
  return jsonb_build_object('created', made, 'changed', renewed, 'unchanged', kept);
end
$$;

create or replace function public.cancel_message(id uuid) returns jsonb
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
    select * into message from private.outbox where outbox.id = message.id;
    perform private.log_message(message, 'cancelled');
  end if;
  return private.outbox_value(message);
end
$$;

create or replace function public.cancellation_proposal("order" uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  made public.orders;
  money record;
  place record;
  cancelled_at timestamptz;
  hours numeric;
  refund numeric;
  retained numeric;
  to_bill numeric;
  parts jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into made from public.orders where orders.id = cancellation_proposal."order";
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  end if;
  money := private.ledger_sums(made.id);
  if made.status = 'cancelled' then
    select max(event.created_at) into cancelled_at from public.crm_events as event
    where event.subject = 'order' and event.subject_id = made.id and event.what = 'status' and event.to_value = 'cancelled';
  end if;
  -- why cut and not rounded down: below zero that would end the first rental day some minutes early.
  hours := trunc(extract(epoch from coalesce(made.rental_from, made.rental_to)::timestamp at time zone 'Asia/Kolkata'
    - coalesce(cancelled_at, private.this_moment())) / 3600, 1);
  -- why with what was refunded: the policy's share is of all that was received, so a recorded refund is not proposed again.
  refund := greatest(round((money.received + money.refunded) * private.refund_share(hours), 2) - money.refunded, 0);
  retained := greatest(money.received, 0) - refund;
  place := private.voucher_place(made);
  -- why ₹1: the tax inside an amount is not always exact to the paisa when it is added again.
  to_bill := case when money.billed >= retained + 1 then retained when money.billed > retained - 1 then 0
    else retained - money.billed end;
  parts := private.taxed_parts(made, to_bill, place.premises_inside, place.recipient_inside, place.outside_taxed);
  return (select jsonb_build_object('hours_notice', hours, 'refund_share', private.refund_share(hours),
    'received', money.received, 'refund', refund, 'retained', retained,
    'deposit', jsonb_build_object('held', money.held),
    'invoice', case when to_bill > 0 then (
      select jsonb_build_object('total', to_bill, 'taxable', sum((part ->> 'taxable')::numeric),
        'tax', to_bill - sum((part ->> 'taxable')::numeric),
        'lines', jsonb_agg(jsonb_build_object('kind', 'charge', 'text', 'Cancellation of ' || made.order_number,
          'sac', part -> 'sac', 'rate', part -> 'rate', 'place', part -> 'place', 'quantity', 1, 'days', null,
          'unit_price', part -> 'taxable') order by position))
      from jsonb_array_elements(parts) with ordinality as listed (part, position)) end,
    'credit', billed.credit, 'credited', billed.credited)
  from (
      select coalesce(jsonb_agg(jsonb_build_object('id', invoice.id, 'number', invoice.number,
          'rest', invoice.total - credited.total) order by invoice.issued_at)
          filter (where invoice.total > credited.total), '[]') as credit,
        coalesce(sum(credited.total), 0) as credited
      from private.documents_of_order(made.id, made.enquiry_order_id) as invoice
        cross join lateral (
          select coalesce(sum(note.total), 0) as total from public.documents as note
          where note.corrects = invoice.id and note.kind = 'credit_note' and note.state = 'issued'
        ) as credited
      where invoice.kind = 'invoice' and invoice.state = 'issued'
    ) as billed);
end
$$;

create or replace function public.change_availability_settings(
  shows text,
  turnaround jsonb,
  closed_weekdays smallint[],
  closed_days jsonb,
  expected_updated_at timestamptz
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  settings private.availability_settings;
  present jsonb;
  asked jsonb;
  weekdays smallint[];
begin
  perform private.require_staff('admin');
  if shows is null or shows not in ('exact', 'yes-no', 'off') then
    perform private.refuse('shows', 'Choose what visitors see.');
  elsif jsonb_typeof(turnaround) is distinct from 'object' or exists (
    select from jsonb_each(turnaround) as given
    where private.whole_number(given.value, 0, 30) is null
      or not exists (select from private.catalogue_kinds as listed where listed.kind = given.key)
  ) then
    perform private.refuse('turnaround', 'Turnaround must be a whole number of days from 0 to 30');
  elsif closed_weekdays is null or array_position(closed_weekdays, null) is not null
    or not closed_weekdays <@ '{1,2,3,4,5,6,7}'::smallint[] then
    perform private.refuse('closed_weekdays', 'Closed weekdays are numbers from 1 (Monday) to 7');
  elsif closed_weekdays @> '{1,2,3,4,5,6,7}'::smallint[] then
    perform private.refuse('closed_weekdays', 'At least one day of the week must be open.');
  elsif jsonb_typeof(closed_days) is distinct from 'array' or jsonb_array_length(closed_days) > 1000 then
    perform private.refuse('closed_days', 'Closed days must be a list of at most 1000 days.');
  elsif exists (
    select from jsonb_array_elements(closed_days) as given (value)
    where coalesce(value ->> 'day', '') !~ '^\d{4}-\d\d-\d\d$' or char_length(value ->> 'reason') > 200
  ) then
    perform private.refuse('closed_days', 'Each closed day needs a date, and a reason of at most 200 characters.');
  elsif exists (
    select from jsonb_array_elements(closed_days) as given (value)
    group by (value ->> 'day')::date having count(*) > 1
  ) then
    perform private.refuse('closed_days', 'A day is listed twice.');
  end if;

  select * into settings from private.availability_settings for update;
  present := private.availability_settings_value();
  weekdays := array(select distinct day from unnest(closed_weekdays) as day order by day);
  asked := jsonb_build_object(
    'shows', shows,
    'turnaround', present -> 'turnaround' || turnaround,
    'closed_weekdays', weekdays,
    'closed_days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', value ->> 'day',
        'reason', nullif(private.trimmed(value ->> 'reason'), '')) order by value ->> 'day'), '[]')
      from jsonb_array_elements(closed_days) as given (value)
    ));
  if asked = present - 'updated_at' then
    return present;
  elsif settings.updated_at is distinct from expected_updated_at then
    raise exception 'The settings were changed meanwhile.' using errcode = 'PT409', detail = present::text;
  end if;
  update private.availability_settings
  set shows = change_availability_settings.shows, closed_weekdays = weekdays, updated_at = clock_timestamp();
  update private.catalogue_kinds as listed set turnaround_days = (turnaround ->> listed.kind)::smallint
  where listed.turnaround_days <> (turnaround ->> listed.kind)::smallint;
  delete from private.closed_days;
  insert into private.closed_days (day, reason)
  select day, reason from jsonb_to_recordset(asked -> 'closed_days') as given (day date, reason text);
  perform private.log_change('settings', 'changed', 'availability_settings', 'availability', 'availability', 'Availability', (
    select jsonb_object_agg(given.key, jsonb_build_array(present -> given.key, given.value))
    from jsonb_each(asked) as given where present -> given.key <> given.value));
  -- why: pages say what visitors learn.
  perform pg_notify('catalogue_changed', '');
  return private.availability_settings_value();
end
$$;

create or replace function public.change_document(id uuid, version integer, draft jsonb, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  document public.documents;
  facts private.document_kinds;
  answer jsonb;
  given_profile constant uuid := private.uuid_of(draft ->> 'billing_profile');
  given_notes constant text := private.trimmed(replace(coalesce(draft ->> 'notes', ''), e'\r\n', e'\n'));
  given_place constant text := nullif(draft ->> 'place_of_supply', '');
  given_until date;
  percent numeric;
  fixed numeric;
begin
  perform private.require_staff('admin', 'crm_user');
  if change_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  elsif jsonb_typeof(change_document.draft) is distinct from 'object' then
    perform private.refuse('draft', 'Send the draft.');
  end if;
  answer := private.claim_idempotency_key('change_document', change_document.key, jsonb_build_array(change_document.id,
    change_document.version, encode(sha256(convert_to(change_document.draft::text, 'UTF8')), 'hex')));
  if answer is not null then
    return private.document_record(change_document.id);
  end if;
  document := private.locked_draft(change_document.id, change_document.version);
  facts := private.kind_of(document);
  if char_length(given_notes) > 2000 or given_notes ~ '[\x01-\x08\x0b-\x1f\x7f]' then
    perform private.refuse('notes', 'At most 2,000 characters.');
  end if;
  if facts.lines <> 'source' then
    if char_length(coalesce(draft ->> 'reason', '')) > 200 then
      perform private.refuse('reason', 'At most 200 characters.');
    end if;
    update public.documents as saved
    set notes = given_notes, reason = coalesce(private.one_line(draft ->> 'reason'), saved.reason), version = saved.version + 1,
      updated_at = clock_timestamp()
    where saved.id = document.id;
  else
    if draft ->> 'billing_profile' is not null and not exists (
      select from public.billing_profiles as profile
      where profile.id = given_profile
        and profile.customer_id = any (private.merged_customers(private.remaining_customer(document.customer_id)))
    ) then
      perform private.refuse('billing_profile', 'Select a billing profile of this customer.');
    elsif given_place is not null and private.gst_state(given_place) is null then
      perform private.refuse('place_of_supply', 'Select a state of the list.');
    end if;
    if facts.is_offer then
      begin
        given_until := (draft ->> 'valid_until')::date;
      exception when data_exception then
        given_until := null;
      end;
      if coalesce(given_until < private.today(), true) then
        perform private.refuse('valid_until', 'Enter a last day from today on.');
      elsif given_until > private.today() + 3660 then
        perform private.refuse('valid_until', 'Enter a last day within the next ten years.');
      end if;
    end if;
    if coalesce(draft -> 'discount_percent', 'null') <> 'null' then
      percent := private.decimal_of(draft -> 'discount_percent', 0, 100);
      if percent is null then
        perform private.refuse('discount_percent', 'Enter a discount from 0 to 100%.');
      elsif coalesce(draft -> 'discount_amount', 'null') <> 'null' then
        perform private.refuse('discount_amount', 'Enter a discount in percent or in rupees, not both.');
      end if;
    elsif coalesce(draft -> 'discount_amount', 'null') <> 'null' then
      fixed := private.decimal_of(draft -> 'discount_amount', 0, 9999999999.99);
      if fixed is null then
        perform private.refuse('discount_amount', 'Enter a discount from ₹0, with at most two decimals.');
      end if;
    end if;
    perform private.write_document_lines(document.id, draft -> 'lines');
    if fixed is distinct from document.discount_amount and fixed > (
      select coalesce(sum(priced.amount
        - private.discount_on(priced.amount, line.discount_percent, line.discount_amount)), 0)
      from public.document_lines as line
        cross join lateral (select private.line_amount(line.unit_price, line.quantity, line.days) as amount) as priced
      where line.document_id = document.id and line.kind <> 'heading') then
      perform private.refuse('discount_amount', 'The discount cannot be more than the lines.');
    end if;
    update public.documents as saved
    set billing_profile_id = given_profile, place_of_supply = given_place, valid_until = given_until,
      discount_percent = nullif(percent, 0), discount_amount = nullif(fixed, 0), notes = given_notes,
      version = saved.version + 1, updated_at = clock_timestamp()
    where saved.id = document.id;
  end if;
  perform private.save_amounts(document.id);
  perform private.bind_idempotency_key('change_document', change_document.key, jsonb_build_object('id', document.id));
  return private.document_record(document.id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

create or replace function public.change_items(
  kind text,
  ids uuid[],
  change jsonb,
  batch uuid default gen_random_uuid()
) returns jsonb
language plpgsql security definer
set search_path = ''
set jit = 'off'
as $$
declare
  listed private.catalogue_kinds;
  known_batch public.item_batches;
  entry record;
  target record;
  is_there boolean;
  assignments text[] := '{}';
  differences text[] := '{}';
  columns text[] := '{}';
  logged jsonb := '{}';
  found_items bigint;
  changed_items integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  listed := private.inventory_kind(change_items.kind);
  if coalesce(cardinality(ids), 0) not between 1 and 5000 then
    raise exception 'Choose 1 to 5,000 items.' using errcode = 'PT422';
  elsif jsonb_typeof(change) is distinct from 'object' or change = '{}' then
    raise exception 'change must name what to change.' using errcode = 'PT400';
  elsif batch is null then
    raise exception 'batch must be an id.' using errcode = 'PT400';
  end if;
  for entry in select key, value, value #>> '{}' as given from jsonb_each(change) loop
    target := private.changed_column(listed.kind, entry.key);
    if target.type = 'boolean' then
      if jsonb_typeof(entry.value) <> 'boolean' then
        raise exception '"%" must be true or false.', entry.key using errcode = 'PT400';
      end if;
    elsif entry.key = 'price' then
      if jsonb_typeof(entry.value) <> 'number' or entry.given::numeric not between 0 and 9999999.99
        or entry.given::numeric <> round(entry.given::numeric, 2)
      then
        raise exception 'The price must be between 0 and 99,99,999.99, with at most 2 decimals.'
          using errcode = 'PT422', detail = '{"field":"price"}';
      end if;
    elsif entry.given is not null then
      execute format('select exists (select from %s where id::text = $1)', (
        select lookup_table from private.catalogue_lookups as lookup
        where lookup.kind = listed.kind and lookup.key = entry.key
      )) into is_there using entry.given;
      if not is_there then
        raise exception 'This % is no longer there. Choose another.', entry.key
          using errcode = 'PT422', detail = jsonb_build_object('field', entry.key)::text;
      end if;
    end if;
    assignments := assignments || format('%I = %L', target.item_column, entry.given);
    differences := differences
      || format('item.%I is distinct from %L::%s', target.item_column, entry.given, target.type);
    columns := columns || format('%1$L, item.%1$I', target.item_column);
    logged := logged || jsonb_build_object(target.item_column, entry.value);
  end loop;
  -- why: concurrent requests with one batch id wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('item batch ' || batch, 0));
  select * into known_batch from public.item_batches as begun where begun.id = batch;
  if found then
    if known_batch.user_id <> auth.uid() or known_batch.kind <> listed.kind or known_batch.change is distinct from logged then
      raise exception 'This change is another one.' using errcode = 'PT409';
    end if;
    return jsonb_build_object('changed', known_batch.changed);
  end if;
  perform private.begin_item_batch(batch, listed.kind, 'change', change => logged);
  -- why: rows are locked in id order, so that two changes cannot deadlock.
  execute format(
    'with former as materialized (
       select item.id, jsonb_build_object(%4$s) as was from %1$s as item
       where item.id = any ($1) order by item.id for no key update
     ), changed as (
       update %1$s as item set %2$s from former where item.id = former.id and (%3$s)
       returning item.id, item.%5$I as code, item.name, former.was, jsonb_build_object(%4$s) as became
     ), logged as (
       insert into public.item_changes (batch_id, item_id, code, name, was, became)
       select $2, id, code, name, was, became from changed
     )
     select (select count(*) from former), (select count(*) from changed)',
    listed.item_table, array_to_string(assignments, ', '), array_to_string(differences, ' or '),
    array_to_string(columns, ', '), listed.code_column)
    into found_items, changed_items using ids, batch;
  if found_items < (select count(distinct each) from unnest(ids) as each) then
    raise exception 'Some of the items are no longer there.' using errcode = 'PT404';
  end if;
  if changed_items = 0 then
    delete from public.item_batches as begun where begun.id = batch;
  else
    update public.item_batches as begun set changed = changed_items where begun.id = batch;
  end if;
  return jsonb_build_object('changed', changed_items);
end
$$;

create or replace function public.change_settings(changes jsonb, as_draft boolean default false) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  wanted jsonb;
  keys text[];
begin
  perform private.require_staff('admin');
  if jsonb_typeof(changes) is distinct from 'array' or jsonb_array_length(changes) not between 1 and 200 then
    perform private.refuse('changes', 'Send 1 to 200 settings.');
  end if;
  select jsonb_object_agg(coalesce(given.value ->> 'key', ''), coalesce(given.value -> 'value', 'null')),
      array_agg(given.value ->> 'key')
    into wanted, keys
  from jsonb_array_elements(changes) as given (value);
  if (select count(*) from jsonb_object_keys(wanted)) < cardinality(keys) then
    perform private.refuse('changes', 'A setting is listed twice.');
  end if;
  perform private.check_settings(wanted);
  -- why: also settings without a row must not be saved by two at once.
  lock table private.studio_settings in share row exclusive mode;
  perform private.refuse_changed_settings(array(
    select given.value ->> 'key'
    from jsonb_array_elements(changes) as given (value)
      left join private.studio_settings as setting on setting.key = given.value ->> 'key'
    where setting.updated_at is distinct from (given.value ->> 'seen')::timestamptz
      and coalesce(given.value -> 'value', 'null')
        <> coalesce(case when as_draft then setting.draft end, setting.value, 'null')));
  if as_draft then
    delete from private.studio_settings as setting using jsonb_each(wanted) as given
    where setting.key = given.key and setting.value is null and given.value = 'null';
    insert into private.studio_settings as setting (key, draft, updated_by)
    select given.key, given.value, auth.uid() from jsonb_each(wanted) as given
    where exists (select from private.studio_settings where studio_settings.key = given.key) or given.value <> 'null'
    on conflict (key) do update set draft = nullif(excluded.draft, coalesce(setting.value, 'null')),
      updated_at = clock_timestamp(), updated_by = excluded.updated_by
    where coalesce(setting.draft, setting.value, 'null') <> excluded.draft;
  else
    perform private.publish_values(wanted);
  end if;
  return private.setting_rows(keys);
end
$$;

create or replace function public.change_tax_class(
  label text,
  sac text,
  rate numeric,
  place text,
  id uuid default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  former public.tax_classes;
  made public.tax_classes;
  answer jsonb;
begin
  perform private.require_staff('admin');
  if change_tax_class.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('change_tax_class', change_tax_class.key, jsonb_build_array(change_tax_class.id,
    change_tax_class.label, change_tax_class.sac, change_tax_class.rate, change_tax_class.place));
  if answer is not null then
    return answer;
  elsif coalesce(char_length(private.one_line(change_tax_class.label)), 0) not between 1 and 60 then
    perform private.refuse('label', 'Enter a name of at most 60 characters.');
  elsif coalesce(change_tax_class.sac, '') !~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$' then
    perform private.refuse('sac', 'A SAC has 4, 6 or 8 digits, like 997319.');
  elsif coalesce(change_tax_class.rate not between 0 and 100 or change_tax_class.rate % 0.01 <> 0, true) then
    perform private.refuse('rate', 'Enter a rate from 0 to 100%.');
  elsif change_tax_class.place is null or change_tax_class.place not in ('recipient', 'premises') then
    perform private.refuse('place', 'Select where it is taxed.');
  end if;
  insert into public.tax_classes (label, sac, rate, place, created_by)
  values (private.one_line(change_tax_class.label), change_tax_class.sac, change_tax_class.rate, change_tax_class.place, auth.uid())
  returning * into made;
  if change_tax_class.id is not null then
    select * into former from public.tax_classes as class where class.id = change_tax_class.id for update;
    if not found then
      raise exception 'There is no such tax class.' using errcode = 'PT404';
    elsif former.succeeded_by is not null then
      raise exception 'Somebody else changed this tax class meanwhile.' using errcode = 'PT409', detail = '{"reason": "changed"}';
    end if;
    update public.tax_classes as class set succeeded_by = made.id where class.id = former.id;
    update private.kind_tax_classes as listed set tax_class_id = made.id where listed.tax_class_id = former.id;
  end if;
  answer := public.tax_classes();
  perform private.bind_idempotency_key('change_tax_class', change_tax_class.key, answer);
  return answer;
end
$$;

create or replace function public.claim_messages(secret text, channel text, host text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_worker(claim_messages.secret) then
    return '{"refused": "secret"}';
  end if;
  if exists (
    select from private.channels
    where channels.channel = claim_messages.channel
      and (channels.asked_at is null or channels.asked_at < clock_timestamp() - interval '1 minute')
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

create or replace function public.claim_payment(
  secret text,
  amount numeric default null,
  utr text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  reference constant text := upper(regexp_replace(coalesce(claim_payment.utr, ''), '[\s-]', '', 'g'));
  link private.links;
  paid public.documents;
  order_id uuid;
  claim_id uuid;
begin
  if claim_payment.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  link := private.open_document_link(claim_payment.secret);
  if link.id is null then
    return null;
  elsif link.kind = 'document_preview' then
    perform private.refuse_answer('preview', 'This is a preview. Only the customer can report a payment.');
  end if;
  if private.claim_idempotency_key('claim_payment:' || link.id, claim_payment.key,
    jsonb_build_array(claim_payment.amount, claim_payment.utr)) is not null then
    return private.linked_content(link, private.shown_document(link));
  end if;
  paid := private.shown_document(link);
  if not (private.kind_of(paid)).is_payable then
    perform private.refuse('amount', 'This document is not for payment.');
  elsif claim_payment.amount is null or claim_payment.amount not between 0.01 and 9999999999.99
    or claim_payment.amount <> round(claim_payment.amount, 2) then
    perform private.refuse('amount', 'Enter the amount that you paid, in rupees.');
  elsif reference !~ '^[A-Z0-9]{6,40}$' then
    perform private.refuse('utr', 'Enter the reference of your payment (UTR): 6 to 40 letters and digits.');
  end if;
  -- why locked: of two reports with the same reference the second one sees the first.
  paid := private.document_to_answer(link, null);
  if not exists (
    select from public.payment_claims as claim where claim.document_id = paid.id and claim.utr = reference
  ) then
    perform private.use_limits('answers', null);
    order_id := (private.order_of_document(paid)).id;
    insert into public.payment_claims (document_id, order_id, amount, utr)
    values (paid.id, order_id, claim_payment.amount, reference)
    returning id into claim_id;
    perform private.queue_messages('payment_claimed', paid.customer_id, paid.enquiry_order_id, order_id, paid.id,
      jsonb_build_object('claim', claim_id));
  end if;
  perform private.bind_idempotency_key('claim_payment:' || link.id, claim_payment.key, 'true');
  return private.linked_content(link, paid);
exception when lock_not_available then
  perform private.refuse_answer('busy', 'Somebody else is answering this document right now. Please try again.');
end
$$;

create or replace function public.correct_customer(
  id uuid,
  first_name text,
  last_name text,
  email text,
  expected_updated_at timestamptz,
  mobile text default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  customer public.customers;
  holder public.customers;
  given_email constant text := nullif(private.plain_email(correct_customer.email), '');
  given_mobile text;
  owner_of_number uuid;
begin
  perform private.require_staff('admin', 'crm_user');
  -- why both at once: the number may be exchanged with a merged customer's, and merges lock by id.
  perform from public.customers as found
  where found.id = correct_customer.id or found.mobile = private.whole_mobile(correct_customer.mobile)
  order by found.id for update;
  select * into customer from public.customers as found where found.id = correct_customer.id;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  elsif customer.erased_at is not null then
    raise exception 'This customer''s data was erased.' using errcode = 'PT409';
  elsif customer.merged_into is not null then
    raise exception 'This customer was merged into another one. Reload the page.' using errcode = 'PT409';
  elsif customer.updated_at is distinct from correct_customer.expected_updated_at then
    raise exception 'This customer was changed meanwhile.' using errcode = 'PT409',
      detail = private.customer_of(customer.id)::text;
  end if;
  given_mobile := coalesce(private.whole_mobile(correct_customer.mobile), customer.mobile);
  perform private.check_contact(private.trimmed(correct_customer.first_name),
    private.trimmed(correct_customer.last_name), given_mobile,
    -- why: a caller may have no address; a known one is corrected, not removed.
    given_email, customer.email is null);
  if given_mobile <> customer.mobile then
    select * into holder from public.customers as found where found.mobile = given_mobile;
    owner_of_number := private.remaining_customer(holder.id);
    if owner_of_number = customer.id then
      perform private.exchange_details(customer.id, holder.id, '{mobile}');
      -- why: undoing the merge gives each customer the number they have now.
      update public.customer_merges as merge
      set moved = jsonb_set(merge.moved, '{details}', case when (merge.moved -> 'details') ? 'mobile'
        then (merge.moved -> 'details') - 'mobile' else (merge.moved -> 'details') || '["mobile"]' end)
      where merge.from_id = holder.id and merge.into_id = customer.id and merge.undone_at is null;
    elsif owner_of_number is not null then
      perform private.refuse_taken_mobile(owner_of_number);
    end if;
  end if;
  update public.customers as corrected
  set first_name = private.trimmed(correct_customer.first_name),
    last_name = private.trimmed(correct_customer.last_name),
    email = given_email,
    mobile = given_mobile
  where corrected.id = customer.id;
  return private.customer_of(customer.id);
exception
  when unique_violation then
    select * into holder from public.customers as found where found.mobile = given_mobile;
    perform private.refuse_taken_mobile(coalesce(private.remaining_customer(holder.id), customer.id));
  when lock_not_available or deadlock_detected then
    perform private.refuse_busy_customer();
end
$$;

create or replace function public.demo_studio(with_counts boolean default true) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  demo private.demo_studio;
begin
  perform private.require_staff('admin');
  select * into demo from private.demo_studio as studio where studio.removed_at is null;
  if demo.filled_at is null then
    return null;
  end if;
  return jsonb_build_object(
    'filled_at', demo.filled_at,
    -- why not the clock: changes during the count must be later than this.
    'counted_at', now(),
    'backup', case when demo.backup_at is not null then
      jsonb_build_object('at', demo.backup_at, 'file', demo.backup_file, 'bytes', demo.backup_bytes) end,
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('what', counted.what, 'count', counted.total, 'since', counted.since,
        'newest', to_jsonb(counted.newest)) order by counted.what), '[]')
      from (
        select record.what, count(*) as total, count(*) filter (where record.made_at > demo.filled_at) as since,
          coalesce((array_agg(record.label order by record.made_at desc, record.label)
            filter (where record.made_at > demo.filled_at))[1:20], '{}') as newest
        from private.studio_records() as record
        where with_counts
        group by record.what
      ) as counted
    ));
end
$$;

create or replace function public.discard_document(id uuid, version integer) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  draft public.documents;
begin
  perform private.require_staff('admin', 'crm_user');
  draft := private.locked_draft(discard_document.id, discard_document.version);
  delete from public.documents as document where document.id = draft.id;
  return jsonb_build_object('id', draft.id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

create or replace function public.dismiss_claim(claim uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  dismissed public.payment_claims;
begin
  perform private.require_staff('admin', 'crm_user');
  if not exists (
    select from public.payment_claims
    where payment_claims.id = dismiss_claim.claim and payment_claims.state = 'dismissed'
  ) then
    dismissed := private.lock_claim(dismiss_claim.claim);
    update public.payment_claims set state = 'dismissed' where payment_claims.id = dismissed.id;
  end if;
  return jsonb_build_object('id', dismiss_claim.claim, 'state', 'dismissed');
exception when lock_not_available then
  perform private.refuse_busy_ledger();
end
$$;

create or replace function public.documents_of(
  "order" uuid default null,
  enquiry uuid default null,
  customer uuid default null
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select coalesce(jsonb_agg(private.document_row(listed) order by listed.created_at desc, listed.id), '[]')
    from (
      select document.* from public.documents as document
      where document.order_id = documents_of."order"
        or document.enquiry_order_id = (
          select made.enquiry_order_id from public.orders as made where made.id = documents_of."order")
        or document.enquiry_order_id = documents_of.enquiry
        or documents_of.customer is not null
          and document.customer_id = any (private.merged_customers(documents_of.customer))
      order by document.created_at desc, document.id limit 500
    ) as listed);
end
$$;

create or replace function public.drop_import(id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  delete from private.imports
  where imports.id = drop_import.id and imports.owner = auth.uid() and imports.created is null;
end
$$;

create or replace function public.due_today(day date default null, assignee text default null, most integer default 50) returns json
language plpgsql stable security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  today constant date := private.today();
  due constant date := coalesce(due_today.day, today);
  is_today constant boolean := coalesce(due_today.day, today) = today;
  anybody constant boolean := assignee is null;
  owner uuid;
  shown text;
  going_out json;
  coming_back json;
  overdue json;
  totals jsonb;
  others jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'storekeeper');
  shown := private.names_shown();
  begin
    owner := case when assignee = 'me' then auth.uid() when assignee <> 'none' then assignee::uuid end;
  exception when invalid_text_representation then
    raise exception 'assignee must be me, none or a uuid.' using errcode = 'PT400';
  end;
  if not isfinite(due) then
    raise exception 'day must be a date.' using errcode = 'PT400';
  elsif coalesce(due_today.most not between 1 and 500, true) then
    raise exception 'most must be between 1 and 500.' using errcode = 'PT400';
  end if;

  with line as (
    select reserved.order_id, reserved.line_from, reserved.line_to, reserved.status
    from public.reservations as reserved
    where reserved.kind = 'rental' and reserved.status <> 'released' and reserved.blocked @> due
    union all
    select reserved.order_id, reserved.line_from, reserved.line_to, reserved.status
    from public.reservations as reserved
    where is_today and reserved.kind = 'rental' and reserved.status = 'out' and not reserved.blocked @> due
      and greatest(reserved.rolled_on, upper(reserved.rented) - 1) < due
  ), grouped as materialized (
    select line.order_id, min(line.line_from) as first_day, max(line.line_to) as last_day,
      bool_or(line.line_from = due or is_today and line.line_from < due and line.line_to >= due
        and line.status = 'booked') as goes_out,
      bool_or(line.line_to = due) as comes_back,
      bool_or(is_today and line.line_to < due and line.status = 'out') as overdue,
      bool_or(line.status = 'booked') as waits, bool_or(line.status = 'out') as is_out,
      min(line.line_to) filter (where line.status = 'out') as out_until
    from line group by line.order_id
  ), listed as materialized (
    select made.id, made.order_number, made.customer_id, made.rental_from, made.rental_to, made.status,
      grouped.first_day, grouped.last_day, grouped.goes_out, grouped.comes_back, grouped.overdue, grouped.waits,
      grouped.is_out, grouped.out_until
    from grouped
      -- why offset 0: the planner expects an order for each line, and would read all orders.
      cross join lateral (select orders.* from public.orders where orders.id = grouped.order_id offset 0) as made
    where (grouped.goes_out or grouped.comes_back or grouped.overdue)
      and (anybody or made.assigned_to is not distinct from owner)
  ), placed as materialized (
    select 'going_out' as list, listed.id, row_number() over (
        -- why: also what waits for a later day is left to hand over.
        order by not (listed.waits or listed.status = 'in_progress' and (
          select bool_or(later.status = 'booked') from public.reservations as later
          where later.order_id = listed.id and later.kind = 'rental')), listed.first_day, listed.order_number) as place
    from listed where listed.goes_out
    union all
    select 'coming_back', listed.id, row_number() over (order by not listed.is_out, listed.order_number)
    from listed
    where listed.comes_back and not listed.overdue and (due > today or listed.status <> 'confirmed' or (
        select bool_or(moved.kind = 'hand_over') from public.order_movements as moved
        where moved.order_id = listed.id and moved.undone_at is null))
    union all
    select 'overdue', listed.id, row_number() over (order by listed.out_until, listed.order_number)
    from listed where listed.overdue
  ), figures as materialized (
    select state.order_id, sum(state.quantity)::integer as pieces, sum(state.out_now)::integer as out_now,
      sum(state.back)::integer as back, sum(state.missing)::integer as missing,
      coalesce(max(today - state.last_day) filter (where state.out_now > 0 and state.last_day < today), 0) as late_days
    from private.lines_out(array(select placed.id from placed where placed.place <= most)) as state
    group by state.order_id
  ), told as materialized (
    -- why the object here: a filter keeps an aggregate from building what is not listed. why json: text is put into the
    -- answer as it is, while jsonb is packed, and unpacked again by each list and object that it is put into.
    select placed.list, count(*) as total,
      coalesce(json_agg(json_build_object('id', listed.id, 'order_number', listed.order_number,
        'customer', private.desk_customer(listed.customer_id, shown),
        'rental_from', coalesce(listed.rental_from, listed.first_day),
        'rental_to', coalesce(listed.rental_to, listed.last_day),
        'pieces', figures.pieces, 'out', figures.out_now, 'back', figures.back, 'missing', figures.missing,
        'late_days', figures.late_days) order by placed.place) filter (where placed.place <= most), '[]') as rows
    from placed join listed on listed.id = placed.id left join figures on figures.order_id = placed.id
    group by placed.list
  )
  select (select told.rows from told where told.list = 'going_out'),
    (select told.rows from told where told.list = 'coming_back'),
    (select told.rows from told where told.list = 'overdue'),
    '{"going_out": 0, "coming_back": 0, "overdue": 0}'
      || coalesce((select jsonb_object_agg(told.list, told.total) from told), '{}')
  into going_out, coming_back, overdue, totals;

  others := (
      with unanswered as (
        select asked.id, asked.created_at, asked.assigned_to,
          row_number() over (order by asked.created_at, asked.id) as place
        from public.enquiry_orders as asked
        where is_today and shown = 'whole' and asked.status = 'pending' and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner)
      ), waiting as (
        select asked.id, row_number() over (order by asked.waiting_since, asked.id) as place
        from public.enquiry_orders as asked
        where is_today and shown = 'whole' and asked.waiting_since is not null and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner) and private.can_hold(asked.id)
      ), ending as (
        select asked.id, ends.held_until, row_number() over (order by ends.held_until, asked.id) as place
        from (
          select line.enquiry_order_id, max(hold.expires_at) as held_until
          from public.reservations as hold join public.enquiry_items as line on line.id = hold.enquiry_item_id
          where hold.status = 'held' and hold.expires_at > clock_timestamp()
          group by line.enquiry_order_id
        ) as ends join public.enquiry_orders as asked on asked.id = ends.enquiry_order_id
        where is_today and shown = 'whole' and ends.held_until <= clock_timestamp() + interval '24 hours'
          and asked.status = any (private.open_statuses())
          and (anybody or asked.assigned_to is not distinct from owner)
      ), hired as (
        select fact.id, fact.item_id, fact.quantity, fact.reason, made.order_number,
          row_number() over (order by fact.created_at, fact.id) as place
        from public.reservations as fact
          left join public.order_items as line on line.id = fact.order_item_id
          left join public.orders as made on made.id = line.order_id
        where fact.kind = 'sub_rental' and fact.status <> 'released' and fact.blocked @> due
          and upper(fact.rented) = due + 1 and (anybody or made.assigned_to is not distinct from owner)
      ), returned as (
        select made.id, made.order_number, made.customer_id, due.day,
          row_number() over (order by due.day, made.order_number) as place
        from (
          select movement.order_id, min(movement.day) as day from public.order_movements as movement
          where movement.charges_due and movement.undone_at is null group by movement.order_id
        ) as due join public.orders as made on made.id = due.order_id
        where is_today and shown = 'whole' and (anybody or made.assigned_to is not distinct from owner)
      )
      -- why objects here and not above: a filter keeps an aggregate from building what is not listed.
      select jsonb_build_object(
        'unanswered', (
          select coalesce(jsonb_agg(private.desk_enquiry(listed.id) || jsonb_build_object(
              'created_at', private.iso_time(listed.created_at),
              'hours', trunc(extract(epoch from clock_timestamp() - listed.created_at) / 3600, 1),
              'late', listed.created_at < clock_timestamp() - interval '24 hours',
              'owner', (select owning.display_name from public.user_profiles as owning where owning.id = listed.assigned_to)
            ) order by listed.place) filter (where listed.place <= most), '[]')
          from unanswered as listed
        ),
        'waiting', (
          select coalesce(jsonb_agg(private.desk_enquiry(listed.id) order by listed.place)
            filter (where listed.place <= most), '[]')
          from waiting as listed
        ),
        'holds', (
          select coalesce(jsonb_agg(private.desk_enquiry(listed.id)
              || jsonb_build_object('held_until', private.iso_time(listed.held_until)) order by listed.place)
            filter (where listed.place <= most), '[]')
          from ending as listed
        ),
        'hired', (
          select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'item', (
              select jsonb_build_object('type', item.kind, 'code', item.code, 'name', item.name)
              from public.items as item where item.id = listed.item_id
            ), 'quantity', listed.quantity, 'supplier', listed.reason, 'order_number', listed.order_number)
            order by listed.place) filter (where listed.place <= most), '[]')
          from hired as listed
        ),
        'to_charge', (
          select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'order_number', listed.order_number,
            'customer', private.desk_customer(listed.customer_id, shown), 'day', listed.day) order by listed.place)
            filter (where listed.place <= most), '[]')
          from returned as listed
        ),
        'totals', totals || jsonb_build_object('unanswered', (select count(*) from unanswered),
          'waiting', (select count(*) from waiting), 'holds', (select count(*) from ending),
          'hired', (select count(*) from hired), 'to_charge', (select count(*) from returned)))
    );
  return json_build_object('day', due, 'going_out', coalesce(going_out, '[]'), 'coming_back', coalesce(coming_back, '[]'),
    'overdue', coalesce(overdue, '[]'), 'unanswered', others -> 'unanswered', 'waiting', others -> 'waiting',
    'holds', others -> 'holds', 'hired', others -> 'hired',
    'to_charge', others -> 'to_charge', 'totals', others -> 'totals',
    'conflicts', case when is_today then jsonb_array_length(public.conflicts()) else 0 end);
end
$$;

create or replace function public.edit_piece(id uuid, note text, retired boolean) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  text_of_note constant text := nullif(private.trimmed(note), '');
  piece public.item_pieces;
  item public.items;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if char_length(text_of_note) > 200 then
    perform private.refuse('note', 'The note must be at most 200 characters');
  elsif retired is null then
    perform private.refuse('retired', 'Enter whether the piece is retired');
  end if;
  select * into piece from public.item_pieces where item_pieces.id = edit_piece.id;
  if not found then
    raise exception 'There is no such piece.' using errcode = 'PT404';
  end if;
  perform private.lock_items(array[piece.item_id]);
  select * into piece from public.item_pieces where item_pieces.id = edit_piece.id for update;
  if not retired and piece.retired_at is not null then
    select * into item from public.items as found_item where found_item.id = piece.item_id;
    if item.removed_at is not null then
      perform private.refuse('retired', 'The item was deleted, so its pieces stay retired.');
    end if;
    perform private.check_piece_count(item, 1, 'retired');
  end if;
  update public.item_pieces
  set note = text_of_note, retired_at = case when retired then coalesce(item_pieces.retired_at, now()) end
  where item_pieces.id = piece.id;
  return jsonb_build_object('pieces', private.pieces_value(piece.item_id));
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.end_enquiry_links(enquiry uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  asked public.enquiry_orders;
  ended integer;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into asked from public.enquiry_orders where enquiry_orders.id = end_enquiry_links.enquiry;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  update private.enquiry_links as link set revoked_at = clock_timestamp()
  where link.enquiry_order_id = asked.id and link.revoked_at is null and link.expires_at > clock_timestamp();
  get diagnostics ended = row_count;
  if ended > 0 then
    perform private.record_event(asked.customer_id, 'enquiry', asked.id, 'links_ended', null, null);
  end if;
  return jsonb_build_object('ended', ended);
end
$$;

create or replace function public.erase_customer(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  customer public.customers;
  everyone uuid[];
  unfinished text[];
begin
  perform private.require_staff('admin');
  everyone := private.lock_merged_customers(erase_customer.id);
  select * into customer from public.customers as found where found.id = erase_customer.id;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  end if;
  if customer.erased_at is null then
    unfinished := array(
      select order_number from public.orders
      where customer_id = any (everyone) and status in ('confirmed', 'in_progress') order by order_number
    );
    if cardinality(unfinished) > 0 then
      raise exception using errcode = 'PT409',
        message = format('Customer %s still has an order that is confirmed or in progress: %s.',
          customer.customer_number, array_to_string(unfinished, ', ')),
        detail = jsonb_build_object('order_numbers', unfinished)::text;
    end if;
    delete from private.idempotency_keys as kept
    where kept.scope = 'submit_enquiry' and kept.response ->> 'enquiry_number' in (
        select enquiry_number from public.enquiry_orders where customer_id = any (everyone))
      or kept.scope = 'submit_contact_enquiry' and (kept.response ->> 'received_at')::timestamptz in (
        select created_at from public.contact_enquiries where customer_id = any (everyone));
    delete from private.limit_uses as used using private.limit_salt, public.customers as person
    where person.id = any (everyone) and used.subject in (
      sha256(salt || convert_to('enquiries_by_mobile ' || person.mobile, 'UTF8')),
      sha256(salt || convert_to('messages_by_mobile ' || person.mobile, 'UTF8')));
    update public.customers as erased
    set first_name = null, last_name = null, mobile = null, email = null, erased_at = now()
    where erased.id = any (everyone);
    delete from public.contact_enquiries where customer_id = any (everyone);
    delete from public.customer_notes where customer_id = any (everyone);
    update public.enquiry_orders
    set message = null, contact_first_name = null, contact_last_name = null, contact_email = null,
      status = case status when 'converted' then status else 'closed' end
    where customer_id = any (everyone);
    update public.orders
    set message = null, contact_first_name = null, contact_last_name = null, contact_email = null
    where customer_id = any (everyone);
  end if;
  return (
    select jsonb_build_object('id', erased.id, 'customer_number', erased.customer_number, 'erased_at', erased.erased_at,
      'documents_until', private.tax_documents_until(everyone))
    from public.customers as erased where erased.id = customer.id
  );
end
$$;

create or replace function public.find_customers(q text, size integer default 8) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  typed constant text := private.typed_search(coalesce(find_customers.q, ''));
  said constant text := private.compared(typed);
  mobile_pattern constant text := private.mobile_pattern(find_customers.q);
  number constant text[] := regexp_match(said, '^(?:cus[ -]*)?0*([1-9][0-9]{0,11})$');
  words text[];
  found_ids uuid[];
  is_wide boolean := false;
begin
  perform private.require_staff('admin', 'crm_user');
  if coalesce(find_customers.size not between 1 and 50, true) then
    raise exception 'size must be between 1 and 50.' using errcode = 'PT400';
  end if;
  found_ids := array(
    select private.remaining_customer(customer.id) from public.customers as customer
    where customer.mobile = any (array[btrim(mobile_pattern, '%'), said, '+91' || said])
    union
    select private.remaining_customer(customer.id) from public.customers as customer
    where customer.customer_number = 'CUS-' || lpad(number[1], greatest(5, length(number[1])), '0'));
  words := case when mobile_pattern is null then private.customer_words(typed) else array[btrim(mobile_pattern, '%')] end;
  if found_ids = '{}' or number is not null and said not like 'cus%' then
    found_ids := found_ids || private.customers_with(words, false, 1000);
    if found_ids = '{}' then
      is_wide := true;
      found_ids := private.customers_with(words, true, 100);
    end if;
  end if;
  return (
    with candidate as (
      select customer.*, private.compared(customer.first_name || ' ' || customer.last_name) as name,
        coalesce(figures.orders, 0) as orders, coalesce(figures.open_enquiries, 0) as open_enquiries
      from public.customers as customer left join private.lead_figures as figures on figures.customer_id = customer.id
      where customer.id = any (found_ids) and customer.erased_at is null
    ), sorted as (
      select candidate.*, row_number() over (order by
        case when name = said then 0 when starts_with(name, said) then 1
          when not exists (select from unnest(words) as word where strpos(' ' || name, ' ' || word) = 0) then 2
          else 3 end,
        case when is_wide then private.words_errors(words, name) end,
        orders desc, name, customer_number) as place
      from candidate
    )
    select jsonb_build_object('items', coalesce(jsonb_agg(jsonb_build_object('id', listed.id,
        'customer_number', listed.customer_number, 'first_name', listed.first_name, 'last_name', listed.last_name,
        'mobile', listed.mobile, 'email', listed.email, 'company', company.legal_name, 'mobiles', (
          select coalesce(jsonb_agg(former.mobile order by former.mobile), '[]') from public.customers as former
          where former.id = any (private.merged_customers(listed.id)) and former.id <> listed.id
            and former.mobile is not null),
        'orders', listed.orders, 'open_enquiries', listed.open_enquiries, 'last_from', (
          select made.rental_from from public.orders as made
          where made.customer_id = listed.id order by made.created_at desc limit 1)) order by listed.place), '[]'),
      'more', (select count(*) > find_customers.size from sorted))
    from (select * from sorted order by place limit find_customers.size) as listed
      left join lateral (
        select profile.legal_name from public.billing_profiles as profile where profile.customer_id = listed.id
        order by exists (
          select from unnest(words) as word
          where strpos(private.compared(profile.legal_name), word) > 0) desc,
          profile.updated_at desc
        limit 1) as company on true);
end
$$;

create or replace function public.issue_document(id uuid, version integer, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '5s'
as $$
declare
  draft public.documents;
  answer jsonb;
  amounts jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if issue_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('issue_document', issue_document.key, jsonb_build_array(issue_document.id, issue_document.version));
  if answer is not null then
    return private.document_record(issue_document.id);
  end if;
  -- why first: two invoices of an order, or two credit notes of an invoice, are checked one after the other.
  perform from public.orders as made
  where made.id = (select documents.order_id from public.documents where documents.id = issue_document.id)
  for no key update;
  perform from public.documents as invoice
  where invoice.id = (select documents.corrects from public.documents where documents.id = issue_document.id)
  for update;
  draft := private.locked_draft(issue_document.id, issue_document.version);
  amounts := private.document_amounts(draft);
  perform private.refuse_incomplete(private.document_missing(draft, amounts));
  perform private.save_amounts(draft.id, amounts);
  if (private.kind_of(draft)).is_offer then
    update public.documents as former set state = 'superseded'
    where former.number = draft.number and former.state = 'issued';
  end if;
  perform private.record_event(private.remaining_customer(draft.customer_id),
    case when draft.order_id is not null then 'order' else 'enquiry' end, coalesce(draft.order_id, draft.enquiry_order_id),
    'document_issued', null, issued.number)
  from private.freeze_document(draft.id, amounts) as issued;
  perform private.bind_idempotency_key('issue_document', issue_document.key, jsonb_build_object('id', draft.id));
  return private.document_record(draft.id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

create or replace function public.item_page(kind text, address text) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  listed private.catalogue_kinds;
  names text;
  joins text;
  item jsonb;
  related jsonb;
begin
  select * into listed from private.catalogue_kinds where catalogue_kinds.kind = item_page.kind;
  if not found then
    raise exception 'There is no kind "%".', left(item_page.kind, 40) using errcode = 'PT400';
  end if;
  select string_agg(format('%L, %I.%I', key, 'of_' || key, badge_column), ', '),
    string_agg(format(' left join %1$s as %2$I on %2$I.id = item.%3$I', lookup_table, 'of_' || key, item_column), '')
    into names, joins
  from private.catalogue_lookups as lookup where lookup.kind = listed.kind;
  execute format(
    'select (to_jsonb(item) - ''search_text'')
       || jsonb_build_object(''code'', item.%1$I, ''names'', jsonb_build_object(%2$s))
     from %3$s as item%4$s
     where item.active and (item.slug = $1 or item.%1$I = $1)
     order by item.slug is not distinct from $1 desc limit 1',
    listed.code_column, names, listed.item_table, joins)
    into item using item_page.address;
  if item is null then
    return null;
  end if;
  -- why: the page works without related items, so their failure must not fail it.
  begin
    related := public.related_items(listed.kind, (item ->> 'id')::uuid);
  exception when others then
    raise log 'Related items of % could not be read: %', item ->> 'code', sqlerrm;
  end;
  return jsonb_build_object('item', item, 'related', related);
end
$$;

create or replace function public.labels(codes text[]) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_variable
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  if cardinality(codes) > 500 then
    perform private.refuse('codes', 'Print at most 500 items at once');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('item', item.id, 'type', item.kind, 'name', item.name,
        'code', item.code, 'place', item.place, 'pieces', (
          select coalesce(jsonb_agg(jsonb_build_object('id', piece.id, 'code', piece.code) order by piece.number), '[]')
          from public.item_pieces as piece where piece.item_id = item.id and piece.retired_at is null
        )) order by wanted.place), '[]')
    from (
      select found.item_id, min(given.place) as place
      from unnest(codes) with ordinality as given (code, place)
        cross join lateral (
          select item.id as item_id from public.items as item where item.code = upper(private.trimmed(given.code))
          union all
          select piece.item_id from public.item_pieces as piece where piece.code = upper(private.trimmed(given.code))
        ) as found
      group by found.item_id
    ) as wanted join public.items as item on item.id = wanted.item_id
    where item.removed_at is null
  );
end
$$;

create or replace function public.ledger("order" uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  made public.orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into made from public.orders where orders.id = ledger."order";
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  end if;
  return private.ledger_of(made);
end
$$;

create or replace function public.log_account_link(account uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  person auth.users;
begin
  perform private.require_account_manager();
  select * into person from auth.users as found where found.id = account;
  if not found then
    raise exception 'There is no such account.' using errcode = 'PT404';
  end if;
  perform private.log_change('staff',
    case when person.invited_at is not null and person.email_confirmed_at is null then 'invite_link'
      else 'reset_link' end,
    'users', 'person', account::text, coalesce(private.person_name(account), ''), '{}');
end
$$;

create or replace function public.make_credit_note(
  invoice uuid,
  lines jsonb default null,
  reason text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  billed public.documents;
  answer jsonb;
  credits jsonb;
  given jsonb;
  at_line integer;
  rest numeric;
  wanted numeric;
  given_reason constant text := private.one_line(coalesce(make_credit_note.reason, ''));
  note_id constant uuid := gen_random_uuid();
begin
  perform private.require_staff('admin', 'crm_user');
  if make_credit_note.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('make_credit_note', make_credit_note.key,
    jsonb_build_array(make_credit_note.invoice, make_credit_note.lines, encode(sha256(convert_to(given_reason, 'UTF8')), 'hex')));
  if answer is not null then
    return private.document_record((answer ->> 'id')::uuid);
  elsif char_length(given_reason) not between 1 and 200 then
    perform private.refuse('reason', 'Say why the invoice is corrected, in at most 200 characters.');
  end if;
  select * into billed from public.documents as document
  where document.id = make_credit_note.invoice and document.kind = 'invoice' and document.state = 'issued'
  for key share;
  if not found then
    raise exception 'There is no such invoice.' using errcode = 'PT404';
  end if;
  -- What is left of each line: {position: rupees}.
  select coalesce(jsonb_object_agg(line.position, line.taxable - coalesce(before.taxable, 0)), '{}') into credits
  from public.document_lines as line
    left join private.credited_lines(billed.id, null) as before on before.line_position = line.position
  where line.document_id = billed.id and line.taxable > coalesce(before.taxable, 0);
  if credits = '{}' then
    raise exception using errcode = 'PT409', detail = '{"reason": "incomplete"}', message = format('%s is credited in full.', billed.number);
  elsif make_credit_note.lines is not null and make_credit_note.lines <> 'null' then
    if jsonb_typeof(make_credit_note.lines) <> 'array' or jsonb_array_length(make_credit_note.lines) not between 1 and 300 then
      perform private.refuse('lines', 'Select the lines to credit.');
    end if;
    answer := '{}';
    for given, at_line in select value, ordinality - 1 from jsonb_array_elements(make_credit_note.lines) with ordinality loop
      rest := (credits ->> coalesce(given ->> 'position', ''))::numeric;
      wanted := private.decimal_of(given -> 'taxable', 0.01, coalesce(rest, 0));
      if rest is null then
        perform private.refuse_line(at_line, 'Nothing is left to credit of this line.');
      elsif wanted is null or answer ? (given ->> 'position') then
        perform private.refuse_line(at_line, format('Enter an amount from ₹0.01 to ₹%s.', trim(to_char(rest, '9999999990.00'))));
      end if;
      answer := answer || jsonb_build_object(given ->> 'position', wanted);
    end loop;
    credits := answer;
  end if;
  insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, corrects, reason,
    place_of_supply, created_by)
  values (note_id, 'credit_note', billed.order_id, billed.enquiry_order_id, billed.customer_id, billed.billing_profile_id, billed.id,
    given_reason, billed.place_of_supply, auth.uid());
  insert into public.document_lines (document_id, position, kind, item_id, item_type, credits_position, text, sac, rate, place,
    quantity, unit_price)
  select note_id, row_number() over (order by line.position), line.kind, line.item_id, line.item_type, line.position, line.text,
    line.sac, line.rate, line.place, 1, (credits ->> line.position::text)::numeric
  from public.document_lines as line
  where line.document_id = billed.id and credits ? line.position::text;
  perform private.save_amounts(note_id);
  perform private.bind_idempotency_key('make_credit_note', make_credit_note.key, jsonb_build_object('id', note_id));
  return private.document_record(note_id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

create or replace function public.make_document(
  kind text,
  "order" uuid default null,
  enquiry uuid default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  facts private.document_kinds;
  made public.orders;
  asked public.enquiry_orders;
  converted public.orders;
  source record;
  answer jsonb;
  document_id constant uuid := gen_random_uuid();
  customer uuid;
  billing record;
begin
  perform private.require_staff('admin', 'crm_user');
  if make_document.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('make_document', make_document.key,
    jsonb_build_array(make_document.kind, make_document."order", make_document.enquiry));
  if answer is not null then
    return private.document_record((answer ->> 'id')::uuid);
  end if;
  select * into facts from private.document_kinds as kinds where kinds.kind = make_document.kind and kinds.lines = 'source';
  if not found then
    perform private.refuse('kind', format('Select %s.', (
      select string_agg(format('%s %s', case when kinds.name ~ '^[AEIOU]' then 'an' else 'a' end, lower(kinds.name)),
        ' or ' order by kinds.bill_sign, kinds.kind)
      from private.document_kinds as kinds where kinds.lines = 'source')));
  elsif num_nonnulls(make_document."order", make_document.enquiry) <> 1 then
    perform private.refuse('order', 'Select an order or an enquiry.');
  elsif facts.needs_order and make_document."order" is null then
    perform private.refuse('order', format('%s %s needs an order. Make the order first.',
      case when facts.name ~ '^[AEIOU]' then 'An' else 'A' end, lower(facts.name)));
  end if;
  if make_document."order" is not null then
    select * into made from public.orders where orders.id = make_document."order" for key share;
    if not found then
      raise exception 'There is no such order.' using errcode = 'PT404';
    end if;
  else
    select * into asked from public.enquiry_orders where enquiry_orders.id = make_document.enquiry for key share;
    if not found then
      raise exception 'There is no such enquiry.' using errcode = 'PT404';
    end if;
    select * into converted from public.orders where orders.enquiry_order_id = asked.id;
    if found then
      raise exception using errcode = 'PT409', message = format('This enquiry is order %s now. Make its documents there.', converted.order_number),
        detail = jsonb_build_object('reason', 'has_order', 'order_number', converted.order_number)::text;
    end if;
  end if;
  customer := private.remaining_customer(coalesce(made.customer_id, asked.customer_id));
  perform from public.customers where customers.id = customer and customers.erased_at is null for key share;
  if not found then
    perform private.refuse('customer', 'The data of this customer was erased.');
  end if;
  source := private.draft_source(made, asked.id, facts.bill_sign > 0);
  if source.lines = '[]' and source.numbers <> '{}' then
    raise exception using errcode = 'PT409', detail = jsonb_build_object('reason', 'incomplete', 'numbers', source.numbers)::text,
      message = format('All of this order is invoiced already: %s.', array_to_string(source.numbers, ', '));
  end if;
  if facts.bill_sign > 0 then
    select * into billing from private.order_billing(made, false);
  else
    select private.usual_billing_profile(customer) as billing_profile_id, null::text as place_of_supply into billing;
  end if;
  insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, place_of_supply, valid_until,
    discount_percent, discount_amount, source_hash, created_by)
  values (document_id, make_document.kind, made.id, coalesce(asked.id, made.enquiry_order_id), customer,
    billing.billing_profile_id, billing.place_of_supply,
    case when facts.is_offer then private.usual_validity(private.first_rental_day(made.id, asked.id)) end,
    source.discount_percent, source.discount_amount, private.document_source(made.id, asked.id), auth.uid());
  perform private.write_document_lines(document_id, source.lines);
  perform private.save_amounts(document_id);
  perform private.bind_idempotency_key('make_document', make_document.key, jsonb_build_object('id', document_id));
  return private.document_record(document_id);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

create or replace function public.make_document_link(
  document uuid,
  preview boolean default false,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  linked public.documents;
  made private.links;
  is_preview constant boolean := coalesce(make_document_link.preview, false);
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if make_document_link.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  select * into linked from public.documents where documents.id = make_document_link.document;
  if not found then
    raise exception 'This document does not exist.' using errcode = 'PT404';
  end if;
  if not is_preview then
    if linked.state = 'draft' then
      raise exception 'Issue this document before you send it.'
        using errcode = 'PT409', detail = '{"reason": "incomplete"}';
    end if;
    -- why locked: an erasure at the same moment revokes this link, or is seen here.
    perform from public.customers as customer
    where customer.id = linked.customer_id and customer.erased_at is null for share;
    if not found then
      raise exception 'This customer''s data was erased.' using errcode = 'PT409', detail = '{"reason": "erased"}';
    end if;
  end if;
  made.kind := case when is_preview then 'document_preview' else 'document' end;
  made.for_studio := false;
  made.document_id := linked.id;
  made.customer_id := private.remaining_customer(linked.customer_id);
  made.expires_at := case
    when is_preview then clock_timestamp() + interval '1 hour' else private.document_link_ends(linked) end;
  answer := private.make_link(made, make_document_link.key);
  select * into made from private.links as link where link.id = (answer ->> 'id')::uuid;
  -- A repeat with the key finds a link of an earlier transaction.
  if not is_preview and made.created_at = now() then
    perform private.record_document_event(linked, 'document_sent');
  end if;
  return answer || jsonb_build_object('expires_at', private.iso_time(made.expires_at));
exception when lock_not_available then
  perform private.refuse_busy_customer();
end
$$;

create or replace function public.make_enquiry_link(enquiry uuid, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  scope constant text := 'make_enquiry_link:' || auth.uid();
  asked public.enquiry_orders;
  earlier jsonb;
  made record;
begin
  perform private.require_staff('admin', 'crm_user');
  if make_enquiry_link.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  earlier := private.claim_idempotency_key(scope, make_enquiry_link.key, to_jsonb(make_enquiry_link.enquiry));
  select * into asked from public.enquiry_orders where enquiry_orders.id = make_enquiry_link.enquiry;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  -- why locked: an erasure at the same moment revokes this link, or is seen here.
  perform from public.customers as customer where customer.id = asked.customer_id and customer.erased_at is null for share;
  if not found then
    raise exception 'This customer''s data was erased.' using errcode = 'PT409', detail = '{"reason": "erased"}';
  end if;
  made := private.new_enquiry_link(asked.id, (earlier ->> 'id')::uuid, true);
  if earlier is null then
    perform private.record_event(asked.customer_id, 'enquiry', asked.id, 'link_made', null, null);
  end if;
  perform private.bind_idempotency_key(scope, make_enquiry_link.key, jsonb_build_object('id', made.id));
  return (
    select jsonb_build_object('id', link.id, 'secret', made.secret, 'expires_at', private.iso_time(link.expires_at))
    from private.enquiry_links as link where link.id = made.id);
exception when lock_not_available then
  perform private.refuse_busy_customer();
end
$$;

create or replace function public.make_preview() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  secret constant text := private.new_secret();
  ends_at constant timestamptz := clock_timestamp() + interval '1 hour';
begin
  perform private.require_staff('admin');
  delete from private.setting_previews as preview where preview.expires_at < clock_timestamp();
  insert into private.setting_previews (token, expires_at, created_by)
  values (sha256(convert_to(secret, 'UTF8')), ends_at, auth.uid());
  return jsonb_build_object('token', secret, 'expires_at', private.iso_time(ends_at));
end
$$;

create or replace function public.make_rental(
  make text,
  customer jsonb,
  rental_from date default null,
  rental_to date default null,
  lines jsonb default null,
  message text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  given_message text;
  rows jsonb;
  span record;
  caller uuid;
  contact record;
  answer jsonb;
  made_id uuid;
  made_number text;
begin
  perform private.require_staff('admin', 'crm_user');
  if make_rental.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('make_rental', make_rental.key, jsonb_build_array(make_rental.make,
    make_rental.customer, make_rental.rental_from, make_rental.rental_to, make_rental.lines, make_rental.message));
  if answer is not null then
    return answer;
  elsif make_rental.make is null or make_rental.make not in ('enquiry', 'order') then
    perform private.refuse('make', 'Choose an enquiry or an order.');
  end if;
  perform private.staff_days(make_rental.rental_from, make_rental.rental_to);
  given_message := private.checked_message(make_rental.message);
  rows := private.new_lines(make_rental.lines, make_rental.rental_from, make_rental.rental_to);
  if make_rental.make = 'enquiry' and jsonb_path_exists(rows, '$[*].hired[0]') then
    perform private.refuse('lines', 'Only an order can have pieces hired in.');
  end if;
  select min(line.rental_from) as first_day, max(line.rental_to) as last_day,
    sum(private.line_amount(line.price, line.quantity, private.days_in(line.rental_from, line.rental_to))) as amount
    into span
  from jsonb_populate_recordset(null::public.order_items, rows) as line;
  if span.amount > 9999999999.99 then
    perform private.refuse('lines', 'The total is too large.');
  end if;
  caller := private.caller_for(make_rental.customer);
  select private.trimmed(given.first_name) as first_name, private.trimmed(given.last_name) as last_name,
    nullif(private.plain_email(given.email), '') as email
    into contact
  from jsonb_to_record(case when make_rental.customer ? 'id' then '{}' else make_rental.customer end)
    as given (first_name text, last_name text, email text);

  if make_rental.make = 'enquiry' then
    insert into public.enquiry_orders as made (
      customer_id, rental_from, rental_to, total_price, message, contact_first_name, contact_last_name, contact_email
    ) values (
      caller, span.first_day, span.last_day, span.amount, given_message, contact.first_name, contact.last_name,
      contact.email
    ) returning made.id, made.enquiry_number into made_id, made_number;
    insert into public.enquiry_items (
      enquiry_order_id, item_type, item_id, quantity, price, list_price, rental_from, rental_to, position, free_when_sent,
      of_when_sent
    )
    select made_id, line.item_type, line.item_id, line.quantity, line.price, line.list_price, line.rental_from,
      line.rental_to, line.position, whole.free, whole.pieces
    from jsonb_populate_recordset(null::public.order_items, rows) as line
      left join lateral private.free_of(array[line.item_id], line.rental_from,
        private.last_blocked_days(line.rental_to)) as whole on true;
  else
    insert into public.orders as made (
      customer_id, rental_from, rental_to, total_price, message, contact_first_name, contact_last_name, contact_email
    ) values (
      caller, span.first_day, span.last_day, span.amount, given_message, contact.first_name, contact.last_name,
      contact.email
    ) returning made.id, made.order_number into made_id, made_number;
    -- why after the order: its counts of the lead are locked before any item, as on every other path.
    perform private.lock_stock(array(
      select line.item_id from jsonb_populate_recordset(null::public.order_items, rows) as line));
    perform private.add_order_lines(made_id, rows);
  end if;
  answer := jsonb_build_object('id', made_id, 'number', made_number, 'customer_id', caller, 'customer_number', (
    select found.customer_number from public.customers as found where found.id = caller));
  perform private.bind_idempotency_key('make_rental', make_rental.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.make_worker_secret() returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  secret constant text := private.new_secret();
begin
  perform private.require_staff('admin');
  insert into private.worker_secret (hash, created_by) values (sha256(convert_to(secret, 'UTF8')), auth.uid())
  on conflict (only_one) do update set hash = excluded.hash, created_at = now(), created_by = excluded.created_by;
  perform private.log_change('settings', 'changed', 'worker_secret', 'setting', 'worker_secret', 'Secret of message workers',
    '{"worker_secret": [null, null]}');
  return secret;
end
$$;

create or replace function public.match_claim(
  claim uuid,
  payment uuid default null,
  account text default 'rental',
  amount numeric default null,
  method text default 'upi',
  reference text default null,
  day date default null,
  note text default '',
  voucher boolean default false,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  matched public.payment_claims;
  made public.orders;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if match_claim.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('match_claim', match_claim.key, jsonb_build_array(match_claim.claim,
    match_claim.payment, match_claim.account, match_claim.amount, match_claim.method, match_claim.reference,
    match_claim.day, match_claim.note, match_claim.voucher));
  if answer is not null then
    return (answer - 'order') || jsonb_build_object('ledger', private.ledger_by_id((answer ->> 'order')::uuid));
  end if;
  matched := private.lock_claim(match_claim.claim);
  if matched.order_id is null then
    raise exception 'Make an order of this enquiry first, so that the money has a place.'
      using errcode = 'PT409', detail = '{"reason": "no_order"}';
  end if;
  made := private.lock_ledger(matched.order_id);
  if match_claim.payment is not null then
    perform from public.payments as entry
    where entry.id = match_claim.payment and entry.order_id = made.id and entry.kind = 'received'
      and not exists (select from public.payments as reversal where reversal.reverses = entry.id);
    if not found then
      raise exception 'There is no such payment of this order.' using errcode = 'PT404';
    end if;
    answer := jsonb_build_object('payment', match_claim.payment, 'voucher', null, 'warning', null);
  else
    answer := private.write_payment(made, private.read_payment(made, match_claim.account, 'received',
      coalesce(match_claim.amount, matched.amount), match_claim.method, coalesce(match_claim.reference, matched.utr),
      match_claim.day, match_claim.note), match_claim.voucher);
  end if;
  update public.payment_claims
  set state = 'matched', payment_id = (answer ->> 'payment')::uuid, order_id = made.id
  where payment_claims.id = matched.id;
  perform private.bind_idempotency_key('match_claim', match_claim.key, answer || jsonb_build_object('order', made.id));
  return answer || jsonb_build_object('ledger', private.ledger_by_id(made.id));
exception when lock_not_available then
  perform private.refuse_busy_ledger();
end
$$;

create or replace function public.messages_of(record uuid) returns jsonb
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
        select mail.id from private.outbox as mail where mail.enquiry_order_id = messages_of.record
        union select mail.id from private.outbox as mail where mail.order_id = messages_of.record
        union select mail.id from private.outbox as mail where mail.document_id = messages_of.record
        union
        select mail.id from private.outbox as mail
        where mail.customer_id = any (private.merged_customers(messages_of.record))
        union
        select mail.id from public.orders as made join private.outbox as mail
          on mail.enquiry_order_id = made.enquiry_order_id
        where made.id = messages_of.record and made.enquiry_order_id is not null
      )
      order by about.created_at desc limit 100
    ) as listed);
end
$$;

create or replace function public.order_from_quote(document uuid, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  quote public.documents;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if order_from_quote.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('order_from_quote', order_from_quote.key, to_jsonb(order_from_quote.document));
  if answer is not null then
    return answer;
  end if;
  select * into quote from public.documents where documents.id = order_from_quote.document for no key update;
  if not found then
    raise exception 'This document does not exist.' using errcode = 'PT404';
  end if;
  answer := private.without_texts(to_jsonb(private.make_quoted_order(quote)));
  perform private.bind_idempotency_key('order_from_quote', order_from_quote.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.pause_channel(channel text, paused boolean) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  was private.channels;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into was from private.channels where channels.channel = pause_channel.channel for update;
  if not found then
    perform private.refuse('channel', 'There is no such channel.');
  elsif pause_channel.paused is null then
    perform private.refuse('paused', 'Say whether it is paused.');
  end if;
  if pause_channel.paused and was.paused_by is null then
    update private.channels set paused_at = now(), paused_by = auth.uid(), problem = null, probe_at = null
    where channels.channel = was.channel;
  elsif not pause_channel.paused then
    update private.channels set paused_at = null, paused_by = null, problem = null, probe_at = null
    where channels.channel = was.channel;
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

create or replace function public.printed_document(id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  document public.documents;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into document from public.documents where documents.id = printed_document.id;
  if document.id is null then
    raise exception 'There is no such document.' using errcode = 'PT404';
  end if;
  return coalesce(document.frozen, private.document_content(document.id));
end
$$;

create or replace function public.release_reservation(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  reservation public.reservations;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select * into reservation from public.reservations as found where found.id = release_reservation.id;
  if not found then
    raise exception 'There is no such reservation.' using errcode = 'PT404';
  elsif reservation.kind not in ('out_of_service', 'sub_rental') then
    raise exception 'This reservation ends with its enquiry or order.' using errcode = 'PT422';
  end if;
  perform private.lock_items(array[reservation.item_id]);
  update public.reservations as ended set status = 'released'
  where ended.id = reservation.id and ended.status <> 'released';
  select * into reservation from public.reservations as found where found.id = reservation.id;
  return to_jsonb(reservation);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.resend_message(id uuid, key uuid) returns jsonb
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
    select * into message from private.outbox where outbox.id = (earlier ->> 'id')::uuid;
    return private.outbox_value(message);
  end if;
  if not private.can_resend(message) then
    raise exception 'This message cannot be sent again.' using errcode = 'PT409', detail = '{"reason": "state"}';
  end if;
  if private.sends_document(message.template)
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

create or replace function public.revise_quote(id uuid, key uuid default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  quote public.documents;
  answer jsonb;
  made uuid;
  changed public.orders;
begin
  perform private.require_staff('admin', 'crm_user');
  if revise_quote.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('revise_quote', revise_quote.key, jsonb_build_array(revise_quote.id));
  if answer is not null then
    return private.document_record((answer ->> 'id')::uuid);
  end if;
  select * into quote from public.documents as document
  where document.id = revise_quote.id and document.kind = 'quote' for update;
  if not found then
    raise exception 'There is no such quote.' using errcode = 'PT404';
  elsif quote.state <> 'issued' then
    raise exception 'Only the last issued revision of a quote can be revised.' using errcode = 'PT409', detail = '{"reason": "revised"}';
  end if;
  select draft.id into made from public.documents as draft where draft.number = quote.number and draft.state = 'draft';
  if not found then
    made := gen_random_uuid();
    changed := private.order_of_document(quote);
    if changed.id is not null and private.quote_fits(quote, changed) then
      changed := null;
    end if;
    insert into public.documents (id, kind, order_id, enquiry_order_id, customer_id, billing_profile_id, fy, sequence, revision,
      number, valid_until, place_of_supply, discount_percent, discount_amount, notes, source_hash, created_by)
    values (made, 'quote', coalesce(changed.id, quote.order_id), quote.enquiry_order_id, quote.customer_id, quote.billing_profile_id, quote.fy,
      quote.sequence, quote.revision + 1, quote.number,
      private.usual_validity(private.first_rental_day(quote.order_id, quote.enquiry_order_id), quote.valid_until),
      case quote.place_reason when 'set' then quote.place_of_supply end, 
      case when changed.id is null then quote.discount_percent else changed.discount_percent end,
      case when changed.id is null then quote.discount_amount else changed.discount_amount end, quote.notes,
      case when changed.id is null then quote.source_hash else private.document_source(changed.id, null) end, auth.uid());
    if changed.id is not null then
      perform private.write_document_lines(made, private.source_lines(changed.id, null, false));
    else
      insert into public.document_lines
      select (jsonb_populate_record(line, jsonb_build_object('document_id', made))).*
      from public.document_lines as line where line.document_id = quote.id;
    end if;
    perform private.save_amounts(made);
  end if;
  perform private.bind_idempotency_key('revise_quote', revise_quote.key, jsonb_build_object('id', made));
  return private.document_record(made);
exception when lock_not_available then
  perform private.refuse_busy_document();
end
$$;

create or replace function public.revoke_link(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  link private.links;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into link from private.links where links.id = revoke_link.id for update;
  if not found then
    raise exception 'This link does not exist.' using errcode = 'PT404';
  elsif link.document_id is null and not private.may_manage_link(link.user_id, link.item_id) then
    perform private.require_staff('admin');
  end if;
  update private.links set revoked_at = coalesce(links.revoked_at, now()) where links.id = revoke_link.id;
  return jsonb_build_object('id', revoke_link.id);
end
$$;

create or replace function public.save_billing_profile(customer uuid, profile jsonb, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  given public.billing_profiles;
  saved public.billing_profiles;
  known_customer constant uuid := private.remaining_customer(save_billing_profile.customer);
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if save_billing_profile.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  -- why a hash: the stored keys hold no personal data.
  answer := private.claim_idempotency_key('save_billing_profile', save_billing_profile.key,
    jsonb_build_array(save_billing_profile.customer, encode(sha256(convert_to(profile::text, 'UTF8')), 'hex')));
  if answer is not null then
    select * into saved from public.billing_profiles where billing_profiles.id = (answer ->> 'id')::uuid;
    return private.billing_profile_value(saved);
  end if;
  perform from public.customers as found where found.id = known_customer and found.erased_at is null for key share;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  elsif jsonb_typeof(profile) is distinct from 'object' then
    perform private.refuse('profile', 'Enter a name and an address.');
  end if;
  given.id := private.uuid_of(profile ->> 'id');
  given.label := private.trimmed(coalesce(profile ->> 'label', ''));
  given.legal_name := private.trimmed(coalesce(profile ->> 'legal_name', ''));
  given.gstin := nullif(upper(regexp_replace(coalesce(profile ->> 'gstin', ''),
    '[\s\u00a0\u00ad\u200b-\u2015\u2028-\u202f\u2060-\u2069\ufeff-]', '', 'g')), '');
  given.address := private.trimmed(replace(coalesce(profile ->> 'address', ''), e'\r\n', e'\n'));
  given.state_code := coalesce(case left(given.gstin, 2) when '99' then '96' else left(given.gstin, 2) end, nullif(profile ->> 'state_code', ''));
  given.zero_rated := coalesce(nullif(profile ->> 'zero_rated', ''), case given.state_code when '96' then 'with_payment' end);
  if char_length(given.label) > 60 then
    perform private.refuse('label', 'At most 60 characters.');
  elsif private.name_problem(given.label) is not null then
    perform private.refuse('label', private.name_problem(given.label));
  elsif private.name_problem(given.legal_name) is not null then
    perform private.refuse('legal_name', private.name_problem(given.legal_name));
  elsif char_length(given.legal_name) not between 1 and 120 then
    perform private.refuse('legal_name', 'Enter the name of the person or company, at most 120 characters.');
  elsif given.gstin is not null and private.setting_problem('{"type": "gstin", "any": true}', to_jsonb(given.gstin)) is not null then
    perform private.refuse('gstin', private.setting_problem('{"type": "gstin", "any": true}', to_jsonb(given.gstin)));
  elsif char_length(given.address) > 400 then
    perform private.refuse('address', 'At most 400 characters.');
  elsif private.name_problem(given.address, true) is not null then
    perform private.refuse('address', private.name_problem(given.address, true));
  elsif given.gstin is not null and given.address = '' then
    perform private.refuse('address', 'A customer with a GSTIN needs an address.');
  elsif given.state_code is not null and private.gst_state(given.state_code) is null then
    perform private.refuse('state_code', 'Select a state of the list.');
  elsif given.zero_rated not in ('with_payment', 'without_payment') then
    perform private.refuse('zero_rated', 'Select an entry of the list.');
  elsif given.zero_rated is not null and given.gstin is null and given.state_code is distinct from '96' then
    perform private.refuse('gstin', 'Enter the GSTIN of the SEZ unit or developer.');
  end if;
  if given.id is null then
    insert into public.billing_profiles (customer_id, label, legal_name, gstin, address, state_code, zero_rated)
    values (known_customer, given.label, given.legal_name, given.gstin, given.address, given.state_code, given.zero_rated)
    returning * into saved;
  else
    update public.billing_profiles
    set label = given.label, legal_name = given.legal_name, gstin = given.gstin, address = given.address,
      state_code = given.state_code, zero_rated = given.zero_rated, updated_at = clock_timestamp()
    where billing_profiles.id = given.id
      and billing_profiles.customer_id = any (private.merged_customers(known_customer))
    returning * into saved;
    if not found then
      raise exception 'There is no such billing profile.' using errcode = 'PT404';
    end if;
    perform private.save_amounts(draft.id) from public.documents as draft
    where draft.billing_profile_id = saved.id and draft.state = 'draft';
  end if;
  perform private.bind_idempotency_key('save_billing_profile', save_billing_profile.key, jsonb_build_object('id', saved.id));
  return private.billing_profile_value(saved);
end
$$;

create or replace function public.save_push_subscription(endpoint text, p256dh text, auth text, device text)
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
  insert into private.push_subscriptions as subscription (user_id, session_id, endpoint, p256dh, auth, device)
  values (person, session, save_push_subscription.endpoint, browser_key, secret,
    coalesce(nullif(left(private.trimmed(save_push_subscription.device), 80), ''), 'A browser'))
  on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
    p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device,
    created_at = case when subscription.user_id = excluded.user_id then subscription.created_at else now() end,
    last_ok = case when subscription.user_id = excluded.user_id then subscription.last_ok end
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

create or replace function public.scan(code text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := private.scanned_code(scan.code);
  piece public.item_pieces;
  item public.items;
  shown text;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  shown := private.names_shown();
  select * into piece from public.item_pieces where item_pieces.code = wanted;
  select * into item from public.items as labelled
  where (case when piece.id is null then labelled.code = wanted else labelled.id = piece.item_id end)
    and labelled.removed_at is null
  limit 1;
  return jsonb_build_object(
    'item', case when item.id is not null then jsonb_build_object('type', item.kind, 'id', item.id, 'name', item.name,
      'code', item.code, 'image', item.image, 'place', item.place, 'quantity', item.quantity,
      'free_today', (select stock.free_today from private.stock_today(array[item.id]) as stock)) end,
    'piece', case when piece.id is not null then jsonb_build_object('id', piece.id, 'code', piece.code,
      'note', piece.note, 'retired', piece.retired_at is not null) end,
    'out', case when shown is not null and item.id is not null then (
      select coalesce(jsonb_agg(jsonb_build_object('order_id', line.order_id, 'order_number', line.order_number,
        'customer', private.customer_name(line.customer_id, shown), 'line', line.line_id, 'quantity', line.outside,
        'due', line.last_day) order by line.last_day, line.order_number), '[]')
      from private.lines_with_item(item.id) as line where line.outside > 0
    ) else '[]' end,
    'next', case when shown is not null and item.id is not null and piece.retired_at is null
      then private.next_steps(item, piece.id, shown) else '[]' end);
end
$$;

create or replace function public.search_desk(q text, size integer default 12) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  pattern constant text := private.search_pattern(coalesce(search_desk.q, ''));
  mobile_pattern constant text := private.mobile_pattern(search_desk.q);
  needle constant text := private.typed_search(coalesce(search_desk.q, ''));
  said constant text := private.compared(needle);
  -- 'ord-12' gives prefix ORD and digits 12.
  parts constant text[] := regexp_match(needle, '^(?:([a-z]{3})[ -]*)?([0-9]{1,12})$');
  prefix constant text := upper(parts[1]);
  digits constant text := ltrim(parts[2], '0');
  padded constant text := lpad(digits, greatest(5, length(digits)), '0');
  -- A text that may be a whole mobile number.
  mobiles constant text[] := array_remove(array[btrim(mobile_pattern, '%'), needle, '+91' || needle], null);
  words constant text[] := case when mobile_pattern is null then private.customer_words(needle)
    else array[btrim(mobile_pattern, '%')] end;
  -- why: words of one or two letters are in no index, and are looked for in what the others find.
  has_short_word constant boolean := exists (select from unnest(words) as word where length(word) < 3);
  compared constant integer := case when has_short_word then 1000 else 60 end;
  -- Numbers and addresses have no typing errors, and are no words of an item.
  is_written constant boolean := mobile_pattern is null and needle !~ '@|^[a-z]{0,4}[ /-]*[0-9][0-9 /-]*$' and length(needle) >= 3;
  named uuid[] := '{}';
  -- Found items with their ranks, the best first.
  item_ids uuid[];
  item_ranks numeric[];
  is_wide boolean := false;
  shown text;
  sees_people boolean;
  -- why: a number that was typed whole means one record, which an index finds at once.
  is_whole boolean := prefix in ('CUS', 'ENQ', 'ORD');
  found jsonb := '[]';
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  if coalesce(search_desk.size not between 1 and 20, true) then
    raise exception 'size must be between 1 and 20.' using errcode = 'PT400';
  end if;
  shown := private.names_shown();
  sees_people := coalesce(shown = 'whole', false);
  if said = '' then
    return found;
  end if;
  if sees_people then
    is_whole := coalesce(is_whole, false) or exists (select from public.customers where mobile = any (mobiles));
    if not is_whole and length(needle) >= 3 and needle !~ '^(cus|enq|ord)-?$' then
      if has_short_word then
        -- why: a text as it stands in a name is found among any number of others.
        named := array(select id from public.customers where search_text like pattern limit 60);
      end if;
      if named = '{}' then
        named := private.customers_with(words, false, compared);
      end if;
    end if;
  end if;
  -- why: a customer's name is no search for items with these words somewhere.
  select array_agg(listed.id order by listed.rank, listed.name), array_agg(listed.rank order by listed.rank, listed.name)
    into item_ids, item_ranks
  from (
    select item.id, item.name, hit.rank
    from private.found_items(search_desk.q, case when named = '{}' and is_written then 'words' else 'names' end) as hit
      join public.items as item using (id)
  ) as listed;
  if named = '{}' and item_ids is null and is_written then
    is_wide := true;
    if sees_people then
      named := private.customers_with(words, true, compared);
    end if;
    select array_agg(listed.id order by listed.rank), array_agg(listed.rank order by listed.rank) into item_ids, item_ranks
    from (
      select item.id, 4 + private.words_errors(words, private.compared(item.name)) / 100.0 as rank
      from private.found_items(search_desk.q, 'wide') as hit join public.items as item using (id)
    ) as listed;
  end if;

  if shown is not null then
    with candidate as (
      select customer.id, customer.merged_into, case when customer.customer_number = 'CUS-' || padded and coalesce(prefix, 'CUS') = 'CUS'
          or customer.mobile = any (mobiles) then 0
        when customer.customer_number like upper(needle) || '%' then 1
        when is_wide then 4 + private.words_errors(words, name) / 100.0
        when starts_with(name, said) then 2 else 3 end as rank
      from (
        select id from public.customers
        where sees_people and coalesce(prefix, 'CUS') = 'CUS' and customer_number = 'CUS-' || padded
        union
        select id from public.customers where sees_people and mobile = any (mobiles)
        union
        (select id from public.customers
          where sees_people and needle like 'cus-%' and customer_number between upper(needle) and upper(needle) || '~' order by customer_number limit 5)
        union
        select unnest(named)
      ) as hit join public.customers as customer using (id)
        cross join lateral private.compared(customer.first_name || ' ' || customer.last_name) as name
    ), remaining as (
      select candidate.rank, customer.* from candidate
        join public.customers as customer on customer.id =
          case when candidate.merged_into is null then candidate.id else private.remaining_customer(candidate.id) end
      order by candidate.rank, customer.first_name, customer.id limit search_desk.size
    ), rentals as (
      select 'order' as what, made.id, made.order_number as number, made.customer_id, made.status, made.rental_from,
        made.rental_to, hit.rank, made.created_at
      from (
        select id, 0 as rank from public.orders where coalesce(prefix, 'ORD') = 'ORD' and order_number = 'ORD-' || padded
        union all
        (select id, 1 from public.orders where needle like 'ord-%' and order_number between upper(needle) and upper(needle) || '~'
          order by order_number desc limit 5)
        union all
        select newest.id, remaining.rank + 0.5 from remaining cross join lateral (
          select id from public.orders where customer_id = remaining.id order by created_at desc limit 2) as newest
      ) as hit join public.orders as made using (id)
      union all
      select 'enquiry', made.id, made.enquiry_number, made.customer_id, made.status, made.rental_from,
        made.rental_to, hit.rank, made.created_at
      from (
        select id, 0 as rank from public.enquiry_orders
        where sees_people and coalesce(prefix, 'ENQ') = 'ENQ' and enquiry_number = 'ENQ-' || padded
        union all
        (select id, 1 from public.enquiry_orders
          where sees_people and needle like 'enq-%' and enquiry_number between upper(needle) and upper(needle) || '~' order by enquiry_number desc limit 5)
        union all
        select newest.id, remaining.rank + 0.6 from remaining cross join lateral (
          select id from public.enquiry_orders
          where customer_id = remaining.id and status <> 'converted' order by created_at desc limit 2) as newest
      ) as hit join public.enquiry_orders as made using (id)
    ), best as (
      select distinct on (what, id) * from rentals order by what, id, rank
    )
    select found || coalesce(jsonb_agg(jsonb_build_object('what', told.what, 'id', told.id, 'number', told.number,
      'title', told.title, 'type', null, 'mobile', told.mobile, 'status', told.status,
      'rental_from', told.rental_from, 'rental_to', told.rental_to, 'item', null,
      'active', true, 'rank', told.rank)), '[]')
    into found
    from (
      select 'customer' as what, id, customer_number as number, first_name || ' ' || last_name as title, mobile,
        null as status, null::date as rental_from, null::date as rental_to, rank::numeric
      from remaining
      union all
      select best.what, best.id, best.number, private.customer_name(best.customer_id, shown), null,
        coalesce(
          (select label from public.crm_rental_order_statuses where best.what = 'order' and value = best.status),
          (select label from public.crm_rental_enquiry_statuses where best.what = 'enquiry' and value = best.status)),
        best.rental_from, best.rental_to,
        best.rank
      from best
      union all
      select 'document', document.id, document.number, private.customer_name(private.remaining_customer(document.customer_id)),
        null, kind.name, document.date, null, hit.rank
      from private.found_documents(needle) as hit join public.documents as document using (id)
        join private.document_kinds as kind using (kind)
      where sees_people
    ) as told;
  end if;

  with listed as (
    select item.id, item.code, item.name, item.kind, item.active, hit.place, hit.rank + case when hit.place > 5 then 0.5 else 0 end as rank
    from unnest(item_ids, item_ranks) with ordinality as hit (id, rank, place) join public.items as item using (id)
  ), rentals as (
    -- why distinct: two of the best items may be in one order.
    select distinct on (line.what, line.id) line.*, best.name as item,
      best.rank + 0.4 + best.place * 0.01 + line.place * 0.001 as rank
    from listed as best cross join lateral private.rentals_with(best.id)
      with ordinality as line (what, id, number, customer_id, status, rental_from, rental_to, place)
    where shown is not null and (sees_people or line.what = 'order') and best.place <= 3
      and not exists (select from jsonb_array_elements(found) as told where told ->> 'id' = line.id::text)
    order by line.what, line.id, best.place
  )
  select found || coalesce(jsonb_agg(told), '[]') into found
  from (
    select jsonb_build_object('what', 'item', 'id', id, 'number', code, 'title', name, 'type', kind, 'mobile', null,
      'status', null, 'rental_from', null, 'rental_to', null, 'item', null, 'active', active, 'rank', rank) as told
    from listed
    union all
    select jsonb_build_object('what', what, 'id', id, 'number', number, 'title', private.customer_name(customer_id, shown),
      'type', null, 'mobile', null, 'status', status, 'rental_from', rental_from, 'rental_to', rental_to, 'item', item,
      'active', true, 'rank', rank)
    from rentals
  ) as every;

  if needle ~ '^[a-z]{3}-[0-9]+-[0-9]*$' then
    select found || coalesce(jsonb_agg(jsonb_build_object('what', 'piece', 'id', piece.id, 'number', piece.code,
      'title', item.name, 'type', item.kind, 'mobile', null, 'status', null, 'rental_from', null, 'rental_to', null,
      'item', null, 'active', item.active, 'rank', case when piece.code = upper(needle) then 0 else 1 end)), '[]')
    into found
    from (
      select item_pieces.* from public.item_pieces
      where item_pieces.code between upper(needle) and upper(needle) || '~' and item_pieces.retired_at is null
      order by item_pieces.code limit 5
    ) as piece join public.items as item on item.id = piece.item_id
    where item.removed_at is null and item.archived_at is null;
  end if;

  return (
    select coalesce(jsonb_agg(told - 'rank' order by place), '[]')
    from (
      select told, row_number() over (order by (told ->> 'rank')::numeric,
        array_position(array['order', 'enquiry', 'document', 'customer', 'piece', 'item'], told ->> 'what'),
        told ->> 'title', told ->> 'number' desc) as place
      from jsonb_array_elements(found) as told
    ) as sorted where place <= search_desk.size
  );
end
$$;

create or replace function public.search_documents(
  query text default null,
  kind text default null,
  state text default null,
  "from" date default null,
  "to" date default null,
  cursor text default null,
  most integer default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  pattern constant text := private.search_pattern(coalesce(search_documents.query, ''));
  -- why: numbers are read with their dashes.
  number_pattern constant text := private.pattern_of(private.typed_search(coalesce(search_documents.query, '')));
  at_most constant integer := greatest(1, least(coalesce(most, 50), 100));
  before timestamptz;
  before_id uuid;
  rows jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if search_documents.cursor is not null then
    begin
      before := split_part(search_documents.cursor, ' ', 1)::timestamptz;
      before_id := split_part(search_documents.cursor, ' ', 2)::uuid;
    exception when data_exception then
      perform private.refuse('cursor', 'This is no cursor.');
    end;
  end if;
  select coalesce(jsonb_agg(private.document_row(listed.document) || jsonb_build_object(
      'customer', jsonb_build_object('id', customer.id, 'number', customer.customer_number, 'name', private.customer_name(customer.id)),
      'order', (select made.order_number from public.orders as made where made.id = (listed.document).order_id),
      'enquiry', (select asked.enquiry_number from public.enquiry_orders as asked where asked.id = (listed.document).enquiry_order_id),
      'at', to_char((listed.document).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    order by (listed.document).created_at desc, (listed.document).id desc), '[]')
    into rows
  from (
    select document, private.remaining_customer(document.customer_id) as customer_id
    from public.documents as document
      join public.customers as holder on holder.id = document.customer_id
      left join public.billing_profiles as profile on profile.id = document.billing_profile_id
    where (search_documents.kind is null or document.kind = search_documents.kind)
      and (search_documents.state is null or document.state = search_documents.state)
      and (search_documents."from" is null
        or coalesce(document.date, (document.created_at at time zone 'Asia/Kolkata')::date) >= search_documents."from")
      and (search_documents."to" is null
        or coalesce(document.date, (document.created_at at time zone 'Asia/Kolkata')::date) <= search_documents."to")
      and (before is null or (document.created_at, document.id) < (before, before_id))
      and (pattern = '%%' or lower(document.number) like number_pattern or holder.search_text like pattern
        or lower(holder.customer_number) like number_pattern
        or private.compared(profile.legal_name) like pattern)
    order by document.created_at desc, document.id desc limit at_most + 1
  ) as listed join public.customers as customer on customer.id = listed.customer_id;
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(entry.value - 'at' order by entry.place), '[]')
      from jsonb_array_elements(rows) with ordinality as entry (value, place) where entry.place <= at_most),
    'next', case when jsonb_array_length(rows) > at_most then
      concat_ws(' ', rows -> (at_most - 1) ->> 'at', rows -> (at_most - 1) ->> 'id') end);
end
$$;

create or replace function public.search_inventory(
  kind text,
  q text default '',
  filters jsonb default '{}'::jsonb,
  sort text default '-created',
  page integer default 1,
  size integer default 25
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(coalesce(search_inventory.q, ''));
  -- why: rows that match a pattern have to be read one by one to be counted.
  counted_to constant integer := case when pattern = '%%' then 10000 else 1000 end;
  wanted_sort constant text := coalesce(search_inventory.sort, '-created');
  wanted_page constant integer := coalesce(search_inventory.page, 1);
  wanted_size constant integer := coalesce(search_inventory.size, 25);
  wanted_filters constant jsonb := coalesce(search_inventory.filters, '{}');
  direction constant text := case when wanted_sort like '-%' then 'desc' else 'asc' end;
  narrowed constant boolean := pattern <> '%%' or wanted_filters <> '{}';
  listed private.catalogue_kinds;
  conditions text;
  sort_by text;
  names text;
  joins text;
  total bigint;
  -- The items that match the pattern, if there are few.
  few uuid[];
  items jsonb := '[]';
  more boolean := false;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select * into listed from private.catalogue_kinds where catalogue_kinds.kind = search_inventory.kind;
  if not found then
    raise exception 'There is no kind "%".', left(search_inventory.kind, 40) using errcode = 'PT400';
  end if;
  sort_by := case regexp_replace(wanted_sort, '^-', '')
    when 'created' then 'item.created_at'
    when 'code' then format('substr(item.%I, 5)::bigint', listed.code_column)
    when 'name' then 'item.name'
    when 'price' then 'item.price'
    when 'quantity' then 'item.quantity'
  end;
  if sort_by is null then
    raise exception 'There is no sort "%" here.', left(wanted_sort, 40) using errcode = 'PT400';
  elsif wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  elsif wanted_page not between 1 and 1000000 then
    raise exception 'page must be between 1 and 1000000.' using errcode = 'PT400';
  end if;
  conditions := private.inventory_conditions(listed.kind, listed.staff_text, wanted_filters, pattern);
  select string_agg(format('%L, %I.%I', key, 'of_' || key, badge_column), ', '),
    string_agg(format(' left join %1$s as %2$I on %2$I.id = item.%3$I', lookup_table, 'of_' || key, item_column), '')
    into names, joins
  from private.catalogue_lookups as lookup where lookup.kind = listed.kind;

  if narrowed then
    execute format('select count(*), case when $2 then array_agg(id) end
      from (select item.id from %s as item where %s limit %s) as counted',
      listed.item_table, conditions, counted_to + 1)
      into total, few using pattern, pattern <> '%%';
    -- why: with few matches, walking all items in sort order would take longer.
    if total <= counted_to and few is not null then
      conditions := 'item.id = any ($4)';
    end if;
  else
    execute format('select (select coalesce(sum(items), 0) from private.catalogue_counts where kind = %1$L)
      + (select count(*) from %2$s as item where not item.active)
      - (select count(*) from public.items
         where items.kind = %1$L and items.archived_at is not null and items.removed_at is null)',
      listed.kind, listed.item_table) into total;
  end if;
  if total > 0 then
    execute format(
      'with page as (
         select cut.*, row_number() over (order by sort_value %1$s, id %1$s) as place
         from (select item.id, %2$s as sort_value from %3$s as item where %4$s
           order by sort_value %1$s, id %1$s limit $2 + 1 offset $3) as cut
       )
       select (
           select coalesce(jsonb_agg((to_jsonb(item) - ''search_text'')
             || jsonb_build_object(''code'', item.%5$I, ''names'', jsonb_build_object(%6$s),
               ''free_today'', stock.free_today, ''next_reserved'', stock.next_reserved,
               ''archived_at'', items.archived_at) order by page.place), ''[]'')
           from page join %3$s as item on item.id = page.id join public.items on items.id = page.id
             join private.stock_today(array(select id from page where place <= $2)) as stock
               on stock.item_id = item.id%7$s
         ),
         exists (select from page where place > $2)',
      direction, sort_by, listed.item_table, conditions, listed.code_column, names, joins)
    into items, more
    using pattern, wanted_size, (wanted_page - 1)::bigint * wanted_size, few;
  end if;
  return jsonb_build_object(
    'items', items,
    'total', case when narrowed then least(total, counted_to) else total end,
    'total_is_exact', not narrowed or total <= counted_to,
    'next', case when more then (wanted_page + 1)::text end);
end
$$;

create or replace function public.second_factor() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'verified', private.has_second_factor((select auth.uid())),
    'required', private.requires_second_factor()
      and exists (select from public.user_profiles as profile where profile.id = (select auth.uid())),
    'codes_left', (
      select count(*) from private.recovery_codes as code
      where code.user_id = (select auth.uid()) and code.used_at is null))
$$;

create or replace function public.send_document(document uuid, key uuid, address text default null)
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
  select * into sent from public.documents where documents.id = send_document.document;
  if not found then
    raise exception 'This document does not exist.' using errcode = 'PT404';
  end if;
  earlier := private.claim_idempotency_key(scope, send_document.key, jsonb_build_array(sent.id, chosen));
  if earlier is not null then
    select * into message from private.outbox where outbox.id = (earlier ->> 'id')::uuid;
    return private.outbox_value(message);
  end if;
  if sent.state <> 'issued' then
    raise exception 'Only an issued document can be sent.' using errcode = 'PT409', detail = '{"reason": "incomplete"}';
  end if;
  template := (private.kind_of(sent)).template;
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

create or replace function public.set_kind_tax(kind text, tax_class uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  if not exists (select from public.tax_classes as class where class.id = set_kind_tax.tax_class and class.succeeded_by is null) then
    perform private.refuse('tax_class', 'Select a tax class of the list.');
  elsif set_kind_tax.kind is null or set_kind_tax.kind <> 'other' and not exists (
    select from private.catalogue_kinds where catalogue_kinds.kind = set_kind_tax.kind
  ) then
    perform private.refuse('kind', 'There is no such kind.');
  end if;
  insert into private.kind_tax_classes (kind, tax_class_id) values (set_kind_tax.kind, set_kind_tax.tax_class)
  on conflict on constraint kind_tax_classes_pkey do update set tax_class_id = excluded.tax_class_id
  where kind_tax_classes.tax_class_id <> excluded.tax_class_id;
  return public.tax_classes();
end
$$;

create or replace function public.settle_enquiry_change(enquiry uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  asked public.enquiry_orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into asked from public.enquiry_orders where enquiry_orders.id = settle_enquiry_change.enquiry for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  if asked.change_asked_at is not null then
    update public.enquiry_orders as settled set change_asked_at = null where settled.id = asked.id;
    perform private.record_event(asked.customer_id, 'enquiry', asked.id, 'change_settled', null, null);
  end if;
  return jsonb_build_object('id', asked.id);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create or replace function public.site_settings(groups text[], preview text default null) returns jsonb
language sql stable security definer
set search_path = ''
as $$
  with shown as (
    select setting.key, case
        when setting.draft is not null and exists (
          select from private.setting_previews
          where setting_previews.token = sha256(convert_to(left(preview, 100), 'UTF8'))
            and setting_previews.expires_at > clock_timestamp()
        ) then nullif(setting.draft, 'null')
        else setting.value
      end as value
    from private.setting_rules as listed join private.studio_settings as setting on setting.key = listed.key
    where listed.is_public and listed.group_name = any (groups)
  )
  select coalesce(jsonb_object_agg(key, value), '{}') from shown where value is not null
$$;

create or replace function public.start_own_studio(counted_at timestamptz, has_backup boolean default false)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '3s'
set statement_timeout = '14s'
as $$
declare
  demo private.demo_studio;
  emptied constant text := array_to_string(private.record_tables(), ', ');
  kept_links jsonb;
  kept_activity jsonb;
  claims constant text := current_setting('request.jwt.claims', true);
  counter name;
begin
  perform private.require_staff('admin');
  select * into demo from private.demo_studio for update;
  if demo.filled_at is null or demo.removed_at is not null then
    raise exception 'There is no demo data in this studio any more.'
      using errcode = 'PT409', detail = '{"reason": "removed"}';
  end if;
  if not has_backup and coalesce(demo.backup_at < clock_timestamp() - interval '1 hour', true) then
    raise exception 'There is no backup of the last hour. Make one first.'
      using errcode = 'PT409', detail = '{"reason": "backup"}';
  end if;
  begin
    -- why: nothing can be added between the check and the removal.
    execute format('lock table %s in access exclusive mode', emptied);
    -- why 10 s: a row has the time at which its transaction began, which may have ended after the backup's snapshot. No
    -- transaction of staff or visitors takes longer.
    if counted_at is null or private.changed_after(counted_at)
      or not has_backup and private.changed_after(demo.backup_at - interval '10 seconds') then
      raise exception 'Somebody added or changed something meanwhile. Make another backup and look at the figures again.'
        using errcode = 'PT409', detail = '{"reason": "changed"}';
    end if;

    select jsonb_agg(link) into kept_links from private.links as link
    where link.item_id is null and link.document_id is null;
    select jsonb_agg(entry) into kept_activity from private.activity as entry where entry.area = any ('{staff,settings}');
    -- why not delete: its triggers would follow each row, and a studio of many years must fit into the timeout.
    execute format('truncate %s', emptied);
    insert into private.links select * from jsonb_populate_recordset(null::private.links, kept_links);
    -- why from 1 again: as in a new studio. Numbers of the demo were not given to customers.
    for counter in
      select kind.kind || '_code_seq' from private.catalogue_kinds as kind
      union all select unnest('{customer_number_seq,enquiry_number_seq,order_number_seq}'::name[])
    loop
      execute format('alter sequence private.%I restart', counter);
    end loop;

    -- why the setting: a Supabase project refuses to delete these rows otherwise.
    perform set_config('storage.allow_delete_query', 'true', true);
    -- why nobody's: each picture of staff would be logged, and the log is emptied below.
    perform set_config('request.jwt.claims', '', true);
    delete from storage.objects as picture where private.is_record_picture(picture.bucket_id, picture.name);
    perform set_config('request.jwt.claims', claims, true);
    perform set_config('storage.allow_delete_query', '', true);
    -- The links were logged as new.
    delete from private.activity;
    insert into private.activity select * from jsonb_populate_recordset(null::private.activity, kept_activity);
  exception when lock_not_available or deadlock_detected then
    raise exception 'The studio is busy, or a backup is running. Try again in a moment.'
      using errcode = 'PT409', detail = '{"reason": "busy"}';
  end;

  delete from private.studio_settings as setting
  where setting.key like 'setup.%' or setting.key like 'identity.%' and setting.updated_by is null;
  update private.demo_studio set removed_at = clock_timestamp() returning * into demo;
  perform private.log_change('settings', 'removed', 'demo_studio', 'setting', 'demo_studio', 'Demo data', '{}');
  perform pg_notify('catalogue_changed', '');
  -- Open pages read everything again.
  update public.user_profiles as profile set display_name = profile.display_name where profile.role is not null;
  return jsonb_build_object('removed_at', demo.removed_at);
end
$$;

create or replace function public.timeline(
  by text,
  from_day date,
  days integer default 31,
  kind text default null,
  category text default null,
  customer uuid default null,
  assignee text default null,
  q text default '',
  busy_only boolean default false,
  after text default null,
  size integer default 100
) returns json
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  few constant integer := 5000;
  counted_to constant integer := 1000;
  moment constant timestamptz := clock_timestamp();
  pattern text := private.search_pattern(coalesce(timeline.q, ''));
  -- why: numbers are read with their dashes.
  number_pattern constant text := private.pattern_of(private.typed_search(coalesce(timeline.q, '')));
  shown text;
  span daterange;
  last_row jsonb;
  filter text;
  owner_condition text := '';
  rental_condition text;
  text_condition text := '';
  conditions text;
  rentals text;
  found_rentals text;
  busy uuid[];
  is_cut boolean := false;
  customers uuid[];
  ids uuid[];
  key jsonb;
  found bigint;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user', 'storekeeper');
  shown := private.names_shown();
  if timeline.by is null or timeline.by not in ('items', 'orders') then
    raise exception 'by must be items or orders.' using errcode = 'PT400';
  elsif shown is null and timeline.by = 'orders'
    or shown is distinct from 'whole' and (timeline.customer is not null or timeline.assignee is not null) then
    raise exception 'Your account has no right to do this.' using errcode = '42501';
  elsif coalesce(timeline.from_day not between date '2000-01-01' and date '9998-12-31', true)
    or coalesce(timeline.days not between 1 and 92, true) then
    raise exception 'from_day must be a day and days a number from 1 to 92.' using errcode = 'PT400';
  elsif coalesce(timeline.size not between 1 and 500, true) then
    raise exception 'size must be between 1 and 500.' using errcode = 'PT400';
  elsif timeline.assignee <> 'none' and private.uuid_of(timeline.assignee) is null then
    raise exception 'assignee must be a uuid or none.' using errcode = 'PT400';
  end if;
  span := daterange(timeline.from_day, timeline.from_day + timeline.days);
  last_row := private.read_timeline_cursor(timeline.after, timeline.by);
  filter := private.timeline_filter(timeline.kind, timeline.category,
    case timeline.by when 'items' then pattern else '%%' end);

  -- $1 pattern of numbers, $2 kind, $3 customer, $4 assignee, $5 the days, $6 now, $7 to $9 the cursor, $10 size, $11 items or
  -- customers that were looked up
  if timeline.customer is not null then
    owner_condition := ' and made.customer_id = $3';
  end if;
  if timeline.assignee is not null then
    owner_condition := owner_condition
      || case timeline.assignee when 'none' then ' and made.assigned_to is null' else ' and made.assigned_to = $4' end;
  end if;
  rental_condition := ' where reserved.status <> ''released'' and reserved.blocked && $5
    and (reserved.status <> ''held'' or reserved.expires_at > $6)' || owner_condition;
  if timeline.by = 'orders' and pattern <> '%%' and shown <> 'whole' then
    text_condition := ' and lower(made.%1$I) like $1';
  elsif timeline.by = 'orders' and pattern <> '%%' then
    -- why: the customers are looked up first, so that few of them lead to their orders.
    customers := array(
      select person.id from public.customers as person where person.search_text like pattern limit few + 1);
    text_condition := case when cardinality(customers) <= few then ' and (made.customer_id = any ($11) or lower(made.%1$I) like $1)'
      else ' and (made.customer_id in (
          select person.id from public.customers as person where person.search_text like %2$L)
        or lower(made.%1$I) like $1)' end;
  end if;
  rentals := 'select made.id, made.order_number as number, reserved.item_id, reserved.rented
      from public.reservations as reserved join public.orders as made on made.id = reserved.order_id' || rental_condition
      || format(text_condition, 'order_number', pattern) || ' and reserved.kind = ''rental''
    union all
    select made.id, made.enquiry_number, reserved.item_id, reserved.rented
      from public.reservations as reserved join public.enquiry_items as line on line.id = reserved.enquiry_item_id
        join public.enquiry_orders as made on made.id = line.enquiry_order_id' || rental_condition
      || format(text_condition, 'enquiry_number', pattern) || case when shown = 'whole' then '' else ' and false' end;

  if timeline.by = 'items' then
    if timeline.busy_only then
      -- why: where few reservations touch the days, they lead to the items; where many do, a page of items is full soon.
      busy := array(
        select reserved.item_id from public.reservations as reserved
        where reserved.status <> 'released' and reserved.blocked && span
          and (reserved.status <> 'held' or reserved.expires_at > moment)
        limit few + 1);
      is_cut := cardinality(busy) > few;
    end if;
    conditions := 'item.removed_at is null and item.archived_at is null'
      || case when timeline.kind is not null then ' and item.kind = $2' else '' end
      || coalesce(' and item.id in (' || filter || ')', '')
      || case when owner_condition <> '' then
        format(' and item.id in (select rental.item_id from (%s) as rental)', rentals) else '' end
      || case when not timeline.busy_only then ''
        when not is_cut then ' and item.id = any ($11)'
        else ' and exists (
          select from public.reservations as reserved
          where reserved.item_id = item.id and reserved.status <> ''released''
            and upper(reserved.blocked) > lower($5) and lower(reserved.blocked) < upper($5)
            and (reserved.status <> ''held'' or reserved.expires_at > $6))' end;
    execute format(
      'select array_agg(listed.id order by kind, name, id),
         (array_agg(jsonb_build_array(''items'', kind, name, id) order by kind, name, id))[$10]
       from (select item.id, item.kind, item.name from public.items as item where %s %s
         order by item.kind, item.name, item.id limit $10 + 1) as listed',
      conditions, case when last_row is not null then 'and (item.kind, item.name, item.id) > ($7, $8, $9)' else '' end)
    into ids, key
    using number_pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
      last_row ->> 1, last_row ->> 2, private.uuid_of(last_row ->> 3), timeline.size, busy;
    if last_row is null then
      execute format('select count(*) from (select from public.items as item where %s %s) as counted', conditions,
        case when is_cut then 'limit ' || counted_to + 1 else '' end) into found
      using number_pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
        null::text, null::text, null::uuid, null::integer, busy;
    end if;
  else
    conditions := case when timeline.kind is null then 'true' else
      'reserved.item_id in (' || coalesce(filter, 'select item.id from public.items as item where item.kind = $2') || ')' end;
    if owner_condition || text_condition = '' then
      -- why grouped at once, and cut by the day at first: only orders of the page's days are looked up. why offset 0: the
      -- planner expects more orders, and would read all of them.
      found_rentals := 'with found as materialized (
          select reserved.order_id as id, true as is_order, min(lower(reserved.rented)) as first_day
          from public.reservations as reserved'
          || rental_condition || ' and reserved.kind = ''rental'' and ' || conditions || ' group by reserved.order_id
          union all
          select line.enquiry_order_id, false, min(lower(reserved.rented))
          from public.reservations as reserved join public.enquiry_items as line on line.id = reserved.enquiry_item_id'
          || rental_condition || ' and reserved.status = ''held'''
          || case when shown = 'whole' then '' else ' and false' end || ' and ' || conditions || ' group by line.enquiry_order_id
        ), ';
      rentals := 'select near.id, rental.number, near.first_day
          from (
            select found.* from found
            where found.first_day >= coalesce($7::date, ''-infinity'') and found.first_day <= coalesce((
                select later.first_day from found as later where later.first_day > coalesce($7::date, ''-infinity'')
                order by later.first_day limit 1 offset $10), ''infinity'')
          ) as near cross join lateral (
            select made.order_number as number from public.orders as made where near.is_order and made.id = near.id
            union all
            select asked.enquiry_number from public.enquiry_orders as asked where not near.is_order and asked.id = near.id
            offset 0
          ) as rental';
    else
      found_rentals := format('with found as materialized (
          select reserved.id, reserved.number, min(lower(reserved.rented)) as first_day
          from (%s) as reserved where %s group by reserved.id, reserved.number
        ), ', rentals, conditions);
      rentals := 'select found.id, found.number, found.first_day from found';
    end if;
    execute format(
      found_rentals || 'listed as materialized (%s), page as (
         select * from listed %s order by first_day, number, id limit $10 + 1
       )
       select array_agg(page.id order by first_day, number, id),
         (array_agg(jsonb_build_array(''orders'', first_day, number, id) order by first_day, number, id))[$10],
         (select count(*) from found)
       from page',
      rentals,
      case when last_row is not null then 'where (first_day, number, id) > ($7::date, $8 collate "C", $9)' else '' end)
    into ids, key, found
    using number_pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
      last_row ->> 1, last_row ->> 2, private.uuid_of(last_row ->> 3), timeline.size, customers;
  end if;

  return json_build_object(
    'rows', case timeline.by
      when 'items' then private.timeline_of_items(ids[:timeline.size], span, moment, shown)
      else private.timeline_of_orders(ids[:timeline.size], span, moment, shown) end,
    'total', case when last_row is null then case when is_cut then least(found, counted_to) else found end end,
    'total_is_exact', last_row is null and not (is_cut and found > counted_to),
    'next', case when cardinality(ids) > timeline.size then private.timeline_cursor(key) end);
end
$$;

create or replace function public.undo_items(batch uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set jit = 'off'
set enable_nestloop = 'off'
as $$
declare
  undone public.item_batches;
  listed private.catalogue_kinds;
  undo constant uuid := gen_random_uuid();
  standing text;
  assignments text;
  restored_items integer;
  kept_items integer;
  kept_first jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  select * into undone from public.item_batches where item_batches.id = batch for update;
  if not found then
    raise exception 'This change is no longer in the log.' using errcode = 'PT404';
  elsif undone.undone_at is not null then
    raise exception 'This change was undone already.' using errcode = 'PT409';
  elsif undone.what in ('archive', 'restore') then
    raise exception 'Archived items are restored from the list of archived items.' using errcode = 'PT409';
  end if;
  listed := private.inventory_kind(undone.kind);
  select string_agg(format('%1$L, item.%1$I', item_column), ', '),
    string_agg(format('%1$I = case when fit.was ? %1$L then fit.%1$I else item.%1$I end', item_column), ', ')
    into standing, assignments
  from private.import_columns(undone.kind) where item_column in (
    select jsonb_object_keys(was) from public.item_changes where batch_id = undone.id);
  perform private.begin_item_batch(undo, undone.kind, 'undo', undoes => undone.id);
  execute format(
    'with asked as materialized (
       select item_id, code, name, was, became from public.item_changes where batch_id = $1 and was <> became
     ), standing as materialized (
       select item.id, jsonb_build_object(%2$s) as has from %1$s as item
       where item.id in (select item_id from asked) order by item.id for no key update
     ), fit as materialized (
       select asked.item_id, asked.was, asked.became, typed.*
       from asked join standing on standing.id = asked.item_id
       cross join lateral jsonb_populate_record(null::%1$s, asked.was) as typed
       where not exists (
         select from jsonb_each(asked.became) as given where standing.has -> given.key is distinct from given.value)
     ), restored as (
       update %1$s as item set %3$s from fit where item.id = fit.item_id
       returning item.id, item.%4$I as code, item.name
     ), logged as (
       insert into public.item_changes (batch_id, item_id, code, name, was, became)
       select $2, restored.id, restored.code, restored.name, asked.became, asked.was
       from restored join asked on asked.item_id = restored.id
     ), kept as (
       select item_id, code, name from asked where item_id not in (select id from restored)
     )
     select (select count(*) from restored), (select count(*) from kept), (
       select coalesce(jsonb_agg(jsonb_build_object(''id'', item_id, ''code'', code, ''name'', name) order by code), ''[]'')
       from (select * from kept order by code limit 20) as first)',
    listed.item_table, standing, assignments, listed.code_column)
    into restored_items, kept_items, kept_first using undone.id, undo;
  if restored_items = 0 then
    delete from public.item_batches as begun where begun.id = undo;
  else
    update public.item_batches as begun set changed = restored_items where begun.id = undo;
    update public.item_batches set undone_at = now() where item_batches.id = undone.id;
  end if;
  return jsonb_build_object('restored', restored_items, 'kept', kept_items, 'items', kept_first);
exception when integrity_constraint_violation then
  raise exception 'Some of the former values can no longer be set: they were removed from their list.'
    using errcode = 'PT409';
end
$$;

create or replace function public.undo_merge(id uuid, key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  merge public.customer_merges;
  remaining public.customers;
  merged public.customers;
  enquiries uuid[];
  made uuid[];
  messages uuid[];
  notes uuid[];
  refused text;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if undo_merge.key is null then
    perform private.refuse('key', 'A key is required.');
  end if;
  answer := private.claim_idempotency_key('undo_merge', undo_merge.key, jsonb_build_array(undo_merge.id));
  if answer is not null then
    return answer;
  end if;
  select * into merge from public.customer_merges as found where found.id = undo_merge.id;
  if not found then
    raise exception 'There is no such merge.' using errcode = 'PT404';
  end if;
  perform private.lock_customers(array[merge.into_id, merge.from_id]);
  select * into merge from public.customer_merges as found where found.id = undo_merge.id for update;
  select * into remaining from public.customers as found where found.id = merge.into_id;
  select * into merged from public.customers as found where found.id = merge.from_id;
  refused := case when merge.undone_at is not null then 'undone'
    when merge.merged_at <= now() - interval '24 hours' then 'too_late'
    when remaining.erased_at is not null then 'erased'
    when remaining.merged_into is not null then 'later_merge' end;
  if refused is not null then
    raise exception using errcode = 'PT409', detail = jsonb_build_object('reason', refused)::text,
      message = case refused
        when 'undone' then 'This merge was undone already.'
        when 'too_late' then 'A merge can be undone within 24 hours.'
        when 'erased' then 'The data of this customer was erased.'
        else format('Customer %s was merged into another one since. Undo that merge first.',
          remaining.customer_number) end;
  end if;

  enquiries := array(select value::uuid from jsonb_array_elements_text(merge.moved -> 'enquiries'));
  messages := array(select value::uuid from jsonb_array_elements_text(merge.moved -> 'messages'));
  perform private.exchange_details(remaining.id, merged.id,
    array(select value from jsonb_array_elements_text(merge.moved -> 'details')));
  update public.customers as former set merged_into = null where former.id = merged.id;
  update public.enquiry_orders as moving set customer_id = merged.id where moving.id = any (enquiries);
  with back as (
    update public.orders as moving set customer_id = merged.id
    where moving.customer_id = remaining.id and (moving.enquiry_order_id = any (enquiries)
      or moving.id in (select value::uuid from jsonb_array_elements_text(merge.moved -> 'orders')))
    returning moving.id
  ) select array_agg(back.id) into made from back;
  update public.contact_enquiries as moving set customer_id = merged.id where moving.id = any (messages);
  with back as (
    update public.customer_notes as moving set customer_id = merged.id
    where moving.customer_id = remaining.id and (moving.enquiry_order_id = any (enquiries)
      or moving.order_id = any (made)
      or moving.id in (select value::uuid from jsonb_array_elements_text(merge.moved -> 'notes')))
    returning moving.id
  ) select array_agg(back.id) into notes from back;
  update public.crm_events as moving set customer_id = merged.id
  where moving.customer_id = remaining.id and moving.subject_id = any (enquiries || made || messages || notes || merged.id);
  update public.customer_merges as undone set undone_at = now(), undone_by = auth.uid() where undone.id = merge.id;
  perform private.record_event(remaining.id, 'customer', remaining.id, 'unmerged', null, merged.customer_number);
  perform private.record_event(merged.id, 'customer', merged.id, 'unmerged', null, remaining.customer_number);
  answer := jsonb_build_object('merge', merge.id, 'into', remaining.customer_number, 'from', merged.customer_number);
  perform private.bind_idempotency_key('undo_merge', undo_merge.key, answer);
  return answer;
exception when lock_not_available or deadlock_detected then
  perform private.refuse_busy_customer();
end
$$;

create or replace function public.use_recovery_code(code text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
begin
  -- why: locked first, as the removal of the account does.
  perform from auth.users as account where account.id = person for no key update;
  if not private.has_second_factor(person) then
    raise exception 'Your account has no second factor.' using errcode = 'PT409';
  end if;
  update private.recovery_codes set used_at = now()
  where recovery_codes.user_id = person and recovery_codes.hash = private.recovery_hash(use_recovery_code.code)
    and recovery_codes.used_at is null;
  if not found then
    raise exception 'This recovery code is not right, or it was used before.'
      using errcode = 'PT422', detail = '{"field": "code"}';
  end if;
  perform private.remove_factors(person);
  return jsonb_build_object('left', (
    select count(*) from private.recovery_codes
    where recovery_codes.user_id = person and recovery_codes.used_at is null));
end
$$;
