-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* Answers of the customer to a document, newest first. */
create function private.document_answers_of(document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select '[]'::jsonb
$$;
