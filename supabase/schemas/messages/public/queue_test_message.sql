/*
 * Queues a test of one e-mail, or without a template of sending itself, to the caller's own account: {"id"}. Once per key.
 * Raises 42501 for anyone but admin, PT422 with {"field"}.
 */
create function public.queue_test_message(template text, key uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  scope constant text := 'queue_test_message:' || auth.uid();
  queued jsonb;
begin
  perform private.require_staff('admin');
  if queue_test_message.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  elsif not coalesce(queue_test_message.template = any (private.message_templates()), true) then
    perform private.refuse('template', 'There is no such e-mail.');
  end if;
  queued := private.claim_idempotency_key(scope, queue_test_message.key, jsonb_build_array(queue_test_message.template));
  if queued is not null then
    return queued;
  end if;
  insert into private.outbox as made (channel, template, audience, user_id, requested_by, params)
  values ('email', 'test', 'person', auth.uid(), auth.uid(),
    jsonb_build_object('sample_of', queue_test_message.template))
  returning jsonb_build_object('id', made.id) into queued;
  perform private.bind_idempotency_key(scope, queue_test_message.key, queued);
  return queued;
end
$$;

grant execute on function public.queue_test_message(text,uuid) to authenticated;
