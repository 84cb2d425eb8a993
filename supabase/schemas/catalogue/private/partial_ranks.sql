/* Like private.full_ranks, of items that have the most of the words: the first step of private.term_subsets with any. */
create function private.partial_ranks(terms text[], known integer[], longer jsonb) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  -- The terms that match only approximately.
  approximate constant integer[] := array(
    select at from generate_subscripts(terms, 1) as at
    where not known && array[10 * at + 1, 10 * at + 2, 10 * at + 3, 10 * at + 4, 100 + 10 * at + 1, 100 + 10 * at + 4]);
  alike constant text := case when 0 = any (known) then 's0' else '0::bigint' end;
  subset record;
  levels text[];
  sets text[] := '{}';
  steps integer[] := '{}';
  sizes integer[] := '{}';
  vague boolean[] := '{}';
begin
  for subset in select each.step, each.places from private.term_subsets(terms) as each loop
    levels := private.search_levels(known, longer, subset.places);
    -- Three sets of each subset: whole words of the name, the name, anywhere.
    sets := sets || levels[1] || levels[3] || levels[case when subset.places && approximate then 6 else 5 end];
    steps := steps || subset.step;
    sizes := sizes || cardinality(subset.places);
    vague := vague || (subset.places && approximate);
  end loop;
  return format(
    'level as materialized (select counted, chunk, %s as alike, array[%s]::bigint[] as sets from chunk),
     size as (
       select (at / 3)::integer as subset, sum(bit_count(items::bit(64))) as n
       from level cross join lateral unnest(sets) with ordinality as listed (items, at)
       where at %% 3 = 0 and items <> 0 group by 1
     ), chosen as (
       select size.subset, size.n, told.words, told.is_vague
       from size join unnest(%L::integer[], %L::integer[], %L::boolean[]) with ordinality
         as told (step, words, is_vague, subset) on told.subset = size.subset
       where told.step = (select min((%L::integer[])[size.subset]) from size)
     ), pick as (
       select coalesce(array_agg(3 * subset - early order by words desc, is_vague, n, subset, early desc), ''{}'') as sets
       from chosen cross join generate_series(0, 2) as early
     ), found as (
       select counted, chunk, case when pick.sets = ''{}'' then array[0::bigint] else array(
           select bit_or(level.sets[at]) over (order by place)
           from unnest(pick.sets) with ordinality as listed (at, place) order by place) end as ranks,
         case when pick.sets = ''{}'' then alike else 0 end as near, true as is_partial
       from level cross join pick
       where alike <> 0 or exists (select from unnest(level.sets) as items where items <> 0)
     )',
    alike, array_to_string(sets, ', '), steps, sizes, vague, steps);
end
$$;
