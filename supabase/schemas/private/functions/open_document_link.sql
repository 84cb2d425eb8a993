-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The link with a secret that opens a document, or a row of nulls for an unknown, expired or revoked secret, without a
 * difference between them. Such attempts are limited for each address; over the limit it raises PT429 for every secret.
 */
create function private.open_document_link(secret text) returns private.links
language plpgsql
set search_path = ''
as $$
declare
  opened private.links;
begin
  perform private.check_limit('attempts');
  opened := private.open_link('document', open_document_link.secret);
  if opened.id is null then
    opened := private.open_link('document_preview', open_document_link.secret);
  end if;
  if opened.id is null then
    perform private.use_limits('attempts', null);
  end if;
  return opened;
end
$$;
