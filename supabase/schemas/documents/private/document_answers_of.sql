/*
 * Answers of the customer to a document, newest first, at most 200: [{"answer", "name", "note", "changes",
 * "created_at"}]. An acceptance is always the newest.
 */
create function private.document_answers_of(document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('answer', given.answer, 'name', given.name, 'note', given.note,
    'changes', given.changes, 'created_at', private.iso_time(given.created_at)) order by given.created_at desc, given.id desc), '[]')
  from (
    select * from public.document_answers as saved where saved.document_id = document_answers_of.document
    order by saved.created_at desc, saved.id desc limit 200
  ) as given
$$;
