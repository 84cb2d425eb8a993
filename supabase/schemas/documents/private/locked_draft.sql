/* The draft with this id, locked. Raises PT404; PT409 {"reason": "issued"}, or {"reason": "changed", "document"} for another version. */
create function private.locked_draft(id uuid, version integer) returns public.documents
language plpgsql
set search_path = ''
as $$
declare
  draft public.documents;
begin
  select * into draft from public.documents as document where document.id = locked_draft.id for update;
  if not found then
    raise exception 'There is no such document.' using errcode = 'PT404';
  elsif draft.state <> 'draft' then
    raise exception using errcode = 'PT409', detail = '{"reason": "issued"}',
      message = format('%s was issued and never changes.', draft.number);
  elsif locked_draft.version is distinct from draft.version then
    raise exception 'Somebody else changed this draft meanwhile.' using errcode = 'PT409',
      detail = jsonb_build_object('reason', 'changed', 'document', private.document_record(draft.id))::text;
  end if;
  return draft;
end
$$;
