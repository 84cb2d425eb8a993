/*
 * A crew member's day: {"name", "category", "day", "note", "bookings": [{"number", "from", "to": last day, "sets": names,
 * "crew": names of the others}]}; null for an unknown, revoked or expired secret. It names no customer.
 */
create function public.day_sheet(secret text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  link private.links := private.open_link('day_sheet', day_sheet.secret);
begin
  if link.id is null then
    return null;
  end if;
  return (
    select jsonb_build_object('name', item.name,
      'category', (select category.name from public.crews as member
        join public.crew_categories as category on category.id = member.category_id where member.id = item.id),
      'day', link.day, 'note', link.note,
      'bookings', (
        select coalesce(jsonb_agg(jsonb_build_object('number', made.order_number, 'from', lower(booked.rented),
          'to', upper(booked.rented) - 1, 'sets', together.sets, 'crew', together.crew)
          order by made.order_number), '[]')
        from public.reservations as booked
          join public.order_items as line on line.id = booked.order_item_id
          join public.orders as made on made.id = line.order_id
          cross join lateral (
            select coalesce(jsonb_agg(other.name order by other.name) filter (where other.kind = 'set'), '[]') as sets,
              coalesce(jsonb_agg(other.name order by other.name) filter (where other.kind = 'crew'), '[]') as crew
            from public.items as other
            where other.id <> item.id and other.kind in ('set', 'crew') and exists (
              select from public.reservations as along
                join public.order_items as their_line on their_line.id = along.order_item_id
              where their_line.order_id = made.id and along.item_id = other.id
                and along.kind = 'rental' and along.status <> 'released' and along.rented @> link.day)
          ) as together
        where booked.item_id = item.id and booked.kind = 'rental' and booked.status <> 'released'
          and booked.rented @> link.day
      ))
    from public.items as item where item.id = link.item_id
  );
end
$$;

grant execute on function public.day_sheet(text) to anon, authenticated, service_role;
