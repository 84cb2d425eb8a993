-- Written by `npm run db:change` from supabase/schemas.

drop routine private.term_matches(text[],text,boolean);
drop routine private.search_chunks(text,text[],text,boolean);

create or replace function private.found_chunks(q text, kind text) returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  terms constant text[] := private.search_terms(q);
  chunks private.search_chunk[];
begin
  if cardinality(terms) = 0 then
    return '{}';
  end if;
  chunks := private.search_chunks(q, terms, kind, 'direct');
  if private.found_count(chunks) < 8 then
    chunks := private.search_chunks(q, terms, kind, 'wide');
    if cardinality(terms) > 1 and private.found_count(chunks) = 0 then
      chunks := private.search_chunks(q, terms, kind, 'partial');
    end if;
  end if;
  return chunks;
end
$$;

create function private.found_count(chunks private.search_chunk[]) returns bigint
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(sum(bit_count(ranks[cardinality(ranks)]::bit(64))), 0) from unnest(chunks)
$$;

create or replace function private.free_chunks(chunks private.search_chunk[], days private.rental_days)
returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  judged constant private.rental_days := private.judge_apart(null, days);
  free private.search_chunk[];
begin
  execute format(
    'with booked as materialized (%s)
     select array_agg((part.kind, part.counted, part.chunk,
       array(select found & ~coalesce(booked.items, 0) from unnest(part.ranks) with ordinality as rank (found, at) order by at),
       part.near & ~coalesce(booked.items, 0), part.is_partial)::private.search_chunk)
     from unnest($1) as part left join booked on booked.counted = part.counted and booked.chunk = part.chunk',
    private.booked_statement(null, judged)) into free using chunks;
  return coalesce(free, '{}');
end
$$;

create or replace function private.free_items_instead(q text, free_days private.rental_days default null)
returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  chunks private.search_chunk[] := private.found_chunks(q, null);
begin
  if free_days is not null then
    chunks := private.free_chunks(chunks, free_days);
  end if;
  return private.items_of(coalesce((
    select jsonb_agg(jsonb_build_object('kind', type, 'id', id) order by rank, name, id)
    from (
      select item.type, item.id, item.name, (
        select min(at) from generate_subscripts(part.ranks, 1) as at where part.ranks[at] >> entry.place % 64 & 1 = 1) as rank
      from public.free_items_unified_view as item
        join private.search_entries as entry on entry.kind = item.type and entry.item_id = item.id
        join unnest(chunks) as part
          on part.counted = entry.counted and part.chunk = entry.place / 64
      where part.ranks[cardinality(part.ranks)] >> entry.place % 64 & 1 = 1
      order by rank, name, id limit 24
    ) as found), '[]'));
end
$$;

create function private.full_ranks(terms text[], known integer[], longer jsonb, is_wide boolean)
returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  levels constant text[] := private.search_levels(known, longer, array(select generate_subscripts(terms, 1)));
  most constant integer := case when is_wide then 6 else 5 end;
  typed constant text := case when cardinality(terms) > 1 then format('phrase & %s', levels[5]) end;
  alike constant text := case when is_wide and cardinality(terms) = 1 and 0 = any (known) then 's0' end;
  ranks text := typed;
begin
  for level in 1 .. most loop
    -- why: a rank that can have no items of its own would be read for nothing.
    continue when level < most and (levels[level] = levels[level + 1] or levels[level] like '%(0::bigint)%');
    ranks := concat_ws(', ', ranks, concat_ws(' | ', typed, levels[level]));
  end loop;
  return format(
    'found as (
       select counted, chunk, array[%s] as ranks, %s as near, false as is_partial
       from chunk where %s <> 0%s
     )',
    ranks,
    case when alike is null then '0::bigint' else format('case when bool_or(%s <> 0) over () then 0 else %s end', levels[most], alike) end,
    levels[most], ' or ' || alike || ' <> 0');
end
$$;

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

create or replace function private.publish_values(wanted jsonb) returns void
language plpgsql
set search_path = ''
as $$
declare
  new_change constant uuid := gen_random_uuid();
  moment constant timestamptz := clock_timestamp();
  is_seen boolean;
begin
  with differing as (
    select given.key, nullif(given.value, 'null') as value, setting.value as was, listed.is_public
    from jsonb_each(wanted) as given
      join private.setting_rules as listed on listed.key = given.key
      left join private.studio_settings as setting on setting.key = given.key
    where nullif(given.value, 'null') is distinct from setting.value
  ), logged as (
    insert into private.setting_changes (change_id, key, was, became, at, by, by_name)
    select new_change, key, was, value, moment, auth.uid(), (
      select profile.display_name from public.user_profiles as profile where profile.id = auth.uid())
    from differing
  )
  -- why synonyms: visitors cannot read them, but find by them.
  select bool_or(is_public or key = 'search.synonyms') into is_seen from differing;
  delete from private.studio_settings as setting using jsonb_each(wanted) as given
  where setting.key = given.key and given.value = 'null';
  insert into private.studio_settings as setting (key, value, updated_at, updated_by)
  select given.key, given.value, moment, auth.uid() from jsonb_each(wanted) as given where given.value <> 'null'
  on conflict (key) do update set value = excluded.value, draft = null, updated_at = excluded.updated_at,
    updated_by = excluded.updated_by
  where setting.value is distinct from excluded.value or setting.draft is not null;
  if is_seen then
    perform pg_notify('catalogue_changed', '');
  end if;
end
$$;

create or replace function private.read_best_cursor(
  cursor text,
  sort text,
  out rank integer,
  out sort_value text,
  out id uuid
) returns record
language plpgsql stable
set search_path = ''
as $$
declare
  parts jsonb;
begin
  if sort <> 'best' then
    select read.sort_value, read.id into sort_value, id from private.read_cursor(cursor, sort) as read;
    return;
  end if;
  parts := convert_from(decode(translate(cursor, '-_', '+/'), 'base64'), 'UTF8')::jsonb;
  rank := (parts #>> '{1,0}')::integer;
  sort_value := parts #>> '{1,1}';
  id := (parts ->> 2)::uuid;
  perform sort_value::timestamptz;
  if parts ->> 0 <> sort or rank not between 1 and 100 or sort_value is null or id is null then
    raise exception using errcode = 'PT400';
  end if;
exception when others then
  raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
end
$$;

create or replace function private.read_found(
  chunks private.search_chunk[],
  sort text,
  after_rank integer,
  after_value text,
  after_id uuid,
  size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  rows jsonb := '[]';
  ranked private.item_chunk[];
  more jsonb;
begin
  for rank in case sort when 'best' then coalesce(after_rank, 1) else 0 end
    .. case sort when 'best' then coalesce(cardinality(chunks[1].ranks), 0) else 0 end loop
    ranked := array(
      select (kind, counted, chunk, items)::private.item_chunk
      from (
        select kind, counted, chunk, case rank when 0 then ranks[cardinality(ranks)] when 1 then ranks[1]
          else ranks[rank] & ~ ranks[rank - 1] end as items
        from unnest(chunks)
      ) as each where items <> 0
    );
    continue when ranked = '{}';
    more := private.read_chunks(
      ranked,
      case sort when 'best' then 'newest' else sort end,
      case when rank = coalesce(after_rank, 0) then after_value end,
      case when rank = coalesce(after_rank, 0) then after_id end,
      size - jsonb_array_length(rows));
    rows := rows || coalesce((
      select jsonb_agg(each || jsonb_build_object('rank', rank) order by place)
      from jsonb_array_elements(more) with ordinality as listed (each, place)), '[]');
    exit when jsonb_array_length(rows) >= size;
  end loop;
  return rows;
end
$$;

create function private.search_chunks(q text, terms text[], kind text, reach text)
returns private.search_chunk[]
language plpgsql stable
set search_path = ''
as $$
declare
  is_wide constant boolean := reach <> 'direct';
  units integer[];
  unit_words text[];
  longer jsonb;
  slots integer[];
  words text[];
  ids text[];
  -- Ids of the counts of which the words that match may be in a description.
  described integer[];
  -- The slots that any item may be in.
  known integer[];
  codes text := '';
  listed record;
  ranks text;
  chunks private.search_chunk[];
begin
  with asked as materialized (
    select * from private.search_units(q, terms, is_wide)
  ), synonym as (
    select jsonb_build_object('units', jsonb_agg(asked.unit), 'covered', to_jsonb(asked.covered)) as parts
    from asked where asked.unit >= 20 group by asked.unit / 4, asked.covered
  )
  select array_agg(asked.unit), array_agg(asked.term), (select coalesce(jsonb_agg(synonym.parts), '[]') from synonym)
    into units, unit_words, longer
  from asked;
  select array_agg(found.slot), array_agg(found.word), array_agg(found.id) into slots, words, ids
  from private.term_matches(units, unit_words, kind, is_wide) as found;
  described := array(
    select counts.id from private.catalogue_kinds as given join private.catalogue_counts as counts on counts.kind = given.kind
    where given.is_described and (search_chunks.kind is null or counts.kind = search_chunks.kind));
  described := array(
    select distinct mark.counted
    from unnest(slots, words) as matched (slot, word)
      join private.search_marks as mark on mark.word = matched.word and mark.counted = any (described)
    where matched.slot % 10 in (1, 2));
  known := array(select distinct slot from unnest(slots) as slot);
  if described <> '{}' then
    known := known || array(select distinct slot / 10 * 10 + 3 from unnest(slots) as slot where slot % 10 in (1, 2));
  end if;
  for listed in
    select given.kind, given.item_table, given.code_column, (10 * n + 4)::integer as slot,
      split_part(term, '-', 2)::bigint as number
    from unnest(terms) with ordinality as typed (term, n)
      join private.catalogue_kinds as given on term ~ ('^' || given.code_prefix || '-[0-9]+$')
    where search_chunks.kind is null or given.kind = search_chunks.kind
  loop
    known := known || listed.slot;
    codes := codes || format(' union all
      select entry.counted, entry.place / 64, %s, 1::bigint << entry.place %% 64
      from %s as item join private.search_entries as entry on entry.kind = %L and entry.item_id = item.id
      where item.active and substr(item.%I, 5)::bigint = %s',
      listed.slot, listed.item_table, listed.kind, listed.code_column, listed.number);
  end loop;
  if known = '{}' then
    return '{}';
  end if;
  ranks := case reach when 'partial' then private.partial_ranks(terms, known, longer)
    else private.full_ranks(terms, known, longer, is_wide) end;

  execute format(
    'with hit (counted, chunk, slot, items) as (
       select mark.counted, mark.chunk, %s, mark.items
       from unnest($1, $2) as matched (slot, word) join private.search_marks as mark on mark.word = matched.word
       union all
       select mark.counted, mark.chunk, whole.slot, mark.items
       from (
         select distinct counts.id, matched.slot
         from private.catalogue_counts as counts
           cross join lateral unnest(counts.lookup_ids || (''kind:'' || counts.kind)) as has (id)
           join unnest($1, $3) as matched (slot, id) on matched.id = has.id
         where counts.items > 0 and (counts.lookup_ids && $3 or ''kind:'' || counts.kind = any ($3))
       ) as whole join private.search_marks as mark on mark.word = U&''\0001'' and mark.counted = whole.id
       %s%s%s
     ), chunk as (
       select hit.counted, hit.chunk, coalesce(bit_or(items) filter (where slot = -1), 0) as phrase, %s
       from hit group by 1, 2
     ), %s
     select array_agg((counts.kind, found.counted, chunk, ranks, near, is_partial)::private.search_chunk)
     from found join private.catalogue_counts as counts on counts.id = found.counted
     where $5 is null or counts.kind = $5',
    case when described = '{}' then 'matched.slot'
      else 'case when mark.counted = any ($6) and matched.slot % 10 in (1, 2) then matched.slot / 10 * 10 + 3 else matched.slot end' end,
    case when described <> '{}'
      then ' union all
         select mark.counted, mark.chunk, matched.slot, 1::bigint << entry.place % 64
         from unnest($1, $2) as matched (slot, word)
           join private.search_marks as mark on mark.word = matched.word and mark.counted = any ($6)
           join private.search_entries as entry on entry.counted = mark.counted
             and entry.place between mark.chunk * 64 and mark.chunk * 64 + 63
         where matched.slot % 10 in (1, 2) and mark.items >> entry.place % 64 & 1 = 1
           and matched.word = any (string_to_array(split_part(entry.text, E''\n'', 1), '' ''))' end,
    case when cardinality(terms) > 1
      then ' union all
         select counted, place / 64, -1, 1::bigint << place % 64
         from private.search_entries where text like $4 and split_part(text, E''\n'', 1) like $4' end,
    codes, (
      select string_agg(format('coalesce(bit_or(items) filter (where slot = %1$s), 0) as s%1$s', slot), ', ')
      from unnest(known) as slot
    ),
    ranks) into chunks using slots, words, ids, private.search_pattern(q), kind, described;
  return coalesce(chunks, '{}');
end
$$;

create function private.search_levels(known integer[], longer jsonb, places integer[]) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  synonym_slots integer[];
  levels text[] := array_fill(null::text, array[6]);
  has text;
  whole text;
  part text;
  n integer;
  unit integer;
  slot integer;
  synonym jsonb;
begin
  for level in 1 .. 6 loop
    synonym_slots := case when level = 1 then '{}' when level < 4 then '{1}' when level = 4 then '{1,3}' else '{1,3,4}' end;
    foreach n in array places loop
      has := null;
      for slot in 1 .. greatest(level - 1, 1) loop
        if 10 * n + slot = any (known) then
          has := concat_ws(' | ', has, 's' || 10 * n + slot);
        end if;
      end loop;
      foreach slot in array synonym_slots loop
        if 100 + 10 * n + slot = any (known) then
          has := concat_ws(' | ', has, 's' || 100 + 10 * n + slot);
        end if;
      end loop;
      for synonym in select jsonb_array_elements(longer) where level > 1 and longer <> '[]' loop
        continue when not synonym -> 'covered' @> to_jsonb(n);
        whole := null;
        for unit in select jsonb_array_elements_text(synonym -> 'units')::integer loop
          part := null;
          foreach slot in array synonym_slots loop
            if 10 * unit + slot = any (known) then
              part := concat_ws(' | ', part, 's' || 10 * unit + slot);
            end if;
          end loop;
          whole := concat_ws(' & ', whole, format('(%s)', coalesce(part, '0::bigint')));
        end loop;
        has := concat_ws(' | ', has, format('(%s)', whole));
      end loop;
      levels[level] := concat_ws(' & ', levels[level], format('(%s)', coalesce(has, '0::bigint')));
    end loop;
  end loop;
  return levels;
end
$$;

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

create function private.typed_words(q text) returns text[]
language sql stable parallel safe
set search_path = ''
as $$
  select coalesce(array_agg(matched[1] order by place), '{}')
  from regexp_matches(
    private.searchable(left(private.trimmed(regexp_replace(q, '[\u0001-\u001f]+', ' ', 'g')), 80)) collate private.names,
    '((?:' || (select string_agg(code_prefix, '|') from private.catalogue_kinds) || ')-[0-9]{1,12}|[[:alnum:]]+)',
    'g') with ordinality as found (matched, place)
$$;

create or replace function private.search_terms(q text) returns text[]
language sql stable parallel safe
set search_path = ''
as $$
  select private.telling_words(private.typed_words(q))
$$;

create function private.search_units(q text, terms text[], is_wide boolean)
returns table (unit integer, term text, covered integer[])
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    with synonym as (
      select covered, words, row_number() over (order by covered, words) as n
      from private.synonyms_of(q, terms, is_wide)
      where cardinality(words) between 1 and 4
    ), longer as (
      select covered, words, row_number() over (order by n) - 1 as j from synonym where cardinality(words) > 1
    )
    select at::integer, typed.term, array[at::integer] from unnest(terms) with ordinality as typed (term, at)
    union all
    select 10 + at, words[1], array[at] from synonym cross join lateral unnest(covered) as at
    where cardinality(words) = 1 and words[1] <> terms[at]
    union all
    select (20 + 4 * j + i - 1)::integer, word, covered
    from longer cross join lateral unnest(words) with ordinality as listed (word, i);
end
$$;

create or replace function private.setting_problem(rule jsonb, value jsonb) returns text
language plpgsql immutable
set search_path = ''
as $$
declare
  type constant text := rule ->> 'type';
  -- why: a value that is no string is the empty text below, where a string is wanted.
  word constant text := case when jsonb_typeof(value) = 'string' then value #>> '{}' else '' end;
  figure constant numeric := case when jsonb_typeof(value) = 'number' then value::text::numeric end;
  list_row jsonb;
  said text;
  problem text;
begin
  if (rule ->> 'optional')::boolean and (value is null or value = 'null' or value = '""') then
    return null;
  end if;
  case type
    when 'text' then
      return case
        when jsonb_typeof(value) is distinct from 'string' then 'Enter a text.'
        when word ~ '[\x01-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]' then 'Some characters cannot be shown: type the text again.'
        when strpos(word, e'\n') > 0 and not coalesce((rule ->> 'multiline')::boolean, false) then 'Use one line only.'
        when (rule ->> 'required')::boolean and private.trimmed(word) = '' then 'This cannot be empty.'
        when char_length(word) > (rule ->> 'max')::integer then format('At most %s characters.', rule ->> 'max')
        when rule ? 'placeholders' then private.placeholder_problem(rule -> 'placeholders', word)
      end;
    when 'email' then
      return case when char_length(word) > 254 or word !~ '^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$'
        then 'Enter an e-mail address like name@example.com.' end;
    when 'phone' then
      return case when word !~ '^\+[1-9][0-9]{7,14}$'
        then 'Enter the number with country code, like +918041230000.' end;
    when 'digits' then
      return case when word !~ '^[0-9]*$' or char_length(word) not between (rule ->> 'min')::integer and (rule ->> 'max')::integer
        then format('Enter %s to %s digits.', rule ->> 'min', rule ->> 'max') end;
    when 'url' then
      return case when char_length(word) > 2000 or word !~* '^https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?([/?#][!-~]*)?$'
        then 'Enter a web address that begins with https:// or http://.' end;
    when 'number' then
      return case when figure is null or figure not between (rule ->> 'min')::numeric and (rule ->> 'max')::numeric
          or figure % (rule ->> 'step')::numeric <> 0
        then format('Enter a %s from %s to %s.', case when rule ->> 'step' = '1' then 'whole number'
          else format('multiple of %s', rule ->> 'step') end, rule ->> 'min', rule ->> 'max') end;
    when 'share' then
      return case when figure is null or figure not between 0 and 1 or figure % 0.0001 <> 0
        then 'Enter a share from 0% to 100%.' end;
    when 'boolean' then
      return case when jsonb_typeof(value) is distinct from 'boolean' then 'Select yes or no.' end;
    when 'choice' then
      return case when value is null or not rule -> 'of' @> jsonb_build_array(value) then 'Select an entry of the list.' end;
    when 'colour' then
      if word !~ '^#[0-9a-f]{6}$' then
        return 'Enter a colour like #00726f.';
      end if;
      return (
        select format('Too little contrast with %s: %s to 1. At least %s to 1 is needed.', ground.value #>> '{}',
          trunc(private.contrast(word, ground.value #>> '{}')::numeric, 1), rule ->> 'contrast')
        from jsonb_array_elements(rule -> 'against') with ordinality as ground (value, place)
        where private.contrast(word, ground.value #>> '{}') < (rule ->> 'contrast')::double precision
        order by ground.place limit 1
      );
    when 'picture' then
      return case
        when jsonb_typeof(value) is distinct from 'object' or value - '{url,alt,focus}'::text[] <> '{}'
          or not value ?& '{url,alt}'::text[] or value -> 'url' <> 'null'
          and coalesce(value ->> 'url', '') !~ '^(/storage/v1/object/public/|/pictures/)[A-Za-z0-9_][A-Za-z0-9_./-]*\.(webp|jpg|jpeg|png|gif|avif)$'
          or coalesce(value ->> 'url', '') ~ '\.\.' then 'Select a picture.'
        when jsonb_typeof(value -> 'alt') is distinct from 'string' or char_length(value ->> 'alt') > 200
          then 'The description of a picture can have 200 characters.'
        when value ? 'focus' and (jsonb_typeof(value -> 'focus') is distinct from 'object'
          or (value -> 'focus') - '{x,y}'::text[] <> '{}'
          or private.setting_problem('{"type": "share"}', value #> '{focus,x}') is not null
          or private.setting_problem('{"type": "share"}', value #> '{focus,y}') is not null) then 'Select a point of the picture.'
      end;
    when 'gstin' then
      return case
        when word !~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$' then 'A GSTIN has 15 characters, like 27AAPFU0939F1ZV.'
        when not private.is_gstin_checked(word)
          then 'The last character of this GSTIN does not fit the others: compare it with the certificate.'
      end;
    when 'code' then
      return case when word !~ (rule ->> 'pattern') then format('Enter a value like %s.', rule ->> 'like') end;
    when 'pan' then
      return case when word !~ '^[A-Z]{3}[ABCFGHJKLPT][A-Z][0-9]{4}[A-Z]$' then 'A PAN has 10 characters, like AAPFU0939F.' end;
    when 'words' then
      if jsonb_typeof(value) is distinct from 'array' then
        return 'Enter a list.';
      elsif jsonb_array_length(value) > (rule ->> 'max')::integer then
        return format('At most %s lines.', rule ->> 'max');
      end if;
      for line_at in 1 .. jsonb_array_length(value) loop
        list_row := value -> (line_at - 1);
        problem := case
          when jsonb_typeof(list_row) <> 'array' then 'enter words.'
          when list_row ? '' then 'a word is missing beside a comma.'
          when jsonb_array_length(list_row) < 2 then 'enter two words or more, with commas between them.'
          when jsonb_array_length(list_row) > (rule ->> 'words')::integer then format('at most %s words.', rule ->> 'words')
        end;
        for said in select case when jsonb_typeof(each) = 'string' then each #>> '{}' else '' end
          from jsonb_array_elements(case when problem is null then list_row else '[]' end) as each loop
          problem := coalesce(problem, case
            when said collate private.names !~ '^[[:alnum:]]+( [[:alnum:]]+)*$' or lower(said collate private.names) <> said
              then 'use small letters, digits and single spaces only.'
            when char_length(said) > (rule ->> 'length')::integer then format('at most %s characters a word.', rule ->> 'length')
            when cardinality(string_to_array(said, ' ')) > 4 then 'at most 4 words between two commas.'
          end);
        end loop;
        if problem is not null then
          return format('Line %s: %s', line_at, problem);
        end if;
      end loop;
      return null;
    when 'list' then
      if jsonb_typeof(value) is distinct from 'array' then
        return 'Enter a list.';
      elsif jsonb_array_length(value) < (rule ->> 'min')::integer then
        return format('At least %s rows.', rule ->> 'min');
      elsif jsonb_array_length(value) > (rule ->> 'max')::integer then
        return format('At most %s rows.', rule ->> 'max');
      end if;
      for row_at in 1 .. jsonb_array_length(value) loop
        list_row := value -> (row_at - 1);
        if jsonb_typeof(list_row) is distinct from 'object'
          or list_row - array(select jsonb_object_keys(rule -> 'of')) <> '{}' then
          return format('Row %s is no row of this list.', row_at);
        end if;
        for problem in
          select private.setting_problem(field.value, list_row -> field.key)
          from jsonb_each(rule -> 'of') as field order by field.key collate "C"
        loop
          if problem is not null then
            return format('Row %s: %s', row_at, problem);
          end if;
        end loop;
      end loop;
      return null;
    else
      raise exception 'Unknown type of a rule: %.', type;
  end case;
end
$$;

create function private.synonyms_of(q text, terms text[], is_wide boolean default false)
returns table (covered integer[], words text[])
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  typed constant text[] := (private.typed_words(q))[1:12];
  -- What may be in a group: one to four of the words, in the singular and in the plural; and the places of these words.
  forms text[] := '{}';
  starts integer[] := '{}';
  ends integer[] := '{}';
  said text;
  groups jsonb;
begin
  select coalesce(setting.value, listed.default_value) into groups
  from private.setting_rules as listed left join private.studio_settings as setting on setting.key = listed.key
  where listed.key = 'search.synonyms';
  for start in 1 .. cardinality(typed) loop
    for ending in start .. least(start + 3, cardinality(typed)) loop
      said := array_to_string(typed[start:ending], ' ');
      forms := forms || array[said, said || 's', regexp_replace(said, '(.)s$', '\1'), regexp_replace(said, '(.)es$', '\1')];
      starts := starts || array[start, start, start, start];
      ends := ends || array[ending, ending, ending, ending];
      continue when not is_wide or ending > start or char_length(said) < 5;
      forms := forms || array(
        select distinct expression
        from jsonb_array_elements(groups) as listed (expressions)
          cross join jsonb_array_elements_text(listed.expressions) as expression
        where abs(char_length(expression) - char_length(said)) <= 2
          and extensions.word_similarity(said, expression) >= 0.3
          and private.typing_errors(said, expression) <= case when char_length(said) < 8 then 1 else 2 end);
      starts := starts || array_fill(start, array[cardinality(forms) - cardinality(starts)]);
      ends := ends || array_fill(ending, array[cardinality(forms) - cardinality(ends)]);
    end loop;
  end loop;
  return query
    select distinct array(
        select at from unnest(terms) with ordinality as term (word, at)
        where word = any (typed[form.start:form.ending]) order by at
      )::integer[], private.telling_words(string_to_array(expression, ' '))
    from jsonb_array_elements(groups) as known (expressions)
      join unnest(forms, starts, ends) as form (form, start, ending) on known.expressions ? form.form
      cross join jsonb_array_elements_text(known.expressions) as expression
    where known.expressions ?| forms and expression <> form.form and terms && typed[form.start:form.ending];
end
$$;

create function private.term_matches(
  units integer[],
  words text[],
  kind text,
  is_wide boolean
)
returns table (slot integer, word text, id text)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  lookup_ids text[];
  lookup_names text[];
begin
  execute (
    select format('select array_agg(id), array_agg(name) from (%s) as listed (id, name)', string_agg(
      format('select id::text, private.searchable(%I) from %s', badge_column, lookup_table), ' union '))
    from (
      select distinct badge_column, lookup_table from private.catalogue_lookups as lookup
      where lookup.kind = coalesce(term_matches.kind, lookup.kind)
    ) as lookup
  ) into lookup_ids, lookup_names;

  return query
    with asked as (
      select n, term, forms, alone, case when n < 10 then private.term_pattern(term) else alone end as pattern
      from unnest(units, words) as listed (n, term)
        cross join lateral (select private.term_forms(term), private.term_alone(term)) as read (forms, alone)
    ), held as (
      select n, held.word, alone, pattern
      from asked cross join lateral unnest(forms) as form (form)
        cross join lateral (
          select word from private.search_words
          where char_length(form) > 2 and word like '%' || form || '%' and word !~ '^[a-z]{3}-[0-9]+$'
        ) as held
      union
      select n, held.word, alone, pattern
      from asked cross join lateral (
        select word from private.search_words
        where char_length(term) <= 2 and word >= term and word < term || U&'\+10FFFF'
          and word !~ '^[a-z]{3}-[0-9]+$'
      ) as held
    )
    select 10 * n + case when word collate private.names ~ alone then 1 else 2 end, word, null
    from held where word collate private.names ~ pattern
    union all
    select 10 * n + 4, U&'\0001' || lookup.id, lookup.id
    from asked join unnest(lookup_ids, lookup_names) as lookup (id, name)
      on lookup.name collate private.names ~ asked.pattern
    union all
    select 10 * n + 4, null, 'kind:' || listed.kind
    from asked join private.catalogue_kinds as listed
      on forms && array[listed.kind, listed.kind || 's', lower(listed.plural), listed.code_prefix];

  if not is_wide then
    return;
  end if;
  -- why: low enough for two shared trigrams in words of five letters or more: 'kastral' and 'kestrel'
  -- share two of eight.
  perform set_config('pg_trgm.word_similarity_threshold', '0.17', true);
  return query
    with term as (
      select n, term, pattern,
        -- why: a word that exists was probably meant: 'sofa' must not find 'soft'.
        case when char_length(term) < 5 then 1 else 2 end - (
          10 + n = any (units)
          or exists (select from unnest(lookup_names) as name where name collate private.names ~ pattern)
          or exists (
            select from unnest(private.term_forms(term)) as form join private.search_words as held
              on held.word like '%' || form || '%' and held.word collate private.names ~ pattern
            where held.word !~ '^[a-z]{3}-[0-9]+$')
        )::integer as allowed,
        array(select overlay(term placing substr(term, at + 1, 1) || substr(term, at, 1) from at for 2)
          from generate_series(1, char_length(term) - 1) as at) as swapped
      from unnest(units, words) as listed (n, term)
        cross join lateral private.term_pattern(term) as pattern
      where n < 10 and char_length(term) > 2 and term !~ '^[a-z]{3}-[0-9]+$'
    ), candidate as (
      select n, term, pattern, allowed, swapped, held.word, held.word as text, null as id
      from term cross join lateral (
        select word from private.search_words
        where word operator(extensions.%>) term and word !~ '^[a-z]{3}-[0-9]+$'
        union
        select word from private.search_words where word = any (swapped)
        union
        select word from private.search_words where word like '%' || term || '%' and word !~ '^[a-z]{3}-[0-9]+$'
      ) as held
      union all
      select n, term, pattern, allowed, swapped, U&'\0001' || lookup.id, lookup.name, lookup.id
      from term join unnest(lookup_ids, lookup_names) as lookup (id, name)
        on extensions.word_similarity(term, lookup.name) >= 0.17 or string_to_array(lookup.name, ' ') && swapped
          or strpos(lookup.name, term) > 0
    ), ranked as (
      select *, row_number() over (
        partition by n order by strpos(text, term) > 0 desc, text = any (swapped) desc,
          extensions.word_similarity(term, text) desc, abs(char_length(text) - char_length(term)), text) as place
      from candidate
      where text collate private.names !~ pattern
    ), judged as (
      select ranked.n, ranked.word, ranked.id, ranked.place, ranked.allowed, strpos(ranked.text, ranked.term) > 0 as is_inside,
        (select min(private.typing_errors(ranked.term, piece))
          from regexp_split_to_table(ranked.text collate private.names, '[^[:alnum:]]+') as piece
          where abs(char_length(piece) - char_length(ranked.term)) <= ranked.allowed) as errors
      from ranked where place <= 30
    ), nearest as (
      select *, min(errors) filter (where errors <= allowed) over (partition by n) as fewest,
        bool_or(is_inside) over (partition by n) as is_found_inside
      from judged
    )
    select case when is_inside or errors = fewest then 10 * n + 5 else 0 end, word, id
    from nearest
    where is_inside or errors = fewest or (fewest is null and not is_found_inside and place = 1);
end
$$;

create function private.term_subsets(terms text[])
returns table (step integer, places integer[])
language sql stable
set search_path = ''
as $$
  with term as (
    select at::integer as at, term ~ '^[0-9]' or term ~ '^(x*s|m|x*l|[0-9]xl)$'
      or exists (select from public.colors as colour where lower(colour.name) = term) as is_detail
    from unnest(terms) with ordinality as typed (term, at)
  ), sorted as (
    select coalesce(array_agg(at order by at) filter (where not is_detail), '{}') as told,
      coalesce(array_agg(at order by at) filter (where is_detail), '{}') as details
    from term
  ), base (step, places) as (
    select 1, told from sorted where told <> '{}'
    union all
    select 2, array_remove(told, at) from sorted cross join lateral unnest(told) as at where cardinality(told) > 2
    union all
    select 3, array[at] from sorted cross join lateral unnest(told) as at where cardinality(told) > 1
  )
  select step, places || details from base cross join sorted
  where cardinality(places) + cardinality(details) < cardinality(terms)
  union
  select 1, told || array_remove(details, at) from sorted cross join lateral unnest(details) as at where told <> '{}'
  union
  select step, places from base
  union
  select 4, array[at] from sorted cross join lateral unnest(details) as at
$$;

create or replace function public.search_by_words(
  q text default '',
  category text default null,
  filters jsonb default '{}'::jsonb,
  sort text default 'best',
  cursor text default null,
  size integer default 24,
  rental_from date default null,
  rental_to date default null,
  only_free boolean default false
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
declare
  wanted_sort constant text := coalesce(sort, 'best');
  wanted_size constant integer := coalesce(size, 24);
  chosen constant jsonb := private.search_filters(null, category, coalesce(filters, '{}'));
  -- As in search_catalogue.
  is_at_booked constant boolean := coalesce(starts_with(cursor, 'booked-'), false);
  chunks private.search_chunk[];
  days private.rental_days;
  -- The same results without those that are booked.
  free_chunks private.search_chunk[];
  of_kinds private.search_chunk[];
  booked private.search_chunk[];
  free_rows integer;
  facets jsonb;
  total bigint;
  after record;
  rows jsonb := '[]';
  last jsonb;
  answer jsonb;
begin
  if wanted_sort not in ('best', 'newest', 'price_asc', 'price_desc', 'name') then
    raise exception 'sort must be best, newest, price_asc, price_desc or name.' using errcode = 'PT400';
  end if;
  if wanted_size not between 1 and 100 then
    raise exception 'size must be between 1 and 100.' using errcode = 'PT400';
  end if;
  if cardinality(private.search_terms(coalesce(q, ''))) = 0 then
    return public.search_catalogue(null, q, category, filters,
      case wanted_sort when 'best' then 'newest' else wanted_sort end, cursor, size,
      rental_from, rental_to, only_free);
  end if;
  select null::integer as rank, null::text as sort_value, null::uuid as id into after;
  if cursor is not null then
    after := private.read_best_cursor(case when is_at_booked then substr(cursor, 8) else cursor end, wanted_sort);
  end if;

  chunks := private.found_chunks(q, null);
  if rental_from is not null or rental_to is not null then
    days := private.rental_days_of(rental_from, rental_to);
    if days.shows <> 'off' then
      free_chunks := private.free_chunks(chunks, days);
      if only_free then
        chunks := free_chunks;
      end if;
    end if;
  end if;
  if is_at_booked and (free_chunks is null or only_free) then
    raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
  end if;
  select jsonb_agg(jsonb_build_object('value', listed.kind, 'label', listed.plural, 'count', coalesce(counted.n, 0))
      order by listed.plural),
    coalesce(sum(counted.n) filter (where not chosen ? 'kind' or chosen -> 'kind' ? listed.kind), 0)
    into facets, total
  from private.catalogue_kinds as listed left join (
    select kind, sum(bit_count(ranks[cardinality(ranks)]::bit(64))) as n from unnest(chunks) group by kind
  ) as counted on counted.kind = listed.kind;
  of_kinds := array(
    select part from unnest(coalesce(free_chunks, chunks)) as part
    where not chosen ? 'kind' or chosen -> 'kind' ? part.kind);
  if total > 0 and not is_at_booked then
    rows := private.read_found(of_kinds, wanted_sort, after.rank, after.sort_value, after.id, wanted_size + 1);
  end if;
  free_rows := jsonb_array_length(rows);
  if total > 0 and free_chunks is not null and only_free is not true and free_rows <= wanted_size then
    booked := array(
      select (part.kind, part.counted, part.chunk,
        array(select part.ranks[at] & ~free.ranks[at] from generate_subscripts(part.ranks, 1) as at order by at),
        part.near & ~free.near, part.is_partial)::private.search_chunk
      from unnest(chunks) as part join unnest(free_chunks) as free using (kind, counted, chunk)
      where not chosen ? 'kind' or chosen -> 'kind' ? part.kind);
    rows := rows || private.read_found(booked, wanted_sort, case when is_at_booked then after.rank end,
      case when is_at_booked then after.sort_value end, case when is_at_booked then after.id end,
      wanted_size + 1 - free_rows);
  end if;
  last := rows -> wanted_size - 1;
  answer := jsonb_build_object(
    'total', total,
    'items', private.items_of(case when jsonb_array_length(rows) > wanted_size then rows - wanted_size else rows end),
    'facets', jsonb_build_object('kind', facets),
    'next', case when jsonb_array_length(rows) > wanted_size then
      case when free_rows < wanted_size and free_chunks is not null and only_free is not true then 'booked-' else '' end
      || private.cursor_of(wanted_sort,
      case wanted_sort when 'best' then jsonb_build_array(last -> 'rank', last -> 'sort_value')
        else last -> 'sort_value' end,
      (last ->> 'id')::uuid) end);
  if total > 0 and chunks[1].is_partial then
    answer := answer || '{"partial": true}';
  elsif total = 0 and cursor is null then
    answer := answer || jsonb_build_object('instead', case
      when exists (select from unnest(chunks) where near <> 0) then private.nearest_items(chunks, 8)
      else private.items_of(private.read_found(chunks, 'best', null, null, null, 8)) end);
  end if;
  if days is not null then
    answer := private.dated_page(answer, days);
    if free_chunks is not null and only_free is not true then
      answer := answer || jsonb_build_object('free_total', (
        select coalesce(sum(bit_count(ranks[cardinality(ranks)]::bit(64))), 0) from unnest(free_chunks)
        where not chosen ? 'kind' or chosen -> 'kind' ? kind));
    end if;
  end if;
  return answer;
end
$$;
