/*
 * Records each change of an order or enquiry in the activity log. made: the order, or an enquiry as one; subject: 'order' or
 * 'enquiry'; former and became: as in private.undo_changes.
 */
create function private.record_changes(made public.orders, former jsonb, became jsonb, subject text) returns void
language plpgsql
set search_path = ''
as $$
declare
  was constant jsonb := former -> 'order';
  now constant jsonb := became -> 'order';
  are_moved constant boolean := (was -> 'rental_from', was -> 'rental_to') is distinct from (now -> 'rental_from', now -> 'rental_to');
begin
  if are_moved then
    perform private.record_event(made.customer_id, record_changes.subject, made.id, 'dates',
      (was ->> 'rental_from') || '/' || (was ->> 'rental_to'), (now ->> 'rental_from') || '/' || (now ->> 'rental_to'));
  end if;
  perform private.record_event(made.customer_id, record_changes.subject, made.id, event.what, event.from_value, event.to_value, each.id)
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
  perform private.record_event(made.customer_id, record_changes.subject, made.id, 'discount', text.old_discount, text.new_discount)
  from (
    select coalesce(trim_scale((was ->> 'discount_percent')::numeric) || '%',
        '₹' || to_char((was ->> 'discount_amount')::numeric, 'FM9999999990.00')) as old_discount,
      coalesce(trim_scale((now ->> 'discount_percent')::numeric) || '%',
        '₹' || to_char((now ->> 'discount_amount')::numeric, 'FM9999999990.00')) as new_discount
  ) as text
  where text.old_discount is distinct from text.new_discount;
end
$$;
