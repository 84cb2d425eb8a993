/* Typing errors between words and a name, of each word those to the word of the name that is nearest. */
create function private.words_errors(words text[], name text) returns bigint
language sql immutable parallel safe
set search_path = ''
as $$
  select sum((select min(private.typing_errors(word, piece)) from regexp_split_to_table(name, '\s+') as piece))
  from unnest(words) as word
$$;
