/*
 * The link with a secret that opens a document, or a row of nulls for an unknown, expired or revoked secret, without a
 * difference between them; those are limited (private.count_wrong_link).
 * A link to an enquiry opens the enquiry's newest quote, if it may (private.opens_quote). A link to a quote of which there
 * is a newer revision opens that one, if it shows nobody else.
 */
create function private.open_document_link(secret text) returns private.links
language plpgsql
set search_path = ''
as $$
declare
  opened private.links;
  asked private.enquiry_links;
  shown public.documents;
begin
  opened := private.open_link('document', open_document_link.secret);
  if opened.id is not null then
    shown := private.shown_document(opened);
    if shown.id <> opened.document_id
      and not private.shows_only(shown, opened.customer_id, opened.mailed_to, opened.created_at) then
      return null;
    end if;
    return opened;
  end if;
  opened := private.open_link('document_preview', open_document_link.secret);
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
  -- The holder of a valid link to an enquiry guesses nothing.
  if opened.id is null and asked.id is null then
    perform private.count_wrong_link();
  end if;
  return opened;
end
$$;
