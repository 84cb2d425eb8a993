/* Lower case, with dimensions as separate numbers: '9×12 ft' and '9 X 12 ft' become '9 12 ft'. */
create function private.searchable(said text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select regexp_replace(lower(said collate private.names), '(\d)\s*[x×]\s*(?=\d)', '\1 ', 'g')
$$;
