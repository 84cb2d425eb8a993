/*
 * The same as text: a string without quotes.
 * why a SQL-standard body: it is inlined and needs no search_path.
 */
create function private.setting_text(key text) returns text
language sql stable
return (private.setting_or_default(key) #>> '{}'::text[]);
