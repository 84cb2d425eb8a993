/*
 * Makes an open enquiry second option for items that are held for others, or ends that, and returns its row without
 * the sender's texts. It ends with a hold of its own, and when the enquiry is converted or closed. Idempotent.
 *
 * Raises PT404 for an unknown enquiry; PT422 with details {"field": "waiting"}; PT409 for an enquiry that nobody acts
 * on or that holds its items itself (details {"reason": "held"}); 42501 for anyone but admin and crm_user.
 */
create function public.wait_for_items(id uuid, waiting boolean) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  enquiry public.enquiry_orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into enquiry from public.enquiry_orders as found where found.id = wait_for_items.id for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  elsif wait_for_items.waiting is null then
    perform private.refuse('waiting', 'Choose whether it waits.');
  elsif wait_for_items.waiting and enquiry.status <> all (private.open_statuses()) then
    raise exception using errcode = 'PT409',
      message = format('Only an open enquiry can wait; %s is "%s".', enquiry.enquiry_number, (
        select status.label from public.crm_rental_enquiry_statuses as status where status.value = enquiry.status
      ));
  elsif wait_for_items.waiting and enquiry.held_until > clock_timestamp() then
    raise exception 'This enquiry holds its items itself.' using errcode = 'PT409', detail = '{"reason": "held"}';
  end if;
  update public.enquiry_orders as changed
  set waiting_since = case when wait_for_items.waiting then clock_timestamp() end
  where changed.id = enquiry.id and (changed.waiting_since is not null) <> wait_for_items.waiting;
  select * into enquiry from public.enquiry_orders as found where found.id = enquiry.id;
  return private.without_texts(to_jsonb(enquiry));
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.wait_for_items(uuid,boolean) to authenticated;
