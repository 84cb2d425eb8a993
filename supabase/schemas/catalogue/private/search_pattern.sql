/*
 * The LIKE pattern of a search text: '50%' becomes '%50\%%' (contained anywhere, case ignored, wildcards
 * escaped). Only the first 80 characters count.
 */
create function private.search_pattern(q text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '%' || regexp_replace(
    lower(left(private.trimmed(regexp_replace(q, '[\u0001-\u001f]+', ' ', 'g')), 80) collate private.names),
    '([\\%_])', '\\\1', 'g') || '%'
$$;
