/*
 * Marks the change that a customer asked for as answered, by a call for example: {"id"}. A repeat changes nothing.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown enquiry, PT409 {"reason": "busy"}.
 */
create function public.settle_enquiry_change(enquiry uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  asked public.enquiry_orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into asked from public.enquiry_orders where enquiry_orders.id = settle_enquiry_change.enquiry for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  if asked.change_asked_at is not null then
    update public.enquiry_orders as settled set change_asked_at = null where settled.id = asked.id;
    perform private.record_event(asked.customer_id, 'enquiry', asked.id, 'change_settled', null, null);
  end if;
  return jsonb_build_object('id', asked.id);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.settle_enquiry_change(uuid) to authenticated;
