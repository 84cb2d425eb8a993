/* The amounts of lines (private.billable_lines as JSON) on a new invoice of an order, as private.document_sums. */
create function private.bill_sums(
  made public.orders,
  lines jsonb,
  discount_percent numeric,
  discount_amount numeric
) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.document_sums(bill_sums.lines, bill_sums.discount_percent, bill_sums.discount_amount, billing.studio_state,
    billing.code, billing.is_set, private.setting_or_default('documents.round_off')::boolean,
    billing.zero_rated)
  from private.order_billing(made, not jsonb_path_exists(bill_sums.lines, '$[*] ? (@.place != "premises")')) as billing
$$;
