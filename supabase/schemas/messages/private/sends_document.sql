/* Whether an e-mail sends a document: staff have been asked to whom it goes. */
create function private.sends_document(template text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from private.document_kinds as kinds where kinds.template = sends_document.template)
$$;
