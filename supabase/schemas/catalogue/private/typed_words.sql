/*
 * The words of a search in order, a code being one: 'Teal sofas, 5×7' gives {teal,sofas,5,7}. Of a longer text the word
 * that its end cuts is left out.
 */
create function private.typed_words(q text) returns text[]
language sql stable parallel safe
set search_path = ''
as $$
  select private.words_of(replace(private.compared(regexp_replace(
      -- why U+E000: no dash stays in a compared text.
      case when private.trimmed(q) ~ '^.{79}[^[:space:]][^[:space:]]' then regexp_replace(said, ' [^ ]*$', '') else said end,
      '\m(' || (select string_agg(code_prefix, '|') from private.catalogue_kinds) || ')-([0-9]{1,12})\M', E' \\1\ue000\\2 ', 'g')),
    E'\ue000', '-'))
  from private.typed_search(q) as said
$$;
