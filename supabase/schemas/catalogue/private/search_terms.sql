/* The words that a search is for: 'Teal sofas for rent' gives {teal,sofas}. */
create function private.search_terms(q text) returns text[]
language sql stable parallel safe
set search_path = ''
as $$
  select private.telling_words(private.typed_words(q))
$$;
