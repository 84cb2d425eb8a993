/*
 * The problem of a text with words in braces: a word that is not among the known ones (an array of texts); null for
 * none.
 */
create function private.placeholder_problem(known jsonb, text_with_words text) returns text
language sql immutable
set search_path = ''
as $$
  select format('There is no {%s} here. You can use %s.', found.word, (
      select string_agg(format('{%s}', listed.word), ', ' order by listed.place)
      from jsonb_array_elements_text(known) with ordinality as listed (word, place)))
  from (
    select matched.parts[1] as word, matched.place
    from regexp_matches(text_with_words, '\{([^{}]*)\}', 'g') with ordinality as matched (parts, place)
  ) as found
  where not known ? found.word
  order by found.place limit 1
$$;
