/* Refuses to archive items with pieces that are out, booked from today on, or held. */
create function private.refuse_reserved(ids uuid[]) returns void
language plpgsql
set search_path = ''
as $$
declare
  found_ids uuid[];
  made text[];
  asked text[];
begin
  select array_agg(distinct reserved.item_id), array_agg(distinct made_order.order_number order by made_order.order_number)
      filter (where made_order.id is not null),
    array_agg(distinct enquiry.enquiry_number order by enquiry.enquiry_number) filter (where enquiry.id is not null)
    into found_ids, made, asked
  from public.reservations as reserved
    left join public.order_items as line on line.id = reserved.order_item_id
    left join public.orders as made_order on made_order.id = line.order_id
    left join public.enquiry_items as wanted on wanted.id = reserved.enquiry_item_id
    left join public.enquiry_orders as enquiry on enquiry.id = wanted.enquiry_order_id
  where reserved.item_id = any (ids) and (
    reserved.kind = 'rental' and (reserved.status = 'out'
      or reserved.status = 'booked' and upper(reserved.rented) > private.today())
    or reserved.kind = 'hold' and reserved.status = 'held' and reserved.expires_at > clock_timestamp());
  if found_ids is not null then
    raise exception using errcode = 'PT409',
      message = format('Still reserved, so it cannot be archived: %s. Take it out of these first.',
        array_to_string((coalesce(made, '{}') || coalesce(asked, '{}'))[:10], ', ')),
      detail = jsonb_build_object('reason', 'reserved', 'orders', coalesce(to_jsonb(made), '[]'),
        'enquiries', coalesce(to_jsonb(asked), '[]'), 'items', private.named_items(found_ids))::text;
  end if;
end
$$;
