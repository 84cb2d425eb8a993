-- Written by `npm run db:change` from supabase/schemas.

create function private.all_alike() returns table (one uuid, other uuid)
language sql stable
set search_path = ''
as $$
  with listed as materialized (
    select id, sorted_name, mailbox, mobile, substr(mobile, 4)::bigint as number
    from public.customers where merged_into is null and erased_at is null
  ), pairs as (
    select named.id, unnest(case when named.size > 5 then named.nearest else named.others end) as other_id
    from (
      select id, count(*) over (partition by sorted_name) as size,
        array[lead(id) over name, lead(id, 2) over name, lead(id, 3) over name, lead(id, 4) over name] as others,
        array[lead(id) over alike, lead(id, 2) over alike, lead(id, 3) over alike, lead(id, 4) over alike,
          lead(id, 5) over alike] as nearest
      from listed
      window name as (partition by sorted_name order by id),
        alike as (partition by sorted_name, coalesce(mailbox, id::text) order by id)
    ) as named
    union all
    select boxed.id, unnest(boxed.others)
    from (
      select id, count(*) over (partition by mailbox) as size,
        array[lead(id) over box, lead(id, 2) over box, lead(id, 3) over box, lead(id, 4) over box] as others
      from listed where mailbox is not null window box as (partition by mailbox order by id)
    ) as boxed where boxed.size <= 5
    union all
    select one.id, other.id
    from (
      select array_agg(listed.id) as ids
      from listed cross join generate_series(0, 9) as place
        cross join lateral (select (10 ^ place)::bigint as worth) as digit
      group by place, listed.number - listed.number / worth % 10 * worth
      having count(*) > 1
    ) as near, unnest(near.ids) as one (id), unnest(near.ids) as other (id)
    where one.id < other.id
    union all
    select listed.id, exchanged.id
    from listed cross join generate_series(4, 12) as place
      join listed as exchanged on exchanged.mobile
        = overlay(listed.mobile placing reverse(substr(listed.mobile, place, 2)) from place for 2)
    where substr(listed.mobile, place, 1) < substr(listed.mobile, place + 1, 1)
  )
  select least(pairs.id, pairs.other_id), greatest(pairs.id, pairs.other_id) from pairs where pairs.other_id is not null
$$;

create function private.customers_alike(customer uuid) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  known public.customers;
  same_name uuid[];
  same_mailbox uuid[];
begin
  select * into known from public.customers as asked where asked.id = customers_alike.customer;
  same_name := array(
    select id from public.customers as found
    where found.sorted_name = known.sorted_name and found.merged_into is null and found.erased_at is null limit 6);
  same_mailbox := array(
    select id from public.customers as found
    where found.mailbox = known.mailbox and found.merged_into is null and found.erased_at is null limit 6);
  return case when cardinality(same_name) > 5 then '{}' else same_name end
    || case when cardinality(same_mailbox) > 5 then '{}' else same_mailbox end
    || array(
      (select id from public.customers as found
      where found.sorted_name = known.sorted_name and found.mailbox = known.mailbox
        and found.merged_into is null and found.erased_at is null limit 20)
      union all
      select id from public.customers as found
      where found.mobile = any (private.mistyped_mobiles(known.mobile)));
end
$$;

create function private.mobile_slip(one text, other text) returns text
language plpgsql immutable strict parallel safe
set search_path = ''
as $$
declare
  -- The first digit that differs; from there on the mobiles must be equal but for it, or it and the next.
  at integer := 1;
begin
  if length(one) <> length(other) or one = other then
    return null;
  end if;
  while substr(one, at, 1) = substr(other, at, 1) loop
    at := at + 1;
  end loop;
  return case
    when substr(one, at + 1) = substr(other, at + 1) then 'digit'
    when substr(one, at + 2) = substr(other, at + 2) and substr(one, at, 2) = reverse(substr(other, at, 2))
      then 'exchanged' end;
end
$$;

create function private.judged_pairs(ones uuid[], others uuid[])
returns table (one uuid, other uuid, one_since timestamptz, other_since timestamptz, reasons text[], rank integer)
language sql stable
set search_path = ''
as $$
  with alike as materialized (
    select one.id as one, other.id as other, one.mobile, other.mobile as other_mobile, one.created_at as one_since,
      other.created_at as other_since,
      one.mailbox = other.mailbox as same_mailbox, one.sorted_name = other.sorted_name as same_name,
      exists (
        select from unnest(words.one) as word where char_length(word) > 1 and word = any (words.other)) as same_word
    from (
        select distinct pair.one, pair.other
        from unnest(judged_pairs.ones, judged_pairs.others) as pair (one, other) where pair.one <> pair.other
      ) as pair
      join public.customers as one on one.id = pair.one
      join public.customers as other on other.id = pair.other
      cross join lateral (
        select string_to_array(one.sorted_name, ' ') as one, string_to_array(other.sorted_name, ' ') as other
      ) as words
    where one.merged_into is null and one.erased_at is null and other.merged_into is null and other.erased_at is null
      and (one.mailbox = other.mailbox or words.one && words.other)
      and not exists (
        select from public.customers_told_apart as apart
        where apart.one_id = least(one.id, other.id) and apart.other_id = greatest(one.id, other.id))
  ), judged as materialized (
    select alike.*, array_remove(array[
        case when same_mailbox then 'email' end,
        private.mobile_slip(mobile, other_mobile),
        case when same_name then 'name' when same_word then 'word' end], null) as reasons
    from alike
  ), ranked as (
    select judged.*, case
        when reasons @> '{email,name}' then 1
        when reasons && '{digit,exchanged}' then case when cardinality(reasons) > 1 then 2 end
        when same_mailbox then 3
        when same_name then 4
      end as rank
    from judged
  )
  select ranked.one, ranked.other, ranked.one_since, ranked.other_since, ranked.reasons, ranked.rank
  from ranked where ranked.rank is not null
$$;

create function private.likely_duplicates(customer uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  alike constant uuid[] := private.customers_alike(likely_duplicates.customer);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('customer', private.proposed_customer(likely.other),
        'reasons', likely.reasons) order by likely.place), '[]')
    from (
      select judged.other, judged.reasons, row_number() over (
          order by judged.rank, cardinality(judged.reasons) desc, judged.other_since desc, judged.other) as place
      from private.judged_pairs(array_fill(likely_duplicates.customer, array[cardinality(alike)]), alike) as judged
      order by place limit 5
    ) as likely);
end
$$;

create function private.mistyped_mobiles(mobile text) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select array(
    select overlay(mistyped_mobiles.mobile placing digit::text from at for 1)
    from generate_series(4, 13) as at, generate_series(0, 9) as digit
    where digit::text <> substr(mistyped_mobiles.mobile, at, 1)
    union all
    select overlay(mistyped_mobiles.mobile placing reverse(substr(mistyped_mobiles.mobile, at, 2)) from at for 2)
    from generate_series(4, 12) as at
    where substr(mistyped_mobiles.mobile, at, 1) <> substr(mistyped_mobiles.mobile, at + 1, 1))
$$;

create function private.proposed_customer(id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', customer.id, 'customer_number', customer.customer_number,
    'first_name', customer.first_name, 'last_name', customer.last_name, 'mobile', customer.mobile,
    'email', customer.email, 'enquiries', coalesce(figures.enquiries, 0), 'orders', coalesce(figures.orders, 0))
  from public.customers as customer left join private.lead_figures as figures on figures.customer_id = customer.id
  where customer.id = proposed_customer.id
$$;

create or replace function private.record_tables() returns regclass[]
language sql stable
set search_path = ''
as $$
  select array(
    select kind.item_table from private.catalogue_kinds as kind
    union
    select list.lookup_table from private.catalogue_lookups as list where list.column_type = 'uuid'::regtype
    union
    select listed::regclass from unnest(array[
      'public.items', 'public.item_batches', 'public.item_changes', 'public.item_components', 'public.item_pieces',
      'public.reservations', 'public.customers', 'public.customer_merges', 'public.customer_notes', 'public.crm_events',
      'public.customers_told_apart',
      'public.contact_enquiries', 'public.enquiry_orders', 'public.enquiry_items', 'public.orders', 'public.order_items',
      'public.order_movements', 'public.order_movement_lines', 'public.billing_profiles', 'public.documents',
      'public.document_lines', 'public.document_answers', 'private.quoted_days', 'private.document_series', 'public.payments',
      'public.payment_claims', 'private.payment_references', 'private.order_balances', 'private.activity', 'private.links',
      'private.idempotency_keys', 'private.imports', 'private.import_lines', 'private.lead_figures',
      'private.catalogue_counts', 'private.search_entries', 'private.search_marks', 'private.search_words',
      'private.kit_parts', 'private.item_days', 'private.full_days', 'private.enquiry_links', 'public.enquiry_answers',
      'private.outbox'
    ]) as listed)
$$;

create or replace function public.customer_record(number text default null, id uuid default null) returns jsonb
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
    'likely_duplicates', private.likely_duplicates(who),
    'timeline', private.timeline_of(who, null));
end
$$;

create function public.duplicate_pairs(size integer default 50) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
declare
  ones uuid[];
  others uuid[];
begin
  perform private.require_staff('admin', 'crm_user');
  if coalesce(duplicate_pairs.size not between 1 and 100, true) then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  select array_agg(alike.one), array_agg(alike.other) into ones, others from private.all_alike() as alike;
  return (
    with likely as (
      select judged.*, (judged.one_since, judged.one) > (judged.other_since, judged.other) as is_one_newer, row_number() over (
          order by judged.rank, cardinality(judged.reasons) desc, greatest(judged.one_since, judged.other_since) desc,
            judged.one, judged.other) as place
      from private.judged_pairs(ones, others) as judged
      order by place limit duplicate_pairs.size + 1
    )
    select jsonb_build_object('pairs', coalesce(jsonb_agg(jsonb_build_object(
        'one', private.proposed_customer(case when is_one_newer then likely.other else likely.one end),
        'other', private.proposed_customer(case when is_one_newer then likely.one else likely.other end),
        'reasons', likely.reasons) order by likely.place) filter (where likely.place <= duplicate_pairs.size), '[]'),
      'more', count(*) > duplicate_pairs.size)
    from likely);
end
$$;

create function public.tell_apart("one" uuid, other uuid, apart boolean default true) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  first constant uuid := least(tell_apart."one", tell_apart.other);
  second constant uuid := greatest(tell_apart."one", tell_apart.other);
  numbers text[];
begin
  perform private.require_staff('admin', 'crm_user');
  if first = second then
    perform private.refuse('other', 'These are one customer. Choose another.');
  end if;
  numbers := array(
    select customer_number from public.customers where id in (tell_apart."one", tell_apart.other) order by id);
  if cardinality(numbers) < 2 then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  end if;
  if coalesce(tell_apart.apart, true) then
    insert into public.customers_told_apart (one_id, other_id, told_by) values (first, second, auth.uid())
    on conflict do nothing;
  else
    delete from public.customers_told_apart where one_id = first and other_id = second;
  end if;
  if found then
    perform private.record_event(pair.customer, 'customer', pair.customer,
      case when coalesce(tell_apart.apart, true) then 'told_apart' else 'untold_apart' end, null, pair.number)
    from (values (first, numbers[2]), (second, numbers[1])) as pair (customer, number);
  end if;
  return jsonb_build_object('apart', coalesce(tell_apart.apart, true));
end
$$;

grant execute on function public.duplicate_pairs(integer) to authenticated;

grant execute on function public.tell_apart(uuid,uuid,boolean) to authenticated;
