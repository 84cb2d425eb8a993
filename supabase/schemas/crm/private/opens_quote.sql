/*
 * Whether a link to an enquiry may open its newest quote too, which has a customer's name and billing details: the link
 * was given to the person whom the quote shows (private.shows_only).
 * why not to whoever has it: anyone can type the mobile number or the e-mail address of another person into the form.
 */
create function private.opens_quote(link private.enquiry_links) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  quote constant public.documents := private.quote_of_enquiry(link.enquiry_order_id);
begin
  return quote.id is not null and private.shows_only(quote, link.customer_id, link.mailed_to, link.created_at,
    case when not link.is_personal then coalesce((
      select asked.contact_email from public.enquiry_orders as asked where asked.id = link.enquiry_order_id), '') end);
end
$$;
