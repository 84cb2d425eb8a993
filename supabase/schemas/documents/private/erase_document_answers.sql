/*
 * Revokes the links to a customer's documents, and erases what the customer typed and the address it came from. That and
 * when a quote was accepted stays.
 * why a trigger: each part of the CRM that stores texts about a customer erases its own.
 */
create function private.erase_document_answers() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.links as link set revoked_at = clock_timestamp()
  from public.documents as document
  where document.id = link.document_id and document.customer_id = new.id and link.revoked_at is null;
  update public.document_answers as given set name = null, note = null, changes = '[]', address = null
  from public.documents as document
  where document.id = given.document_id and document.customer_id = new.id;
  return null;
end
$$;
