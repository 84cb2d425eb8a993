/* private.settle_outbox for a worker with the secret, as true or false; {"refused": "secret"} for a wrong one. */
create function public.settle_message(secret text, id uuid, lease uuid, outcome jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_worker(settle_message.secret) then
    return '{"refused": "secret"}';
  end if;
  return to_jsonb(private.settle_outbox(settle_message.id, settle_message.lease, settle_message.outcome));
end
$$;

grant execute
  on function public.settle_message(text,uuid,uuid,jsonb) to anon, authenticated, service_role;
