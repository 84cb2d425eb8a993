/*
 * Pairs of customers who have enough in common to be judged: of all customers what private.customers_alike finds of one.
 * A pair can be there more than once. Mobiles with one different digit are equal with that digit taken as 0.
 * why the next five: of many with one name and mailbox not each is paired with all others.
 */
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
