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
