/* Revokes the links to an order's documents, those of its enquiry's quotes too. */
create function private.revoke_order_links() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.links as link set revoked_at = clock_timestamp()
  from public.documents as document
  where document.id = link.document_id and link.revoked_at is null
    and (document.order_id = new.id or document.enquiry_order_id = new.enquiry_order_id);
  return null;
end
$$;
