/* The words of a search in order, a code being one: 'Teal sofas, 5×7' gives {teal,sofas,5,7}. */
create function private.typed_words(q text) returns text[]
language sql stable parallel safe
set search_path = ''
as $$
  select coalesce(array_agg(matched[1] order by place), '{}')
  from regexp_matches(
    private.searchable(left(private.trimmed(regexp_replace(q, '[\u0001-\u001f]+', ' ', 'g')), 80)) collate private.names,
    '((?:' || (select string_agg(code_prefix, '|') from private.catalogue_kinds) || ')-[0-9]{1,12}|[[:alnum:]]+)',
    'g') with ordinality as found (matched, place)
$$;
