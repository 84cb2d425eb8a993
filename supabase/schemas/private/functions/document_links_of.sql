-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/* Links that were made for a document, newest first. */
create function private.document_links_of(document uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select '[]'::jsonb
$$;
