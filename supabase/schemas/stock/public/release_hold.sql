/*
 * Ends the hold of an enquiry and returns the enquiry's row without the sender's texts. Idempotent.
 * Raises PT404 for an unknown enquiry, PT409 with details {"reason": "busy"}; 42501 for anyone but admin
 * and crm_user.
 */
create function public.release_hold(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_column
declare
  enquiry public.enquiry_orders;
  former timestamptz;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into enquiry from public.enquiry_orders as found where found.id = release_hold.id for update;
  if not found then
    raise exception 'There is no such enquiry.' using errcode = 'PT404';
  end if;
  if enquiry.held_until is not null then
    former := enquiry.held_until;
    update public.enquiry_orders as released set held_until = null
    where released.id = enquiry.id returning * into enquiry;
    if former > clock_timestamp() then
      perform private.record_event(enquiry.customer_id, 'enquiry', enquiry.id, 'hold_released',
        private.iso_time(former), null);
    end if;
  end if;
  return private.without_texts(to_jsonb(enquiry));
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.release_hold(uuid) to authenticated;
