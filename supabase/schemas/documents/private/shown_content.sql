/* Content of a document (docs/product/documents.md): as issued, or of a draft as of now. */
create function private.shown_content(document public.documents) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return coalesce(document.frozen, private.document_content(document.id));
end
$$;
