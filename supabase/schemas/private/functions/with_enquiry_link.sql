-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The stored answer of submit_enquiry with the secret of the enquiry's page as `link`: the link that the first call made
 * gets a new secret, because only its hash was stored.
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
  link := private.new_enquiry_link(enquiry_id, (with_enquiry_link.answer ->> 'link_id')::uuid);
  return (with_enquiry_link.answer - 'link_id') || jsonb_build_object('link', link.secret);
end
$$;
