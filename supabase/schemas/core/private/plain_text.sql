/*
 * A text as an import reads it: Unix line breaks, no invisible characters, trimmed; null if nothing is left.
 */
create function private.plain_text(value text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select nullif(private.trimmed(regexp_replace(replace(value, E'\r\n', E'\n'),
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]', '', 'g')), '')
$$;
