/*
 * Figures of GSTR-1, from documents by date, both days included; each key is a table of the return, amounts in rupees,
 * rates in percent:
 *   b2b (4), b2cl (5), cdnr and cdnur (9B): a row for each document and rate; b2cs (7): by place and rate, less credit
 *   notes; hsn (12): by SAC and rate, for registered recipients ("B2B") and others ("B2C"), less credit notes; docs (13):
 *   each series with its first and last number; at (11A): advances received and not yet invoiced; atadj (11B): advances
 *   of earlier days that an invoice of these days takes up.
 * Raises PT422 for missing days, 42501 for anyone but admin and crm_user.
 */
create function public.gstr1("from" date, "to" date) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  perform private.check_register_days(gstr1."from", gstr1."to");
  return (
    with listed as materialized (
      select document.id, document.kind, document.number, document.date, document.fy, document.sequence, document.order_id,
        document.total, document.place_of_supply as place, state.name as state,
        printed.customer ->> 'gstin' as gstin,
        coalesce(nullif(printed.customer ->> 'legal_name', ''), printed.customer ->> 'name') as name,
        coalesce(billed.number, document.number) as invoice_number, coalesce(billed.date, document.date) as invoice_date,
        coalesce(billed.total, document.total) as invoice_total, document.igst > 0 or billed.igst > 0 as is_outside,
        kinds.bill_sign as sign
      from public.documents as document join private.document_kinds as kinds using (kind)
        left join public.documents as billed on billed.id = document.corrects
        left join private.gst_states as state on state.code = document.place_of_supply
        -- why: reading each value from the document would unpack the whole document each time.
        cross join lateral jsonb_to_record(document.frozen) as printed (customer jsonb)
      where document.state = 'issued' and kinds.is_tax_document and document.date between gstr1."from" and gstr1."to"
    ), sales as materialized (
      select listed.*, case when gstin <> '' then 'registered'
        when is_outside and invoice_total > private.b2cl_from() then 'large' else 'small' end as buyer
      from listed where sign <> 0
    ), sold as materialized (
      -- why at once: by_rate and codes add up the same lines.
      select line.document_id, line.sac, line.rate, sum(line.taxable) as taxable, sum(line.cgst) as cgst,
        sum(line.sgst) as sgst, sum(line.igst) as igst
      from public.document_lines as line
      where line.document_id in (select sales.id from sales) and line.kind <> 'heading'
      group by line.document_id, line.sac, line.rate
    ), by_rate as (
      select sales.*, line.rate, line.taxable, line.cgst, line.sgst, line.igst
      from sales join (
        select sold.document_id, sold.rate, sum(sold.taxable) as taxable, sum(sold.cgst) as cgst, sum(sold.sgst) as sgst,
          sum(sold.igst) as igst
        from sold group by sold.document_id, sold.rate
      ) as line on line.document_id = sales.id
    ), documents as (
      select case when sign > 0 then case buyer when 'registered' then 'b2b' else 'b2cl' end
          else case buyer when 'registered' then 'cdnr' else 'cdnur' end end as name,
        jsonb_agg(jsonb_strip_nulls(jsonb_build_object('gstin', nullif(gstin, ''), 'name', by_rate.name, 'number', number,
          'date', date, 'value', total, 'place', place, 'state', state,
          'invoice', case when sign < 0 then invoice_number end,
          'invoice_date', case when sign < 0 then invoice_date end,
          'rate', rate, 'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst)) order by date, fy, sequence, rate) as rows
      from by_rate where buyer <> 'small' group by 1
    ), small as (
      select place, state, rate, sum(sign * taxable) as taxable, sum(sign * cgst) as cgst, sum(sign * sgst) as sgst,
        sum(sign * igst) as igst
      from by_rate where buyer = 'small' group by place, state, rate
    ), codes as (
      select case sales.buyer when 'registered' then 'B2B' else 'B2C' end as type, sold.sac, sold.rate,
        sum(sign * (sold.taxable + sold.cgst + sold.sgst + sold.igst)) as value, sum(sign * sold.taxable) as taxable,
        sum(sign * sold.cgst) as cgst, sum(sign * sold.sgst) as sgst, sum(sign * sold.igst) as igst
      from sales join sold on sold.document_id = sales.id
      group by 1, sold.sac, sold.rate
    ), series as (
      select kind, fy, regexp_replace(number, '/[0-9]+$', '') as prefix, min(sequence) as first, max(sequence) as last,
        count(*) as issued, (array_agg(number order by sequence))[1] as first_number,
        (array_agg(number order by sequence desc))[1] as last_number
      from listed group by kind, fy, 3
    ), returned as materialized (
      select line.corrects, line.credits_position, sum(line.taxable + line.cgst + line.sgst + line.igst) as amount,
        sum(line.cgst) as half, sum(line.igst) as igst
      from public.document_lines as line join public.documents as refund on refund.id = line.document_id
      where line.corrects is not null and refund.state = 'issued' and refund.date <= gstr1."to"
        and line.corrects in (select listed.id from listed where listed.sign = 0)
      group by line.corrects, line.credits_position
    ), advances as (
      select voucher.place, voucher.state, line.rate,
        sum(line.taxable + line.cgst + line.sgst + line.igst - coalesce(returned.amount, 0)) as received,
        sum(line.cgst - coalesce(returned.half, 0)) as cgst, sum(line.sgst - coalesce(returned.half, 0)) as sgst,
        sum(line.igst - coalesce(returned.igst, 0)) as igst
      from listed as voucher join public.document_lines as line on line.document_id = voucher.id
        left join returned on returned.corrects = line.document_id and returned.credits_position = line.position
      where voucher.kind = 'receipt_voucher' and not exists (
          select from public.documents as invoice
          where invoice.order_id = voucher.order_id and invoice.kind = 'invoice' and invoice.state = 'issued'
            and invoice.date <= gstr1."to")
        and not exists (
          select from public.documents as refund
          where refund.corrects = voucher.id and refund.kind = 'refund_voucher' and refund.state = 'issued' and refund.date <= gstr1."to"
            -- why: refund vouchers from before lines named their receipt took back all of it.
            and not exists (
              select from public.document_lines as named where named.document_id = refund.id and named.corrects is not null))
      group by voucher.place, voucher.state, line.rate
      having sum(line.taxable + line.cgst + line.sgst + line.igst - coalesce(returned.amount, 0)) <> 0
    ), adjusted as (
      select voucher.place_of_supply as place, private.gst_state(voucher.place_of_supply) ->> 'name' as state, line.rate,
        sum(line.taxable + line.cgst + line.sgst + line.igst) as received, sum(line.cgst) as cgst, sum(line.sgst) as sgst,
        sum(line.igst) as igst
      -- why from the invoices of these days: they are fewer than all earlier vouchers.
      from (select distinct listed.order_id from listed where listed.kind = 'invoice') as billed
        join public.documents as voucher on voucher.order_id = billed.order_id and voucher.kind = 'receipt_voucher'
          and voucher.state = 'issued' and voucher.date < gstr1."from"
        join public.document_lines as line on line.document_id = voucher.id
      where not exists (
        select from public.documents as invoice
        where invoice.order_id = billed.order_id and invoice.kind = 'invoice' and invoice.state = 'issued'
          and invoice.date < gstr1."from")
      group by voucher.place_of_supply, line.rate
    )
    select jsonb_build_object('b2b', '[]'::jsonb, 'b2cl', '[]'::jsonb, 'cdnr', '[]'::jsonb, 'cdnur', '[]'::jsonb)
      || coalesce((select jsonb_object_agg(documents.name, documents.rows) from documents), '{}')
      || jsonb_build_object(
        'b2cs', (select coalesce(jsonb_agg(to_jsonb(small) order by place, rate), '[]') from small),
        'hsn', (select coalesce(jsonb_agg(to_jsonb(codes) order by type, sac, rate), '[]') from codes),
        'docs', (
          select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'from', first_number, 'to', last_number,
            'total', last - first + 1, 'cancelled', last - first + 1 - issued) order by kind, fy, prefix), '[]') from series),
        'at', (select coalesce(jsonb_agg(to_jsonb(advances) order by place, rate), '[]') from advances),
        'atadj', (select coalesce(jsonb_agg(to_jsonb(adjusted) order by place, rate), '[]') from adjusted)));
end
$$;

grant execute on function public.gstr1(date,date) to authenticated;
