/*
 * The regular expression of words, with blanks between them, among which a word of a search is found: at the start of a
 * word ('arm' in 'armchair'), from four letters on at its end ('chair'), or as a whole word.
 */
create function private.term_pattern(term text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '(^| )(' || case when char_length(term) > 1 then replace(term, '.', '\.') || '|' else '' end
    || '(' || forms || ')($| ))'
    || case when char_length(term) > 3 then '|(' || forms || ')(e?s)?($| )' else '' end
  from replace(array_to_string(private.term_forms(term), '|'), '.', '\.') as listed (forms)
$$;
