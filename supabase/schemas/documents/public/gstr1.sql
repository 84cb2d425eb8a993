/*
 * Figures of GSTR-1, from documents by date, both days included; each key is a table of the return, amounts in rupees,
 * rates in percent:
 *   b2b (4, and 6B with "supply" SEZWP or SEZWOP), b2cl (5), exp (6A), cdnr and cdnur (9B): a row for each document and
 *   rate; b2cs (7): by place and rate, less credit notes; hsn (12): by SAC and rate, for registered recipients ("B2B")
 *   and others ("B2C"), less credit notes; docs (13): each series with its first and last number; at (11A): advances
 *   received, less refunds, and not yet invoiced; atadj (11B): advances of earlier days that an invoice or a refund
 *   voucher of these days takes up. "supply" as documents.zero_rated; what is without payment of IGST has rate 0.
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
        document.total, document.place_of_supply as place, state.name as state, document.zero_rated,
        private.is_without_payment(document.zero_rated) as is_untaxed,
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
      select listed.*, case when zero_rated in ('EXPWP', 'EXPWOP') then 'abroad'
        when gstin <> '' then 'registered'
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
      select sales.*, case when sales.is_untaxed then 0.00 else line.rate end as rate, line.taxable, line.cgst, line.sgst, line.igst
      from sales join (
        select sold.document_id, sold.rate, sum(sold.taxable) as taxable, sum(sold.cgst) as cgst, sum(sold.sgst) as sgst,
          sum(sold.igst) as igst
        from sold group by sold.document_id, sold.rate
      ) as line on line.document_id = sales.id
    ), documents as (
      select case when sign > 0 then case buyer when 'registered' then 'b2b' when 'abroad' then 'exp' else 'b2cl' end
          else case buyer when 'registered' then 'cdnr' else 'cdnur' end end as name,
        jsonb_agg(jsonb_strip_nulls(jsonb_build_object('gstin', nullif(gstin, ''), 'name', by_rate.name, 'number', number,
          'date', date, 'value', total, 'place', place, 'state', state, 'supply', zero_rated,
          'invoice', case when sign < 0 then invoice_number end,
          'invoice_date', case when sign < 0 then invoice_date end,
          'rate', rate, 'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst)) order by date, fy, sequence, rate) as rows
      from by_rate where buyer <> 'small' group by 1
    ), small as (
      select place, state, rate, sum(sign * taxable) as taxable, sum(sign * cgst) as cgst, sum(sign * sgst) as sgst,
        sum(sign * igst) as igst
      from by_rate where buyer = 'small' group by place, state, rate
    ), codes as (
      select case sales.buyer when 'registered' then 'B2B' else 'B2C' end as type, sold.sac,
        case when sales.is_untaxed then 0.00 else sold.rate end as rate,
        sum(sign * (sold.taxable + sold.cgst + sold.sgst + sold.igst)) as value, sum(sign * sold.taxable) as taxable,
        sum(sign * sold.cgst) as cgst, sum(sign * sold.sgst) as sgst, sum(sign * sold.igst) as igst
      from sales join sold on sold.document_id = sales.id
      group by 1, 2, 3
    ), series as (
      select kind, fy, regexp_replace(number, '/[0-9]+$', '') as prefix, min(sequence) as first, max(sequence) as last,
        count(*) as issued, (array_agg(number order by sequence))[1] as first_number,
        (array_agg(number order by sequence desc))[1] as last_number
      from listed group by kind, fy, 3
    ), receipts as materialized (
      select listed.id, listed.order_id from listed where listed.kind = 'receipt_voucher'
      union
      -- why from the invoices and refunds of these days: they are fewer than all earlier vouchers.
      select voucher.id, voucher.order_id
      from public.documents as voucher
      where voucher.kind = 'receipt_voucher' and voucher.state = 'issued' and voucher.date < gstr1."from"
        and (voucher.order_id in (select billed.order_id from listed as billed where billed.kind = 'invoice')
          or voucher.id in (
            select coalesce(line.corrects, refund.corrects)
            from (select listed.id, document.corrects from listed join public.documents as document on document.id = listed.id
              where listed.kind = 'refund_voucher') as refund
              join public.document_lines as line on line.document_id = refund.id))
    ), billed as materialized (
      -- The first invoice of an order takes up its advances.
      select invoice.order_id, min(invoice.date) as date
      from public.documents as invoice
      where invoice.order_id in (select receipts.order_id from receipts) and invoice.kind = 'invoice' and invoice.state = 'issued'
        and invoice.date <= gstr1."to"
      group by invoice.order_id
    ), returned as materialized (
      select line.corrects as receipt, line.credits_position as position, refund.date,
        line.taxable + line.cgst + line.sgst + line.igst as amount, line.cgst, line.sgst, line.igst
      from public.document_lines as line join public.documents as refund on refund.id = line.document_id
      where line.corrects in (select receipts.id from receipts) and refund.kind = 'refund_voucher' and refund.state = 'issued'
        and refund.date <= gstr1."to"
      union all
      -- why: refund vouchers from before lines named their receipt took back all of it.
      select refund.corrects, line.position, refund.date, line.taxable + line.cgst + line.sgst + line.igst, line.cgst, line.sgst, line.igst
      from public.documents as refund join public.document_lines as line on line.document_id = refund.corrects
      where refund.corrects in (select receipts.id from receipts) and refund.kind = 'refund_voucher' and refund.state = 'issued'
        and refund.date <= gstr1."to" and not exists (
          select from public.document_lines as named where named.document_id = refund.id and named.corrects is not null)
    ), moved as (
      -- Of each line of a receipt: what it adds to the advances of these days, or takes off those of earlier ones.
      select voucher.date >= gstr1."from" as is_new, voucher.place_of_supply as place, line.rate, voucher.zero_rated, amounts.*
      from receipts join public.documents as voucher on voucher.id = receipts.id
        join public.document_lines as line on line.document_id = voucher.id
        left join billed on billed.order_id = voucher.order_id
        cross join lateral (
          select coalesce(sum(back.amount), 0) as amount, coalesce(sum(back.cgst), 0) as cgst,
            coalesce(sum(back.sgst), 0) as sgst, coalesce(sum(back.igst), 0) as igst
          from returned as back
          where back.receipt = line.document_id and back.position = line.position
            and (voucher.date >= gstr1."from" or (back.date < gstr1."from") = (billed.date is not null))
        ) as back
        cross join lateral (
          select case when is_whole then line.taxable + line.cgst + line.sgst + line.igst - back.amount else back.amount end as received,
            case when is_whole then line.cgst - back.cgst else back.cgst end as cgst,
            case when is_whole then line.sgst - back.sgst else back.sgst end as sgst,
            case when is_whole then line.igst - back.igst else back.igst end as igst
          from (select voucher.date >= gstr1."from" or billed.date is not null as is_whole) as part
        ) as amounts
      where case when voucher.date >= gstr1."from" then billed.date is null else billed.date is null or billed.date >= gstr1."from" end
    ), advances as (
      select is_new, place, private.gst_state(place) ->> 'name' as state, rate, zero_rated as supply, sum(received) as received,
        sum(cgst) as cgst, sum(sgst) as sgst, sum(igst) as igst
      from moved group by is_new, place, rate, zero_rated having sum(received) <> 0
    )
    select jsonb_build_object('b2b', '[]'::jsonb, 'b2cl', '[]'::jsonb, 'exp', '[]'::jsonb, 'cdnr', '[]'::jsonb, 'cdnur', '[]'::jsonb)
      || coalesce((select jsonb_object_agg(documents.name, documents.rows) from documents), '{}')
      || jsonb_build_object(
        'b2cs', (select coalesce(jsonb_agg(to_jsonb(small) order by place, rate), '[]') from small),
        'hsn', (select coalesce(jsonb_agg(to_jsonb(codes) order by type, sac, rate), '[]') from codes),
        'docs', (
          select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'from', first_number, 'to', last_number,
            'total', last - first + 1, 'cancelled', last - first + 1 - issued) order by kind, fy, prefix), '[]') from series),
        'at', (
          select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(advances) - 'is_new') order by place, rate), '[]')
          from advances where is_new),
        'atadj', (
          select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(advances) - 'is_new') order by place, rate), '[]')
          from advances where not is_new)));
end
$$;

grant execute on function public.gstr1(date,date) to authenticated;
