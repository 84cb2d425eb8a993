-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The link with a secret that opens a document, or a row of nulls for an unknown, expired or revoked secret, without a
 * difference between them. Such attempts are limited for each address; over the limit it raises PT429 for every secret.
 * A link to an enquiry opens the enquiry's newest quote, if it may (private.opens_quote).
 */
create function private.open_document_link(secret text) returns private.links
language plpgsql
set search_path = ''
as $$
declare
  opened private.links;
  asked private.enquiry_links;
begin
  perform private.check_limit('attempts');
  opened := private.open_link('document', open_document_link.secret);
  if opened.id is null then
    opened := private.open_link('document_preview', open_document_link.secret);
  end if;
  if opened.id is null then
    asked := private.valid_enquiry_link(open_document_link.secret);
    if asked.id is not null and private.opens_quote(asked) then
      opened.document_id := (private.quote_of_enquiry(asked.enquiry_order_id)).id;
      if opened.document_id is not null then
        opened.id := asked.id;
        opened.kind := 'document';
        opened.for_studio := false;
      end if;
    end if;
  end if;
  if opened.id is null then
    perform private.use_limits('attempts', null);
  end if;
  return opened;
end
$$;
