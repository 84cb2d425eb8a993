/* Why a reminder is not true any more: 'cancelled' for an order that was, else 'expired'. Null while it is true. */
create function private.reminder_problem(
  message private.outbox,
  enquiry public.enquiry_orders,
  made public.orders
) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  today constant date := private.today();
begin
  if message.template = 'hold_ending' then
    return case when enquiry.status = any (private.open_statuses()) and enquiry.held_until > clock_timestamp()
      and enquiry.held_until <= clock_timestamp() + interval '6 hours' then null else 'expired' end;
  elsif message.template not in ('item_overdue', 'pickup_tomorrow', 'return_today', 'overdue') then
    return null;
  elsif made.status = 'cancelled' then
    return 'cancelled';
  elsif message.template = 'pickup_tomorrow' then
    return case when made.status = 'confirmed' and today + 1 = (
      select min(line.rental_from) from public.order_items as line where line.order_id = made.id and line.item_id is not null
    ) then null else 'expired' end;
  elsif message.template = 'return_today' then
    return case when exists (
      select from private.pieces_out(made.id) as state join public.order_items as line on line.id = state.line_id
      where state.out_now > 0 and line.rental_to = today) then null else 'expired' end;
  end if;
  return case when private.overdue_pieces(made.id) is null then 'expired' end;
end
$$;
