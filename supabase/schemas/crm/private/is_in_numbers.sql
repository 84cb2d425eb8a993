/* Whether a search text (lower case) can be part of a number such as 'ENQ-00042' with this prefix. */
create function private.is_in_numbers(needle text, prefix text) returns boolean
language sql immutable parallel safe
set search_path = ''
as $$
  select stem = '' or right(prefix || '-', length(stem)) = stem
    or stem = needle and strpos(prefix || '-', needle) > 0
  from (select rtrim(needle, '0123456789') as stem) as split
$$;
