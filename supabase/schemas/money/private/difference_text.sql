/*
 * The text of a line that bills the difference of a line billed before: "Lamp: 3 days instead of 1, less INV/26-27/0012".
 * line: as it is now (private.line_bills); former: its only line on an invoice, or null; at most 200 characters.
 */
create function private.difference_text(line jsonb, former jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select left(line ->> 'text', 200 - char_length(told.rest)) || told.rest
  from (
    select ': ' || coalesce(nullif(concat_ws(' and ',
        case when former ->> 'text' <> line ->> 'text' and former -> 'item_id' is distinct from line -> 'item_id'
          then 'in place of ' || left(former ->> 'text', 60) end,
        case when former ->> 'days' <> line ->> 'days'
          then format('%s instead of %s', private.counted((line ->> 'days')::integer, 'day'), former ->> 'days') end,
        case when former ->> 'quantity' <> line ->> 'quantity'
          then format('%s instead of %s', private.counted((line ->> 'quantity')::integer, 'piece'), former ->> 'quantity') end,
        case when (former ->> 'unit_price')::numeric <> (line ->> 'unit_price')::numeric
          then format('%s instead of %s', private.rupees((line ->> 'unit_price')::numeric), private.rupees((former ->> 'unit_price')::numeric)) end
      ), ''), case when former is not null then 'a smaller discount' end, concat_ws(' for ',
        private.counted((line ->> 'quantity')::integer, 'piece'), private.counted((line ->> 'days')::integer, 'day')))
      || ', less ' || (
        select string_agg(listed.number, ' and ' order by listed.number desc)
        from (select number from jsonb_array_elements_text(line -> 'numbers') as number order by number desc limit 2) as listed)
      || case when jsonb_array_length(line -> 'numbers') > 2 then ' and earlier ones' else '' end as rest
  ) as told
$$;
