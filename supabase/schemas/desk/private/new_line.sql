/*
 * A new line of an order or enquiry as its row in JSON. change: {"type", "item", "quantity", "rental_from",
 * "rental_to"} for an item at its price of today, on the given days by default; {"description", "quantity", "price",
 * "per_day"} for a free-text line. Raises PT422 for values that cannot be.
 */
create function private.new_line(change jsonb, rental_from date, rental_to date) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  pieces constant integer := private.whole_number(change -> 'quantity', 1, 1000000);
  price constant numeric := private.price_of(change -> 'price');
  description constant text := private.short_text(change ->> 'description', 'changes');
  line public.order_items;
  item public.items;
  days daterange;
begin
  if pieces is null then
    perform private.refuse('changes', 'Quantity must be a whole number of 1 or more');
  end if;
  line.quantity := pieces;
  line.created_at := clock_timestamp();
  if change ? 'item' then
    item := private.rentable_item(change ->> 'type', change ->> 'item');
    if item.id is null then
      perform private.refuse('changes', 'This item is no longer there. Choose another.');
    end if;
    days := private.staff_days(coalesce((change ->> 'rental_from')::date, new_line.rental_from),
      coalesce((change ->> 'rental_to')::date, new_line.rental_to));
    line.item_type := item.kind;
    line.item_id := item.id;
    line.price := item.price;
    line.list_price := item.price;
    line.per_day := true;
    line.rental_from := lower(days);
    line.rental_to := upper(days) - 1;
  else
    if description is null then
      perform private.refuse('changes', 'Enter a description.');
    elsif price is null then
      perform private.refuse('changes', 'The price must be from 0 to 9,999,999.99.');
    elsif jsonb_typeof(change -> 'per_day') is distinct from 'boolean' then
      perform private.refuse('changes', 'Choose per day or once.');
    end if;
    line.description := description;
    line.price := price;
    line.per_day := (change ->> 'per_day')::boolean;
    if line.per_day then
      line.rental_from := new_line.rental_from;
      line.rental_to := new_line.rental_to;
    end if;
  end if;
  return to_jsonb(line) || '{"hired": [], "taken": []}';
end
$$;
