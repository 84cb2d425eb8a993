-- What came back today without turnaround is free today.
select private.recount_item_days(array(
  select distinct back.item_id from public.reservations as back
  where back.status = 'returned' and upper(back.blocked) > private.today()
));
