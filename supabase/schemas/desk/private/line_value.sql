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
