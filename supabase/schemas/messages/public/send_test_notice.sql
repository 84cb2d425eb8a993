/*
 * Sends a test notice to one of the caller's devices, also in quiet hours. Raises PT404 for a device that is not the
 * caller's, PT429 after 20 in an hour, 42501 for anyone but admin and crm_user.
 */
create function public.send_test_notice(subscription uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_variable
declare
  person constant uuid := auth.uid();
begin
  perform private.require_staff('admin', 'crm_user');
  if not exists (
    select from private.live_subscriptions() as device
    where device.id = subscription and device.user_id = person) then
    raise exception 'This device gets no notices any more.' using errcode = 'PT404';
  end if;
  if (select count(*) from private.outbox as sent
      where sent.channel = 'push' and sent.template = 'test' and sent.user_id = person
        and sent.created_at > now() - interval '1 hour') >= 20 then
    raise exception using errcode = 'PT429', message = 'Too many test notices. Please try again in an hour.',
      detail = '{"retry_after": 3600}';
  end if;
  insert into private.outbox (channel, template, audience, user_id, subscription_id, requested_by, expires_at)
  values ('push', 'test', 'person', person, subscription, person, now() + interval '10 minutes');
end
$$;

grant execute on function public.send_test_notice(uuid) to authenticated;
