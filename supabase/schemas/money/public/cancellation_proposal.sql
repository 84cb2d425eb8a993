/*
 * The refund by the studio's policy of an order that was cancelled, or if it is cancelled now: {"hours_notice": from the
 * cancellation until the first rental day begins in the studio, null without dates, "refund_share", "received", "refund":
 * what is still to be refunded, "retained", "deposit": {"held"}: to be returned whole,
 * "invoice": {"total", "taxable", "tax", "lines": [{"kind", "text", "sac", "rate", "place", "quantity", "days",
 * "unit_price"}]} for what the studio retains and no invoice bills, or null, "credit": [{"id", "number", "rest"}]: invoices
 * that a credit note would take back, "credited": what credit notes took back already}. While more is billed than retained,
 * all of it is credited first, and the invoice is for all that is retained. Changes nothing.
 * Raises PT404 for an unknown order; 42501 for anyone but admin and crm_user.
 */
create function public.cancellation_proposal("order" uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  made public.orders;
  money record;
  place record;
  cancelled_at timestamptz;
  hours numeric;
  refund numeric;
  retained numeric;
  to_bill numeric;
  parts jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into made from public.orders where orders.id = cancellation_proposal."order";
  if not found then
    raise exception 'There is no such order.' using errcode = 'PT404';
  end if;
  money := private.ledger_sums(made.id);
  if made.status = 'cancelled' then
    select max(event.created_at) into cancelled_at from public.crm_events as event
    where event.subject = 'order' and event.subject_id = made.id and event.what = 'status' and event.to_value = 'cancelled';
  end if;
  -- why cut and not rounded down: below zero that would end the first rental day some minutes early.
  hours := trunc(extract(epoch from coalesce(made.rental_from, made.rental_to)::timestamp at time zone 'Asia/Kolkata'
    - coalesce(cancelled_at, private.this_moment())) / 3600, 1);
  -- why with what was refunded: the policy's share is of all that was received, so a recorded refund is not proposed again.
  refund := greatest(round((money.received + money.refunded) * private.refund_share(hours), 2) - money.refunded, 0);
  retained := greatest(money.received, 0) - refund;
  place := private.voucher_place(made);
  -- why ₹1: the tax inside an amount is not always exact to the paisa when it is added again.
  to_bill := case when money.billed >= retained + 1 then retained when money.billed > retained - 1 then 0
    else retained - money.billed end;
  parts := private.taxed_parts(made, to_bill, place.premises_inside, place.recipient_inside, place.outside_taxed);
  return (select jsonb_build_object('hours_notice', hours, 'refund_share', private.refund_share(hours),
    'received', money.received, 'refund', refund, 'retained', retained,
    'deposit', jsonb_build_object('held', money.held),
    'invoice', case when to_bill > 0 then (
      select jsonb_build_object('total', to_bill, 'taxable', sum((part ->> 'taxable')::numeric),
        'tax', to_bill - sum((part ->> 'taxable')::numeric),
        'lines', jsonb_agg(jsonb_build_object('kind', 'charge', 'text', 'Cancellation of ' || made.order_number,
          'sac', part -> 'sac', 'rate', part -> 'rate', 'place', part -> 'place', 'quantity', 1, 'days', null,
          'unit_price', part -> 'taxable') order by position))
      from jsonb_array_elements(parts) with ordinality as listed (part, position)) end,
    'credit', billed.credit, 'credited', billed.credited)
  from (
      select coalesce(jsonb_agg(jsonb_build_object('id', invoice.id, 'number', invoice.number,
          'rest', invoice.total - credited.total) order by invoice.issued_at)
          filter (where invoice.total > credited.total), '[]') as credit,
        coalesce(sum(credited.total), 0) as credited
      from private.documents_of_order(made.id, made.enquiry_order_id) as invoice
        cross join lateral (
          select coalesce(sum(note.total), 0) as total from public.documents as note
          where note.corrects = invoice.id and note.kind = 'credit_note' and note.state = 'issued'
        ) as credited
      where invoice.kind = 'invoice' and invoice.state = 'issued'
    ) as billed);
end
$$;

grant execute on function public.cancellation_proposal(uuid) to authenticated;
