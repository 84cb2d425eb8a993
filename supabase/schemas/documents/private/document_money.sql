/*
 * Money of a linked quote or invoice: {"paid": {"received", "due"} of its order, or null; "pay": how to pay what is due, or
 * null}. A quote is paid once it is accepted, before its order is made too; the amount is its total then. Where to pay
 * is read from the settings, not from the document, as an account may have changed since.
 */
create function private.document_money(document public.documents, state text) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  facts constant private.document_kinds := private.kind_of(document);
  order_id constant uuid := (private.order_of_document(document)).id;
  sums record;
  amount numeric := document.total;
  paid jsonb;
  pay jsonb;
  studio jsonb;
begin
  if order_id is not null and facts.is_payable then
    sums := private.ledger_sums(order_id);
    paid := jsonb_build_object('received', sums.received, 'due', sums.due);
    amount := sums.due;
  end if;
  if facts.is_payable and (not facts.is_offer or state = 'accepted') and amount > 0 then
    studio := private.studio_content();
    if studio -> 'upi' <> 'null' or studio -> 'bank' <> 'null' then
      pay := jsonb_build_object('upi', studio -> 'upi', 'bank', studio -> 'bank', 'amount', amount,
        'reference', regexp_replace(document.number, '[^A-Za-z0-9]', '', 'g'));
    end if;
  end if;
  return jsonb_build_object('paid', paid, 'pay', pay);
end
$$;
