-- One search over customers, enquiries, orders and items, for the command palette.

-- Names of items of any kind, which the managers search by kind.
create index items_name_search_idx on public.items using gin (lower(name) extensions.gin_trgm_ops);

/*
 * Records by number, name or mobile, the best first: [{"what": 'customer', 'enquiry', 'order', 'item' or 'piece',
 * "id", "number", "title": name of the customer or item, "type": kind of an item or null, "mobile", "status": its
 * label, "rental_from", "rental_to", "active": of an item}], at most `size` (1 to 20).
 *
 * Order: exact number or mobile; numbers that begin with q; names that begin with it; names that contain it. With a
 * customer its two newest enquiries and orders are found. Numbers are read with or without prefix and zeros: 'ord 12',
 * '12'. Names are compared from three characters on.
 * An inventory_user finds items and pieces. Merged customers, archived and deleted items are left out.
 * Raises PT400 for a wrong size, 42501 for anyone but staff.
 * why prefixes of numbers: an index returns few of many matches at once only in order; trigrams return all.
 * why `between` for them: a generic plan reads no range of an index for `like`. '~' sorts after letters and digits.
 */
create function public.search_desk(q text, size integer default 12) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
-- why: planning for each text takes 1.3 ms, longer than most searches.
set plan_cache_mode = force_generic_plan
as $$
declare
  compared constant integer := 60;
  pattern constant text := private.search_pattern(coalesce(search_desk.q, ''));
  mobile_pattern constant text := private.mobile_pattern(search_desk.q);
  needle constant text := replace(btrim(pattern, '%'), '\', '');
  -- 'ord-12' gives prefix ORD and digits 12.
  parts constant text[] := regexp_match(needle, '^(?:([a-z]{3})[ -]*)?([0-9]{1,12})$');
  prefix constant text := upper(parts[1]);
  digits constant text := ltrim(parts[2], '0');
  padded constant text := lpad(digits, greatest(5, length(digits)), '0');
  -- A text that may be a whole mobile number.
  mobiles constant text[] := array_remove(array[btrim(mobile_pattern, '%'), needle, '+91' || needle], null);
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
    with known as (
      select customer.id, customer.merged_into, case when customer.customer_number = 'CUS-' || padded and coalesce(prefix, 'CUS') = 'CUS'
          or customer.mobile = any (mobiles) then 0
        when customer.customer_number like upper(needle) || '%' then 1
        when lower(customer.first_name || ' ' || customer.last_name) like substr(pattern, 2) then 2 else 3 end as rank
      from (
        select id from public.customers where coalesce(prefix, 'CUS') = 'CUS' and customer_number = 'CUS-' || padded
        union
        select id from public.customers where mobile = any (mobiles)
        union
        (select id from public.customers
          where needle like 'cus-%' and customer_number between upper(needle) and upper(needle) || '~' order by customer_number limit 5)
        union
        (select id from public.customers
          where not is_whole and length(needle) >= 3 and needle !~ '^(cus|enq|ord)-?$'
            and search_text like pattern limit compared)
        union
        (select id from public.customers
          where not is_whole and length(mobile_pattern) >= 5 and search_text like mobile_pattern limit compared)
      ) as hit join public.customers as customer using (id)
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
      'rental_from', told.rental_from, 'rental_to', told.rental_to, 'active', true, 'rank', told.rank)), '[]')
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
    ) as told;
  end if;

  select found || coalesce(jsonb_agg(jsonb_build_object('what', 'item', 'id', item.id, 'number', item.code,
    'title', item.name, 'type', item.kind, 'mobile', null, 'status', null, 'rental_from', null, 'rental_to', null,
    'active', item.active, 'rank', case when item.code = upper(needle) or item.code = prefix || '-' || padded then 0
      when item.code like upper(needle) || '%' then 1 when lower(item.name) like substr(pattern, 2) then 2 else 3 end)), '[]')
  into found
  from (
    select id from public.items where code in (upper(needle), prefix || '-' || padded)
    union
    (select id from public.items where needle ~ '^[a-z]{3}-[0-9]*$' and code between upper(needle) and upper(needle) || '~' order by code limit 5)
    union
    (select id from public.items where length(needle) >= 3 and lower(name) like pattern limit compared)
  ) as hit join public.items as item using (id)
  where item.removed_at is null and item.archived_at is null;

  if needle ~ '^[a-z]{3}-[0-9]+-[0-9]*$' then
    select found || coalesce(jsonb_agg(jsonb_build_object('what', 'piece', 'id', piece.id, 'number', piece.code,
      'title', item.name, 'type', item.kind, 'mobile', null, 'status', null, 'rental_from', null, 'rental_to', null,
      'active', item.active, 'rank', case when piece.code = upper(needle) then 0 else 1 end)), '[]')
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
        array_position(array['order', 'enquiry', 'customer', 'piece', 'item'], told ->> 'what'),
        told ->> 'title', told ->> 'number' desc) as place
      from jsonb_array_elements(found) as told
    ) as sorted where place <= search_desk.size
  );
end
$$;
grant execute on function public.search_desk(text, integer) to authenticated;
