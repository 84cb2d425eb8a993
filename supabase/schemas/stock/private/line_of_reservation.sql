/* The order and the days of the line that a rental is for, where its writer does not give them. */
create function private.line_of_reservation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  select line.order_id, line.rental_from, line.rental_to into new.order_id, new.line_from, new.line_to
  from public.order_items as line where line.id = new.order_item_id;
  return new;
end
$$;
