/* The regular expression of a text that contains a word of a search as a whole word, singular or plural. */
create function private.term_alone(term text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '(^|[^[:alnum:]])(' || array_to_string(private.term_forms(term), '|') || ')(e?s)?($|[^[:alnum:]])'
$$;
