/*
 * A typed first name as e-mails to customers greet with it; null where it could be an address or a number, or is longer
 * than 40 characters. why: anybody can type a text into the form that another person's e-mail would show.
 */
create function private.greeting_name(name text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select case when char_length(name) <= 40 and name !~ '[.．。｡/／:：@＠]' and name !~ '[[:digit:]０-９०-९٠-٩۰-۹]'
    and name !~ '[[:cntrl:]]' and private.trimmed(name) <> '' then private.trimmed(name) end
$$;
