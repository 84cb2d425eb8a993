-- Changes of an order: conflicts between two people, all changes applied, undo and the activity log.

/*
 * The value of a field of a line, as callers send it in `expected`; field: quantity, price, dates, swap (the id of
 * the item), text or remove.
 */
create function private.line_value(line jsonb, field text) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select case field
    when 'dates' then jsonb_build_object('rental_from', line -> 'rental_from', 'rental_to', line -> 'rental_to')
    when 'swap' then line -> 'item_id'
    when 'text' then line -> 'description'
    when 'remove' then jsonb_build_object('quantity', line -> 'quantity')
    else line -> field
  end
$$;

/*
 * The changes whose `expected` is not the value of now: [{"index", "line", "field", "present", "by", "at"}], with
 * who changed it last; null if there are none. A line that is gone has the present value null.
 * lines: rows by id, before the changes.
 */
create function private.changed_meanwhile(made public.orders, lines jsonb, changes jsonb) returns jsonb
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

/*
 * The order and its lines after all changes, nothing written: {"order": its changed columns, "lines": rows by id}.
 * Raises PT422 with details {"field": "changes", "index", "line"} for a change that cannot be.
 */
create function private.apply_changes(made public.orders, lines jsonb, changes jsonb)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  changed jsonb := jsonb_build_object('rental_from', made.rental_from, 'rental_to', made.rental_to,
    'discount_percent', made.discount_percent, 'discount_amount', made.discount_amount,
    'discount_reason', made.discount_reason);
  change jsonb;
  place integer;
  about text;
  each text;
  became jsonb;
  days daterange;
  percent numeric;
  amount numeric;
begin
  for change, place in select value, ordinality - 1 from jsonb_array_elements(changes) with ordinality loop
    about := lower(change ->> 'line');
    begin
      case
        when change ->> 'action' in ('add', 'add_text') then
          about := coalesce(about, gen_random_uuid()::text);
          if private.uuid_of(about) is null or lines ? about then
            perform private.refuse('changes', 'The new line needs an id that is not used yet.');
          end if;
          lines := lines || jsonb_build_object(about, private.new_line(
            case change ->> 'action' when 'add' then change || jsonb_build_object('item', change -> 'item')
              else change - 'item' end,
            (changed ->> 'rental_from')::date, (changed ->> 'rental_to')::date) || jsonb_build_object('id', about,
              'position', (select coalesce(max((value ->> 'position')::integer), 0) + 1 from jsonb_each(lines))));
        when change ->> 'action' = 'discount' then
          percent := (change ->> 'percent')::numeric;
          amount := (change ->> 'amount')::numeric;
          if num_nonnulls(percent, amount) > 1 then
            perform private.refuse('changes', 'A discount is a percentage or an amount.');
          elsif percent not between 0.01 and 100 or percent * 100 % 1 <> 0 then
            perform private.refuse('changes', 'The discount must be from 0.01 to 100 %.');
          elsif amount not between 0.01 and 9999999999.99 or amount * 100 % 1 <> 0 then
            perform private.refuse('changes', 'The discount must be 0.01 or more.');
          end if;
          changed := changed || jsonb_build_object('discount_percent', percent, 'discount_amount', amount,
            'discount_reason', case when num_nonnulls(percent, amount) = 1
              then private.short_text(change ->> 'reason', 'changes') end);
        when about is null and change ->> 'action' = 'dates' then
          days := private.staff_days((change ->> 'rental_from')::date, (change ->> 'rental_to')::date);
          changed := changed || jsonb_build_object('rental_from', lower(days), 'rental_to', upper(days) - 1);
          -- Text lines that are charged once have no dates.
          for each in select key from jsonb_each(lines) where value ->> 'item_id' is not null or (value ->> 'per_day')::boolean loop
            lines := lines || jsonb_build_object(each, private.edited_line(lines -> each, change));
          end loop;
        when about is null or not lines ? about and change ->> 'action' <> 'restore' or private.uuid_of(about) is null then
          perform private.refuse('changes', 'This line is not part of the order.');
        else
          became := private.edited_line(lines -> about, change);
          lines := case when became is null then lines - about
            else lines || jsonb_build_object(about, became || jsonb_build_object('id', about)) end;
      end case;
    exception
      when sqlstate 'PT422' then
        raise exception using errcode = 'PT422', message = sqlerrm,
          detail = jsonb_build_object('field', 'changes', 'index', place, 'line', about)::text;
      when data_exception then
        raise exception using errcode = 'PT422', message = 'A date or number of this change cannot be read.',
          detail = jsonb_build_object('field', 'changes', 'index', place, 'line', about)::text;
    end;
  end loop;
  return jsonb_build_object('order', changed, 'lines', lines);
end
$$;

/* The first and last day of an order's lines with an item; nulls if none has dates. lines: rows by id. */
create function private.span_of(lines jsonb, out first_day date, out last_day date)
language sql immutable parallel safe
set search_path = ''
as $$
  select min((value ->> 'rental_from')::date), max((value ->> 'rental_to')::date)
  from jsonb_each(lines) where value ->> 'item_id' is not null
$$;

/* The differences between two versions of an order's lines, one row for each line that differs. lines: rows by id. */
create function private.line_changes(former jsonb, lines jsonb) returns table (id uuid, was jsonb, became jsonb)
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(old.key, new.key)::uuid, old.value - '{hired,taken}'::text[], new.value - '{hired,taken}'::text[]
  from jsonb_each(former) as old full join jsonb_each(lines) as new using (key)
  where old.value - '{hired,taken}'::text[] is distinct from new.value - '{hired,taken}'::text[]
$$;

/*
 * The changes that take an edit back, each with the values that it expects: what somebody else changes afterwards
 * is not lost. former and became: {"order", "lines"} as private.apply_changes returns them.
 */
create function private.undo_changes(former jsonb, became jsonb) returns jsonb
language sql immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(undo.change), '[]')
  from (
    select case
      when each.was is null then jsonb_build_object('action', 'remove', 'line', each.id,
        'expected', private.line_value(each.became, 'remove'))
      when each.became is null then jsonb_build_object('action', 'restore', 'line', each.id,
        'values', each.was - '{id,order_id,rental_days}'::text[], 'expected', null)
      else jsonb_build_object('action', 'restore', 'line', each.id,
        'values', (
          select jsonb_object_agg(old.key, old.value) from jsonb_each(each.was - 'rental_days') as old
          where old.value is distinct from each.became -> old.key
        ),
        'expected', (
          select coalesce(jsonb_object_agg(field, private.line_value(each.became, field)), '{}')
          from unnest('{quantity,price,dates,swap,text}'::text[]) as field
          where private.line_value(each.was, field) is distinct from private.line_value(each.became, field)
        ))
      end as change
    from private.line_changes(former -> 'lines', became -> 'lines') as each
    union all
    select jsonb_build_object('action', 'discount', 'percent', former #> '{order,discount_percent}',
      'amount', former #> '{order,discount_amount}', 'reason', former #> '{order,discount_reason}',
      'expected', jsonb_build_object('percent', became #> '{order,discount_percent}',
        'amount', became #> '{order,discount_amount}'))
    where ((former -> 'order') - '{rental_from,rental_to}'::text[])
      <> ((became -> 'order') - '{rental_from,rental_to}'::text[])
  ) as undo
$$;

/* Records each change of an order in the activity log. former and became: as in private.undo_changes. */
create function private.record_changes(made public.orders, former jsonb, became jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  was constant jsonb := former -> 'order';
  now constant jsonb := became -> 'order';
  are_moved constant boolean := (was -> 'rental_from', was -> 'rental_to') is distinct from (now -> 'rental_from', now -> 'rental_to');
begin
  if are_moved then
    perform private.record_event(made.customer_id, 'order', made.id, 'dates',
      (was ->> 'rental_from') || '/' || (was ->> 'rental_to'), (now ->> 'rental_from') || '/' || (now ->> 'rental_to'));
  end if;
  perform private.record_event(made.customer_id, 'order', made.id, event.what, event.from_value, event.to_value, each.id)
  from private.line_changes(former -> 'lines', became -> 'lines') as each
    left join public.items as old on old.id = (each.was ->> 'item_id')::uuid
    left join public.items as new on new.id = (each.became ->> 'item_id')::uuid
    cross join lateral (
      select coalesce(old.code, 'text line') as old_code, coalesce(new.code, 'text line') as new_code,
        ' ×' || (each.was ->> 'quantity') as old_quantity, ' ×' || (each.became ->> 'quantity') as new_quantity,
        ' ₹' || to_char((each.was ->> 'price')::numeric, 'FM9999990.00') as old_price,
        ' ₹' || to_char((each.became ->> 'price')::numeric, 'FM9999990.00') as new_price,
        (each.was ->> 'rental_from') || '/' || (each.was ->> 'rental_to') as old_days,
        (each.became ->> 'rental_from') || '/' || (each.became ->> 'rental_to') as new_days
    ) as text
    cross join lateral (
      select *
      from (values
        ('line_added', null, case when each.was is null then text.new_code || text.new_quantity end),
        ('line_removed', case when each.became is null then text.old_code || text.old_quantity end, null),
        ('line_swapped', text.old_code || text.old_quantity,
          case when each.was -> 'item_id' <> each.became -> 'item_id' then text.new_code || text.new_quantity end),
        ('line_quantity', text.old_code || text.old_quantity,
          case when each.was -> 'item_id' = each.became -> 'item_id' and text.old_quantity <> text.new_quantity
            then text.new_code || text.new_quantity end),
        ('line_dates', text.old_code || coalesce(' ' || text.old_days, ''),
          -- Lines that move with their order are part of its event.
          case when text.new_days is distinct from text.old_days
            and not (are_moved and text.new_days = (now ->> 'rental_from') || '/' || (now ->> 'rental_to'))
            then text.new_code || coalesce(' ' || text.new_days, '') end),
        ('line_price', text.old_code || text.old_price,
          case when each.was -> 'item_id' = each.became -> 'item_id' and text.old_price <> text.new_price
            then text.new_code || text.new_price end),
        ('line_text', text.old_code || text.old_quantity,
          case when each.was -> 'description' <> each.became -> 'description' then text.new_code || text.new_quantity end)
      ) as listed (what, from_value, to_value)
      where case when listed.what in ('line_added', 'line_removed')
        then coalesce(listed.from_value, listed.to_value) is not null
        else listed.to_value is not null and each.was is not null and each.became is not null end
    ) as event;
  perform private.record_event(made.customer_id, 'order', made.id, 'discount', text.old_discount, text.new_discount)
  from (
    select coalesce(trim_scale((was ->> 'discount_percent')::numeric) || '%',
        '₹' || to_char((was ->> 'discount_amount')::numeric, 'FM9999999990.00')) as old_discount,
      coalesce(trim_scale((now ->> 'discount_percent')::numeric) || '%',
        '₹' || to_char((now ->> 'discount_amount')::numeric, 'FM9999999990.00')) as new_discount
  ) as text
  where text.old_discount is distinct from text.new_discount;
end
$$;
