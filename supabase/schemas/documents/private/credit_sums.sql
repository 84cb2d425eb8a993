/* The amounts of the draft of a credit note (private.credit_amounts). */
create function private.credit_sums(note public.documents) returns jsonb
language sql stable
set search_path = ''
as $$
  select private.credit_amounts(note.corrects, coalesce(jsonb_agg(to_jsonb(line)), '[]'), note.id)
  from public.document_lines as line where line.document_id = note.id
$$;
