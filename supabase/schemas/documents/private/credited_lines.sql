/*
 * Amounts of an invoice's lines that earlier credit notes credited, in rupees; `except` is left out.
 */
create function private.credited_lines(invoice uuid, except_note uuid)
returns table (line_position smallint, taxable numeric, cgst numeric, sgst numeric, igst numeric)
language sql stable
set search_path = ''
as $$
  select line.credits_position, sum(line.taxable), sum(line.cgst), sum(line.sgst), sum(line.igst)
  from public.documents as note join public.document_lines as line on line.document_id = note.id
  where note.corrects = credited_lines.invoice and note.kind = 'credit_note' and note.state = 'issued'
    and note.id is distinct from credited_lines.except_note
  group by line.credits_position
$$;
