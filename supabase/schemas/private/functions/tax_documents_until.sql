-- Generated from the migrated database by `npm run db:schema`. Do not edit.

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
