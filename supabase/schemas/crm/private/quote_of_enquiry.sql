/* The newest issued quote of an enquiry, or a row of nulls. */
create function private.quote_of_enquiry(enquiry uuid) returns public.documents
language sql stable
set search_path = ''
as $$
  select quote from public.documents as quote
  where quote.enquiry_order_id = quote_of_enquiry.enquiry and quote.kind = 'quote' and quote.state = 'issued'
  order by quote.issued_at desc, quote.id desc limit 1
$$;
