/*
 * The words of an entry. A word longer than an index key may be is split into pieces that overlap by
 * 200 letters: a search term, at most 80 letters, is in one of them.
 */
create function private.words_of(text text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  words constant text[] := string_to_array(translate(text, E'\n', ' '), ' ');
begin
  if char_length(text) <= 400 then
    return words;
  end if;
  return array(
    select substr(word, start, 400)
    from unnest(words) as word, generate_series(1, greatest(char_length(word) - 200, 1), 200) as start);
end
$$;
