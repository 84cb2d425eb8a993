-- Functions and views of crm, as supabase/schemas/crm has them, and the triggers that run them.

-- why: functions of all subjects call each other; their bodies are looked up when they run.
set check_function_bodies = off;

create function private.answer_of_enquiry(enquiry uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('answer', given.answer, 'note', given.note, 'at', private.iso_time(given.created_at))
  from public.enquiry_answers as given where given.enquiry_order_id = answer_of_enquiry.enquiry
  order by given.created_at desc, given.id desc limit 1
$$;

create function private.answers_of_enquiry(enquiry uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('answer', given.answer, 'note', given.note,
    'at', private.iso_time(given.created_at)) order by given.created_at desc, given.id desc), '[]')
  from (
    select * from public.enquiry_answers as saved where saved.enquiry_order_id = answers_of_enquiry.enquiry
    order by saved.created_at desc, saved.id desc limit 50
  ) as given
$$;

create function private.assignee_condition(assigned_to text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when assigned_to is null then ''
    when assigned_to = 'none' then ' and customer.assigned_to is null'
    else format(' and customer.assigned_to = %L::uuid', assigned_to::uuid) end;
exception when invalid_text_representation then
  raise exception 'assigned_to must be a uuid or none.' using errcode = 'PT400';
end
$$;

create function private.can_own(user_id uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.user_profiles as profile join auth.users as account on account.id = profile.id
    where profile.id = user_id and profile.role in ('admin', 'crm_user')
      and (account.banned_until is null or account.banned_until <= now()))
$$;

create function private.check_assignee() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.can_own(new.assigned_to) then
    return new;
  elsif exists (
    select from public.user_profiles as profile
    where profile.id = new.assigned_to and profile.role in ('admin', 'crm_user')
  ) then
    raise exception 'This account is disabled. Choose somebody else.' using errcode = 'PT422';
  end if;
  raise exception using errcode = 'PT422', message = format('%s can be assigned to an admin or a CRM user only.',
    case tg_table_name when 'orders' then 'An order' when 'enquiry_orders' then 'An enquiry' else 'A lead' end);
end
$$;

create function private.check_contact(
  first_name text,
  last_name text,
  mobile text,
  email text,
  email_optional boolean default false
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(first_name, '') = '' then
    perform private.refuse('first_name', 'First name is required');
  elsif not private.is_person_name(first_name) then
    perform private.refuse('first_name', 'First name must be at most 80 characters');
  elsif private.name_problem(first_name) is not null then
    perform private.refuse('first_name', private.name_problem(first_name));
  elsif coalesce(last_name, '') = '' then
    perform private.refuse('last_name', 'Last name is required');
  elsif not private.is_person_name(last_name) then
    perform private.refuse('last_name', 'Last name must be at most 80 characters');
  elsif private.name_problem(last_name) is not null then
    perform private.refuse('last_name', private.name_problem(last_name));
  elsif coalesce(mobile, '') !~ '^\+91[6-9][0-9]{9}$' then
    perform private.refuse('mobile', 'Please enter a valid Indian mobile number '
      '(+91 followed by 10 digits starting with 6-9)');
  elsif not coalesce(private.is_email(email), email is null and email_optional) or private.name_problem(email) is not null then
    perform private.refuse('email', 'Please enter a valid email address');
  end if;
end
$$;

create function private.check_lines(lines jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  gone constant boolean := jsonb_path_exists(lines, '$[*] ? (@.active == false)');
begin
  if jsonb_path_exists(lines, '$[*] ? (@.as_seen == false)') then
    raise exception using errcode = 'PT409',
      message = case when gone then 'item_unavailable' else 'price_changed' end,
      detail = (
        select jsonb_agg(jsonb_build_object('type', line -> 'type', 'id', line -> 'id',
          'name', line -> 'name', 'price', line -> 'price', 'active', line -> 'active'))
        from jsonb_array_elements(lines) as differing (line)
        where not (line ->> 'as_seen')::boolean
      )::text;
  end if;
end
$$;

create function private.check_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why: this runs before the policies and must not reveal to others which customers exist.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_staff('admin', 'crm_user');
  end if;
  if new.enquiry_order_id is not null then
    select asked.customer_id into new.customer_id from public.enquiry_orders as asked
    where asked.id = new.enquiry_order_id for share;
  elsif new.order_id is not null then
    select made.customer_id into new.customer_id from public.orders as made where made.id = new.order_id for share;
  end if;
  perform from public.customers where id = new.customer_id and erased_at is null and merged_into is null for key share;
  if not found then
    raise exception 'There is no such customer, or their data was erased or moved to another customer. Reload the page.'
      using errcode = 'PT409';
  end if;
  new.note := private.trimmed(new.note);
  return new;
end
$$;

create function private.check_rental(rental_from date, rental_to date) returns void
language plpgsql
set search_path = ''
as $$
begin
  if rental_from is null then
    perform private.refuse('rental_from', 'Rental start date is required');
  elsif rental_to is null then
    perform private.refuse('rental_to', 'Rental end date is required');
  elsif rental_from < (now() at time zone 'Asia/Kolkata')::date then
    perform private.refuse('rental_from', 'Rental start date cannot be in the past');
  elsif rental_from > date '9999-12-31' then
    perform private.refuse('rental_from', 'Please enter a valid date');
  elsif rental_to < rental_from then
    perform private.refuse('rental_to', 'To date must be the same or after the from date.');
  elsif not isfinite(rental_to) or rental_to - rental_from >= 365 then
    perform private.refuse('rental_to', 'A rental can last at most 365 days');
  end if;
end
$$;

create function private.checked_message(message text) returns text
language plpgsql
set search_path = ''
as $$
declare
  trimmed constant text := nullif(private.trimmed(message), '');
begin
  if char_length(trimmed) > 2000 then
    perform private.refuse('message', 'Message must be at most 2000 characters');
  end if;
  return trimmed;
end
$$;

create function private.chosen_values(line jsonb, choice jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  about constant text := line ->> 'line';
  action constant text := choice ->> 'action';
  pieces integer := private.whole_number(choice -> 'quantity', 1, 1000000);
  item public.items;
  part uuid;
  days daterange;
begin
  if jsonb_typeof(choice -> 'quantity') <> 'null' and pieces is null then
    perform private.refuse_choice(about, 'Quantity must be a whole number of 1 or more');
  end if;
  case action
    when 'drop' then
      return '{}';
    when 'lower' then
      if pieces is null or pieces > (line ->> 'quantity')::integer then
        perform private.refuse_choice(about, 'The lower quantity must be from 1 to the present one.');
      end if;
      return jsonb_build_object('quantity', pieces);
    when 'swap' then
      item := private.rentable_item(choice ->> 'type', choice ->> 'item');
      if item.id is null then
        perform private.refuse_choice(about, 'The other item is no longer there. Choose another.');
      end if;
      return jsonb_build_object('item_type', item.kind, 'item_id', item.id, 'price', item.price,
        'list_price', item.price, 'price_reason', null, 'variant_id', null, 'quantity', coalesce(pieces, (line ->> 'quantity')::integer), 'hired', '[]'::jsonb);
    when 'dates' then
      days := private.staff_days((choice ->> 'rental_from')::date, (choice ->> 'rental_to')::date);
      return jsonb_build_object('rental_from', lower(days), 'rental_to', upper(days) - 1);
    when 'sub_rental' then
      part := private.uuid_of(coalesce(choice ->> 'item', line ->> 'item_id'));
      if pieces is null then
        perform private.refuse_choice(about, 'A sub-rental needs its number of pieces.');
      elsif char_length(choice ->> 'reason') > 500 then
        perform private.refuse_choice(about, 'The reason must be at most 500 characters');
      elsif not exists (
        select from private.item_parts as inside
        where inside.item_id = (line ->> 'item_id')::uuid and inside.part_id = part
      ) then
        perform private.refuse_choice(about, 'This item is not part of the line.');
      end if;
      return jsonb_build_object('hired', line -> 'hired' || jsonb_build_object(
        'item', choice -> 'item', 'quantity', pieces, 'reason', private.trimmed(choice ->> 'reason')));
    when 'take_over' then
      return jsonb_build_object('taken', line -> 'taken' || jsonb_build_array(private.uuid_of(choice ->> 'enquiry')));
    else
      perform private.refuse_choice(about, 'There is no such choice.');
  end case;
end
$$;

create function private.count_enquiries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  open constant text[] := private.open_statuses();
begin
  if tg_op = 'UPDATE' then
    insert into private.lead_figures as known (customer_id, enquiries, open_enquiries)
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
    on conflict (customer_id) do update set enquiries = known.enquiries + excluded.enquiries,
      open_enquiries = known.open_enquiries + excluded.open_enquiries;
  else
    insert into private.lead_figures as known (customer_id, enquiries, open_enquiries)
    select gone.customer_id, - count(*) filter (where gone.status <> 'converted'),
      - count(*) filter (where gone.status = any (open))
    from old_rows as gone where gone.status <> 'converted'
    group by gone.customer_id order by gone.customer_id
    on conflict (customer_id) do update set enquiries = known.enquiries + excluded.enquiries,
      open_enquiries = known.open_enquiries + excluded.open_enquiries;
  end if;
  return null;
end
$$;

create function private.count_for_leads() returns trigger
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
    'insert into private.lead_figures as known (customer_id, %1$I)
     select customer_id, sum(n) from (%2$s) as changed (customer_id, n)
     group by customer_id having sum(n) <> 0 order by customer_id
     on conflict (customer_id) do update set %1$I = known.%1$I + excluded.%1$I',
    tg_argv[0], array_to_string(changes, ' union all '));
  return null;
end
$$;

create function private.count_new_enquiries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.lead_figures as known (customer_id, enquiries, open_enquiries)
  select customer_id, count(*), count(*) filter (where status = any (private.open_statuses()))
  from new_rows where status <> 'converted'
  -- why: in key order, so that two statements cannot deadlock.
  group by customer_id order by customer_id
  on conflict (customer_id) do update set
    enquiries = known.enquiries + excluded.enquiries,
    open_enquiries = known.open_enquiries + excluded.open_enquiries;
  return null;
end
$$;

create function private.count_orders() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.lead_figures as known (customer_id, orders)
    select made.customer_id, count(*) from new_rows as made group by made.customer_id order by made.customer_id
    on conflict (customer_id) do update set orders = known.orders + excluded.orders;
  elsif tg_op = 'DELETE' then
    insert into private.lead_figures as known (customer_id, orders)
    select gone.customer_id, - count(*) from old_rows as gone group by gone.customer_id order by gone.customer_id
    on conflict (customer_id) do update set orders = known.orders + excluded.orders;
  else
    insert into private.lead_figures as known (customer_id, orders)
    select changed.customer_id, sum(changed.n)
    from (
      select became.customer_id, 1 as n from new_rows as became
      union all
      select former.customer_id, -1 from old_rows as former
    ) as changed
    group by changed.customer_id having sum(changed.n) <> 0 order by changed.customer_id
    on conflict (customer_id) do update set orders = known.orders + excluded.orders;
  end if;
  return null;
end
$$;

create function private.crm_attention(customer_id uuid default null) returns jsonb
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return (
    select jsonb_build_object('unassigned_leads', count(*))
    from public.customers as customer
    where customer.assigned_to is null and customer.erased_at is null and customer.merged_into is null
      and (crm_attention.customer_id is null or customer.id = crm_attention.customer_id)
  ) || (
    select jsonb_build_object('leads_to_answer', count(*),
      'unhandled_messages', coalesce(sum(figures.unhandled_messages), 0))
    from private.lead_figures as figures
    where figures.unhandled_messages > 0
      and (crm_attention.customer_id is null or figures.customer_id = crm_attention.customer_id)
  ) || jsonb_build_object('pending_enquiries', (
    select count(*) from public.enquiry_orders as waiting
    where waiting.status = 'pending'
      and (crm_attention.customer_id is null or waiting.customer_id = crm_attention.customer_id)
  ));
end
$$;

create function private.crm_page(
  source text,
  conditions text,
  filters jsonb,
  number_column text,
  number_prefix text,
  listed_table regclass,
  sorts jsonb,
  row_value text,
  row_source text,
  q text,
  sort text,
  page integer,
  cursor text,
  size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  few constant integer := 500;
  counted_to constant integer := 1000;
  collected_to constant integer := 10000;
  pattern constant text := private.search_pattern(coalesce(q, ''));
  mobile_pattern constant text := private.mobile_pattern(q);
  wanted_sort constant text := coalesce(sort, '-created');
  wanted_size constant integer := coalesce(size, 25);
  wanted_page constant integer := coalesce(page, 1);
  direction constant text := case when wanted_sort like '-%' then 'desc' else 'asc' end;
  key constant jsonb := sorts -> ltrim(wanted_sort, '-');
  customers uuid[];
  numbered uuid[] := '{}';
  searching text := case when pattern = '%%' then 'no' else 'few' end;
  after record;
  result jsonb;
  total bigint;
begin
  if key is null or wanted_sort like '--%' then
    raise exception 'There is no sort "%" here.', left(wanted_sort, 40) using errcode = 'PT400';
  elsif wanted_size not between 1 and 1000 then
    raise exception 'size must be between 1 and 1000.' using errcode = 'PT400';
  elsif wanted_page not between 1 and 1000000 then
    raise exception 'page must be between 1 and 1000000.' using errcode = 'PT400';
  end if;
  select null::text as sort_value, null::timestamptz as created_at, null::uuid as id into after;
  if cursor is not null then
    after := private.read_crm_cursor(cursor, wanted_sort, key ->> 1);
  end if;

  if searching <> 'no' then
    -- why: a merged customer's number and name still find the records, which belong to the remaining one.
    customers := array(
      select case when merged_into is null then id else private.remaining_customer(id) end
      from public.customers where search_text like pattern);
    if mobile_pattern is not null then
      customers := customers || array(
        select case when merged_into is null then id else private.remaining_customer(id) end
        from public.customers
        -- why: search_text has the index, but contains more than the mobile.
        where search_text like mobile_pattern and mobile like mobile_pattern and search_text not like pattern
      );
    end if;
    if cardinality(customers) <= few
      and private.is_in_numbers(replace(btrim(pattern, '%'), '\', ''), number_prefix) then
      execute format('select array(select id from %s where lower(%I) like $1 limit $2)',
        listed_table, number_column) into numbered using pattern, few + 1;
    end if;
    if greatest(cardinality(customers), cardinality(numbered)) > few then
      searching := 'many';
      -- why: a subquery that is probed for each row; a join would not stop early.
      conditions := format('%s and (listed.customer_id in (select unnest($3)) or lower(listed.%I) like $1)',
        conditions, number_column);
    else
      conditions := conditions || ' and (listed.customer_id = any ($3) or listed.id = any ($4))';
    end if;
  end if;

  if searching = 'no' and jsonb_strip_nulls(filters) ?| '{rental,out,due}' then
    -- why: days have an index of their own, and what they leave is seldom among the first of the sort's index.
    execute format('select count(*) from %s where %s', source, conditions) into total using pattern, filters;
    if total <= collected_to then
      searching := 'few';
    end if;
  end if;

  execute format(
    -- why: few rows are computed once; otherwise the count and the page each use an index of their own.
    'with found as %1$s materialized (
       select listed.id, %2$s as sort_value, listed.created_at from %3$s where %4$s
     ), page as (
       select cut.*, row_number() over (order by sort_value %5$s, created_at %5$s, id %5$s) as place
       from (select * from found%6$s order by sort_value %5$s, created_at %5$s, id %5$s
         limit $8 + 1 offset $9) as cut
     )
     select jsonb_build_object(
       ''items'', (select coalesce(jsonb_agg(%7$s order by place), ''[]'') from page %8$s where place <= $8),
       ''next'', (select translate(encode(convert_to(
           jsonb_build_array(%9$L, sort_value, created_at, id)::text, ''UTF8''), ''base64''), E''+/\n'', ''-_'')
         from page where place = $8 and exists (select from page where place > $8))),
       %10$s',
    case searching when 'few' then '' else 'not' end, key ->> 0, source, conditions, direction,
    case when cursor is not null then format(' where (sort_value, created_at, id) %s ($5::%s, $6, $7)',
      case direction when 'desc' then '<' else '>' end, key ->> 1) end,
    row_value, row_source, wanted_sort,
    case when cursor is not null then 'null'
      when searching = 'many' then format(
        '(select count(*) from (select from found limit %s) as counted)', counted_to + 1)
      else '(select count(*) from found)' end)
  into result, total
  using pattern, filters, customers, numbered, after.sort_value, after.created_at, after.id,
    wanted_size, case when cursor is null then (wanted_page - 1)::bigint * wanted_size else 0 end;
  return result || jsonb_build_object(
    'total', case searching when 'many' then least(total, counted_to) else total end,
    'total_is_exact', cursor is null and (searching <> 'many' or total <= counted_to));
end
$$;

create function private.customer_for(first_name text, last_name text, mobile text, email text)
returns uuid
language plpgsql
set search_path = ''
as $$
#variable_conflict use_column
declare
  customer uuid;
  later uuid;
begin
  begin
    insert into public.customers (first_name, last_name, mobile, email)
    values (customer_for.first_name, customer_for.last_name, customer_for.mobile, customer_for.email)
    on conflict (mobile) do update set mobile = excluded.mobile
    returning id, merged_into into customer, later;
    if later is null then
      return customer;
    end if;
    raise exception using errcode = 'PT301';
  exception when sqlstate 'PT301' then
    null;
  end;
  loop
    customer := later;
    begin
      select merged_into into later from public.customers as remaining
      where remaining.id = customer for key share;
      if later is null then
        return customer;
      end if;
      raise exception using errcode = 'PT301';
    exception when sqlstate 'PT301' then
      null;
    end;
  end loop;
end
$$;

create function private.customer_of(id uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  told jsonb;
begin
  execute format(
    'select %s || jsonb_build_object(''created_at'', customer.created_at, ''updated_at'', customer.updated_at)
     from public.customers as customer
     left join public.user_profiles as assignee on assignee.id = customer.assigned_to
     where customer.id = $1', private.customer_value())
    into told using customer_of.id;
  return told;
end
$$;

create function private.customer_value() returns text
language sql immutable parallel safe
return 'jsonb_build_object(''id'', customer.id, ''customer_number'', customer.customer_number,
  ''first_name'', customer.first_name, ''last_name'', customer.last_name, ''mobile'', customer.mobile,
  ''email'', customer.email, ''assigned_to'', customer.assigned_to,
  ''assigned_name'', assignee.display_name, ''erased_at'', customer.erased_at)';

create function private.days_between(first_day date, last_day date) returns daterange
language plpgsql immutable
set search_path = ''
as $$
begin
  return case
    when coalesce(first_day, last_day) is null then null
    when last_day < first_day then 'empty'
    else daterange(first_day, last_day, '[]') end;
end
$$;

create function private.edit_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.note := private.trimmed(new.note);
  if new.note is distinct from old.note then
    new.edited_at := now();
    new.edited_by := auth.uid();
  end if;
  return new;
end
$$;

create function private.end_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.status <> all (private.open_statuses()) then
    new.change_asked_at := null;
  end if;
  return new;
end
$$;

create function private.end_quoted_change() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.enquiry_orders as enquiry set change_asked_at = null
  where enquiry.id = new.enquiry_order_id and enquiry.change_asked_at is not null;
  return null;
end
$$;

create function private.enquiry_lines(
  items jsonb,
  rental_from date,
  rental_to date,
  out lines jsonb,
  out total numeric,
  out differs boolean
) returns record
language plpgsql
set search_path = ''
as $$
declare
  nameless boolean;
  miscounted boolean;
begin
  if items is null or jsonb_typeof(items) <> 'array' or items = '[]' then
    perform private.refuse('items', 'Your cart is empty');
  elsif jsonb_array_length(items) > 100 then
    perform private.refuse('items', 'An enquiry can hold at most 100 items');
  end if;
  with sent as (
    select min(place) as place, line ->> 'type' as type, parsed.id, parsed.item_id,
      sum(parsed.quantity) as quantity,
      array_agg(case when jsonb_typeof(line -> 'price') = 'number' then (line ->> 'price')::numeric end)
        as seen,
      bool_or(jsonb_typeof(line -> 'type') is distinct from 'string'
        or jsonb_typeof(line -> 'id') is distinct from 'string') as nameless,
      bool_or((parsed.quantity between 1 and 999 and parsed.quantity % 1 = 0) is not true) as miscounted
    from jsonb_array_elements(items) with ordinality as listed (line, place)
    cross join lateral (
      -- An id that is no uuid is no item's either; it is answered as sent.
      select left(lower(line ->> 'id'), 100) as id,
        case when line ->> 'id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then (line ->> 'id')::uuid end as item_id,
        case when jsonb_typeof(line -> 'quantity') = 'number' then (line ->> 'quantity')::numeric end as quantity
      offset 0
    ) as parsed
    group by line ->> 'type', parsed.id, parsed.item_id
  )
  select bool_or(sent.nameless), bool_or(sent.miscounted or sent.quantity > 999),
    jsonb_agg(jsonb_build_object(
      'place', sent.place, 'type', left(sent.type, 40), 'id', sent.id, 'quantity', sent.quantity,
      'name', item.name, 'price', item.price, 'active', item.id is not null,
      'as_seen', coalesce(item.price = all (sent.seen), false),
      'free', case when kit.figures is not null then kit.figures[1] when item.quantity > 0 then (
        -- A day without a row has all pieces.
        select greatest(0, least(min(day.free), case when count(*) <= blocked.last - rental_from then item.quantity end))
        from private.free_days as day
        where day.item_id = item.id and day.day between rental_from and blocked.last
      ) end,
      'of', case when kit.figures is not null then kit.figures[2] else nullif(item.quantity, 0) end
    ) order by sent.place),
    sum(private.line_amount(item.price, sent.quantity, private.days_in(rental_from, rental_to))),
    bool_or(item.price = all (sent.seen) is not true)
  into nameless, miscounted, lines, total, differs
  from sent left join public.items as item
    on item.id = sent.item_id and item.kind = sent.type and item.active
    left join private.catalogue_kinds as listed on listed.kind = item.kind
    left join lateral (
      -- why scalar subqueries here: each runs once, and only if an item needs it.
      select case when coalesce(item.turnaround_days, listed.turnaround_days) > 0
        then (select private.last_blocked_days(rental_to))[coalesce(item.turnaround_days, listed.turnaround_days) + 1]
        else rental_to end as last
    ) as blocked on true
    left join lateral (
      select case when exists (select from private.kit_parts as inside where inside.kit_id = item.id) then (
        select array[whole.free, whole.pieces]
        from private.free_of(array[item.id], rental_from, (select private.last_blocked_days(rental_to))) as whole
      ) end as figures offset 0
    ) as kit on true;
  if nameless then
    perform private.refuse('items', 'Each item needs a type and an id');
  elsif miscounted then
    perform private.refuse('items', 'Quantity must be a whole number between 1 and 999');
  end if;
end
$$;

create function private.enquiry_to_answer(link private.enquiry_links) returns public.enquiry_orders
language plpgsql
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  customer uuid;
begin
  select known.customer_id into customer from public.enquiry_orders as known where known.id = link.enquiry_order_id;
  perform from public.customers as person where person.id = customer and person.erased_at is null for share;
  if not found then
    return null;
  end if;
  select * into enquiry from public.enquiry_orders as known where known.id = link.enquiry_order_id for update;
  if enquiry.customer_id is distinct from customer then
    perform private.refuse_answer('busy', 'Somebody is working on your enquiry right now. Please try again.');
  end if;
  return enquiry;
end
$$;

create function private.erase_enquiry_answers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.enquiry_links as link set revoked_at = coalesce(link.revoked_at, clock_timestamp()), mailed_to = null
  from public.enquiry_orders as enquiry
  where enquiry.id = link.enquiry_order_id and enquiry.customer_id = new.id
    and (link.revoked_at is null or link.mailed_to is not null);
  update private.links as link set mailed_to = null from public.documents as document
  where document.id = link.document_id and document.customer_id = new.id and link.mailed_to is not null;
  update public.enquiry_answers as given set note = null, address = null
  from public.enquiry_orders as enquiry
  where enquiry.id = given.enquiry_order_id and enquiry.customer_id = new.id;
  update public.enquiry_orders as enquiry set contact_mobile = null
  where enquiry.customer_id = new.id and enquiry.contact_mobile is not null;
  return null;
end
$$;

create function private.exchange_details(remaining uuid, merged uuid, details text[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  one public.customers;
  other public.customers;
  moves_owner boolean;
begin
  if details = '{}' then
    return;
  end if;
  select * into one from public.customers as found where found.id = remaining;
  select * into other from public.customers as found where found.id = merged;
  moves_owner := 'assigned_to' = any (details)
    and (one.assigned_to is null or private.can_own(one.assigned_to))
    and (other.assigned_to is null or private.can_own(other.assigned_to));
  update public.customers as customer
  set first_name = case when 'first_name' = any (details) then one.first_name else customer.first_name end,
    last_name = case when 'last_name' = any (details) then one.last_name else customer.last_name end,
    email = case when 'email' = any (details) then one.email else customer.email end,
    assigned_to = case when moves_owner then one.assigned_to else customer.assigned_to end,
    mobile = case when 'mobile' = any (details) then null else customer.mobile end
  where customer.id = merged;
  update public.customers as customer
  set first_name = case when 'first_name' = any (details) then other.first_name else customer.first_name end,
    last_name = case when 'last_name' = any (details) then other.last_name else customer.last_name end,
    email = case when 'email' = any (details) then other.email else customer.email end,
    assigned_to = case when moves_owner then other.assigned_to else customer.assigned_to end,
    mobile = case when 'mobile' = any (details) then other.mobile else customer.mobile end
  where customer.id = remaining;
  if 'mobile' = any (details) then
    update public.customers as customer set mobile = one.mobile where customer.id = merged;
  end if;
end
$$;

create function private.failed_step(step text, mobile text) returns text
language plpgsql stable
set search_path = ''
as $$
begin
  if step = 'customer_create' and exists (
    select from public.customers as known where known.mobile = failed_step.mobile
  ) then
    return 'customer_lookup';
  end if;
  return step;
exception when others then
  return 'customer_lookup';
end
$$;

create function private.filter_conditions(filters jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select coalesce(string_agg(filter.condition, ''), '') from (values
    ('statuses', ' and listed.status = any (($2 ->> ''statuses'')::text[])'),
    ('payment_statuses', ' and listed.payment_status = any (($2 ->> ''payment_statuses'')::text[])'),
    ('customer_id', ' and listed.customer_id = ($2 ->> ''customer_id'')::uuid'),
    ('created_from', ' and listed.created_at >=
      ($2 ->> ''created_from'')::date::timestamp at time zone ''Asia/Kolkata'''),
    ('created_to', ' and listed.created_at <
      (($2 ->> ''created_to'')::date + 1)::timestamp at time zone ''Asia/Kolkata'''),
    ('rental', ' and case when coalesce(listed.rental_from, listed.rental_to) is not null then
      daterange(coalesce(listed.rental_from, listed.rental_to), coalesce(listed.rental_to, listed.rental_from), ''[]'') end
      && ($2 ->> ''rental'')::daterange'),
    ('out', ' and listed.status in (''confirmed'', ''in_progress'')
      and case when coalesce(listed.rental_from, listed.rental_to) is not null then
      daterange(coalesce(listed.rental_from, listed.rental_to), coalesce(listed.rental_to, listed.rental_from), ''[]'') end
      @> (now() at time zone ''Asia/Kolkata'')::date'),
    ('due', ' and listed.status in (''confirmed'', ''in_progress'')
      and coalesce(listed.rental_to, listed.rental_from) <= (now() at time zone ''Asia/Kolkata'')::date'),
    ('has_message', ' and (listed.message is not null) = ($2 ->> ''has_message'')::boolean'),
    ('unhandled', ' and figures.unhandled_messages > 0')
  ) as filter (name, condition)
  where jsonb_strip_nulls(filters) ? filter.name
$$;

create function private.guard_converted() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role') then
    raise exception 'An enquiry is converted by "Convert to Order" only, and then keeps its status.'
      using errcode = 'PT422';
  end if;
  return new;
end
$$;

create function private.handle_message() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.handled_at is null then
    new.handled_by := null;
  elsif old.handled_at is not null then
    new.handled_at := old.handled_at;
    new.handled_by := old.handled_by;
  elsif auth.uid() is not null then
    new.handled_at := now();
    new.handled_by := auth.uid();
  end if;
  return new;
end
$$;

create function private.inherit_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  enquiry constant uuid := (to_jsonb(new) ->> 'enquiry_order_id')::uuid;
begin
  if enquiry is not null then
    select asked.assigned_to into new.assigned_to from public.enquiry_orders as asked where asked.id = enquiry;
    return new;
  end if;
  select customer.assigned_to into new.assigned_to
  from public.customers as customer where customer.id = new.customer_id;
  if new.assigned_to is not null and not private.can_own(new.assigned_to) then
    new.assigned_to := null;
  end if;
  return new;
end
$$;

create function private.is_in_numbers(needle text, prefix text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select stem = '' or right(prefix || '-', length(stem)) = stem
    or stem = needle and strpos(prefix || '-', needle) > 0
  from (select rtrim(needle, '0123456789') as stem) as split
$$;

create function private.linked_enquiry_content(link private.enquiry_links) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  enquiry public.enquiry_orders;
  made public.orders;
  quote public.documents;
  answer jsonb;
begin
  select * into enquiry from public.enquiry_orders as known where known.id = link.enquiry_order_id;
  select * into made from public.orders as known where known.enquiry_order_id = enquiry.id;
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
    'held_until', case when enquiry.held_until > clock_timestamp() then private.iso_time(enquiry.held_until) end,
    'contact', jsonb_build_object('mobile', private.masked_mobile(enquiry.contact_mobile),
      'email', private.masked_email(enquiry.contact_email)),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('name', item.name, 'image', shown.image, 'quantity', line.quantity,
        'price', line.price) order by line.position, line.id), '[]')
      from public.enquiry_items as line
        join public.items as item on item.id = line.item_id
        left join public.catalogue_items as shown on shown.id = line.item_id and shown.type = line.item_type
      where line.enquiry_order_id = enquiry.id),
    'answer', answer, 'change_waits', enquiry.change_asked_at is not null,
    'quote', case when quote.id is not null then jsonb_build_object('number', quote.number, 'total', quote.total,
      'valid_until', quote.valid_until, 'state', private.document_state(quote), 'opens', private.opens_quote(link)) end,
    'order', case when made.id is not null then jsonb_build_object('number', made.order_number, 'status', made.status,
      'rental_from', made.rental_from, 'rental_to', made.rental_to) end);
end
$$;

create function private.lock_customers(ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  locked uuid[];
begin
  loop
    begin
      locked := array(
        select asked.id from public.enquiry_orders as asked where asked.customer_id = any (ids)
        order by asked.id for no key update);
      locked := locked || array(
        select made.id from public.orders as made where made.customer_id = any (ids) order by made.id for update);
      perform from public.customers as customer where customer.id = any (ids) order by customer.id for update;
      if not exists (
        select from public.enquiry_orders as asked where asked.customer_id = any (ids) and asked.id <> all (locked)
        union all
        select from public.orders as made where made.customer_id = any (ids) and made.id <> all (locked)
      ) then
        return;
      end if;
      raise exception using errcode = 'PT301';
    exception when sqlstate 'PT301' then
      null;
    end;
  end loop;
end
$$;

create function private.lock_merged_customers(id uuid) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  everyone uuid[];
begin
  loop
    begin
      select array_agg(person.id) into everyone
      from public.customers as person
      where person.id = any (private.merged_customers(private.remaining_customer(lock_merged_customers.id)));
      perform private.lock_customers(everyone);
      -- why again: a merge may have ended while this waited.
      if everyone is null
        or everyone @> private.merged_customers(private.remaining_customer(lock_merged_customers.id)) then
        return everyone;
      end if;
      raise exception using errcode = 'PT301';
    exception when sqlstate 'PT301' then
      null;
    end;
  end loop;
end
$$;

create function private.masked_email(email text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select left(masked_email.email, 1) || '…@' || split_part(masked_email.email, '@', 2)
$$;

create function private.masked_mobile(mobile text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '…' || right(masked_mobile.mobile, 5)
$$;

create function private.merged_customers(id uuid) returns uuid[]
language sql stable
set search_path = ''
as $$
  with recursive merged as (
    select merged_customers.id
    union all
    select former.id from merged join public.customers as former on former.merged_into = merged.id
  )
  select array(select merged.id from merged)
$$;

create function private.mobile_pattern(q text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  -- Spaces, dashes and invisible marks from copied text (U+2000 to U+206F), brackets, dot, slash.
  separators constant text := '[:space:]\u00a0\u00ad\u2000-\u206f\u2212\ufeff()./-';
  needle constant text := left(q, 80);
  digits constant text := regexp_replace(needle, '[^0-9]', '', 'g');
  number text;
begin
  if digits = '' or needle !~ format('^[%1$s]*\+?[0-9%1$s]*$', separators) then
    return null;
  end if;
  number := case
    -- why: with five digits or fewer, leading zeros are those of a code such as ENQ-00042.
    when length(digits) > 5 and digits ~ '^00[1-9]' then '+' || substr(digits, 3)
    when length(digits) > 5 and digits ~ '^0[6-9]' then '+91' || substr(digits, 2)
    when needle like '%+%' then '+' || digits
    else digits
  end;
  -- The trunk 0 after the country's code: '+91 (0) 90000 25212'.
  number := regexp_replace(number, '^\+910(?=[6-9])|^910(?=[6-9][0-9]{9}$)', '+91');
  return nullif('%' || number || '%', private.search_pattern(q));
end
$$;

create function private.new_enquiry_link(
  enquiry uuid,
  reuse uuid default null,
  is_personal boolean default false,
  address text default null,
  out id uuid,
  out secret text
) returns record
language plpgsql
set search_path = ''
as $$
declare
  new_token bytea;
  person uuid;
  mailbox constant bytea := private.address_hash(new_enquiry_link.address);
  ends constant timestamptz := clock_timestamp() + interval '180 days';
begin
  new_enquiry_link.secret := private.new_secret();
  new_token := sha256(convert_to(new_enquiry_link.secret, 'UTF8'));
  if new_enquiry_link.reuse is not null then
    update private.enquiry_links as link
    set token = new_token, expires_at = ends, is_personal = new_enquiry_link.is_personal, mailed_to = mailbox
    where link.id = new_enquiry_link.reuse and link.enquiry_order_id = new_enquiry_link.enquiry
      and link.revoked_at is null
    returning link.id into new_enquiry_link.id;
  end if;
  if new_enquiry_link.id is not null then
    return;
  end if;
  if new_enquiry_link.is_personal then
    select asked.customer_id into person from public.enquiry_orders as asked where asked.id = new_enquiry_link.enquiry;
  else
    -- why that of the first one: the enquiry may have moved to another customer since it was sent.
    select link.customer_id into person from private.enquiry_links as link
    where link.enquiry_order_id = new_enquiry_link.enquiry and not link.is_personal
    order by link.created_at, link.id limit 1;
    if not found then
      -- A customer who was known before is not who filled in the form.
      select customer.id into person from public.enquiry_orders as asked
        join public.customers as customer on customer.id = asked.customer_id
      where asked.id = new_enquiry_link.enquiry and customer.created_at >= asked.created_at;
    end if;
  end if;
  insert into private.enquiry_links (enquiry_order_id, token, is_personal, customer_id, mailed_to, expires_at)
  values (new_enquiry_link.enquiry, new_token, new_enquiry_link.is_personal, person, mailbox, ends)
  returning enquiry_links.id into new_enquiry_link.id;
end
$$;

create function private.notes_of(ids uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' || jsonb_build_object(
      'author_name', person.display_name, 'editor_name', editor.display_name,
      'number', coalesce(enquiry.enquiry_number, made.order_number))
    order by listed.created_at desc, listed.id), '[]')
  from public.customer_notes as listed
    left join public.user_profiles as person on person.id = listed.author
    left join public.user_profiles as editor on editor.id = listed.edited_by
    left join public.enquiry_orders as enquiry on enquiry.id = listed.enquiry_order_id
    left join public.orders as made on made.id = listed.order_id
  where listed.id = any (ids)
$$;

create function private.open_enquiry_link(secret text) returns private.enquiry_links
language plpgsql
set search_path = ''
as $$
declare
  opened private.enquiry_links;
begin
  opened := private.valid_enquiry_link(open_enquiry_link.secret);
  if opened.id is null then
    perform private.count_wrong_link();
  end if;
  return opened;
end
$$;

create function private.open_statuses() returns text[]
language sql stable
set search_path = ''
as $$
  select array(select value from public.crm_rental_enquiry_statuses where is_open)
$$;

create function private.opens_quote(link private.enquiry_links) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  quote constant public.documents := private.quote_of_enquiry(link.enquiry_order_id);
begin
  return quote.id is not null and private.shows_only(quote, link.customer_id, link.mailed_to, link.created_at,
    case when not link.is_personal then coalesce((
      select asked.contact_email from public.enquiry_orders as asked where asked.id = link.enquiry_order_id), '') end);
end
$$;

create function private.order_lines(enquiry_id uuid, choices jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  lines jsonb;
  choice jsonb;
  about text;
  each text;
  given jsonb;
begin
  select coalesce(jsonb_object_agg(line.id, to_jsonb(line) || jsonb_build_object('line', line.id,
      'list_price', line.price, 'id', gen_random_uuid(), 'hired', '[]'::jsonb, 'taken', '[]'::jsonb)), '{}')
    into lines
  from public.enquiry_items as line where line.enquiry_order_id = order_lines.enquiry_id;
  if choices is null then
    return lines;
  elsif jsonb_typeof(choices) <> 'array' or jsonb_array_length(choices) > 1000 then
    perform private.refuse_choice(null, 'Choices must be a list of at most 1000.');
  end if;
  for choice in select value from jsonb_array_elements(choices) loop
    about := lower(choice ->> 'line');
    if about is null and choice ->> 'action' is distinct from 'dates' or about is not null and not lines ? about then
      perform private.refuse_choice(about, 'This line is not part of the enquiry.');
    end if;
    for each in select key from jsonb_each(lines) where about is null or key = about loop
      given := private.chosen_values(lines -> each, choice);
      lines := case given when '{}' then lines - each
        else lines || jsonb_build_object(each, lines -> each || given) end;
    end loop;
  end loop;
  return lines;
end
$$;

create function private.owner_and_notes(rental jsonb) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'owner', (
      select jsonb_build_object('id', person.id, 'name', person.display_name)
      from public.user_profiles as person where person.id = (rental ->> 'assigned_to')::uuid
    ),
    'notes', private.notes_of(array(
      select note.id from public.customer_notes as note
      where note.order_id = (rental ->> 'id')::uuid
        or note.enquiry_order_id in ((rental ->> 'id')::uuid, (rental ->> 'enquiry_order_id')::uuid)
      order by note.created_at desc, note.id limit 100)))
$$;

create function private.owner_condition(assignee text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  return case when assignee is null then ''
    when assignee = 'none' then ' and listed.assigned_to is null'
    when assignee = 'me' then ' and listed.assigned_to = (select auth.uid())'
    else format(' and listed.assigned_to = %L::uuid', assignee::uuid) end;
exception when invalid_text_representation then
  raise exception 'assignee must be me, none or a uuid.' using errcode = 'PT400';
end
$$;

create function private.quote_of_enquiry(enquiry uuid) returns public.documents
language sql stable
set search_path = ''
as $$
  select quote from public.documents as quote
  where quote.enquiry_order_id = quote_of_enquiry.enquiry and quote.kind = 'quote' and quote.state = 'issued'
  order by quote.issued_at desc, quote.id desc limit 1
$$;

create function private.read_crm_cursor(
  cursor text,
  sort text,
  type text,
  out sort_value text,
  out created_at timestamptz,
  out id uuid
) returns record
language plpgsql stable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  if parts ->> 0 <> sort then
    raise exception using errcode = 'PT400';
  end if;
  sort_value := parts ->> 1;
  created_at := parts ->> 2;
  id := parts ->> 3;
  execute format('select $1::%s', type) using sort_value;
  if sort_value is null or created_at is null or id is null then
    raise exception using errcode = 'PT400';
  end if;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;

create function private.record_customer_changes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why: customer_for's INSERT … ON CONFLICT DO UPDATE fires this trigger even when it updated no row.
  if not exists (select from new_rows) then
    return null;
  end if;
  insert into public.crm_events
    (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value, to_value)
  select clock_timestamp(), changed.id, 'customer', changed.id, at_work.actor, at_work.user_id, event.*
  from old_rows as former join new_rows as changed using (id)
  cross join lateral (values
    ('assigned', former.assigned_to::text, changed.assigned_to::text),
    ('erased', null, case when former.erased_at is null then changed.erased_at::date::text end),
    ('mobile_corrected', null, case when former.mobile <> changed.mobile then 'mobile' end),
    ('corrected', null, case when changed.erased_at is null then nullif(concat_ws(',',
      case when former.first_name <> changed.first_name then 'first_name' end,
      case when former.last_name <> changed.last_name then 'last_name' end,
      case when former.email is distinct from changed.email then 'email' end), '') end)
  ) as event (what, from_value, to_value)
  cross join private.current_actor() as at_work
  where event.from_value is distinct from event.to_value
    and (changed.merged_into is null or event.what = 'erased');
  return null;
end
$$;

create function private.record_enquiry_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  at_work record;
begin
  if not exists (
    select from old_rows as former join new_rows as changed using (id)
    where former.status <> changed.status or (former.waiting_since is null) <> (changed.waiting_since is null)
  ) then
    return null;
  end if;
  at_work := private.current_actor();
  insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value, to_value)
  select clock_timestamp(), changed.customer_id, 'enquiry', changed.id, at_work.actor, at_work.user_id,
    case changed.status when 'converted' then 'converted' else 'status' end, former.status,
    case changed.status when 'converted' then
      (select made.order_number from public.orders as made where made.enquiry_order_id = changed.id)
    else changed.status end
  from old_rows as former join new_rows as changed using (id) where former.status <> changed.status;
  insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what)
  select clock_timestamp(), changed.customer_id, 'enquiry', changed.id, at_work.actor, at_work.user_id,
    case when changed.waiting_since is null then 'waiting_ended' else 'waiting' end
  from old_rows as former join new_rows as changed using (id)
  where (former.waiting_since is null) <> (changed.waiting_since is null);
  return null;
end
$$;

create function private.record_event(
  customer_id uuid,
  subject text,
  subject_id uuid,
  what text,
  from_value text,
  to_value text,
  line_id uuid default null
) returns void
language sql
set search_path = ''
as $$
  insert into public.crm_events
    (customer_id, subject, subject_id, actor, user_id, what, from_value, to_value, line_id)
  select record_event.customer_id, record_event.subject, record_event.subject_id, at_work.actor,
    at_work.user_id, record_event.what, record_event.from_value, record_event.to_value, record_event.line_id
  from private.current_actor() as at_work
$$;

create function private.record_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  execute format(
    'insert into public.crm_events
       (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value, to_value)
     select coalesce(told.created_at, clock_timestamp()), told.customer_id, %L, told.subject_id,
       at_work.actor, at_work.user_id, told.what, told.from_value, told.to_value
     from (%s) as told (created_at, customer_id, subject_id, what, from_value, to_value),
       private.current_actor() as at_work', tg_argv[0], tg_argv[1]);
  return null;
end
$$;

create function private.record_made() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  at_work constant record := private.current_actor();
begin
  insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what)
  select made.created_at, coalesce((to_jsonb(made) ->> 'customer_id')::uuid, made.id),
    tg_argv[0], made.id, at_work.actor, at_work.user_id, tg_argv[1]
  from new_rows as made;
  return null;
end
$$;

create function private.record_order_events() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  at_work record;
begin
  if tg_op = 'INSERT' then
    at_work := private.current_actor();
    insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value)
    select made.created_at, made.customer_id, 'order', made.id, at_work.actor, at_work.user_id, 'created', enquiry.enquiry_number
    from new_rows as made left join public.enquiry_orders as enquiry on enquiry.id = made.enquiry_order_id;
  elsif exists (
    select from old_rows as former join new_rows as changed using (id)
    where (former.status, former.payment_status) <> (changed.status, changed.payment_status)
  ) then
    at_work := private.current_actor();
    insert into public.crm_events (created_at, customer_id, subject, subject_id, actor, user_id, what, from_value, to_value)
    select clock_timestamp(), changed.customer_id, 'order', changed.id, at_work.actor, at_work.user_id, event.*
    from old_rows as former join new_rows as changed using (id)
      cross join lateral (values
        ('status', former.status, changed.status),
        ('payment_status', former.payment_status, changed.payment_status)
      ) as event (what, from_value, to_value)
    where event.from_value <> event.to_value;
  end if;
  return null;
end
$$;

create function private.record_owner() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.record_event(new.customer_id, tg_argv[0], new.id, 'assigned', old.assigned_to::text,
    new.assigned_to::text);
  return null;
end
$$;

create function private.recount_leads() returns void
language plpgsql
set search_path = ''
as $$
begin
  lock table public.enquiry_orders, public.orders, public.contact_enquiries in share row exclusive mode;
  delete from private.lead_figures;
  insert into private.lead_figures (customer_id, enquiries, open_enquiries, orders, messages, unhandled_messages)
  select customer_id, sum(unconverted), sum(open_enquiry), sum(made), sum(sent), sum(unhandled)
  from (
    select customer_id, (status <> 'converted')::integer, (status = any (private.open_statuses()))::integer, 0, 0, 0
    from public.enquiry_orders
    union all select customer_id, 0, 0, 1, 0, 0 from public.orders
    union all select customer_id, 0, 0, 0, 1, (handled_at is null)::integer from public.contact_enquiries
  ) as counted (customer_id, unconverted, open_enquiry, made, sent, unhandled)
  group by customer_id;
end
$$;

create function private.recount_open_enquiries() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.recount_leads();
  return null;
end
$$;

create function private.refuse_busy_customer() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'Somebody else is changing this customer right now. Please try again.'
    using errcode = 'PT409', detail = '{"reason": "busy"}';
end
$$;

create function private.refuse_choice(line text, message text) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT422', message = message,
    detail = jsonb_build_object('field', 'choices', 'line', line)::text;
end
$$;

create function private.refuse_taken_mobile(holder uuid) returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using errcode = 'PT409', message = 'This mobile number belongs to another customer.',
    detail = (
      select jsonb_build_object('reason', 'mobile_taken', 'customer', jsonb_build_object('id', customer.id,
        'customer_number', customer.customer_number, 'name', private.customer_name(customer.id)))::text
      from public.customers as customer where customer.id = refuse_taken_mobile.holder);
end
$$;

create function private.remaining_customer(id uuid) returns uuid
language sql stable
set search_path = ''
as $$
  with recursive merged as (
    select customer.id, customer.merged_into from public.customers as customer
    where customer.id = remaining_customer.id
    union all
    select later.id, later.merged_into
    from merged join public.customers as later on later.id = merged.merged_into
  )
  select merged.id from merged where merged.merged_into is null
$$;

create function private.rental_record(
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
    select coalesce(jsonb_agg(line.value || jsonb_build_object('availability', known.availability) order by line.place), '[]')
    from jsonb_array_elements(told -> 'items') with ordinality as line (value, place)
      left join private.lines_availability(
        case when told ->> 'status' = any (live_statuses) then told -> 'items' else '[]' end,
        coalesce(told ->> 'enquiry_order_id', told ->> 'id')::uuid
      ) as known on known.line_id = (line.value ->> 'id')::uuid
  ));
end
$$;

create function private.search_rentals(
  rentals regclass,
  number_column text,
  number_prefix text,
  lines regclass,
  parent_column text,
  base text,
  q text,
  assigned_to text,
  assignee text,
  filters jsonb,
  sort text,
  page integer,
  cursor text,
  size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  missing constant text := case when sort like '-%' then '-infinity' else 'infinity' end;
begin
  return private.crm_page(
    format('%s as listed %s join public.customers as customer on customer.id = listed.customer_id', rentals,
      -- why: the planner drops a left join whose columns are not used, but cannot walk its name index.
      case when ltrim(sort, '-') = 'name' then 'inner' else 'left' end),
    base || private.assignee_condition(assigned_to) || private.owner_condition(assignee)
      || private.filter_conditions(filters),
    filters, number_column, number_prefix, rentals,
    jsonb_build_object(
      'created', '["listed.created_at", "timestamptz"]'::jsonb,
      'number', jsonb_build_array(format('substr(listed.%I, 5)::bigint', number_column), 'bigint'),
      'name', jsonb_build_array('coalesce(customer.first_name || '' '' || customer.last_name, '''')', 'text'),
      'rental_from', jsonb_build_array(format('coalesce(listed.rental_from, %L)', missing), 'date'),
      'rental_to', jsonb_build_array(format('coalesce(listed.rental_to, %L)', missing), 'date'),
      'days', '["listed.rental_days", "integer"]'::jsonb,
      'total', '["listed.total_price", "numeric"]'::jsonb,
      'status', '["listed.status", "text"]'::jsonb)
      || case when number_prefix = 'ord' then '{"payment_status": ["listed.payment_status", "text"]}'::jsonb
        else '{}' end,
    format(
      'to_jsonb(rental) || jsonb_build_object(''owner_name'', owner.display_name, ''customer'', %s, ''items'', (
        select coalesce(jsonb_agg(to_jsonb(line) || jsonb_build_object(''name'', item.name, ''code'', item.code)
          order by line.position, line.id), ''[]'')
        from %s as line left join public.catalogue_items as item
          on item.type = line.item_type and item.id = line.item_id
        where line.%I = rental.id))%s',
      private.customer_value(), lines, parent_column,
      case when number_prefix = 'ord' then ' || jsonb_build_object(''received'', private.received_of(rental.id))' else '' end),
    format('join %s as rental using (id) join public.customers as customer on customer.id = rental.customer_id
      left join public.user_profiles as assignee on assignee.id = customer.assigned_to
      left join public.user_profiles as owner on owner.id = rental.assigned_to', rentals),
    q, sort, page, cursor, size);
end
$$;

create function private.take_over_hold(holder uuid, item_ids uuid[], taker text) returns void
language plpgsql
set search_path = ''
as $$
declare
  former public.enquiry_orders;
begin
  select * into former from public.enquiry_orders as asked where asked.id = holder;
  update public.reservations as hold set status = 'released'
  where hold.kind = 'hold' and hold.status = 'held' and hold.enquiry_item_id in (
    select line.id from public.enquiry_items as line
      join public.reservations as held on held.enquiry_item_id = line.id and held.status = 'held'
    where line.enquiry_order_id = holder and held.item_id = any (item_ids));
  if not found then
    return;
  end if;
  update public.enquiry_orders as asked set held_until = null
  where asked.id = holder and not exists (
    select from public.enquiry_items as line
      join public.reservations as held on held.enquiry_item_id = line.id and held.status = 'held'
    where line.enquiry_order_id = holder);
  perform private.record_event(former.customer_id, 'enquiry', former.id, 'hold_taken_over',
    private.iso_time(former.held_until), taker);
end
$$;

create function private.timeline_of(customer_id uuid, subjects uuid[]) returns jsonb
language sql stable
set search_path = ''
as $$
  with told as (
    select listed.id, listed.created_at, listed.actor, listed.user_id, listed.subject, listed.subject_id,
      listed.what, listed.from_value, listed.to_value
    from public.crm_events as listed
    where listed.customer_id = timeline_of.customer_id
      and (subjects is null or listed.subject_id = any (subjects))
  ), held as (
    select told.id, told.created_at, told.subject_id, told.to_value, told.to_value::timestamptz as until
    from told where told.what = 'held'
  ), ended as (
    select md5('ended ' || held.id)::uuid as id, coalesce(ending.created_at, held.until) as created_at,
      coalesce(ending.actor, 'system') as actor, ending.user_id, 'enquiry' as subject, held.subject_id,
      'hold_ended' as what, held.to_value as from_value, null::text as to_value
    from held
      join public.enquiry_orders as enquiry on enquiry.id = held.subject_id
      left join lateral (
        select later.created_at, later.actor, later.user_id, later.what, later.to_value
        from told as later
        where later.subject_id = held.subject_id and later.created_at > held.created_at and later.created_at < held.until
          and (later.what in ('held', 'hold_released', 'converted')
            or later.what = 'status' and later.to_value <> all (private.open_statuses())
            -- While one of its items was taken over, the rest is still held.
            or later.what = 'hold_taken_over' and enquiry.held_until is null)
        order by later.created_at limit 1
      ) as ending on true
    where case when ending.what is null then held.until <= private.this_moment()
      else ending.what = 'status' and ending.to_value <> 'converted' end
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', event.id, 'created_at', event.created_at,
      'actor', event.actor, 'user_id', event.user_id, 'user_name', person.display_name,
      'what', event.what, 'from', event.from_value, 'to', event.to_value,
      'from_name', coalesce(former.display_name, old_item.name),
      'to_name', coalesce(present.display_name, new_item.name),
      'subject', event.subject, 'subject_id', event.subject_id,
      'number', coalesce(enquiry.enquiry_number, made.order_number, other.customer_number))
    order by event.created_at desc, event.id), '[]')
  from (
    select * from told union all select * from ended
    order by created_at desc, id limit 100
  ) as event
  left join public.user_profiles as person on person.id = event.user_id
  left join public.user_profiles as former
    on former.id = case event.what when 'assigned' then event.from_value::uuid end
  left join public.user_profiles as present
    on present.id = case event.what when 'assigned' then event.to_value::uuid end
  left join lateral (
    select item.name from public.items as item
    where event.what like 'line\_%' and item.code = split_part(event.from_value, ' ', 1) limit 1
  ) as old_item on true
  left join lateral (
    select item.name from public.items as item
    where event.what like 'line\_%' and item.code = split_part(event.to_value, ' ', 1) limit 1
  ) as new_item on true
  left join public.enquiry_orders as enquiry
    on event.subject = 'enquiry' and enquiry.id = event.subject_id
  left join public.orders as made on event.subject = 'order' and made.id = event.subject_id
  left join public.customers as other
    on event.subject = 'customer' and other.id = event.subject_id and event.subject_id <> timeline_of.customer_id
$$;

create function private.valid_enquiry_link(secret text) returns private.enquiry_links
language plpgsql
set search_path = ''
as $$
declare
  opened private.enquiry_links;
begin
  select link.* into opened from private.enquiry_links as link
  where link.token = sha256(convert_to(left(valid_enquiry_link.secret, 100), 'UTF8'))
    and link.revoked_at is null and link.expires_at > clock_timestamp()
    -- why: a link that was made while the data was being erased.
    and exists (
      select from public.enquiry_orders as enquiry join public.customers as customer on customer.id = enquiry.customer_id
      where enquiry.id = link.enquiry_order_id and customer.erased_at is null);
  if opened.id is not null and opened.last_opened is distinct from private.today() then
    update private.enquiry_links as link set last_opened = private.today() where link.id = opened.id;
  end if;
  return opened;
end
$$;

create function private.with_enquiry_link(answer jsonb) returns jsonb
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
    select known.id from private.enquiry_links as known
    where known.enquiry_order_id = enquiry_id and not known.is_personal and not exists (
      select from private.outbox as message
      where message.enquiry_order_id = enquiry_id and message.link_id = known.id)
    order by known.created_at desc, known.id offset 2 limit 1));
  return with_enquiry_link.answer || jsonb_build_object('link', link.secret);
end
$$;

create function public.answer_enquiry(
  secret text,
  answer text default null,
  note text default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  link private.enquiry_links;
  enquiry public.enquiry_orders;
  shown jsonb;
  state text;
  given public.enquiry_answers;
begin
  if answer_enquiry.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  link := private.open_enquiry_link(answer_enquiry.secret);
  if link.id is null then
    return null;
  end if;
  if private.claim_idempotency_key('answer_enquiry:' || link.id, answer_enquiry.key,
    jsonb_build_array(answer_enquiry.answer, answer_enquiry.note)) is not null then
    return private.linked_enquiry_content(link);
  end if;
  if answer_enquiry.answer is null or answer_enquiry.answer not in ('change', 'withdraw') then
    perform private.refuse('answer', 'Ask for a change, or withdraw the enquiry.');
  end if;
  given.note := private.typed_text('note', answer_enquiry.note, 2000, 'A note can have 2000 characters.');
  if answer_enquiry.answer = 'change' and given.note is null then
    perform private.refuse('note', 'Please say what you would like to change.');
  end if;

  enquiry := private.enquiry_to_answer(link);
  if enquiry.id is null then
    return null;
  end if;
  shown := private.linked_enquiry_content(link);
  state := shown ->> 'state';
  if state in ('ordered', 'cancelled') then
    perform private.refuse_answer('ordered', format('Your enquiry has become order %s. Please call us about changes.',
      shown -> 'order' ->> 'number'));
  elsif shown -> 'quote' ->> 'state' = 'accepted' then
    perform private.refuse_answer('accepted', 'You have accepted our quote. Please call us about changes.');
  elsif state = 'withdrawn' and answer_enquiry.answer = 'change' then
    perform private.refuse_answer('withdrawn', 'You have withdrawn this enquiry. Please send a new one, or call us.');
  elsif state = 'closed' then
    perform private.refuse_answer('closed', 'This enquiry is closed. Please send a new one, or call us.');
  end if;

  if state <> 'withdrawn' then
    perform private.use_limits('answers', null);
    insert into public.enquiry_answers (enquiry_order_id, answer, note, address)
    values (enquiry.id, answer_enquiry.answer, given.note, private.request_inet()) returning * into given;
    if given.answer = 'change' then
      perform private.record_event(enquiry.customer_id, 'enquiry', enquiry.id, 'change_asked', null, null);
      update public.enquiry_orders as asked set change_asked_at = coalesce(asked.change_asked_at, given.created_at)
      where asked.id = enquiry.id;
    else
      perform private.record_event(enquiry.customer_id, 'enquiry', enquiry.id, 'withdrawn', null, null);
      update public.enquiry_orders as closed set status = 'closed' where closed.id = enquiry.id;
    end if;
    perform private.queue_messages('enquiry_answered', enquiry.customer_id, enquiry.id, null, null,
      jsonb_build_object('answer', given.id));
  end if;
  -- why without the answer: keys are stored for a day, where erasing a customer must find nothing.
  perform private.bind_idempotency_key('answer_enquiry:' || link.id, answer_enquiry.key, 'true');
  return private.linked_enquiry_content(link);
exception when lock_not_available or deadlock_detected then
  perform private.refuse_answer('busy', 'Somebody is working on your enquiry right now. Please try again.');
end
$$;

create function public.convert_enquiry_to_order(id uuid, choices jsonb default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  enquiry public.enquiry_orders;
  made public.orders;
  lines jsonb;
  is_chosen constant boolean := coalesce(choices, '[]') not in ('[]', 'null');
  holders constant uuid[] := array(
    select distinct private.uuid_of(choice ->> 'enquiry')
    from jsonb_array_elements(case jsonb_typeof(choices) when 'array' then choices else '[]' end) as given (choice)
    where choice ->> 'action' = 'take_over');
  total numeric;
  hired jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  -- why: all enquiries at once in the order of their ids, so that two who take each other's holds cannot
  -- deadlock.
  perform from public.enquiry_orders as found
  where found.id = any (holders || convert_enquiry_to_order.id) order by found.id for no key update;
  select * into enquiry from public.enquiry_orders as found where found.id = convert_enquiry_to_order.id;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  if enquiry.status = 'converted' then
    select * into made from public.orders as earlier where earlier.enquiry_order_id = enquiry.id;
    raise exception using errcode = 'PT409',
      message = format('Enquiry %s was already converted', enquiry.enquiry_number)
        || coalesce(format(' to order %s.', made.order_number), '.'),
      detail = jsonb_build_object('order_number', made.order_number)::text;
  elsif enquiry.status <> 'pending' then
    raise exception using errcode = 'PT409',
      message = format('Only a pending enquiry can be converted; %s is "%s".', enquiry.enquiry_number, (
        select status.label from public.crm_rental_enquiry_statuses as status
        where status.value = enquiry.status
      ));
  end if;
  lines := private.order_lines(enquiry.id, case when is_chosen then choices end);
  if is_chosen then
    if cardinality(holders) > (
      select count(*) from public.enquiry_orders as found
      where found.id = any (holders) and found.id <> enquiry.id
    ) then
      perform private.refuse_choice(null, 'There is no such enquiry to take over from.');
    elsif lines = '{}' then
      perform private.refuse_choice(null, 'An order needs at least one line.');
    end if;
    select min((line ->> 'rental_from')::date), max((line ->> 'rental_to')::date),
      sum(private.line_amount((line ->> 'price')::numeric, (line ->> 'quantity')::integer,
        private.days_in((line ->> 'rental_from')::date, (line ->> 'rental_to')::date)))
      into enquiry.rental_from, enquiry.rental_to, total
    from jsonb_each(lines) as listed (key, line);
    if total > 9999999999.99 then
      perform private.refuse_choice(null, 'The total of this order is too large.');
    end if;
    enquiry.total_price := total;
  end if;

  insert into public.orders (
    customer_id, enquiry_order_id, status, payment_status, rental_from, rental_to, total_price,
    message, contact_first_name, contact_last_name, contact_email
  ) values (
    enquiry.customer_id, enquiry.id, 'confirmed', 'advance_received', enquiry.rental_from,
    enquiry.rental_to, enquiry.total_price, enquiry.message, enquiry.contact_first_name,
    enquiry.contact_last_name, enquiry.contact_email
  ) returning * into made;
  -- why after the order: its counts of the lead are locked before any item, as on every other path.
  perform private.lock_stock(array(
    select (line ->> 'item_id')::uuid from jsonb_each(lines) as listed (key, line)
    union
    select hold.item_id from public.enquiry_items as line
      join public.reservations as hold on hold.enquiry_item_id = line.id and hold.status = 'held'
    where line.enquiry_order_id = any (holders || enquiry.id)));
  update public.enquiry_orders as converted set status = 'converted', held_until = null
  where converted.id = enquiry.id;
  perform private.take_over_hold(taken.holder, array_agg(part.part_id), enquiry.enquiry_number)
  from (
    select holder::uuid as holder, (line ->> 'item_id')::uuid as item_id
    from jsonb_each(lines) as listed (key, line), jsonb_array_elements_text(line -> 'taken') as holder
  ) as taken join private.item_parts as part using (item_id)
  group by taken.holder;
  -- why only then: the triggers of a statement run for no row as well.
  if jsonb_path_exists(lines, '$.*.hired[0]') then
    -- why without their order lines at first: those are refused as long as these pieces are missing.
    with planned as materialized (
      select gen_random_uuid() as id, line ->> 'id' as line_id, part.part_id, hire.quantity * part.quantity as pieces,
        nullif(hire.reason, '') as reason,
        daterange((line ->> 'rental_from')::date, (line ->> 'rental_to')::date, '[]') as rented
      from jsonb_each(lines) as listed (key, line)
        cross join jsonb_to_recordset(line -> 'hired') as hire (item uuid, quantity integer, reason text)
        join private.item_parts as part on part.item_id = (line ->> 'item_id')::uuid
          and part.part_id = coalesce(hire.item, part.part_id)
      where line ->> 'rental_from' is not null and line ->> 'rental_to' is not null
    ), added as (
      insert into public.reservations (id, item_id, quantity, kind, status, rented, blocked, reason, created_by)
      select id, part_id, pieces, 'sub_rental', 'booked', rented,
        private.blocked_range(rented, private.turnaround_of(part_id)), reason, auth.uid()
      from planned
    )
    select jsonb_object_agg(id, line_id) into hired from planned;
  end if;
  insert into public.order_items (
    id, order_id, item_type, item_id, variant_id, quantity, price, list_price, rental_from, rental_to, position
  )
  select line.id, made.id, line.item_type, line.item_id, line.variant_id, line.quantity, line.price,
    line.list_price, line.rental_from, line.rental_to, line.position
  from jsonb_each(lines) as listed (key, chosen)
    cross join jsonb_populate_record(null::public.order_items, chosen) as line;
  if hired is not null then
    update public.reservations as sub_rental set order_item_id = (hired ->> sub_rental.id::text)::uuid
    where sub_rental.id in (select key::uuid from jsonb_each(hired));
  end if;
  return to_jsonb(made);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

create function public.correct_customer(
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
  known public.customers;
  holder public.customers;
  given_email constant text := nullif(private.trimmed(correct_customer.email), '');
  given_mobile text;
  owner_of_number uuid;
begin
  perform private.require_staff('admin', 'crm_user');
  -- why both at once: the number may be exchanged with a merged customer's, and merges lock by id.
  perform from public.customers as found
  where found.id = correct_customer.id or found.mobile = private.trimmed(correct_customer.mobile)
  order by found.id for update;
  select * into known from public.customers as found where found.id = correct_customer.id;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  elsif known.erased_at is not null then
    raise exception 'This customer''s data was erased.' using errcode = 'PT409';
  elsif known.merged_into is not null then
    raise exception 'This customer was merged into another one. Reload the page.' using errcode = 'PT409';
  elsif known.updated_at is distinct from correct_customer.expected_updated_at then
    raise exception 'This customer was changed meanwhile.' using errcode = 'PT409',
      detail = private.customer_of(known.id)::text;
  end if;
  given_mobile := coalesce(private.trimmed(correct_customer.mobile), known.mobile);
  perform private.check_contact(private.trimmed(correct_customer.first_name),
    private.trimmed(correct_customer.last_name), given_mobile,
    -- why: a caller may have no address; a known one is corrected, not removed.
    given_email, known.email is null);
  if given_mobile <> known.mobile then
    select * into holder from public.customers as found where found.mobile = given_mobile;
    owner_of_number := private.remaining_customer(holder.id);
    if owner_of_number = known.id then
      perform private.exchange_details(known.id, holder.id, '{mobile}');
      -- why: undoing the merge gives each customer the number they have now.
      update public.customer_merges as merge
      set moved = jsonb_set(merge.moved, '{details}', case when (merge.moved -> 'details') ? 'mobile'
        then (merge.moved -> 'details') - 'mobile' else (merge.moved -> 'details') || '["mobile"]' end)
      where merge.from_id = holder.id and merge.into_id = known.id and merge.undone_at is null;
    elsif owner_of_number is not null then
      perform private.refuse_taken_mobile(owner_of_number);
    end if;
  end if;
  update public.customers as corrected
  set first_name = private.trimmed(correct_customer.first_name),
    last_name = private.trimmed(correct_customer.last_name),
    email = given_email,
    mobile = given_mobile
  where corrected.id = known.id;
  return private.customer_of(known.id);
exception
  when unique_violation then
    select * into holder from public.customers as found where found.mobile = given_mobile;
    perform private.refuse_taken_mobile(coalesce(private.remaining_customer(holder.id), known.id));
  when lock_not_available or deadlock_detected then
    perform private.refuse_busy_customer();
end
$$;

create function public.crm_counts(customer_id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_staff('admin', 'crm_user');
  return (
    select jsonb_build_object('leads', count(*))
    from public.customers as customer
    where customer.erased_at is null and customer.merged_into is null
      and (crm_counts.customer_id is null or customer.id = crm_counts.customer_id)
  ) || (
    select jsonb_build_object('enquiries', coalesce(sum(figures.enquiries), 0),
      'orders', coalesce(sum(figures.orders), 0))
    from private.lead_figures as figures
    where crm_counts.customer_id is null or figures.customer_id = crm_counts.customer_id
  ) || private.crm_attention(crm_counts.customer_id);
end
$$;

create function public.customer_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  who constant uuid := (
    select customer.id from public.customers as customer
    where case when customer_record.number is not null
      then customer.customer_number = upper(customer_record.number) else customer.id = customer_record.id end
  );
begin
  perform private.require_staff('admin', 'crm_user');
  return private.customer_of(who) || (
    select jsonb_build_object(
      'open_enquiries', coalesce(figures.open_enquiries, 0), 'orders_total', coalesce(figures.orders, 0),
      'messages_total', coalesce(figures.messages, 0),
      'unhandled_messages', coalesce(figures.unhandled_messages, 0),
      'enquiries_total', (select count(*) from public.enquiry_orders where customer_id = who))
    from (select who as customer_id) as asked left join private.lead_figures as figures using (customer_id)
  ) || jsonb_build_object(
    'enquiries', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' - 'updated_at' || jsonb_build_object(
          'item_count', (select count(*) from public.enquiry_items where enquiry_order_id = listed.id),
          'order', (
            select jsonb_build_object('id', made.id, 'order_number', made.order_number)
            from public.orders as made where made.enquiry_order_id = listed.id
          )) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.enquiry_orders where customer_id = who
        order by created_at desc, id limit 100
      ) as listed
    ),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' - 'updated_at' - 'enquiry_order_id'
        || jsonb_build_object(
          'item_count', (select count(*) from public.order_items where order_id = listed.id),
          'received', private.received_of(listed.id),
          'enquiry', (
            select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number)
            from public.enquiry_orders as asked where asked.id = listed.enquiry_order_id
          )) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.orders where customer_id = who order by created_at desc, id limit 100
      ) as listed
    ),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(listed) - 'customer_id' || jsonb_build_object(
          'handled_name', person.display_name) order by listed.created_at desc, listed.id), '[]')
      from (
        select * from public.contact_enquiries where customer_id = who
        order by created_at desc, id limit 100
      ) as listed left join public.user_profiles as person on person.id = listed.handled_by
    ),
    'notes', private.notes_of(array(
      select note.id from public.customer_notes as note where note.customer_id = who
      order by note.created_at desc, note.id limit 100)),
    'merged_into', (
      select jsonb_build_object('id', remaining.id, 'customer_number', remaining.customer_number)
      from public.customers as remaining where remaining.id = nullif(private.remaining_customer(who), who)
    ),
    'merges', (
      select coalesce(jsonb_agg(jsonb_build_object('id', merge.id, 'customer_number', merged.customer_number,
          'name', merged.first_name || ' ' || merged.last_name, 'mobile', merged.mobile, 'merged_at', merge.merged_at,
          'merged_name', person.display_name,
          'undo_until', case when merge.merged_at > now() - interval '24 hours' and merged.erased_at is null
            then merge.merged_at + interval '24 hours' end)
        order by merge.merged_at desc, merge.id), '[]')
      from public.customer_merges as merge
        join public.customers as merged on merged.id = merge.from_id
        left join public.user_profiles as person on person.id = merge.merged_by
      where merge.into_id = who and merge.undone_at is null
    ),
    'timeline', private.timeline_of(who, null));
end
$$;

create function public.dashboard_figures() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  crm jsonb;
  email jsonb;
  inactive jsonb := '{}';
  listed record;
  figure text;
  shown text;
  counted bigint;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if private.is_staff('admin', 'crm_user') then
    for figure, shown in values ('orders_out', 'out'), ('returns_due', 'due') loop
      execute 'select count(*) from public.orders as listed where true'
        || private.filter_conditions(jsonb_build_object(shown, true)) into counted;
      crm := coalesce(crm, '{}') || jsonb_build_object(figure, counted);
    end loop;
    select state into email from jsonb_array_elements(private.channel_states()) as state
    where state ->> 'channel' = 'email';
    crm := crm || private.crm_attention();
  end if;
  for listed in select kind, item_table from private.catalogue_kinds loop
    execute format('select count(*) from %s where not active', listed.item_table) into counted;
    counted := counted - (select count(*) from public.items as item
      where item.kind = listed.kind and item.archived_at is not null and item.removed_at is null);
    inactive := inactive || jsonb_build_object(listed.kind, counted);
  end loop;
  return jsonb_build_object('crm', crm, 'email', email, 'inventory', (
    select jsonb_object_agg(kind, jsonb_build_object(
      'active', (select coalesce(sum(items), 0) from private.catalogue_counts as held where held.kind = kinds.kind),
      'inactive', inactive -> kind,
      'without_picture', (select count(*) from public.items as item
        where item.kind = kinds.kind and item.image is null and item.archived_at is null and item.removed_at is null)))
    from private.catalogue_kinds as kinds
  ));
end
$$;

create function public.end_enquiry_links(enquiry uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  asked public.enquiry_orders;
  ended integer;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into asked from public.enquiry_orders as known where known.id = end_enquiry_links.enquiry;
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

create function public.enquiry_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.rental_record('public.enquiry_orders', 'enquiry_number', 'public.enquiry_items',
    'enquiry_order_id', private.open_statuses(), enquiry_record.number, enquiry_record.id);
  return told || jsonb_build_object(
    'order', (
      select jsonb_build_object('id', made.id, 'order_number', made.order_number)
      from public.orders as made where made.enquiry_order_id = (told ->> 'id')::uuid
    ),
    'answers', private.answers_of_enquiry((told ->> 'id')::uuid),
    'addresses', private.address_choice((told ->> 'customer_id')::uuid, (told ->> 'id')::uuid, null),
    'can_hold', private.all_fit(told -> 'items'),
    'timeline', private.timeline_of((told ->> 'customer_id')::uuid, array[(told ->> 'id')::uuid]));
end
$$;

create function public.erase_customer(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  known public.customers;
  everyone uuid[];
  unfinished text[];
begin
  perform private.require_staff('admin');
  everyone := private.lock_merged_customers(erase_customer.id);
  select * into known from public.customers as found where found.id = erase_customer.id;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  end if;
  if known.erased_at is null then
    unfinished := array(
      select order_number from public.orders
      where customer_id = any (everyone) and status in ('confirmed', 'in_progress') order by order_number
    );
    if cardinality(unfinished) > 0 then
      raise exception using errcode = 'PT409',
        message = format('Customer %s still has an order that is confirmed or in progress: %s.',
          known.customer_number, array_to_string(unfinished, ', ')),
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
    from public.customers as erased where erased.id = known.id
  );
end
$$;

create function public.linked_enquiry(secret text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  link constant private.enquiry_links := private.open_enquiry_link(linked_enquiry.secret);
begin
  if link.id is null then
    return null;
  end if;
  return private.linked_enquiry_content(link);
end
$$;

create function public.make_enquiry_link(enquiry uuid, key uuid default null) returns jsonb
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
  select * into asked from public.enquiry_orders as known where known.id = make_enquiry_link.enquiry;
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

create function public.merge_customers(
  "into" uuid,
  "from" uuid,
  key uuid,
  details text[] default '{}'::text[]
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  remaining public.customers;
  merged public.customers;
  customer public.customers;
  moved jsonb;
  answer jsonb;
  merge_id constant uuid := gen_random_uuid();
begin
  perform private.require_staff('admin', 'crm_user');
  if merge_customers.key is null then
    perform private.refuse('key', 'A key is required.');
  end if;
  answer := private.claim_idempotency_key('merge_customers', merge_customers.key,
    jsonb_build_array(merge_customers."into", merge_customers."from", to_jsonb(merge_customers.details)));
  if answer is not null then
    return answer;
  elsif merge_customers."into" = merge_customers."from" then
    perform private.refuse('from', 'A customer cannot be merged with itself. Choose another.');
  elsif not coalesce(merge_customers.details, '{}') <@ '{first_name,last_name,email,mobile,assigned_to}'::text[] then
    perform private.refuse('details', 'There is no such detail.');
  end if;
  perform private.lock_customers(array[merge_customers."into", merge_customers."from"]);
  select * into remaining from public.customers as found where found.id = merge_customers."into";
  select * into merged from public.customers as found where found.id = merge_customers."from";
  if remaining.id is null or merged.id is null then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  end if;
  foreach customer in array array[remaining, merged] loop
    if customer.erased_at is not null then
      raise exception using errcode = 'PT409', detail = '{"reason": "erased"}',
        message = format('The data of customer %s was erased.', customer.customer_number);
    elsif customer.merged_into is not null then
      raise exception using errcode = 'PT409', detail = '{"reason": "merged"}',
        message = format('Customer %s was merged into another one. Reload the page.', customer.customer_number);
    end if;
  end loop;

  update public.customers as former set merged_into = remaining.id where former.id = merged.id;
  perform private.exchange_details(remaining.id, merged.id, coalesce(merge_customers.details, '{}'));
  with enquiries as (
    update public.enquiry_orders as moving set customer_id = remaining.id where moving.customer_id = merged.id
    returning moving.id
  ), made as (
    update public.orders as moving set customer_id = remaining.id where moving.customer_id = merged.id
    returning moving.id
  ), messages as (
    update public.contact_enquiries as moving set customer_id = remaining.id where moving.customer_id = merged.id
    returning moving.id
  ), notes as (
    update public.customer_notes as moving set customer_id = remaining.id where moving.customer_id = merged.id
    returning moving.id
  )
  select jsonb_build_object('details', to_jsonb(coalesce(merge_customers.details, '{}')),
    'enquiries', (select coalesce(jsonb_agg(id), '[]') from enquiries),
    'orders', (select coalesce(jsonb_agg(id), '[]') from made),
    'messages', (select coalesce(jsonb_agg(id), '[]') from messages),
    'notes', (select coalesce(jsonb_agg(id), '[]') from notes)) into moved;
  update public.crm_events as moving set customer_id = remaining.id where moving.customer_id = merged.id;
  insert into public.customer_merges (id, into_id, from_id, moved, merged_by)
  values (merge_id, remaining.id, merged.id, moved, auth.uid());
  perform private.record_event(remaining.id, 'customer', remaining.id, 'merged', null, merged.customer_number);
  answer := jsonb_build_object('merge', merge_id, 'into', remaining.customer_number, 'from', merged.customer_number);
  perform private.bind_idempotency_key('merge_customers', merge_customers.key, answer);
  return answer;
exception when lock_not_available or deadlock_detected then
  perform private.refuse_busy_customer();
end
$$;

create function public.order_record(number text default null, id uuid default null) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  told jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  told := private.rental_record('public.orders', 'order_number', 'public.order_items', 'order_id',
    '{confirmed,in_progress}', order_record.number, order_record.id);
  return told || jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(line.value || jsonb_build_object('free_when_sent', sent.free_when_sent,
        'of_when_sent', sent.of_when_sent, 'out', moved.out_now, 'back', moved.back, 'missing', moved.missing) order by line.place), '[]')
      from jsonb_array_elements(told -> 'items') with ordinality as line (value, place)
        left join private.pieces_out((told ->> 'id')::uuid) as moved on moved.line_id = (line.value ->> 'id')::uuid
        left join lateral (
          select * from public.enquiry_items as asked
          where asked.enquiry_order_id = (told ->> 'enquiry_order_id')::uuid
            and asked.item_id = (line.value ->> 'item_id')::uuid
          order by asked.position limit 1
        ) as sent on true
    ),
    'enquiry', (
      select jsonb_build_object('id', asked.id, 'enquiry_number', asked.enquiry_number)
      from public.enquiry_orders as asked where asked.id = (told ->> 'enquiry_order_id')::uuid
    ),
    'received', private.received_of((told ->> 'id')::uuid),
    'changed_quote', (select private.changed_quote(made) from public.orders as made where made.id = (told ->> 'id')::uuid),
    'timeline', private.timeline_of((told ->> 'customer_id')::uuid,
      array[(told ->> 'id')::uuid, (told ->> 'enquiry_order_id')::uuid]));
end
$$;

create function public.search_enquiries(
  q text default '',
  statuses text[] default null,
  customer_id uuid default null,
  assigned_to text default null,
  created_from date default null,
  created_to date default null,
  rental_from date default null,
  rental_to date default null,
  has_message boolean default null,
  assignee text default null,
  sort text default '-created',
  page integer default 1,
  cursor text default null,
  size integer default 25
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return private.search_rentals(
    'public.enquiry_orders', 'enquiry_number', 'enq', 'public.enquiry_items', 'enquiry_order_id',
    'listed.status <> ''converted''', q, assigned_to, assignee,
    jsonb_build_object('statuses', nullif(statuses, '{}')::text, 'customer_id', customer_id,
      'created_from', created_from, 'created_to', created_to,
      'rental', private.days_between(rental_from, rental_to), 'has_message', has_message),
    sort, page, cursor, size);
end
$$;

create function public.search_leads(
  q text default '',
  assigned_to text default null,
  created_from date default null,
  created_to date default null,
  unhandled boolean default false,
  customer_id uuid default null,
  sort text default '-created',
  page integer default 1,
  cursor text default null,
  size integer default 25
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
declare
  filters constant jsonb := jsonb_build_object('created_from', created_from, 'created_to', created_to,
    'unhandled', nullif(unhandled, false), 'customer_id', customer_id);
begin
  perform private.require_staff('admin', 'crm_user');
  return private.crm_page(
    -- why: the conditions shared by all lists use both names.
    '(select *, id as customer_id from public.customers) as listed
     cross join lateral (select listed.*) as customer
     left join private.lead_figures as figures on figures.customer_id = listed.id
     left join public.user_profiles as assignee on assignee.id = listed.assigned_to',
    'listed.erased_at is null and listed.merged_into is null' || private.assignee_condition(assigned_to) || private.filter_conditions(filters),
    filters, 'customer_number', 'cus', 'public.customers', '{
      "created": ["listed.created_at", "timestamptz"],
      "number": ["substr(listed.customer_number, 5)::bigint", "bigint"],
      "name": ["coalesce(listed.first_name || '' '' || listed.last_name, '''')", "text"],
      "email": ["lower(listed.email)", "text"],
      "mobile": ["listed.mobile", "text"],
      "assigned": ["coalesce(assignee.display_name, '''')", "text"],
      "enquiries": ["coalesce(figures.enquiries, 0)", "integer"],
      "open_enquiries": ["coalesce(figures.open_enquiries, 0)", "integer"],
      "orders": ["coalesce(figures.orders, 0)", "integer"],
      "messages": ["coalesce(figures.messages, 0)", "integer"],
      "unhandled": ["coalesce(figures.unhandled_messages, 0)", "integer"]
    }',
    'jsonb_build_object(''id'', lead.id, ''customer_number'', lead.customer_number,
      ''first_name'', lead.first_name, ''last_name'', lead.last_name, ''email'', lead.email,
      ''mobile'', lead.mobile, ''assigned_to'', lead.assigned_to, ''assigned_name'', assignee.display_name,
      ''created_at'', lead.created_at, ''updated_at'', lead.updated_at,
      ''enquiries'', coalesce(figures.enquiries, 0), ''open_enquiries'', coalesce(figures.open_enquiries, 0),
      ''orders'', coalesce(figures.orders, 0), ''messages'', coalesce(figures.messages, 0),
      ''unhandled_messages'', coalesce(figures.unhandled_messages, 0))',
    'join public.customers as lead using (id)
     left join private.lead_figures as figures on figures.customer_id = lead.id
     left join public.user_profiles as assignee on assignee.id = lead.assigned_to',
    q, sort, page, cursor, size);
end
$$;

create function public.search_orders(
  q text default '',
  statuses text[] default null,
  payment_statuses text[] default null,
  customer_id uuid default null,
  assigned_to text default null,
  created_from date default null,
  created_to date default null,
  rental_from date default null,
  rental_to date default null,
  show text default null,
  has_message boolean default null,
  assignee text default null,
  sort text default '-created',
  page integer default 1,
  cursor text default null,
  size integer default 25
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  if show not in ('out', 'due') then
    raise exception 'show must be out or due.' using errcode = 'PT400';
  end if;
  return private.search_rentals(
    'public.orders', 'order_number', 'ord', 'public.order_items', 'order_id', 'true', q, assigned_to, assignee,
    jsonb_build_object('statuses', nullif(statuses, '{}')::text,
      'payment_statuses', nullif(payment_statuses, '{}')::text, 'customer_id', customer_id,
      'created_from', created_from, 'created_to', created_to,
      'rental', private.days_between(rental_from, rental_to),
      'out', nullif(show = 'out', false), 'due', nullif(show = 'due', false), 'has_message', has_message),
    sort, page, cursor, size);
end
$$;

create function public.settle_enquiry_change(enquiry uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  asked public.enquiry_orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into asked from public.enquiry_orders as known where known.id = settle_enquiry_change.enquiry for update;
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

create function public.submit_contact_enquiry(
  idempotency_key uuid default null,
  first_name text default null,
  last_name text default null,
  mobile text default null,
  email text default null,
  message text default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  given_first_name constant text := private.trimmed(submit_contact_enquiry.first_name);
  given_last_name constant text := private.trimmed(submit_contact_enquiry.last_name);
  given_mobile constant text := private.trimmed(submit_contact_enquiry.mobile);
  given_email constant text := private.trimmed(submit_contact_enquiry.email);
  given_message text;
  customer uuid;
  message_id uuid;
  received_at timestamptz;
  answer jsonb;
  step text;
  failed_detail text;
begin
  if submit_contact_enquiry.idempotency_key is null then
    perform private.refuse('idempotency_key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key(
    'submit_contact_enquiry', submit_contact_enquiry.idempotency_key,
    jsonb_build_array(given_first_name, given_last_name, given_mobile, given_email,
      submit_contact_enquiry.message));
  if answer is not null then
    return answer;
  end if;

  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email);
  given_message := private.checked_message(submit_contact_enquiry.message);
  perform private.use_limits('messages', given_mobile);

  begin
    step := 'customer_create';
    customer := private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
    step := 'contact_save';
    insert into public.contact_enquiries (
      customer_id, message, contact_first_name, contact_last_name, contact_email
    ) values (
      customer, given_message, given_first_name, given_last_name, given_email
    ) returning id, created_at into message_id, received_at;
  exception when others then
    get stacked diagnostics failed_detail = pg_exception_detail;
    raise exception using errcode = sqlstate, message = sqlerrm, detail = failed_detail,
      hint = private.failed_step(step, given_mobile);
  end;

  perform private.queue_messages('message_new', customer, params => jsonb_build_object('contact', message_id));
  answer := jsonb_build_object('status', 'received', 'received_at', received_at);
  perform private.bind_idempotency_key(
    'submit_contact_enquiry', submit_contact_enquiry.idempotency_key, answer);
  return answer;
end
$$;

create function public.submit_enquiry(
  idempotency_key uuid default null,
  first_name text default null,
  last_name text default null,
  mobile text default null,
  email text default null,
  rental_from date default null,
  rental_to date default null,
  message text default null,
  items jsonb default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set plan_cache_mode = 'force_generic_plan'
as $$
#variable_conflict use_column
declare
  given_first_name constant text := private.trimmed(submit_enquiry.first_name);
  given_last_name constant text := private.trimmed(submit_enquiry.last_name);
  given_mobile constant text := private.trimmed(submit_enquiry.mobile);
  given_email constant text := private.trimmed(submit_enquiry.email);
  given_message text;
  cart record;
  shows text;
  told jsonb;
  enquiry public.enquiry_orders;
  customer uuid;
  link record;
  answer jsonb;
  step text;
  failed_detail text;
begin
  if submit_enquiry.idempotency_key is null then
    perform private.refuse('idempotency_key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('submit_enquiry', submit_enquiry.idempotency_key,
    jsonb_build_array(given_first_name, given_last_name, given_mobile, given_email,
      submit_enquiry.rental_from, submit_enquiry.rental_to, submit_enquiry.message, submit_enquiry.items));
  if answer is not null then
    return private.with_enquiry_link(answer);
  end if;

  perform private.check_contact(given_first_name, given_last_name, given_mobile, given_email);
  perform private.check_rental(submit_enquiry.rental_from, submit_enquiry.rental_to);
  given_message := private.checked_message(submit_enquiry.message);
  cart := private.enquiry_lines(submit_enquiry.items, submit_enquiry.rental_from, submit_enquiry.rental_to);
  -- why here: the input is valid and nothing is locked yet; a retry has returned above and does not count.
  perform private.use_limits('enquiries', given_mobile);
  if cart.differs then
    perform private.check_lines(cart.lines);
  end if;
  if cart.total > 9999999999.99 then
    perform private.refuse('items', 'This order is too large to send. Please contact the studio.');
  end if;
  shows := private.shown_availability();

  begin
    step := 'customer_create';
    customer := private.customer_for(given_first_name, given_last_name, given_mobile, given_email);
    step := 'enquiry_create';
    insert into public.enquiry_orders (
      customer_id, rental_from, rental_to, total_price, message,
      contact_first_name, contact_last_name, contact_email, contact_mobile
    ) values (
      customer, submit_enquiry.rental_from, submit_enquiry.rental_to, cart.total, given_message,
      given_first_name, given_last_name, given_email, given_mobile
    ) returning * into enquiry;
    step := 'items_save';
    with saved as (
      insert into public.enquiry_items (
        enquiry_order_id, item_type, item_id, quantity, price, rental_from, rental_to, position,
        free_when_sent, of_when_sent
      )
      select enquiry.id, line.type, line.id, line.quantity, line.price,
        enquiry.rental_from, enquiry.rental_to, row_number() over (order by line.place), line.free, line.of
      from jsonb_to_recordset(cart.lines) as line (place integer, type text, id uuid, quantity integer,
        price numeric, free integer, "of" integer)
      returning position, item_type, item_id, quantity, price, free_when_sent, of_when_sent
    )
    -- as far as the caller may learn it
    select jsonb_agg(jsonb_build_object('type', saved.item_type, 'id', saved.item_id,
      'name', cart.lines -> saved.position - 1 -> 'name', 'quantity', saved.quantity, 'price', saved.price,
      'free', case when shows = 'exact' then saved.free_when_sent
        when shows = 'yes-no' and saved.free_when_sent is not null then
          case when saved.free_when_sent >= saved.quantity then saved.quantity else 0 end end,
      'of', case when shows = 'exact' then saved.of_when_sent end) order by saved.position)
    into told
    from saved;
  exception when others then
    get stacked diagnostics failed_detail = pg_exception_detail;
    raise exception using errcode = sqlstate, message = sqlerrm, detail = failed_detail,
      hint = private.failed_step(step, given_mobile);
  end;

  perform private.queue_messages('enquiry_new', customer, enquiry.id);
  link := private.new_enquiry_link(enquiry.id);
  answer := jsonb_build_object(
    'enquiry_number', enquiry.enquiry_number, 'status', enquiry.status,
    'rental_from', enquiry.rental_from, 'rental_to', enquiry.rental_to,
    'rental_days', enquiry.rental_days, 'total_price', enquiry.total_price, 'items', told);
  -- why without the secret: only its hash is stored anywhere.
  perform private.bind_idempotency_key('submit_enquiry', submit_enquiry.idempotency_key, answer);
  return answer || jsonb_build_object('link', link.secret);
end
$$;

create function public.undo_merge(id uuid, key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  known public.customer_merges;
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
  select * into known from public.customer_merges as found where found.id = undo_merge.id;
  if not found then
    raise exception 'There is no such merge.' using errcode = 'PT404';
  end if;
  perform private.lock_customers(array[known.into_id, known.from_id]);
  select * into known from public.customer_merges as found where found.id = undo_merge.id for update;
  select * into remaining from public.customers as found where found.id = known.into_id;
  select * into merged from public.customers as found where found.id = known.from_id;
  refused := case when known.undone_at is not null then 'undone'
    when known.merged_at <= now() - interval '24 hours' then 'too_late'
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

  enquiries := array(select value::uuid from jsonb_array_elements_text(known.moved -> 'enquiries'));
  messages := array(select value::uuid from jsonb_array_elements_text(known.moved -> 'messages'));
  perform private.exchange_details(remaining.id, merged.id,
    array(select value from jsonb_array_elements_text(known.moved -> 'details')));
  update public.customers as former set merged_into = null where former.id = merged.id;
  update public.enquiry_orders as moving set customer_id = merged.id where moving.id = any (enquiries);
  with back as (
    update public.orders as moving set customer_id = merged.id
    where moving.customer_id = remaining.id and (moving.enquiry_order_id = any (enquiries)
      or moving.id in (select value::uuid from jsonb_array_elements_text(known.moved -> 'orders')))
    returning moving.id
  ) select array_agg(back.id) into made from back;
  update public.contact_enquiries as moving set customer_id = merged.id where moving.id = any (messages);
  with back as (
    update public.customer_notes as moving set customer_id = merged.id
    where moving.customer_id = remaining.id and (moving.enquiry_order_id = any (enquiries)
      or moving.order_id = any (made)
      or moving.id in (select value::uuid from jsonb_array_elements_text(known.moved -> 'notes')))
    returning moving.id
  ) select array_agg(back.id) into notes from back;
  update public.crm_events as moving set customer_id = merged.id
  where moving.customer_id = remaining.id and moving.subject_id = any (enquiries || made || messages || notes || merged.id);
  update public.customer_merges as undone set undone_at = now(), undone_by = auth.uid() where undone.id = known.id;
  perform private.record_event(remaining.id, 'customer', remaining.id, 'unmerged', null, merged.customer_number);
  perform private.record_event(merged.id, 'customer', merged.id, 'unmerged', null, remaining.customer_number);
  answer := jsonb_build_object('merge', known.id, 'into', remaining.customer_number, 'from', merged.customer_number);
  perform private.bind_idempotency_key('undo_merge', undo_merge.key, answer);
  return answer;
exception when lock_not_available or deadlock_detected then
  perform private.refuse_busy_customer();
end
$$;

reset check_function_bodies;

grant execute on function
  public.answer_enquiry(text,text,text,uuid),
  public.linked_enquiry(text),
  public.submit_contact_enquiry(uuid,text,text,text,text,text),
  public.submit_enquiry(uuid,text,text,text,text,date,date,text,jsonb)
to anon, authenticated, service_role;

grant execute on function
  public.convert_enquiry_to_order(uuid,jsonb),
  public.correct_customer(uuid,text,text,text,timestamp with time zone,text),
  public.crm_counts(uuid),
  public.customer_record(text,uuid),
  public.dashboard_figures(),
  public.end_enquiry_links(uuid),
  public.enquiry_record(text,uuid),
  public.erase_customer(uuid),
  public.make_enquiry_link(uuid,uuid),
  public.merge_customers(uuid,uuid,uuid,text[]),
  public.order_record(text,uuid),
  public.search_enquiries(text,text[],uuid,text,date,date,date,date,boolean,text,text,integer,text,integer),
  public.search_leads(text,text,date,date,boolean,uuid,text,integer,text,integer),
  public.search_orders(text,text[],text[],uuid,text,date,date,date,date,text,boolean,text,text,integer,text,integer),
  public.settle_enquiry_change(uuid),
  public.undo_merge(uuid,uuid)
to authenticated;

create trigger crm_rental_enquiry_statuses_is_open
  after update on public.crm_rental_enquiry_statuses
  for each row when (old.is_open <> new.is_open) execute function private.recount_open_enquiries();

-- why: a lead keeps its assignee when the account is disabled; editing other columns does not assign again.
create trigger customers_assignee before update of assigned_to on public.customers
  for each row
  when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to) execute function private.check_assignee();
create trigger customers_erase_enquiry_answers after update of erased_at on public.customers
  for each row
  when (old.erased_at is null and new.erased_at is not null) execute function private.erase_enquiry_answers();
create trigger customers_events_insert after insert on public.customers
  referencing new table as new_rows
  for each statement execute function private.record_made('customer', 'created');
create trigger customers_events_update after update on public.customers
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_customer_changes();
create trigger customers_first_assignee before insert on public.customers
  for each row when (new.assigned_to is not null) execute function private.check_assignee();

create trigger enquiry_orders_assignee before update of assigned_to on public.enquiry_orders
  for each row
  when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to) execute function private.check_assignee();
create trigger enquiry_orders_converted_insert before insert on public.enquiry_orders
  for each row when (new.status = 'converted') execute function private.guard_converted();
create trigger enquiry_orders_converted_update before update of status on public.enquiry_orders
  for each row
  when (new.status <> old.status and ('converted' = new.status or 'converted' = old.status)) execute function private.guard_converted();
create trigger enquiry_orders_end_change before update of status on public.enquiry_orders
  for each row when (old.change_asked_at is not null) execute function private.end_change();
create trigger enquiry_orders_enquiries_delete after delete on public.enquiry_orders
  referencing old table as old_rows
  for each statement execute function private.count_enquiries();
create trigger enquiry_orders_enquiries_update after update on public.enquiry_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_enquiries();
create trigger enquiry_orders_events_insert after insert on public.enquiry_orders
  referencing new table as new_rows
  for each statement execute function private.record_made('enquiry', 'created');
create trigger enquiry_orders_events_owner after update of assigned_to on public.enquiry_orders
  for each row
  when (old.assigned_to is distinct from new.assigned_to) execute function private.record_owner('enquiry');
create trigger enquiry_orders_events_update after update on public.enquiry_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_enquiry_events();
create trigger enquiry_orders_open_enquiries_insert after insert on public.enquiry_orders
  referencing new table as new_rows
  for each statement execute function private.count_new_enquiries();
create trigger enquiry_orders_owner before insert on public.enquiry_orders
  for each row when (new.assigned_to is null) execute function private.inherit_owner();

create trigger contact_enquiries_events_insert after insert on public.contact_enquiries
  referencing new table as new_rows
  for each statement execute function private.record_made('message', 'received');
create trigger contact_enquiries_events_update after update on public.contact_enquiries
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_events('message', e'select changed.handled_at, changed.customer_id, changed.id,\n       case when changed.handled_at is null then ''reopened'' else ''handled'' end, null, null\n     from old_rows as former join new_rows as changed using (id)\n     where (former.handled_at is null) <> (changed.handled_at is null)');
create trigger contact_enquiries_handled before update of handled_at on public.contact_enquiries
  for each row execute function private.handle_message();
create trigger contact_enquiries_messages_delete after delete on public.contact_enquiries
  referencing old table as old_rows
  for each statement execute function private.count_for_leads('messages', '1');
create trigger contact_enquiries_messages_insert after insert on public.contact_enquiries
  referencing new table as new_rows
  for each statement execute function private.count_for_leads('messages', '1');
create trigger contact_enquiries_messages_update after update on public.contact_enquiries
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_for_leads('messages', '1');
create trigger contact_enquiries_unhandled_messages_delete after delete on public.contact_enquiries
  referencing old table as old_rows
  for each statement execute function private.count_for_leads('unhandled_messages', '(handled_at is null)::integer');
create trigger contact_enquiries_unhandled_messages_insert after insert on public.contact_enquiries
  referencing new table as new_rows
  for each statement execute function private.count_for_leads('unhandled_messages', '(handled_at is null)::integer');
create trigger contact_enquiries_unhandled_messages_update after update on public.contact_enquiries
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_for_leads('unhandled_messages', '(handled_at is null)::integer');

create trigger orders_assignee before update of assigned_to on public.orders
  for each row
  when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to) execute function private.check_assignee();
create trigger orders_events_insert after insert on public.orders
  referencing new table as new_rows
  for each statement execute function private.record_order_events();
create trigger orders_events_owner after update of assigned_to on public.orders
  for each row
  when (old.assigned_to is distinct from new.assigned_to) execute function private.record_owner('order');
create trigger orders_events_update after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_order_events();
create trigger orders_orders_delete after delete on public.orders
  referencing old table as old_rows
  for each statement execute function private.count_orders();
create trigger orders_orders_insert after insert on public.orders
  referencing new table as new_rows
  for each statement execute function private.count_orders();
create trigger orders_orders_update after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_orders();
create trigger orders_owner before insert on public.orders
  for each row when (new.assigned_to is null) execute function private.inherit_owner();

create trigger customer_notes_check before insert on public.customer_notes
  for each row execute function private.check_note();
create trigger customer_notes_edit before update of note on public.customer_notes
  for each row execute function private.edit_note();
create trigger customer_notes_events_delete after delete on public.customer_notes
  referencing old table as old_rows
  for each statement execute function private.record_events('note', e'select null::timestamptz, gone.customer_id, gone.id, ''note_deleted'', null, null\n     from old_rows as gone join public.customers as customer on customer.id = gone.customer_id\n     where customer.erased_at is null');
create trigger customer_notes_events_insert after insert on public.customer_notes
  referencing new table as new_rows
  for each statement execute function private.record_events('note', 'select created_at, customer_id, id, ''note_added'', null, null from new_rows');
create trigger customer_notes_events_update after update on public.customer_notes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_events('note', e'select changed.edited_at, changed.customer_id, changed.id, ''note_edited'', null, null\n     from old_rows as former join new_rows as changed using (id) where former.note <> changed.note');

create trigger documents_end_change after update of state on public.documents
  for each row
  when (old.state = 'draft' and new.state = 'issued' and new.kind = 'quote' and new.enquiry_order_id is not null) execute function private.end_quoted_change();
