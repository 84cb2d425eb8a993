/*
 * The words of a compared text (private.compared), typed or stored: letters with their marks, figures with decimals and
 * the unit that is written to them ('70mm', '2.7'); the figures of a dimension apart ('9x12 ft' gives {9,12,ft}). A last
 * line that is a code is one word ('clt 00012' gives 'clt-00012').
 * A word longer than an index key may be is split into pieces that overlap by 200 letters: a search term is in one of them.
 */
create function private.words_of(text text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  -- why ranges: to PostgreSQL, signs of Indian and other scripts (Unicode's Mn and Mc) are no letters.
  -- why written out twice: putting the pattern together takes as long as the reading.
  words constant text[] := array(
    select matched[1]
    from regexp_matches(
      regexp_replace(regexp_replace(text, '\n([a-z]{3}) ([0-9]+)$', E'\n\\1-\\2'), '([0-9]) ?x ?(?=[0-9])', '\1 ', 'g')
        collate private.names,
      '([a-z]{3}-[0-9]+|'
        '[[:alnum:]\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u0eb1-\u0ece\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3\u1cd0-\u1cff\ua8e0-\ua8ff\uabe3-\uabed]+(?:(?<=[0-9])\.(?=[0-9])'
        '[[:alnum:]\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u0eb1-\u0ece\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3\u1cd0-\u1cff\ua8e0-\ua8ff\uabe3-\uabed]+)*)', 'g')
      with ordinality as found (matched, place)
    order by place);
begin
  if char_length(text) <= 400 then
    return words;
  end if;
  return array(
    select substr(word, start, 400)
    from unnest(words) as word, generate_series(1, greatest(char_length(word) - 200, 1), 200) as start);
end
$$;
