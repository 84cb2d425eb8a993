/*
 * The document that a link shows: of a quote its newest issued revision, so that an old link stays useful; a preview
 * shows its own revision.
 */
create function private.shown_document(link private.links) returns public.documents
language plpgsql stable
set search_path = ''
as $$
declare
  shown public.documents;
begin
  select * into shown from public.documents as document where document.id = link.document_id;
  if shown.state = 'superseded' and link.kind = 'document' then
    select * into shown from public.documents as revised
    where revised.number = shown.number and revised.state <> 'draft'
    order by revised.revision desc limit 1;
  end if;
  return shown;
end
$$;
