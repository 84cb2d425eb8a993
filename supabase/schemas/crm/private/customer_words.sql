/*
 * The distinct words of a search for customers (private.typed_search), at most six, a customer's number being one:
 * 'asha rao cus-00012 98123' gives {asha,rao,cus00012,98123}.
 */
create function private.customer_words(typed text) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(array_agg(word order by place), '{}')
  from (
    select word, min(place) as place
    from regexp_split_to_table(private.compared(regexp_replace(typed, '\mcus-([0-9]+)', 'cus\1', 'g')), '[ ,;]+')
      with ordinality as listed (word, place)
    where word <> '' group by word order by place limit 6
  ) as listed
$$;
