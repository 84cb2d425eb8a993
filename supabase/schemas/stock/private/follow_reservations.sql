/* Keeps item-days in step with a statement's reservations. */
create function private.follow_reservations() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.change_item_days(array(
      select row(made.id, made.item_id, made.kind, made.status, made.quantity, made.blocked)::private.stock_change
      from new_rows as made where private.takes_pieces(made.status, made.rented, made.blocked)
    ));
  elsif tg_op = 'DELETE' then
    perform private.change_item_days(array(
      select row(gone.id, gone.item_id, gone.kind, gone.status, -gone.quantity, gone.blocked)::private.stock_change
      from old_rows as gone where private.takes_pieces(gone.status, gone.rented, gone.blocked)
    ));
  elsif tg_op = 'UPDATE' then
    perform private.change_item_days(array(
      select row(was.id, was.item_id, was.kind, was.status, -was.quantity, was.blocked)::private.stock_change
      from old_rows as was where private.takes_pieces(was.status, was.rented, was.blocked)
      union all
      select row(became.id, became.item_id, became.kind, became.status, became.quantity, became.blocked)::private.stock_change
      from new_rows as became where private.takes_pieces(became.status, became.rented, became.blocked)
    ));
  else
    delete from private.item_days;
  end if;
  return null;
end
$$;
