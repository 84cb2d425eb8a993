/* SHA-256 of what a document shows, which an answer carries. */
create function private.document_hash(content jsonb) returns bytea
language sql immutable
set search_path = ''
as $$
  select sha256(convert_to(document_hash.content::text, 'UTF8'))
$$;
