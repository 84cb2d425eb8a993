-- Written by `npm run db:change` from supabase/schemas.

create function private.found_documents(said text) returns table (id uuid, rank numeric)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  -- 'inv/26-27/0012' gives inv, 26-27 and 12.
  parts constant text[] := regexp_match(said,
    '^(?:([a-z]{1,4}|[a-z0-9]{1,4}(?=/))[ /-]*)?(?:([0-9]{2}-[0-9]{2})[ /-]*)?0*([1-9][0-9]{0,8})$');
begin
  if parts is null and said !~ '^[a-z0-9]{1,4}/' then
    return;
  end if;
  return query
    select distinct on (document.number) document.id,
      case when lower(document.number) = said then 0 when hit.is_within then 0.9 else 1 end
    from (
      (select listed.id, true as is_within from public.documents as listed
        where listed.sequence = parts[3]::integer and coalesce(listed.fy = parts[2], true)
          and coalesce(starts_with(lower(listed.number), parts[1]), true)
        order by listed.date desc limit 10)
      union all
      (select listed.id, false from public.documents as listed
        where said ~ '^[a-z0-9]{1,4}/' and listed.number between upper(said) and upper(said) || '~'
        order by listed.number desc limit 10)
    ) as hit join public.documents as document using (id)
    order by document.number, document.revision desc, hit.is_within desc;
end
$$;

create function private.found_items(q text, reach text) returns table (id uuid, rank integer)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(q);
  said constant text := replace(btrim(pattern, '%'), '\', '');
  -- 'prp 12' gives prp and 12.
  parts constant text[] := regexp_match(said, '^([a-z]{3})[ -]*0*([1-9][0-9]{0,11})$');
  whole_code constant text := upper(parts[1]) || '-' || lpad(parts[2], greatest(5, length(parts[2])), '0');
  terms constant text[] := private.search_terms(q);
  -- why three letters: shorter words are in no trigram.
  long constant text[] := array(select term from unnest(terms) as term where char_length(term) > 2);
  named uuid[] := '{}';
begin
  if reach <> 'wide' then
    named := array(
      select listed.id from public.items as listed where listed.code in (upper(said), whole_code)
      union
      (select listed.id from public.items as listed
        where said ~ '^[a-z]{3}-[0-9]*$' and listed.code between upper(said) and upper(said) || '~'
        order by listed.code limit 5)
      union
      (select listed.id from public.items as listed where length(said) >= 3 and lower(listed.name) like pattern limit 60));
  end if;
  if reach = 'words' and cardinality(named) < 8 and long <> '{}' and cardinality(terms) > 1 then
    -- why composed: an index finds names with several words at once only where each is a condition of its own. Items
    -- that visitors do not see are in no other index of words.
    execute format('select $1 || array(
        select id from public.items where %s and removed_at is null and archived_at is null
          and not exists (select from unnest($3) as term where strpos(lower(name), term) = 0) limit 60)',
      (select string_agg(format('lower(name) like ''%%'' || $2[%s] || ''%%''', at), ' and ')
        from generate_subscripts(long, 1) as at))
      into named using named, long, terms;
  end if;
  if reach <> 'names' and cardinality(named) < 8 and long <> '{}' then
    named := named || array(
      select (listed ->> 'id')::uuid
      from jsonb_array_elements(private.read_found(
        private.search_chunks(q, terms, null, case reach when 'wide' then 'wide' else 'direct' end),
        'best', null, null, null, 8)) as listed);
  end if;
  return query
    select item.id, case when item.code in (upper(said), whole_code) then 0 when starts_with(item.code, upper(said)) then 1
      when starts_with(lower(item.name), said) then 2 else 3 end
    from public.items as item
    where item.id = any (named) and item.removed_at is null and item.archived_at is null;
end
$$;

create function private.rentals_with(item uuid)
returns table (what text, id uuid, number text, customer_id uuid, status text, rental_from date, rental_to date)
language sql stable
set search_path = ''
as $$
  select line.what, line.id, line.number, line.customer_id, line.label, line.rental_from, line.rental_to
  from (
    (select 'order' as what, made.id, made.order_number as number, made.customer_id, status.label, made.rental_from,
        made.rental_to, line.rental_to as last_day
      from public.order_items as line join public.orders as made on made.id = line.order_id
        left join public.crm_rental_order_statuses as status on status.value = made.status
      where line.item_id = rentals_with.item and line.rental_to >= private.today() and made.status <> 'cancelled'
      order by line.rental_to limit 3)
    union all
    (select 'order', made.id, made.order_number, made.customer_id, status.label, made.rental_from, made.rental_to,
        line.rental_to
      from public.order_items as line join public.orders as made on made.id = line.order_id
        left join public.crm_rental_order_statuses as status on status.value = made.status
      where line.item_id = rentals_with.item and line.rental_to < private.today() and made.status <> 'cancelled'
      order by line.rental_to desc limit 1)
    union all
    (select 'enquiry', made.id, made.enquiry_number, made.customer_id, status.label, made.rental_from, made.rental_to,
        line.rental_to
      from public.enquiry_items as line join public.enquiry_orders as made on made.id = line.enquiry_order_id
        join public.crm_rental_enquiry_statuses as status on status.value = made.status and status.is_open
      where line.item_id = rentals_with.item and line.rental_to >= private.today()
      order by line.rental_to limit 3)
  ) as line
  order by line.last_day < private.today(), line.last_day
$$;

create function private.words_errors(words text[], name text) returns bigint
language sql immutable parallel safe
set search_path = ''
as $$
  select sum((select min(private.typing_errors(word, piece)) from regexp_split_to_table(name, '\s+') as piece))
  from unnest(words) as word
$$;

create or replace function public.find_customers(q text, size integer default 8) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  said constant text := replace(btrim(private.search_pattern(
    private.without_apostrophes(coalesce(find_customers.q, ''))), '%'), '\', '');
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
  words := case when mobile_pattern is null then private.customer_words(said) else array[btrim(mobile_pattern, '%')] end;
  if found_ids = '{}' or number is not null and said not like 'cus%' then
    found_ids := found_ids || private.customers_with(words, false, 1000);
    if found_ids = '{}' then
      is_wide := true;
      found_ids := private.customers_with(words, true, 100);
    end if;
  end if;
  return (
    with known as (
      select customer.*, private.without_apostrophes(lower((customer.first_name || ' ' || customer.last_name) collate private.names)) as name,
        coalesce(figures.orders, 0) as orders, coalesce(figures.open_enquiries, 0) as open_enquiries
      from public.customers as customer left join private.lead_figures as figures on figures.customer_id = customer.id
      where customer.id = any (found_ids) and customer.erased_at is null
    ), sorted as (
      select known.*, row_number() over (order by
        case when name = said then 0 when starts_with(name, said) then 1
          when not exists (select from unnest(words) as word where strpos(' ' || name, ' ' || word) = 0) then 2
          else 3 end,
        case when is_wide then private.words_errors(words, name) end,
        orders desc, name, customer_number) as place
      from known
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
          where strpos(private.without_apostrophes(lower(profile.legal_name collate private.names)), word) > 0) desc,
          profile.updated_at desc
        limit 1) as company on true);
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
  pattern constant text := private.search_pattern(private.without_apostrophes(coalesce(search_desk.q, '')));
  mobile_pattern constant text := private.mobile_pattern(search_desk.q);
  needle constant text := replace(btrim(pattern, '%'), '\', '');
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
  compared constant integer := case when exists (select from unnest(words) as word where length(word) < 3) then 1000 else 60 end;
  -- Numbers and addresses have no typing errors, and are no words of an item.
  is_written constant boolean := mobile_pattern is null and needle !~ '@|^[a-z]{0,4}[ /-]*[0-9][0-9 /-]*$' and length(needle) >= 3;
  named uuid[] := '{}';
  -- Found items with their ranks, the best first.
  item_ids uuid[];
  item_ranks numeric[];
  is_wide boolean := false;
  sees_people boolean;
  -- why: a number that was typed whole means one record, which an index finds at once.
  is_whole boolean := prefix in ('CUS', 'ENQ', 'ORD');
  found jsonb := '[]';
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if coalesce(search_desk.size not between 1 and 20, true) then
    raise exception 'size must be between 1 and 20.' using errcode = 'PT400';
  end if;
  sees_people := private.is_staff('admin', 'crm_user');
  if needle = '' then
    return found;
  end if;
  if sees_people then
    is_whole := coalesce(is_whole, false) or exists (select from public.customers where mobile = any (mobiles));
    if not is_whole and length(needle) >= 3 and needle !~ '^(cus|enq|ord)-?$' then
      named := private.customers_with(words, false, compared);
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
      select item.id, 4 + private.words_errors(words, lower(item.name collate private.names)) / 100.0 as rank
      from private.found_items(search_desk.q, 'wide') as hit join public.items as item using (id)
    ) as listed;
  end if;

  if sees_people then
    with known as (
      select customer.id, customer.merged_into, case when customer.customer_number = 'CUS-' || padded and coalesce(prefix, 'CUS') = 'CUS'
          or customer.mobile = any (mobiles) then 0
        when customer.customer_number like upper(needle) || '%' then 1
        when is_wide then 4 + private.words_errors(words, name) / 100.0
        when starts_with(name, needle) then 2 else 3 end as rank
      from (
        select id from public.customers where coalesce(prefix, 'CUS') = 'CUS' and customer_number = 'CUS-' || padded
        union
        select id from public.customers where mobile = any (mobiles)
        union
        (select id from public.customers
          where needle like 'cus-%' and customer_number between upper(needle) and upper(needle) || '~' order by customer_number limit 5)
        union
        select unnest(named)
      ) as hit join public.customers as customer using (id)
        cross join lateral private.without_apostrophes(
          lower((customer.first_name || ' ' || customer.last_name) collate private.names)) as name
    ), remaining as (
      select known.rank, customer.* from known
        join public.customers as customer on customer.id =
          case when known.merged_into is null then known.id else private.remaining_customer(known.id) end
      order by known.rank, customer.first_name, customer.id limit search_desk.size
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
        select id, 0 as rank from public.enquiry_orders where coalesce(prefix, 'ENQ') = 'ENQ' and enquiry_number = 'ENQ-' || padded
        union all
        (select id, 1 from public.enquiry_orders
          where needle like 'enq-%' and enquiry_number between upper(needle) and upper(needle) || '~' order by enquiry_number desc limit 5)
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
      select best.what, best.id, best.number, private.customer_name(best.customer_id), null,
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
    where sees_people and best.place <= 3
      and not exists (select from jsonb_array_elements(found) as told where told ->> 'id' = line.id::text)
    order by line.what, line.id, best.place
  )
  select found || coalesce(jsonb_agg(told), '[]') into found
  from (
    select jsonb_build_object('what', 'item', 'id', id, 'number', code, 'title', name, 'type', kind, 'mobile', null,
      'status', null, 'rental_from', null, 'rental_to', null, 'item', null, 'active', active, 'rank', rank) as told
    from listed
    union all
    select jsonb_build_object('what', what, 'id', id, 'number', number, 'title', private.customer_name(customer_id),
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
      select known.* from public.item_pieces as known
      where known.code between upper(needle) and upper(needle) || '~' and known.retired_at is null order by known.code limit 5
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
