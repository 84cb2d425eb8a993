/*
 * Reads an entry that staff typed into a row of payments, without id. Raises PT422 with details {"field": "account" |
 * "kind" | "amount" | "method" | "reference" | "day" | "note"} for what cannot be right by itself.
 */
create function private.read_payment(
  made public.orders,
  account text,
  kind text,
  amount numeric,
  method text,
  reference text,
  day date,
  note text
) returns public.payments
language plpgsql
set search_path = ''
as $$
declare
  entry public.payments;
  moves_money constant boolean := coalesce(read_payment.kind in ('received', 'refunded'), false);
begin
  entry.order_id := made.id;
  entry.customer_id := made.customer_id;
  entry.account := read_payment.account;
  entry.kind := read_payment.kind;
  entry.method := case when moves_money then read_payment.method end;
  entry.reference := coalesce(private.one_line(read_payment.reference), '');
  entry.day := coalesce(read_payment.day, private.today());
  entry.note := nullif(private.trimmed(read_payment.note), '');
  entry.created_by := auth.uid();
  if entry.account is null or entry.account not in ('rental', 'deposit') then
    perform private.refuse('account', 'Select rent or deposit.');
  elsif entry.kind is null or not entry.kind = any (case entry.account
    when 'rental' then '{received,refunded,tds,written_off}' else '{received,refunded,deposit_applied}' end::text[]) then
    perform private.refuse('kind', 'Select what this entry records.');
  elsif read_payment.amount is null or read_payment.amount = 'NaN' or read_payment.amount <= 0 then
    perform private.refuse('amount', 'Enter an amount above ₹0.');
  elsif read_payment.amount > 9999999999.99 then
    perform private.refuse('amount', 'This amount is too large.');
  elsif read_payment.amount <> round(read_payment.amount, 2) then
    perform private.refuse('amount', 'Enter whole paise: at most two decimals.');
  elsif moves_money and (entry.method is null
    or entry.method not in ('cash', 'upi', 'bank', 'card', 'cheque', 'other')) then
    perform private.refuse('method', 'Select how the money was paid.');
  elsif char_length(entry.reference) > 60 then
    perform private.refuse('reference', 'A reference has at most 60 characters on one line.');
  elsif not isfinite(entry.day) or entry.day > private.today() then
    perform private.refuse('day', 'This day is in the future.');
  -- why a year: an advance may be older than the order it was recorded for; a wrong year is a slip of the keyboard.
  elsif entry.day < (made.created_at at time zone 'Asia/Kolkata')::date - 366 then
    perform private.refuse('day', 'This day is more than a year before the order was made.');
  elsif char_length(entry.note) > 500 then
    perform private.refuse('note', 'A note has at most 500 characters.');
  end if;
  entry.amount := read_payment.amount;
  return entry;
end
$$;
