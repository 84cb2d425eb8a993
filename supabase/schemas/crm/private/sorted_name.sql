/*
 * The words of a person's name as searches compare them (private.compared), in the order of the alphabet: 'rao zoe' of
 * Zoë Rao and of Rao Zoe are the same.
 */
create function private.sorted_name(first_name text, last_name text) returns text
language sql immutable parallel safe
return (
  select string_agg(word, ' ' order by word collate "C")
  from string_to_table(private.compared(first_name || ' ' || last_name), ' ') as word);

grant execute on function private.sorted_name(text,text) to authenticated, service_role;
