/* Refuses a call that waited too long for a document or its order: PT409 {"reason": "busy"}. */
create function private.refuse_busy_document() returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'This document is busy. Please try again.' using errcode = 'PT409', detail = '{"reason": "busy"}';
end
$$;
