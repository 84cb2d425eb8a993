/*
 * The amounts of a credit note of these lines of an invoice, [{"position", "credits_position", "unit_price"}]: of each line
 * the tax on all that is credited so far less the tax credited before, so that notes of parts meet the invoice exactly. The
 * note that credits the last of it takes what is left of the invoice's round-off; one before it is rounded down to what
 * is left of the invoice's total, so that its notes together never exceed it. As private.document_sums. except_note is
 * not counted as credited before.
 */
create function private.credit_amounts(invoice_id uuid, lines jsonb, except_note uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  with invoice as (
    select billed.taxable, billed.round_off, billed.total, private.is_printed_taxed(billed) and not private.is_without_payment(billed.zero_rated) as is_taxed
    from public.documents as billed where billed.id = credit_amounts.invoice_id
  ), credited as (
    select line.position, line.credits_position, line.unit_price as taxable, billed.taxable as whole,
      coalesce(before.taxable, 0) as before, tax.cgst - coalesce(before.cgst, 0) as cgst,
      tax.sgst - coalesce(before.sgst, 0) as sgst, tax.igst - coalesce(before.igst, 0) as igst
    from jsonb_to_recordset(credit_amounts.lines) as line (position integer, credits_position smallint, unit_price numeric(12, 2))
      cross join invoice
      join public.document_lines as billed
        on billed.document_id = credit_amounts.invoice_id and billed.position = line.credits_position
      left join private.credited_lines(credit_amounts.invoice_id, credit_amounts.except_note) as before
        on before.line_position = line.credits_position
      cross join lateral private.taxes_on(coalesce(before.taxable, 0) + line.unit_price,
        case when invoice.is_taxed then billed.rate end, billed.igst = 0) as tax
  ), before as (
    select coalesce(sum(other.taxable), 0) as taxable, coalesce(sum(other.round_off), 0) as round_off,
      coalesce(sum(other.total), 0) as total
    from public.documents as other
    where other.corrects = credit_amounts.invoice_id and other.kind = 'credit_note' and other.state = 'issued'
      and other.id is distinct from credit_amounts.except_note
  ), summed as (
    select coalesce(sum(credited.taxable), 0.00) as taxable, coalesce(sum(cgst), 0.00) as cgst, coalesce(sum(sgst), 0.00) as sgst,
      coalesce(sum(igst), 0.00) as igst, coalesce(jsonb_agg(jsonb_build_object('position', position, 'gross', taxable,
        'discount', 0.00, 'shared_discount', 0.00, 'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst)
        order by position), '[]') as lines
    from credited
  ), exact as (
    select summed.*, summed.taxable + cgst + sgst + igst as exact from summed
  ), rounded as (
    -- why never more off than the note has: notes issued by an earlier rule can exceed the invoice by a part of a rupee.
    select exact.*, greatest(-exact, case when exact.taxable + before.taxable = invoice.taxable
      then invoice.round_off - before.round_off else least(0.00, invoice.total - before.total - exact) end) as round_off
    from exact, before, invoice
  )
  select jsonb_build_object('lines', lines, 'sums', jsonb_build_object('gross', taxable, 'discount', 0.00, 'taxable', taxable,
    'cgst', cgst, 'sgst', sgst, 'igst', igst, 'round_off', round_off, 'total', exact + round_off))
  from rounded
$$;
