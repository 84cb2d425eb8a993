/* The amounts of a document as private.document_sums returns them: those saved with it, or of a draft those of today. */
create function private.document_amounts(document public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  place constant record := private.document_place(document);
  facts constant private.document_kinds := private.kind_of(document);
begin
  if document.state = 'draft' and facts.lines = 'corrected' then
    return private.credit_sums(document);
  elsif document.state = 'draft' and facts.lines = 'source' then
    return private.document_sums(
      (select coalesce(jsonb_agg(to_jsonb(line) || case when private.is_gst_registered() then '{}' else '{"rate": null}' end::jsonb
          order by line.position), '[]')
        from public.document_lines as line where line.document_id = document.id),
      document.discount_percent, document.discount_amount, private.studio_state(), place.code, place.reason = 'set',
      private.setting_or_default('documents.round_off')::boolean, place.zero_rated);
  end if;
  return jsonb_build_object(
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('position', line.position, 'gross', line.gross, 'discount', line.discount,
        'shared_discount', line.shared_discount, 'taxable', line.taxable, 'cgst', line.cgst, 'sgst', line.sgst,
        'igst', line.igst) order by line.position), '[]')
      from public.document_lines as line where line.document_id = document.id),
    'sums', jsonb_build_object('gross', document.gross, 'discount', document.discount, 'taxable', document.taxable,
      'cgst', document.cgst, 'sgst', document.sgst, 'igst', document.igst, 'round_off', document.round_off,
      'total', document.total));
end
$$;
