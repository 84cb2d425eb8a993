/* Every part of an e-mail's content as null. */
create function private.empty_content() returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select '{"customer": null, "rental": null, "document": null, "payment": null, "answer": null, "words": null,
    "overdue": null, "path": null}'::jsonb
$$;
