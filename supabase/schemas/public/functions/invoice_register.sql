-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * Tax documents by date, both days included, in the order of their numbers: [{"id", "date", "kind", "number", "customer":
 * number, "name", "gstin", "place_of_supply", "order": number, "corrects": number, "taxable", "cgst", "sgst", "igst",
 * "round_off", "total"}], amounts in rupees, as printed. Raises PT422 for missing days, 42501 for anyone but admin and
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
    select coalesce(jsonb_agg(jsonb_build_object('id', document.id, 'date', document.date, 'kind', document.kind,
      'number', document.number, 'customer', document.frozen #>> '{customer,number}',
      'name', coalesce(nullif(document.frozen #>> '{customer,legal_name}', ''), document.frozen #>> '{customer,name}'),
      'gstin', document.frozen #>> '{customer,gstin}', 'place_of_supply', document.place_of_supply,
      'order', document.frozen #>> '{order,number}', 'corrects', document.frozen #>> '{corrects,number}',
      'taxable', document.taxable, 'cgst', document.cgst, 'sgst', document.sgst, 'igst', document.igst,
      'round_off', document.round_off, 'total', document.total)
      order by document.date, document.kind, document.fy, document.sequence), '[]')
    from public.documents as document
    where document.state = 'issued' and document.kind <> 'quote'
      and document.date between invoice_register."from" and invoice_register."to");
end
$$;

grant execute on function public.invoice_register(date,date) to authenticated;
