/*
 * The distinct words that are searched for, at most eight. Stop words ('for', 'the', 'rent') are dropped unless there
 * are no others.
 */
create function private.telling_words(words text[]) returns text[]
language sql immutable parallel safe
set search_path = ''
as $$
  with term as (
    select word, min(place) as place,
      word = any ('{a,an,and,at,for,from,hire,in,of,on,or,rent,rental,size,the,to,with}') as is_stop
    from unnest(words) with ordinality as listed (word, place)
    group by word
  ), telling as (
    select * from term
    where not is_stop or not exists (select from term as other where not other.is_stop)
    order by place limit 8
  )
  select coalesce(array_agg(word order by place), '{}') from telling
$$;
