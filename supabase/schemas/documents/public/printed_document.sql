/*
 * A document as its customer sees it (src/domain/documents/frozen-document.ts): as it was issued, or a draft as it is now.
 * Raises 42501 for anyone but admin and crm_user, PT404 for an unknown document.
 */
create function public.printed_document(id uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  document public.documents;
begin
  perform private.require_staff('admin', 'crm_user');
  select * into document from public.documents where documents.id = printed_document.id;
  if document.id is null then
    raise exception 'There is no such document.' using errcode = 'PT404';
  end if;
  return coalesce(document.frozen, private.document_content(document.id));
end
$$;

grant execute on function public.printed_document(uuid) to authenticated;
