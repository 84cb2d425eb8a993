-- Generated from the migrated database by `npm run db:schema`. Do not edit.

/*
 * The distinct words of a search, at most eight: 'Teal sofas, 5×7' gives {teal,sofas,5,7}. A code is one
 * word ('prp-00012'). Stop words ('for', 'the') are dropped unless there are no others.
 */
create function private.search_terms(q text) returns text[]
language sql stable parallel safe
set search_path = ''
as $$
  with term as (
    select matched[1] as term, min(place) as place
    from regexp_matches(
      private.searchable(left(private.trimmed(regexp_replace(q, '[\u0001-\u001f]+', ' ', 'g')), 80)) collate private.names,
      '((?:' || (select string_agg(code_prefix, '|') from private.catalogue_kinds) || ')-[0-9]{1,12}|[[:alnum:]]+)',
      'g') with ordinality as found (matched, place)
    group by 1
  ), telling as (
    select * from term
    where term <> all ('{a,an,and,at,for,from,in,of,on,or,the,to,with}')
      or not exists (select from term as other where other.term <> all ('{a,an,and,at,for,from,in,of,on,or,the,to,with}'))
    order by place limit 8
  )
  select coalesce(array_agg(term order by place), '{}') from telling
$$;
