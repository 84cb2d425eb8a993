/* A mail server's answer as it is stored: one line without e-mail addresses, at most 300 characters. */
create function private.problem_text(said text) returns text
language sql immutable
set search_path = ''
as $$
  select nullif(left(private.trimmed(regexp_replace(regexp_replace(left(said, 2000),
    '[^[:space:]<>"]*@[^[:space:]<>"]*', '…', 'g'), '[[:cntrl:][:space:]]+', ' ', 'g')), 300), '')
$$;
