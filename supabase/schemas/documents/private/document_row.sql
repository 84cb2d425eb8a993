/* A document as lists show it. */
create function private.document_row(document public.documents) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', document.id, 'kind', document.kind, 'state', document.state, 'number', document.number,
    'revision', document.revision, 'date', document.date, 'valid_until', document.valid_until, 'total', document.total,
    'answer', private.document_answers_of(document.id) -> 0 -> 'answer', 'updated_at', document.updated_at)
$$;
