/*
 * Uses up one of the caller's recovery codes, and removes their second factors. A session at aal1 is enough.
 * Returns {"left": n}. Raises PT409 when the caller has no second factor, PT422 with details
 * {"field": "code"} for a wrong or used code.
 */
create function public.use_recovery_code(code text) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  person constant uuid := auth.uid();
begin
  -- why: locked first, as the removal of the account does.
  perform from auth.users as account where account.id = person for no key update;
  if not private.has_second_factor(person) then
    raise exception 'Your account has no second factor.' using errcode = 'PT409';
  end if;
  update private.recovery_codes set used_at = now()
  where recovery_codes.user_id = person and recovery_codes.hash = private.recovery_hash(use_recovery_code.code)
    and recovery_codes.used_at is null;
  if not found then
    raise exception 'This recovery code is not right, or it was used before.'
      using errcode = 'PT422', detail = '{"field": "code"}';
  end if;
  perform private.remove_factors(person);
  return jsonb_build_object('left', (
    select count(*) from private.recovery_codes
    where recovery_codes.user_id = person and recovery_codes.used_at is null));
end
$$;

grant execute on function public.use_recovery_code(text) to authenticated;
