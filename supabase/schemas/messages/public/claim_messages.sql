/*
 * private.claim_outbox for a worker with the secret; {"refused": "secret"} for a wrong one. Once a minute it tends the
 * outbox first, since these workers can call nothing else; when that fails, messages are sent all the same.
 * why no error for a wrong secret: it would undo the count of wrong secrets.
 */
create function public.claim_messages(secret text, channel text, host text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_worker(claim_messages.secret) then
    return '{"refused": "secret"}';
  end if;
  if exists (
    select from private.channels
    where channels.channel = claim_messages.channel
      and (channels.asked_at is null or channels.asked_at < clock_timestamp() - interval '1 minute')
  ) then
    begin
      perform private.tend_outbox();
    exception when others then
      -- why not its message: it may contain personal data.
      raise warning 'The outbox could not be tended (%).', sqlstate;
    end;
  end if;
  return private.claim_outbox(claim_messages.channel, claim_messages.host);
end
$$;

grant execute
  on function public.claim_messages(text,text,text) to anon, authenticated, service_role;
