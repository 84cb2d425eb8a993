-- Registers of issued documents for the accountant, and what erasing a customer leaves.

/*
 * From this invoice value in rupees on, a sale to an unregistered recipient in another state is listed one by one in
 * GSTR-1 (table 5, "b2cl"); notification 12/2024 – Central Tax.
 */
create function private.b2cl_from() returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select 100000.00
$$;

/* Refuses days of a register that are missing, in the wrong order, or more than ten years apart. */
create function private.check_register_days(first_day date, last_day date) returns void
language plpgsql
set search_path = ''
as $$
begin
  if coalesce(first_day > last_day or last_day - first_day > 3660, true) then
    perform private.refuse('from', 'Select a first and a last day, at most ten years apart.');
  end if;
end
$$;

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
grant execute on function public.invoice_register(date, date) to authenticated;

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
        document.total, document.place_of_supply as place, private.gst_state(document.place_of_supply) ->> 'name' as state,
        document.frozen #>> '{customer,gstin}' as gstin,
        coalesce(nullif(document.frozen #>> '{customer,legal_name}', ''), document.frozen #>> '{customer,name}') as name,
        coalesce(billed.number, document.number) as invoice_number, coalesce(billed.date, document.date) as invoice_date,
        coalesce(billed.total, document.total) as invoice_total, document.igst > 0 or billed.igst > 0 as is_outside,
        case when document.kind = 'credit_note' then -1 else 1 end as sign
      from public.documents as document left join public.documents as billed on billed.id = document.corrects
      where document.state = 'issued' and document.kind <> 'quote' and document.date between gstr1."from" and gstr1."to"
    ), sales as (
      select listed.*, case when gstin <> '' then 'registered'
        when is_outside and invoice_total > private.b2cl_from() then 'large' else 'small' end as buyer
      from listed where kind in ('invoice', 'credit_note')
    ), by_rate as (
      select sales.*, line.rate, sum(line.taxable) as taxable, sum(line.cgst) as cgst, sum(line.sgst) as sgst, sum(line.igst) as igst
      from sales join public.document_lines as line on line.document_id = sales.id
      where line.kind <> 'heading'
      group by sales.id, sales.kind, sales.number, sales.date, sales.fy, sales.sequence, sales.order_id, sales.total,
        sales.place, sales.state, sales.gstin, sales.name, sales.invoice_number, sales.invoice_date, sales.invoice_total,
        sales.is_outside, sales.sign, sales.buyer, line.rate
    ), documents as (
      select case when kind = 'invoice' then case buyer when 'registered' then 'b2b' else 'b2cl' end
          else case buyer when 'registered' then 'cdnr' else 'cdnur' end end as name,
        jsonb_agg(jsonb_strip_nulls(jsonb_build_object('gstin', nullif(gstin, ''), 'name', by_rate.name, 'number', number,
          'date', date, 'value', total, 'place', place, 'state', state,
          'invoice', case kind when 'credit_note' then invoice_number end,
          'invoice_date', case kind when 'credit_note' then invoice_date end,
          'rate', rate, 'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst)) order by date, fy, sequence, rate) as rows
      from by_rate where buyer <> 'small' group by 1
    ), small as (
      select place, state, rate, sum(sign * taxable) as taxable, sum(sign * cgst) as cgst, sum(sign * sgst) as sgst,
        sum(sign * igst) as igst
      from by_rate where buyer = 'small' group by place, state, rate
    ), codes as (
      select case sales.buyer when 'registered' then 'B2B' else 'B2C' end as type, line.sac, line.rate,
        sum(sign * (line.taxable + line.cgst + line.sgst + line.igst)) as value, sum(sign * line.taxable) as taxable,
        sum(sign * line.cgst) as cgst, sum(sign * line.sgst) as sgst, sum(sign * line.igst) as igst
      from sales join public.document_lines as line on line.document_id = sales.id
      where line.kind <> 'heading'
      group by 1, line.sac, line.rate
    ), series as (
      select kind, fy, regexp_replace(number, '/[0-9]+$', '') as prefix, min(sequence) as first, max(sequence) as last,
        count(*) as issued, (array_agg(number order by sequence))[1] as first_number,
        (array_agg(number order by sequence desc))[1] as last_number
      from listed group by kind, fy, 3
    ), advances as (
      select voucher.place, voucher.state, line.rate, sum(line.taxable + line.cgst + line.sgst + line.igst) as received,
        sum(line.cgst) as cgst, sum(line.sgst) as sgst, sum(line.igst) as igst
      from listed as voucher join public.document_lines as line on line.document_id = voucher.id
      where voucher.kind = 'receipt_voucher' and not exists (
          select from public.documents as invoice
          where invoice.order_id = voucher.order_id and invoice.kind = 'invoice' and invoice.state = 'issued'
            and invoice.date <= gstr1."to")
        and not exists (
          select from public.documents as refund
          where refund.corrects = voucher.id and refund.kind = 'refund_voucher' and refund.state = 'issued' and refund.date <= gstr1."to")
      group by voucher.place, voucher.state, line.rate
    ), adjusted as (
      select voucher.place_of_supply as place, private.gst_state(voucher.place_of_supply) ->> 'name' as state, line.rate,
        sum(line.taxable + line.cgst + line.sgst + line.igst) as received, sum(line.cgst) as cgst, sum(line.sgst) as sgst,
        sum(line.igst) as igst
      from public.documents as voucher join public.document_lines as line on line.document_id = voucher.id
      where voucher.kind = 'receipt_voucher' and voucher.state = 'issued' and voucher.date < gstr1."from" and (
        select min(invoice.date) from public.documents as invoice
        where invoice.order_id = voucher.order_id and invoice.kind = 'invoice' and invoice.state = 'issued'
      ) between gstr1."from" and gstr1."to"
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
grant execute on function public.gstr1(date, date) to authenticated;

/*
 * Until when tax documents of these customers stay: 72 months after the annual return of their financial year, which is
 * due on 31 December after it (section 36 of the CGST Act). Null without any.
 */
create function private.tax_documents_until(customer_ids uuid[]) returns date
language sql stable
set search_path = ''
as $$
  select make_date(extract(year from max(document.date) - interval '3 months')::integer + 7, 12, 31)
  from public.documents as document
  where document.customer_id = any (tax_documents_until.customer_ids) and document.state = 'issued' and document.kind <> 'quote'
$$;

/*
 * Removes the personal data of an erased customer from quotes and billing profiles, and drafts as a whole. Invoices,
 * credit notes and vouchers stay, as the law demands (private.tax_documents_until).
 */
create function private.erase_documents() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.documents as draft where draft.customer_id = new.id and draft.state = 'draft';
  update public.document_lines as line
  set text = coalesce((select item.name from public.items as item where item.id = line.item_id), 'Erased')
  from public.documents as quote
  where quote.id = line.document_id and quote.customer_id = new.id and quote.kind = 'quote';
  update public.documents as quote
  set notes = '', frozen = quote.frozen || jsonb_build_object('notes', '',
    'customer', (quote.frozen -> 'customer')
      || '{"name": "", "legal_name": "", "gstin": "", "address": "", "mobile": "", "email": ""}',
    'lines', (
      select coalesce(jsonb_agg(line.value || jsonb_build_object('text', erased.text) order by erased.position), '[]')
      from jsonb_array_elements(quote.frozen -> 'lines') as line (value)
        join public.document_lines as erased
          on erased.document_id = quote.id and erased.position = (line.value ->> 'position')::smallint))
  where quote.customer_id = new.id and quote.kind = 'quote';
  update public.billing_profiles as profile
  set label = '', legal_name = 'Erased', gstin = null, address = '', state_code = null
  where profile.customer_id = new.id;
  return null;
end
$$;
create trigger customers_erase_documents after update of erased_at on public.customers
  for each row when (old.erased_at is null and new.erased_at is not null) execute function private.erase_documents();

/*
 * Erases a customer's personal data on request, with that of all customers who are merged with them: names, mobiles,
 * e-mails, messages, notes, the texts of enquiries and orders, and the responses stored for repeated requests.
 * Numbers, dates and amounts stay for the accounts, and so does the timeline, which holds no personal data. Open
 * enquiries are closed. Invoices, credit notes and vouchers stay by law, until `documents_until` (a date; null without). A later enquiry from the same mobile creates a new customer. Idempotent.
 *
 * Raises PT404 for an unknown id; PT409 with details {"order_numbers": […]} while an order is confirmed
 * or in progress, because items are still to be handed out or returned. 42501 for anyone but admin.
 */
create or replace function public.erase_customer(id uuid) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  known public.customers;
  everyone uuid[];
  unfinished text[];
begin
  perform private.require_staff('admin');
  everyone := private.lock_merged_customers(erase_customer.id);
  select * into known from public.customers as found where found.id = erase_customer.id;
  if not found then
    raise exception 'There is no such customer.' using errcode = 'PT404';
  end if;
  if known.erased_at is null then
    unfinished := array(
      select order_number from public.orders
      where customer_id = any (everyone) and status in ('confirmed', 'in_progress') order by order_number
    );
    if cardinality(unfinished) > 0 then
      raise exception using errcode = 'PT409',
        message = format('Customer %s still has an order that is confirmed or in progress: %s.',
          known.customer_number, array_to_string(unfinished, ', ')),
        detail = jsonb_build_object('order_numbers', unfinished)::text;
    end if;
    delete from private.idempotency_keys as kept
    where kept.scope = 'submit_enquiry' and kept.response ->> 'enquiry_number' in (
        select enquiry_number from public.enquiry_orders where customer_id = any (everyone))
      or kept.scope = 'submit_contact_enquiry' and (kept.response ->> 'received_at')::timestamptz in (
        select created_at from public.contact_enquiries where customer_id = any (everyone));
    delete from private.limit_uses as used using private.limit_salt, public.customers as person
    where person.id = any (everyone) and used.subject in (
      sha256(salt || convert_to('enquiries_by_mobile ' || person.mobile, 'UTF8')),
      sha256(salt || convert_to('messages_by_mobile ' || person.mobile, 'UTF8')));
    update public.customers as erased
    set first_name = null, last_name = null, mobile = null, email = null, erased_at = now()
    where erased.id = any (everyone);
    delete from public.contact_enquiries where customer_id = any (everyone);
    delete from public.customer_notes where customer_id = any (everyone);
    update public.enquiry_orders
    set message = null, contact_first_name = null, contact_last_name = null, contact_email = null,
      status = case status when 'converted' then status else 'closed' end
    where customer_id = any (everyone);
    update public.orders
    set message = null, contact_first_name = null, contact_last_name = null, contact_email = null
    where customer_id = any (everyone);
  end if;
  return (
    select jsonb_build_object('id', erased.id, 'customer_number', erased.customer_number, 'erased_at', erased.erased_at,
      'documents_until', private.tax_documents_until(everyone))
    from public.customers as erased where erased.id = known.id
  );
end
$$;
