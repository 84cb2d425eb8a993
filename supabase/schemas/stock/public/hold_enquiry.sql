/*
 * Holds every line of an open enquiry until a time before its first day begins (Asia/Kolkata), or extends
 * the hold, and returns the enquiry's row without the sender's texts. Lines without dates hold nothing. A
 * hold can be extended twice, also after it ended. A repeat with the same key returns the first answer.
 *
 * Raises PT404 for an unknown enquiry; PT422 with details {"field": …}; PT409 not_free with the short lines;
 * PT409 for an enquiry that nobody acts on, for a third extension (details {"reason": "extended_twice"}), and
 * with details {"reason": "busy"}; 42501 for anyone but admin and crm_user.
 */
create function public.hold_enquiry(id uuid, until timestamptz default null, key uuid default null)
returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  enquiry public.enquiry_orders;
  former timestamptz;
  first_day date;
  was_held boolean;
  answer jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if hold_enquiry.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('hold_enquiry', hold_enquiry.key,
    jsonb_build_array(hold_enquiry.id, private.iso_time(hold_enquiry.until)));
  if answer is not null then
    return answer;
  end if;

  select * into enquiry from public.enquiry_orders as found where found.id = hold_enquiry.id for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  elsif enquiry.status <> all (private.open_statuses()) then
    raise exception using errcode = 'PT409',
      message = format('Only an open enquiry can be held; %s is "%s".', enquiry.enquiry_number, (
        select status.label from public.crm_rental_enquiry_statuses as status
        where status.value = enquiry.status
      ));
  end if;
  select min(line.rental_from) into first_day from public.enquiry_items as line
  where line.enquiry_order_id = enquiry.id and line.rental_to is not null;
  if first_day is null then
    perform private.refuse('until', 'This enquiry has no dates to hold.');
  elsif hold_enquiry.until is null then
    perform private.refuse('until', 'The end of the hold is required');
  elsif hold_enquiry.until >= first_day::timestamp at time zone 'Asia/Kolkata' then
    perform private.refuse('until', 'A hold must end before the first day of the rental.');
  elsif hold_enquiry.until <= clock_timestamp() then
    perform private.refuse('until', 'A hold must end in the future.');
  end if;
  was_held := exists (
    select from public.enquiry_items as line join public.reservations as hold on hold.enquiry_item_id = line.id
    where line.enquiry_order_id = enquiry.id);
  if was_held and enquiry.hold_extensions >= 2 then
    raise exception 'A hold can be extended twice. Convert the enquiry or let the items go.'
      using errcode = 'PT409', detail = '{"reason": "extended_twice"}';
  end if;

  perform private.lock_stock(array(
    select line.item_id from public.enquiry_items as line where line.enquiry_order_id = enquiry.id
    union
    select hold.item_id from public.enquiry_items as line
      join public.reservations as hold on hold.enquiry_item_id = line.id and hold.status = 'held'
    where line.enquiry_order_id = enquiry.id));
  update public.reservations as hold set expires_at = hold_enquiry.until
  from public.enquiry_items as line
  where line.enquiry_order_id = enquiry.id and hold.enquiry_item_id = line.id and hold.status = 'held';
  perform private.write_holds(array(
    select line.id from public.enquiry_items as line
    where line.enquiry_order_id = enquiry.id and not exists (
      select from public.reservations as hold where hold.enquiry_item_id = line.id and hold.status = 'held')), hold_enquiry.until);
  former := enquiry.held_until;
  update public.enquiry_orders as held
  set held_until = hold_enquiry.until, hold_extensions = held.hold_extensions + was_held::integer
  where held.id = enquiry.id returning * into enquiry;
  perform private.record_event(enquiry.customer_id, 'enquiry', enquiry.id, 'held',
    private.iso_time(former), private.iso_time(enquiry.held_until));
  answer := private.without_texts(to_jsonb(enquiry));
  perform private.bind_idempotency_key('hold_enquiry', hold_enquiry.key, answer);
  return answer;
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.hold_enquiry(uuid,timestamp with time zone,uuid) to authenticated;
