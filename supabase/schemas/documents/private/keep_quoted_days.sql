/* Keeps the days that issued quotes of an enquiry promise, before it gets other lines or days. */
create function private.keep_quoted_days(enquiry public.enquiry_orders) returns void
language sql
set search_path = ''
as $$
  insert into private.quoted_days (document_id, position, rental_from, rental_to)
  select quote.id, line.position, line.rental_from, line.rental_to
  from public.documents as quote cross join lateral private.quoted_lines(quote, keep_quoted_days.enquiry) as line
  where quote.enquiry_order_id = (keep_quoted_days.enquiry).id and quote.state = 'issued'
    and (private.kind_of(quote)).is_offer and line.rental_from is not null
  on conflict do nothing
$$;
