/*
 * The line with the values that an undo gives back; line: null for a line that was removed. Raises PT422 for an
 * item that is no longer there.
 */
create function private.restored_line(line jsonb, given jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  became constant jsonb := coalesce(line, '{"hired": [], "taken": [], "per_day": true}') || (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(given)
    where key in ('item_type', 'item_id', 'variant_id', 'quantity', 'price', 'list_price', 'price_reason',
        'rental_from', 'rental_to', 'description', 'free_when_sent', 'of_when_sent')
      or line is null and key in ('position', 'created_at', 'per_day', 'charge', 'charge_for'));
begin
  if became ->> 'item_id' is not null and became -> 'item_id' is distinct from line -> 'item_id'
    and (private.rentable_item(became ->> 'item_type', became ->> 'item_id')).id is null then
    perform private.refuse('changes', 'This item is no longer there. Choose another.');
  elsif private.whole_number(became -> 'quantity', 1, 1000000) is null then
    perform private.refuse('changes', 'Quantity must be a whole number of 1 or more');
  elsif private.price_of(became -> 'price') is null then
    perform private.refuse('changes', 'The price must be from 0 to 9,999,999.99.');
  end if;
  return became;
end
$$;
