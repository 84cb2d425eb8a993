/* A number with its word: `1 day`, `3 days`. Null without a number. */
create function private.counted(number integer, word text) returns text
language sql immutable
set search_path = ''
as $$
  select format('%s %s', number, word) || case when number = 1 then '' else 's' end where number is not null
$$;
