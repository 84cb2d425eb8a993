/* The facts of a document's kind. */
create function private.kind_of(document public.documents) returns private.document_kinds
language sql stable
set search_path = ''
as $$
  select kinds.* from private.document_kinds as kinds where kinds.kind = document.kind
$$;
