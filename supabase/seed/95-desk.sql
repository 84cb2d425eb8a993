-- A working day at the desk: where everything is kept, rentals that go out and come back today, one that is
-- overdue, and numbered pieces. Counted from today in the studio; it uses the functions of 90-availability.sql.

-- The place of each item: a shelf, rail or rack of its kind.
update public.items as item
set place = case item.kind
  when 'prop' then 'Shelf ' || chr(65 + pg_temp.pick('shelf/' || item.id, 8)) || (1 + pg_temp.pick('board/' || item.id, 9))
  when 'cloth' then 'Rail ' || (1 + pg_temp.pick('rail/' || item.id, 12))
  when 'backdrop' then 'Rack ' || (1 + pg_temp.pick('rack/' || item.id, 6))
  when 'gear' then 'Gear room ' || chr(65 + pg_temp.pick('cage/' || item.id, 4)) || (1 + pg_temp.pick('bin/' || item.id, 6))
end
where item.kind in ('prop', 'cloth', 'backdrop', 'gear') and item.removed_at is null;

-- Two go out today, three are out and due today, one was due the day before yesterday.
do $$
declare
  n int;
begin
  for n in 1..6 loop
    perform pg_temp.rent(386 + n, 5 + n * 13,
      private.today() - (array[0, 0, 2, 1, 3, 5])[n], (array[2, 3, 3, 2, 4, 4])[n], now() - (8 + n) * interval '25 hours',
      (
        select jsonb_agg(jsonb_build_object('id', item.id, 'quantity', 1 + pg_temp.pick('desk/' || n || item.name, 2)))
        from (
          select id, name from public.items as item
          where active and quantity > 1 and kind in ('prop', 'gear', 'cloth')
            and not exists (select from public.reservations as taken where taken.item_id = item.id)
          order by md5('desk/' || n || id) limit 4 + n % 3
        ) as item
      ));
    if n > 2 then
      update public.orders set status = 'in_progress' where id = md5('order of enquiry/' || 386 + n)::uuid;
    end if;
  end loop;
end
$$;

-- Numbered pieces of three items of gear.
insert into public.item_pieces (id, item_id, number, code)
select md5('piece/' || item.id || '/' || number)::uuid, item.id, number,
  item.code || '-' || lpad(number::text, 2, '0')
from (
  select id, code, quantity from public.items
  where kind = 'gear' and active and quantity between 2 and 6 order by md5('pieces/' || id) limit 3
) as item
cross join lateral generate_series(1, item.quantity) as number;
