/* The distinct words of a search for customers in lower case, at most six: 'Asha Rao 98123' gives {asha,rao,98123}. */
create function private.customer_words(said text) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_agg(word order by place), '{}')
  from (
    select word, min(place) as place from regexp_split_to_table(said, '[\s,;]+') with ordinality as listed (word, place)
    where word <> '' group by word order by place limit 6
  ) as typed
$$;
