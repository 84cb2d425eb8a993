/*
 * A link for one sending of a document to its customer: its id and its secret. reuse: a link of an attempt that reached
 * nobody; it gets the new secret, unless it was revoked. address: where it is e-mailed to. Valid as long as
 * private.document_link_ends says.
 */
create function private.new_document_link(
  document public.documents,
  reuse uuid,
  made_by uuid,
  address text,
  out id uuid,
  out secret text
) returns record
language plpgsql
set search_path = ''
as $$
declare
  new_token bytea;
  mailbox constant bytea := private.address_hash(new_document_link.address);
  ends constant timestamptz := private.document_link_ends(document);
begin
  new_document_link.secret := private.new_secret();
  new_token := sha256(convert_to(new_document_link.secret, 'UTF8'));
  update private.links as link set token = new_token, expires_at = ends, mailed_to = mailbox
  where link.id = new_document_link.reuse and link.document_id = document.id and link.revoked_at is null
  returning link.id into new_document_link.id;
  if new_document_link.id is null then
    insert into private.links (kind, document_id, customer_id, mailed_to, expires_at, token, created_by)
    values ('document', document.id, private.remaining_customer(document.customer_id), mailbox, ends, new_token, (
      select profile.id from public.user_profiles as profile where profile.id = new_document_link.made_by))
    returning links.id into new_document_link.id;
  end if;
end
$$;
