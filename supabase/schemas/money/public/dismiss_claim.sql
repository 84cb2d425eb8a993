/*
 * Dismisses a claim whose money never arrived. A repeat changes nothing. Returns {"id", "state"}.
 * Raises PT404 for an unknown claim; PT409 with details {"reason": "matched" | "busy"}; 42501 for anyone but admin and
 * crm_user.
 */
create function public.dismiss_claim(claim uuid) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  dismissed public.payment_claims;
begin
  perform private.require_staff('admin', 'crm_user');
  if not exists (
    select from public.payment_claims
    where payment_claims.id = dismiss_claim.claim and payment_claims.state = 'dismissed'
  ) then
    dismissed := private.lock_claim(dismiss_claim.claim);
    update public.payment_claims set state = 'dismissed' where payment_claims.id = dismissed.id;
  end if;
  return jsonb_build_object('id', dismiss_claim.claim, 'state', 'dismissed');
exception when lock_not_available then
  perform private.refuse_busy_ledger();
end
$$;

grant execute on function public.dismiss_claim(uuid) to authenticated;
