-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * A link for one sending of a document to its customer: its id and its secret. reuse: a link of an attempt that reached
 * nobody; it gets the new secret, unless it was revoked. Valid as long as public.make_document_link says.
 */
create function private.new_document_link(
  document public.documents,
  reuse uuid,
  made_by uuid,
  out id uuid,
  out secret text
) returns record
language plpgsql
set search_path = ''
as $$
declare
  new_token bytea;
  ends constant timestamptz := (case document.kind
    when 'quote' then greatest(document.valid_until, private.today()) + 31 else private.today() + 181 end)::timestamp
    at time zone 'Asia/Kolkata';
begin
  new_document_link.secret := private.new_secret();
  new_token := sha256(convert_to(new_document_link.secret, 'UTF8'));
  update private.links as link set token = new_token, expires_at = ends
  where link.id = new_document_link.reuse and link.document_id = document.id and link.revoked_at is null
  returning link.id into new_document_link.id;
  if new_document_link.id is null then
    insert into private.links (kind, document_id, expires_at, token, created_by)
    values ('document', document.id, ends, new_token, (
      select profile.id from public.user_profiles as profile where profile.id = new_document_link.made_by))
    returning links.id into new_document_link.id;
  end if;
end
$$;
