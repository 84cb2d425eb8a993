-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * private.claim_outbox for a worker with the secret; {"refused": "secret"} for a wrong one.
 * why no error: it would undo the count of wrong secrets.
 */
create function public.claim_messages(secret text, channel text, host text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_worker(claim_messages.secret) then
    return '{"refused": "secret"}';
  end if;
  return private.claim_outbox(claim_messages.channel, claim_messages.host);
end
$$;

grant execute
  on function public.claim_messages(text,text,text) to anon, authenticated, service_role;
