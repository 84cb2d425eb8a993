-- Lines of which some pieces are out get a row for these: a fact, as they are out already.
do $$
declare
  parted constant uuid[] := array(
    select distinct line.order_id from public.reservations as gone
      join public.order_items as line on line.id = gone.order_item_id
    where gone.kind = 'rental' and gone.status = 'out' and gone.handed_over < gone.quantity);
begin
  perform set_config('studio.facts', 'on', true);
  perform private.write_reservations(parted);
  perform set_config('studio.facts', '', true);
end
$$;
