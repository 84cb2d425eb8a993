/*
 * SQL text: the active items of a kind (null: all) without a free piece, as bitmaps
 * (counted, chunk, items), like private.search_marks.
 */
create function private.booked_statement(kind text, days private.rental_days) returns text
language sql stable
set search_path = ''
as $$
  select format(
    'select counted, chunk, %1$s as items from (%2$s) as part group by counted, chunk',
    case when apart.is_needed
      then 'coalesce(bit_or(items) filter (where step = 0), 0) & ~coalesce(bit_or(items) filter (where step = 1), 0)
        | coalesce(bit_or(items) filter (where step = 2), 0)'
      else 'bit_or(items)' end,
    (
      -- Most items have their kind's turnaround: its days, then those that longer ones add.
      select string_agg(format(
        'select counted, place / 64 as chunk, 1::bigint << place %% 64 as items, 0 as step
         from private.full_days
         where kind = %1$L and day between %2$L and %3$L
           and (turnaround is null or day <= (%4$L::date[])[turnaround + 1])
         union all
         select counted, place / 64, 1::bigint << place %% 64, 0 from private.full_days
         where kind = %1$L and turnaround > %5$s and day > %3$L and day <= (%4$L::date[])[turnaround + 1]
           and day <= %6$L',
        listed.kind, days.first, days.last_days[listed.turnaround_days + 1], days.last_days, listed.turnaround_days,
        days.last_days[31]), ' union all ')
      from private.catalogue_kinds as listed
      where listed.kind = coalesce(booked_statement.kind, listed.kind)
    ) || case when apart.is_needed then format(
      ' union all select counted, place / 64, 1::bigint << place %% 64, case when item_id = any (%2$L::uuid[]) then 2 else 1 end
        from private.search_entries
        where kind = any (%3$L::text[]) and item_id = any (%1$L::uuid[])',
      days.apart_free || days.apart_booked, days.apart_booked,
      array(select listed.kind from private.catalogue_kinds as listed
        where listed.kind = coalesce(booked_statement.kind, listed.kind))) else '' end)
  from (select cardinality(days.apart_free || days.apart_booked) > 0 as is_needed) as apart
$$;
