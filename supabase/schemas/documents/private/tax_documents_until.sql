/*
 * Until when the documents of these customers stay that no erasure changes: 72 months after the annual return of their financial year, which is
 * due on 31 December after it (section 36 of the CGST Act). Null without any.
 */
create function private.tax_documents_until(customer_ids uuid[]) returns date
language sql stable
set search_path = ''
as $$
  select make_date(extract(year from max(document.date) - interval '3 months')::integer + 7, 12, 31)
  from public.documents as document join private.document_kinds as kinds using (kind)
  where document.customer_id = any (tax_documents_until.customer_ids) and document.state = 'issued' and kinds.is_chained
$$;
