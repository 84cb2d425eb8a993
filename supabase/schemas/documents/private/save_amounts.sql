/* Saves the amounts of a draft with its rows; those of today unless they are given. Raises PT422 {"field": "lines"} when they are too large. */
create function private.save_amounts(document_id uuid, given jsonb default null) returns void
language plpgsql
set search_path = ''
as $$
declare
  draft public.documents;
  amounts jsonb;
begin
  select * into draft from public.documents as document where document.id = save_amounts.document_id;
  amounts := coalesce(save_amounts.given, private.document_amounts(draft));
  if greatest((amounts #>> '{sums,gross}')::numeric, (amounts #>> '{sums,total}')::numeric) > 9999999999.99 then
    perform private.refuse('lines', 'The total is too large.');
  end if;
  update public.document_lines as line
  set gross = priced.gross, discount = priced.discount, shared_discount = priced.shared_discount, taxable = priced.taxable,
    cgst = priced.cgst, sgst = priced.sgst, igst = priced.igst
  from jsonb_populate_recordset(null::public.document_lines, amounts -> 'lines') as priced
  where line.document_id = save_amounts.document_id and line.position = priced.position
    and (line.gross, line.discount, line.shared_discount, line.taxable, line.cgst, line.sgst, line.igst)
      is distinct from (priced.gross, priced.discount, priced.shared_discount, priced.taxable, priced.cgst, priced.sgst, priced.igst);
  -- why the condition: triggers of a statement run also when it changes no row.
  if amounts -> 'sums' <> jsonb_build_object('gross', draft.gross, 'discount', draft.discount, 'taxable', draft.taxable,
    'cgst', draft.cgst, 'sgst', draft.sgst, 'igst', draft.igst, 'round_off', draft.round_off, 'total', draft.total) then
    update public.documents as saved
    set gross = sums.gross, discount = sums.discount, taxable = sums.taxable, cgst = sums.cgst, sgst = sums.sgst,
      igst = sums.igst, round_off = sums.round_off, total = sums.total
    from jsonb_populate_record(null::public.documents, amounts -> 'sums') as sums
    where saved.id = save_amounts.document_id;
  end if;
end
$$;
