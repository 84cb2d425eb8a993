/*
 * The regular expression of a text that contains a word of a search: at the start of a word ('arm' in
 * 'armchair'), from four letters on at its end ('chair'), or as a whole word.
 */
create function private.term_pattern(term text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '(^|[^[:alnum:]])(' || case when char_length(term) > 1 then term || '|' else '' end
    || '(' || forms || ')($|[^[:alnum:]]))'
    || case when char_length(term) > 3 then '|(' || forms || ')(e?s)?($|[^[:alnum:]])' else '' end
  from array_to_string(private.term_forms(term), '|') as listed (forms)
$$;
