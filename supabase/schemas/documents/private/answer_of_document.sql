/* The answer that counts: the acceptance, else the last one; null without any. */
create function private.answer_of_document(document_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('answer', given.answer, 'name', given.name, 'note', given.note, 'changes', given.changes,
    'at', private.iso_time(given.created_at))
  from public.document_answers as given where given.document_id = answer_of_document.document_id
  order by given.answer = 'accepted' desc, given.created_at desc, given.id desc limit 1
$$;
