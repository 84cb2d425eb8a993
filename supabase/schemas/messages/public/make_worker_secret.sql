/* A new secret for workers, told once; the former one opens nothing from then on. Raises 42501 for anyone but admin. */
create function public.make_worker_secret() returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  secret constant text := private.new_secret();
begin
  perform private.require_staff('admin');
  insert into private.worker_secret (hash, created_by) values (sha256(convert_to(secret, 'UTF8')), auth.uid())
  on conflict (only_one) do update set hash = excluded.hash, created_at = now(), created_by = excluded.created_by;
  perform private.log_change('settings', 'changed', 'worker_secret', 'setting', 'worker_secret', 'Secret of message workers',
    '{"worker_secret": [null, null]}');
  return secret;
end
$$;

grant execute on function public.make_worker_secret() to authenticated;
