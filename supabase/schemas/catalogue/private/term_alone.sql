/* The regular expression of words, with blanks between them, among which a word of a search is, singular or plural. */
create function private.term_alone(term text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '(^| )(' || replace(array_to_string(private.term_forms(term), '|'), '.', '\.') || ')(e?s)?($| )'
$$;
