/* Removes one of the caller's devices; does nothing when it is gone. */
create function public.remove_push_subscription(subscription uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  delete from private.push_subscriptions as device where device.id = subscription and device.user_id = auth.uid();
end
$$;

grant execute on function public.remove_push_subscription(uuid) to authenticated;
