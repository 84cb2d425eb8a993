/* private.push_keys for a worker with the secret; {"refused": "secret"} for a wrong one. */
create function public.push_keys(secret text, public_key text, private_key text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_worker(push_keys.secret) then
    return '{"refused": "secret"}';
  end if;
  return private.push_keys(push_keys.public_key, push_keys.private_key);
end
$$;

grant execute on function public.push_keys(text,text,text) to anon, authenticated, service_role;
