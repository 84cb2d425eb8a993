/*
 * The stored answer of submit_enquiry with the secret of the enquiry's page as `link`: a new link, because only hashes of
 * secrets are stored. From the fourth on a repeat gives the oldest of these links, which are in no e-mail, a new secret.
 * why not always: of two calls at once the visitor may see the answer to either one.
 */
create function private.with_enquiry_link(answer jsonb) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  enquiry_id uuid;
  link record;
begin
  select enquiry.id into enquiry_id from public.enquiry_orders as enquiry
  where enquiry.enquiry_number = with_enquiry_link.answer ->> 'enquiry_number';
  link := private.new_enquiry_link(enquiry_id, (
    select form_link.id from private.enquiry_links as form_link
    where form_link.enquiry_order_id = enquiry_id and not form_link.is_personal and not exists (
      select from private.outbox as message
      where message.enquiry_order_id = enquiry_id and message.link_id = form_link.id)
    order by form_link.created_at desc, form_link.id offset 2 limit 1));
  return with_enquiry_link.answer || jsonb_build_object('link', link.secret);
end
$$;
