/*
 * Records by number, name, mobile or words, the best first: [{"what": 'customer', 'enquiry', 'order', 'document', 'item'
 * or 'piece', "id", "number", "title": name of the customer or item, "type": kind of an item or null, "mobile",
 * "status": its label, of a document its kind, "rental_from": of a document its date, "rental_to", "item": name of the
 * item for which an enquiry or order was found, "active": of an item}], at most `size` (1 to 20).
 *
 * Order: exact number or mobile; numbers that begin with q; names that begin with it; names with all its words, of items
 * those with q in one piece first; names with typing errors, only where nothing has all words, the fewest first. With a
 * customer its two newest enquiries and orders are found, with the three best items the orders and enquiries that have
 * them (private.rentals_with); of items those after the fifth come last. Numbers are read with or without prefix, year
 * and zeros: 'ord 12', 'inv 26-27/12', '12'. Names are compared from three characters on; customers as by find_customers,
 * items as by private.found_items. An inventory_user finds items and pieces, a storekeeper orders too: by their number or
 * items, with first names. Merged customers, archived and deleted items are left out.
 * Raises PT400 for a wrong size, 42501 for anyone but staff.
 * why prefixes of numbers: an index returns few of many matches at once only in order; trigrams return all.
 * why `between` for them: a generic plan reads no range of an index for `like`. '~' sorts after letters and digits.
 */
create function public.search_desk(q text, size integer default 12) returns jsonb
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

grant execute on function public.search_desk(text,integer) to authenticated;
