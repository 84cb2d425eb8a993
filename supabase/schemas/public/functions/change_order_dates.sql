-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Moves all lines of a confirmed or running order to other days, both included, and returns the order's
 * row without the sender's texts. The total follows its lines. Sub-rentals stay on the days that they were
 * arranged for. A repeat with the same key returns the first answer.
 *
 * Raises PT404 for an unknown order; PT422 with details {"field": …}; PT409 not_free with the short lines, PT409
 * for an order in another status, PT409 with details {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create function public.change_order_dates(
  id uuid,
  rental_from date default null,
  rental_to date default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  changed public.orders;
  former public.orders;
  total numeric;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if change_order_dates.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('change_order_dates', change_order_dates.key,
    jsonb_build_array(change_order_dates.id, change_order_dates.rental_from, change_order_dates.rental_to));
  if answer is not null then
    return answer;
  end if;
  select * into former from public.orders as found where found.id = change_order_dates.id for update;
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  elsif former.status not in ('confirmed', 'in_progress') then
    raise exception using errcode = 'PT409',
      message = format('Only the dates of a confirmed or running order can be changed; %s is "%s".',
        former.order_number, (
          select status.label from public.crm_rental_order_statuses as status where status.value = former.status
        ));
  end if;
  perform private.staff_days(change_order_dates.rental_from, change_order_dates.rental_to);
  select sum(line.price * line.quantity) * (change_order_dates.rental_to - change_order_dates.rental_from + 1)
    into total
  from public.order_items as line where line.order_id = former.id;
  if total > 9999999999.99 then
    perform private.refuse('rental_to', 'The total of this order is too large.');
  end if;
  perform private.lock_stock(array(
    select line.item_id from public.order_items as line where line.order_id = former.id
    union
    select reserved.item_id from public.order_items as line
      join public.reservations as reserved on reserved.order_item_id = line.id
    where line.order_id = former.id));
  update public.order_items as line
  set rental_from = change_order_dates.rental_from, rental_to = change_order_dates.rental_to
  where line.order_id = former.id;
  update public.orders as moved
  set rental_from = change_order_dates.rental_from, rental_to = change_order_dates.rental_to,
    total_price = coalesce(total, moved.total_price)
  where moved.id = former.id returning * into changed;
  if (former.rental_from, former.rental_to) is distinct from (changed.rental_from, changed.rental_to) then
    perform private.record_event(changed.customer_id, 'order', changed.id, 'dates',
      former.rental_from || '/' || former.rental_to, changed.rental_from || '/' || changed.rental_to);
  end if;
  answer := private.without_texts(to_jsonb(changed));
  perform private.bind_idempotency_key('change_order_dates', change_order_dates.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.change_order_dates(uuid,date,date,uuid) to authenticated;
