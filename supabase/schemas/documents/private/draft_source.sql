/*
 * Content that a new document takes from its order or enquiry: lines (private.checked_document_line), the discount of the whole,
 * and numbers: the invoices that bill the order already. An invoice after others has what they miss, each line with its
 * own part of the discount (private.unbilled).
 */
create function private.draft_source(
  made public.orders,
  enquiry_id uuid,
  is_invoice boolean,
  out lines jsonb,
  out discount_percent numeric,
  out discount_amount numeric,
  out numbers text[]
) returns record
language plpgsql stable
set search_path = ''
as $$
begin
  if draft_source.is_invoice then
    numbers := array(select distinct billed.number from private.billed_lines(made.id) as billed order by billed.number);
  end if;
  if numbers <> '{}' then
    lines := (private.unbilled(made)).lines;
  else
    lines := private.source_lines(made.id, draft_source.enquiry_id, draft_source.is_invoice);
    discount_percent := made.discount_percent;
    discount_amount := made.discount_amount;
  end if;
end
$$;
