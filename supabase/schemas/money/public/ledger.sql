/*
 * The money of an order: {"order", "rows", "value", "basis", "billed", "to_bill", "to_credit", "credits", "quoted", "received",
 * "refunded", "tds", "written_off", "due", "due_on", "deposit": {"held"}, "claims", "documents": vouchers}. Figures:
 * private.order_bills; quoted: private.changed_quote. due = value - received - tds - written_off.
 * Raises PT404 for an unknown order; 42501 for anyone but admin and crm_user.
 */
create function public.ledger("order" uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  made public.orders;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into made from public.orders where orders.id = ledger."order";
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  end if;
  return private.ledger_of(made);
end
$$;

grant execute on function public.ledger(uuid) to authenticated;
