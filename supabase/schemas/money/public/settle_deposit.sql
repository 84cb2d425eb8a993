/*
 * Takes what an order owes from its deposit, in one step: issues the invoice of what its invoices miss, applies the
 * deposit to what is due, and returns the rest of the deposit by `method`. due: rupees that the caller saw. Returns
 * {"invoice": id or null, "applied", "returned", "ledger"}; a repeat with the same key does nothing more.
 * Raises PT404 for an unknown order; PT409 {"reason": "changed"} when another amount is due, {"reason": "incomplete",
 * "missing"} where the invoice cannot be issued, {"reason": "busy"}; PT422 {"field"}; 42501 for anyone but admin and crm_user.
 */
create function public.settle_deposit(
  "order" uuid,
  due numeric,
  method text default null,
  day date default null,
  key uuid default null
) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
declare
  made public.orders;
  money record;
  answer jsonb;
  draft jsonb;
  applied numeric;
  rest numeric;
begin
  perform private.require_staff('admin', 'crm_user');
  if settle_deposit.key is null then
    perform private.refuse('key', 'An idempotency key is required');
  end if;
  answer := private.claim_idempotency_key('settle_deposit', settle_deposit.key,
    jsonb_build_array(settle_deposit."order", settle_deposit.due, settle_deposit.method, settle_deposit.day));
  made := private.lock_ledger(settle_deposit."order");
  if answer is null then
    money := private.ledger_sums(made.id);
    if money.due is distinct from settle_deposit.due then
      raise exception using errcode = 'PT409', detail = '{"reason": "changed"}',
        message = format('Now %s is due. Look at it again.', private.rupees(money.due));
    elsif money.due <= 0 or money.held <= 0 then
      perform private.refuse('due', 'Nothing is to be taken from a deposit.');
    end if;
    if money.to_bill > 0 then
      draft := public.make_document('invoice', made.id, key => gen_random_uuid());
      perform private.refuse_incomplete(draft -> 'missing');
      perform public.issue_document((draft ->> 'id')::uuid, (draft ->> 'version')::integer, gen_random_uuid());
    end if;
    applied := least(money.due, money.held);
    rest := money.held - applied;
    perform public.record_payment(made.id, 'deposit', 'deposit_applied', applied, day => settle_deposit.day,
      key => gen_random_uuid());
    if rest > 0 then
      perform public.record_payment(made.id, 'deposit', 'refunded', rest, settle_deposit.method, day => settle_deposit.day,
        key => gen_random_uuid());
    end if;
    answer := jsonb_build_object('invoice', draft -> 'id', 'applied', applied, 'returned', rest);
    perform private.bind_idempotency_key('settle_deposit', settle_deposit.key, answer);
  end if;
  return answer || jsonb_build_object('ledger', private.ledger_by_id(made.id));
exception when lock_not_available then
  perform private.refuse_busy_ledger();
end
$$;

grant execute on function public.settle_deposit(uuid,numeric,text,date,uuid) to authenticated;
