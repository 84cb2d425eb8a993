/* The open claim with this id, locked with its order. Raises PT404, and PT409 with details {"reason": state | "no_order"}. */
create function private.lock_claim(id uuid) returns public.payment_claims
language plpgsql
set search_path = ''
as $$
declare
  claim public.payment_claims;
begin
  select * into claim from public.payment_claims where payment_claims.id = lock_claim.id;
  if not found then
    raise exception 'There is no such claim.' using errcode = 'PT404';
  end if;
  claim.order_id := private.order_of_claim(claim);
  -- why the order first: entries of the ledger lock it before their claims.
  perform from public.orders as made where made.id = claim.order_id for no key update;
  select payment_claims.state, payment_claims.payment_id into claim.state, claim.payment_id
  from public.payment_claims where payment_claims.id = lock_claim.id for update;
  if claim.state <> 'open' then
    raise exception using errcode = 'PT409', detail = jsonb_build_object('reason', claim.state)::text,
      message = case claim.state when 'matched' then 'This claim was matched already.' else 'This claim was dismissed.' end;
  end if;
  return claim;
end
$$;
