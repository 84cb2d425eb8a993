/*
 * The changes whose `expected` is not the value of now: [{"index", "line", "field", "present", "by", "at"}], with
 * who changed it last; null if there are none. A line that is gone has the present value null.
 * lines: rows by id, before the changes.
 */
create function private.changed_meanwhile(made public.orders, lines jsonb, changes jsonb)
returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('index', differing.place, 'line', differing.line, 'field', differing.field,
      'present', differing.present, 'by', latest.display_name, 'at', latest.created_at)
    order by differing.place, differing.field)
  from (
    select listed.place - 1 as place, about.line, compared.field, compared.expected,
      case
        when compared.field = 'discount' then jsonb_build_object('percent', made.discount_percent, 'amount', made.discount_amount)
        when about.line is null then jsonb_build_object('rental_from', made.rental_from, 'rental_to', made.rental_to)
        when lines ? about.line then private.line_value(lines -> about.line, compared.field)
      end as present
    from jsonb_array_elements(changes) with ordinality as listed (change, place)
      cross join lateral (select lower(listed.change ->> 'line') as line) as about
      cross join lateral (
        select listed.change ->> 'action' as field, listed.change -> 'expected' as expected
        where listed.change ->> 'action' in ('quantity', 'price', 'dates', 'swap', 'text', 'remove', 'discount')
        union all
        select given.key, given.value from jsonb_each(
          case when listed.change ->> 'action' = 'restore' and jsonb_typeof(listed.change -> 'expected') = 'object'
            then listed.change -> 'expected' else '{}' end) as given
        union all
        -- A line that was removed, and is there again.
        select 'remove', 'null'
        where listed.change ->> 'action' = 'restore' and jsonb_typeof(listed.change -> 'expected') = 'null'
          and lines ? about.line
      ) as compared
    where listed.change ? 'expected'
  ) as differing
    left join lateral (
      select event.created_at, person.display_name
      from public.crm_events as event left join public.user_profiles as person on person.id = event.user_id
      where event.customer_id = made.customer_id and event.subject_id = made.id
        and (event.line_id::text = differing.line and event.what like 'line\_%'
          or event.what = differing.field and differing.field in ('dates', 'discount'))
        and (differing.line is null or differing.present is null or event.what = any (case differing.field
          when 'quantity' then '{line_quantity,line_swapped}'
          when 'price' then '{line_price,line_swapped}'
          when 'dates' then '{line_dates,dates}'
          when 'swap' then '{line_swapped}'
          when 'text' then '{line_text}'
          else '{line_added,line_quantity,line_swapped}'
        end::text[]))
      order by event.created_at desc, event.id limit 1
    ) as latest on true
  where differing.present is distinct from differing.expected
$$;
