/*
 * Tax documents by date, both days included, in the order of their numbers: [{"id", "date", "kind", "number", "customer":
 * number, "name", "gstin", "place_of_supply", "supply": as documents.zero_rated, "order": number, "corrects": number,
 * "taxable", "cgst", "sgst", "igst", "round_off", "total"}], amounts in rupees, as printed. Raises PT422 for missing days, 42501 for anyone but admin and
 * crm_user.
 */
create function public.invoice_register("from" date, "to" date) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  perform private.check_register_days(invoice_register."from", invoice_register."to");
  return (
    -- why rows and not objects: an object of each row would be packed, and unpacked again for the list.
    select coalesce(jsonb_agg(listed), '[]')
    from (
      select document.id, document.date, document.kind, document.number, printed.customer ->> 'number' as customer,
        coalesce(nullif(printed.customer ->> 'legal_name', ''), printed.customer ->> 'name') as name,
        printed.customer ->> 'gstin' as gstin, document.place_of_supply, document.zero_rated as supply,
        printed."order" ->> 'number' as "order",
        printed.corrects ->> 'number' as corrects, document.taxable, document.cgst, document.sgst, document.igst,
        document.round_off, document.total
      from public.documents as document join private.document_kinds as kinds using (kind)
        -- why: reading each value from the document would unpack the whole document each time.
        cross join lateral jsonb_to_record(document.frozen) as printed (customer jsonb, "order" jsonb, corrects jsonb)
      where document.state = 'issued' and kinds.is_tax_document
        and document.date between invoice_register."from" and invoice_register."to"
      order by document.date, document.kind, document.fy, document.sequence
    ) as listed);
end
$$;

grant execute on function public.invoice_register(date,date) to authenticated;
