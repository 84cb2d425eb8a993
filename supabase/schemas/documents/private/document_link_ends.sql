/* When a link to a document ends, that is made now. */
create function private.document_link_ends(document public.documents) returns timestamptz
language sql stable
set search_path = ''
as $$
  select (greatest(document.valid_until, private.today()) + kinds.link_days + 1)::timestamp at time zone 'Asia/Kolkata'
  from private.document_kinds as kinds where kinds.kind = document.kind
$$;
