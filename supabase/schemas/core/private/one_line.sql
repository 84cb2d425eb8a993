/*
 * A text as one line, trimmed: tabs, ends of lines and other control marks are a blank, as a text copied from a sheet
 * has them. Twin: `oneLine` in src/domain/one-line.ts.
 * why: a SQL-standard body, which is inlined and needs no search_path.
 */
create function private.one_line(value text) returns text
language sql immutable parallel safe
return private.trimmed(regexp_replace(value, E'[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'));

grant execute on function private.one_line(text) to authenticated, service_role;
