-- Written by `npm run db:change` from supabase/schemas.

drop routine private.customer_words(text);
drop routine private.searchable(text);

create or replace function private.alike(kind text, id uuid)
returns table (item_id uuid, likeness double precision)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  -- What follows the thing in a name.
  rest constant text := '[,(:].*| [-–—] .*| (with|for|from|in|on) .*';
  own record;
  thing text[];
  heads text[];
  -- The regular expression of a thing that ends with one of `heads`.
  last text;
  near text[];
  -- What each of `near` is divided by.
  distances integer[];
begin
  select entry.name, counts.lookup_ids[lookup.place] as category, lookup.place into own
  from (
    select lower(item.name) as name, entry.counted, entry.kind
    from private.search_entries as entry join public.items as item on item.id = entry.item_id
    where entry.kind = alike.kind and entry.item_id = alike.id
  ) as entry
    join private.catalogue_counts as counts on counts.id = entry.counted
    join private.catalogue_lookups as listed on listed.kind = entry.kind and listed.is_sidebar
    join private.counted_lookups as lookup on lookup.kind = listed.kind and lookup.key = listed.key;
  -- why: numbers ("No. 4") name nothing.
  thing := array(
    select word
    from unnest(private.typed_words(regexp_replace(own.name, rest, '')))
      with ordinality as typed (word, at)
    where word !~ '^[0-9]+$' and char_length(word) > 1 order by at desc);
  if cardinality(thing) = 0 then
    return;
  end if;
  heads := thing[1:1] || array(
    select synonym.words[1] from private.synonyms_of(thing[1], thing[1:1]) as synonym
    where cardinality(synonym.words) = 1);
  last := format('(^|[^[:alnum:]])(%s)(e?s)?[^[:alpha:]]*$', (
    select string_agg(form, '|') from unnest(heads) as head cross join lateral unnest(private.term_forms(head)) as form));
  select array_agg(word order by distance, at), array_agg(distance order by distance, at) into near, distances
  from (
    select word, min(distance) as distance, min(at) as at
    from (
      select word, at, least(2 * at - 1, 5) from unnest(thing[2:]) with ordinality as listed (word, at)
      union all
      select word, at, 6
      from unnest(private.telling_words(private.typed_words(own.name))) with ordinality as listed (word, at)
      where word !~ '^[0-9]+$' and char_length(word) > 1 and word <> all (thing)
    ) as listed (word, at, distance)
    where word <> all (heads) group by word order by distance, at limit 4
  ) as listed;
  return query
    with held as materialized (
      -- Unit 0 is the thing, 1 to 4 the words near it.
      select unit, found.word
      from (
        select 0, word from unnest(heads) as word
        union all
        select at, word from unnest(near) with ordinality as listed (word, at)
      ) as said (unit, word)
        cross join lateral unnest(private.term_forms(said.word)) as form
        cross join lateral (
          select word from private.search_words
          where char_length(form) > 2 and word like '%' || form || '%' and word !~ '^[a-z]{3}-[0-9]+$'
          union all
          select word from private.search_words
          where char_length(form) < 3 and word >= form and word < form || U&'\+10FFFF'
            and word !~ '^[a-z]{3}-[0-9]+$'
        ) as found
      where found.word in (form, form || 's', form || 'es')
    ), part as materialized (
      -- 64 items at a time: those that are the same thing, and which of them have each word.
      select counted, chunk, same, same & first as first, same & second as second, same & third as third,
        same & fourth as fourth, is_near
      from (
        select mark.counted, mark.chunk, bit_or(items) filter (where unit = 0) as same,
          coalesce(bit_or(items) filter (where unit = 1), 0) as first,
          coalesce(bit_or(items) filter (where unit = 2), 0) as second,
          coalesce(bit_or(items) filter (where unit = 3), 0) as third,
          coalesce(bit_or(items) filter (where unit = 4), 0) as fourth
        from held join private.search_marks as mark on mark.word = held.word
        group by mark.counted, mark.chunk
      ) as marked
        join (
          select id, coalesce(lookup_ids[own.place] = own.category, false) as is_near
          from private.catalogue_counts as counts where counts.kind = alike.kind
        ) as counts on counts.id = marked.counted
      where same is not null
    ), weight as (
      select at, ln(1 + items / nullif((array[first, second, third, fourth])[at], 0)) / distances[at] as weight
      from (
        select sum(bit_count(same::bit(64)))::double precision as items, sum(bit_count(first::bit(64))) as first,
          sum(bit_count(second::bit(64))) as second, sum(bit_count(third::bit(64))) as third,
          sum(bit_count(fourth::bit(64))) as fourth
        from part
      ) as total cross join generate_series(1, cardinality(near)) as at
    ), mask as materialized (
      -- Which of the words: each combination, with what it counts.
      select words, -(words & 1) as first, -(words >> 1 & 1) as second, -(words >> 2 & 1) as third,
        -(words >> 3 & 1) as fourth, (
          select coalesce(sum(weight), 0) from weight where words >> at - 1 & 1 = 1
        ) as likeness
      from generate_series(0, (1 << coalesce(cardinality(near), 0)) - 1) as words
    ), nearest as (
      select counted, chunk, items, likeness,
        sum(bit_count(items::bit(64))) over (order by likeness desc, counted, chunk) - bit_count(items::bit(64)) as before
      from (
        select counted, chunk, mask.likeness + is_near::integer as likeness,
          same & ~(part.first # mask.first) & ~(part.second # mask.second) & ~(part.third # mask.third)
            & ~(part.fourth # mask.fourth) as items
        from part join mask on is_near or words > 0
      ) as found
      where items <> 0
    )
    select entry.item_id,
      likeness + (regexp_replace(lower(item.name), rest, '') ~ last)::integer
    from nearest cross join generate_series(0, 63) as bit
      join private.search_entries as entry on entry.counted = nearest.counted and entry.place = chunk * 64 + bit
      join public.items as item on item.id = entry.item_id
    where before < 240 and items >> bit & 1 = 1 and entry.item_id <> alike.id;
end
$$;

create function private.folded(said text) returns text
language sql immutable parallel safe
return btrim(regexp_replace(
  case when octet_length(said) = char_length(said) then replace(lower(said collate private.names), '`', '''')
  else translate(
    lower(regexp_replace(
      normalize(
        translate(private.latin_digits(said), '´`ʹʻʼʽˈ‘’‚‛′‵＇“”„‟″‶«»＂', '''''''''''''''''''''''''''''"""""""""'),
        nfkd),
      '[\u00ad\u0300-\u036f\u061c\u180e\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f\ufeff]+',
      '', 'g') collate private.names),
    '‐‑‒–—―⁃−⸺⸻×⁄ς', '----------x/σ')
  end,
  '[[:space:]\u0001-\u001f\u0085\u1680\u2028\u2029]+', ' ', 'g'));

create function private.compared(said text) returns text
language sql immutable parallel safe
return btrim(regexp_replace(regexp_replace(private.folded(said), '(?<![0-9])''', '', 'g'), '[ -]+', ' ', 'g'));

create or replace function private.company_text(legal_name text, label text) returns text
language sql immutable parallel safe
return (private.compared(legal_name) || e'\n' || private.compared(label)) collate "C";

create or replace function private.crm_page(
  source text,
  conditions text,
  filters jsonb,
  number_column text,
  number_prefix text,
  listed_table regclass,
  sorts jsonb,
  row_value text,
  row_source text,
  q text,
  sort text,
  page integer,
  cursor text,
  size integer
) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  few constant integer := 500;
  counted_to constant integer := 1000;
  collected_to constant integer := 10000;
  pattern constant text := private.search_pattern(coalesce(q, ''));
  -- why: numbers are read with their dashes.
  number constant text := private.typed_search(coalesce(q, ''));
  mobile_pattern constant text := private.mobile_pattern(q);
  wanted_sort constant text := coalesce(sort, '-created');
  wanted_size constant integer := coalesce(size, 25);
  wanted_page constant integer := coalesce(page, 1);
  direction constant text := case when wanted_sort like '-%' then 'desc' else 'asc' end;
  key constant jsonb := sorts -> ltrim(wanted_sort, '-');
  customers uuid[];
  numbered uuid[] := '{}';
  searching text := case when pattern = '%%' then 'no' else 'few' end;
  after record;
  rows jsonb;
  next text;
  total bigint;
begin
  if key is null or wanted_sort like '--%' then
    raise exception 'There is no sort "%" here.', left(wanted_sort, 40) using errcode = 'PT400';
  elsif wanted_size not between 1 and 1000 then
    raise exception 'size must be between 1 and 1000.' using errcode = 'PT400';
  elsif wanted_page not between 1 and 1000000 then
    raise exception 'page must be between 1 and 1000000.' using errcode = 'PT400';
  end if;
  select null::text as sort_value, null::timestamptz as created_at, null::uuid as id into after;
  if cursor is not null then
    after := private.read_crm_cursor(cursor, wanted_sort, key ->> 1);
  end if;

  if searching <> 'no' then
    -- why: a merged customer's number and name still find the records, which belong to the remaining one.
    customers := array(
      select case when merged_into is null then id else private.remaining_customer(id) end
      from public.customers where search_text like pattern);
    if mobile_pattern is not null then
      customers := customers || array(
        select case when merged_into is null then id else private.remaining_customer(id) end
        from public.customers
        -- why: search_text has the index, but contains more than the mobile.
        where search_text like mobile_pattern and mobile like mobile_pattern and search_text not like pattern
      );
    end if;
    if cardinality(customers) <= few
      and private.is_in_numbers(number, number_prefix) then
      execute format('select array(select id from %s where lower(%I) like $1 limit $2)',
        listed_table, number_column) into numbered using private.pattern_of(number), few + 1;
    end if;
    if greatest(cardinality(customers), cardinality(numbered)) > few then
      searching := 'many';
      -- why: a subquery that is probed for each row; a join would not stop early.
      conditions := format('%s and (listed.customer_id in (select unnest($3)) or lower(listed.%I) like $1)',
        conditions, number_column);
    else
      conditions := conditions || ' and (listed.customer_id = any ($3) or listed.id = any ($4))';
    end if;
  end if;

  if searching = 'no' and jsonb_strip_nulls(filters) ?| '{rental,out,due}' then
    -- why: days have an index of their own, and what they leave is seldom among the first of the sort's index.
    execute format('select count(*) from %s where %s', source, conditions) into total using private.pattern_of(number), filters;
    if total <= collected_to then
      searching := 'few';
    end if;
  end if;

  execute format(
    -- why: few rows are computed once; otherwise the count and the page each use an index of their own.
    'with found as %1$s materialized (
       select listed.id, %2$s as sort_value, listed.created_at from %3$s where %4$s
     ), page as (
       select cut.*, row_number() over (order by sort_value %5$s, created_at %5$s, id %5$s) as place
       from (select * from found%6$s order by sort_value %5$s, created_at %5$s, id %5$s
         limit $8 + 1 offset $9) as cut
     )
     select (select coalesce(jsonb_agg(%7$s order by place), ''[]'') from page %8$s where place <= $8),
       (select translate(encode(convert_to(
           jsonb_build_array(%9$L, sort_value, created_at, id)::text, ''UTF8''), ''base64''), E''+/\n'', ''-_'')
         from page where place = $8 and exists (select from page where place > $8)),
       %10$s',
    case searching when 'few' then '' else 'not' end, key ->> 0, source, conditions, direction,
    case when cursor is not null then format(' where (sort_value, created_at, id) %s ($5::%s, $6, $7)',
      case direction when 'desc' then '<' else '>' end, key ->> 1) end,
    row_value, row_source, wanted_sort,
    case when cursor is not null then 'null'
      when searching = 'many' then format(
        '(select count(*) from (select from found limit %s) as counted)', counted_to + 1)
      else '(select count(*) from found)' end)
  into rows, next, total
  using private.pattern_of(number), filters, customers, numbered, after.sort_value, after.created_at, after.id,
    wanted_size, case when cursor is null then (wanted_page - 1)::bigint * wanted_size else 0 end;
  return jsonb_build_object('items', rows, 'next', next,
    'total', case searching when 'many' then least(total, counted_to) else total end,
    'total_is_exact', cursor is null and (searching <> 'many' or total <= counted_to));
end
$$;

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

create or replace function private.customers_with(words text[], is_wide boolean, compared integer) returns uuid[]
language plpgsql stable
set search_path = ''
as $$
declare
  -- why three letters: shorter words are in no trigram, and are compared with what the others find.
  -- Customer numbers too, which search_text does not have.
  long constant text[] := array(
    select word from unnest(words) as word where char_length(word) > 2 and word !~ '^cus[0-9]+$');
  patterns constant text[] := array(
    select private.pattern_of(word) from unnest(long) as word);
  conditions text[];
  candidates uuid[];
begin
  if long = '{}' then
    if is_wide or coalesce(char_length(words[1]), 0) < 2 then
      return '{}';
    end if;
    candidates := array(
      select customer.id from public.customers as customer
      where coalesce(customer.first_name || ' ' || customer.last_name, '') >= words[1]
        and coalesce(customer.first_name || ' ' || customer.last_name, '') < words[1] || U&'\+10FFFF'
      order by coalesce(customer.first_name || ' ' || customer.last_name, ''), customer.created_at, customer.id
      limit compared);
  else
    conditions := array(
      select case when is_wide and long[at] !~ '[0-9@]'
        then format('(found.text like $1[%s] or found.text operator(extensions.%%>) $2[%s])', at, at)
        else format('found.text like $1[%s]', at) end
      from generate_subscripts(long, 1) as at);
    if is_wide then
      -- why: 'pryia' and 'priya' share two of six trigrams.
      perform set_config('pg_trgm.word_similarity_threshold', '0.3', true);
    end if;
    execute format(
      'select array(select id from (select id, search_text as text from public.customers) as found where %s%s limit $3)
        || array(select customer_id from (
             select customer_id, private.company_text(legal_name, label) as text from public.billing_profiles
           ) as found where %s limit $3)',
      array_to_string(conditions, ' and '),
      case when is_wide then ' order by extensions.word_similarity(array_to_string($2, '' ''), found.text) desc' end,
      -- why or: the company may be one of the words, the name another.
      array_to_string(conditions, ' or '))
      into candidates using patterns, long, compared;
  end if;
  return array(
    select distinct remaining.id
    from public.customers as found
      cross join lateral (
        select case when found.merged_into is null then found.id else private.remaining_customer(found.id) end as id
      ) as remaining
    where found.id = any (candidates)
      and case when not exists (select from unnest(words) as word where strpos(found.search_text, word) = 0) then true
        else private.has_customer_words(remaining.id, words, is_wide) end
  );
end
$$;

drop routine private.found_items(text,text);

create function private.found_items(q text, reach text) returns table (id uuid, rank numeric)
language plpgsql stable
set search_path = ''
as $$
#variable_conflict use_column
declare
  pattern constant text := private.search_pattern(q);
  said constant text := private.typed_search(q);
  compared constant text := private.compared(said);
  -- 'prp 12' gives prp and 12.
  parts constant text[] := regexp_match(said, '^([a-z]{3})[ -]*0*([1-9][0-9]{0,11})$');
  whole_code constant text := upper(parts[1]) || '-' || lpad(parts[2], greatest(5, length(parts[2])), '0');
  terms constant text[] := private.search_terms(q);
  -- why three letters: shorter words are in no trigram.
  long constant text[] := array(select term from unnest(terms) as term where char_length(term) > 2);
  named uuid[] := '{}';
begin
  if reach <> 'wide' then
    named := array(
      select listed.id from public.items as listed where listed.code in (upper(said), whole_code)
      union
      (select listed.id from public.items as listed
        where said ~ '^[a-z]{3}-[0-9]*$' and listed.code between upper(said) and upper(said) || '~'
        order by listed.code limit 5)
      union
      (select listed.id from public.items as listed where length(compared) >= 3 and private.compared(listed.name) collate "C" like pattern limit 60));
  end if;
  if reach = 'words' and cardinality(named) < 8 and long <> '{}' and cardinality(terms) > 1 then
    -- why composed: an index finds names with several words at once only where each is a condition of its own. Items
    -- that visitors do not see are in no other index of words.
    execute format('select $1 || array(
        select id from public.items where %s and removed_at is null and archived_at is null
          and not exists (select from unnest($3) as term where strpos(private.compared(name), term) = 0) limit 60)',
      (select string_agg(format('private.compared(name) collate "C" like private.pattern_of($2[%s])', at), ' and ')
        from generate_subscripts(long, 1) as at))
      into named using named, long, terms;
  end if;
  if reach <> 'names' and cardinality(named) < 8 and long <> '{}' then
    named := named || array(
      select (listed ->> 'id')::uuid
      from jsonb_array_elements(private.read_found(
        private.search_chunks(q, terms, null, case reach when 'wide' then 'wide' else 'direct' end),
        'best', null, null, null, 8)) as listed);
  end if;
  return query
    select item.id, case when item.code in (upper(said), whole_code) then 0 when starts_with(item.code, upper(said)) then 1
      when starts_with(private.compared(item.name), compared) then 2
      when private.compared(item.name) like pattern then 3 else 3.1 end
    from public.items as item
    where item.id = any (named) and item.removed_at is null and item.archived_at is null;
end
$$;

create or replace function private.free_items_statement(
  sort text,
  days private.rental_days default null,
  only_free boolean default false
) returns text
language sql stable
set search_path = ''
as $$
  select format(
    'with found as materialized (
       select type as kind, id, %1$I as sort_value%5$s from public.free_items_unified_view as item
       where ($1 = ''%%%%'' or private.compared(name) like $1 or private.compared(second_label) like $1 or type like $1)%6$s
     ), page as (
       select found.*, row_number() over (order by %8$ssort_value %2$s, id %2$s) as place
       from found
       where ($2::text[] is null or kind = any ($2))
         and %3$s
       order by place limit $5 + 1
     ), items as (%4$s)
     select jsonb_build_object(
       ''total'', (select count(*) from found where $2 is null or kind = any ($2)),
       ''items'', (select coalesce(jsonb_agg(item order by place), ''[]'') from items where place <= $5),
       ''facets'', jsonb_build_object(''kind'', (
         select coalesce(jsonb_agg(jsonb_build_object(
           ''value'', listed.kind, ''label'', listed.plural, ''count'', counted.n
         ) order by listed.position), ''[]'')
         from private.catalogue_kinds as listed
           join (select kind, count(*) as n from found group by kind) as counted using (kind))),
       ''next'', (select %9$sprivate.cursor_of($6, to_jsonb(sort_value), id) from page
         where place = $5 and exists (select from page where place > $5))%7$s)',
    ordered.by_column, ordered.direction,
    format(case when counts_free then 'case when is_free then not $7 and (%1$s) else not $7 or %1$s end'
        else '(not $7 and %1$s)' end,
      format('($4::uuid is null or (sort_value, id) %s ($3::%s, $4))',
        case ordered.direction when 'desc' then '<' else '>' end, ordered.by_type)), (
      select string_agg(private.item_statement(listed.kind), ' union all ')
      from private.catalogue_kinds as listed where listed.kind in ('prop', 'cloth', 'backdrop', 'gear')
    ),
    case when counts_free then ', ' || is_free || ' as is_free' else '' end,
    case when only_free then ' and ' || is_free else '' end,
    case when counts_free
      then ', ''free_total'', (select count(*) from found where is_free and ($2 is null or kind = any ($2)))' else '' end,
    case when counts_free then 'is_free desc, ' else '' end,
    case when counts_free then 'case when is_free then '''' else ''booked-'' end || ' else '' end)
  from (values
    ('newest', 'created_at', 'timestamptz', 'desc'),
    ('price_asc', 'price', 'numeric', 'asc'),
    ('price_desc', 'price', 'numeric', 'desc'),
    ('name', 'name', 'text', 'asc')
  ) as ordered (sort, by_column, by_type, direction)
    cross join (
      select days is not null and not only_free as counts_free, private.free_condition('item.id', days) as is_free
    ) as judged
  where ordered.sort = free_items_statement.sort
$$;

create or replace function private.full_ranks(terms text[], known integer[], longer jsonb, is_wide boolean)
returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  levels constant text[] := private.search_levels(known, longer, array(select generate_subscripts(terms, 1)));
  most constant integer := case when is_wide then 6 else 5 end;
  named constant text := case when -2 = any (known) then 'named' end;
  typed constant text := nullif(concat_ws(' | ', named, case when cardinality(terms) > 1 then 'phrase' end), '');
  alike constant text := case when is_wide and cardinality(terms) = 1 and 0 = any (known) then 's0' end;
  ranks text := concat_ws(', ', named, nullif(typed, named));
  -- why brackets: SQL's | and & bind equally.
  found constant text := format('%s(%s)', typed || ' | ', levels[most]);
begin
  for level in 1 .. most loop
    -- why: a rank that can have no items of its own would be read for nothing.
    continue when level < most and (levels[level] = levels[level + 1] or levels[level] like '%(0::bigint)%');
    ranks := concat_ws(', ', ranks, format('%s(%s)', typed || ' | ', levels[level]));
  end loop;
  return format(
    'found as (
       select counted, chunk, array[%s] as ranks, %s as near, false as is_partial
       from chunk where (%s) <> 0%s
     )',
    ranks,
    case when alike is null then '0::bigint' else format('case when bool_or((%s) <> 0) over () then 0 else %s end', found, alike) end,
    found, ' or ' || alike || ' <> 0');
end
$$;

create or replace function private.has_customer_words(customer uuid, words text[], is_wide boolean) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  whole text;
begin
  select string_agg(concat_ws(' ', record.search_text, lower(replace(record.customer_number, '-', '')), (
      select string_agg(private.company_text(profile.legal_name, profile.label), ' ')
      from public.billing_profiles as profile where profile.customer_id = record.id)), ' ')
    into whole
  from public.customers as record where record.id = any (private.merged_customers(has_customer_words.customer));
  return not exists (
    select from unnest(words) as word
    where strpos(whole, word) = 0 and (not is_wide or word ~ '[0-9@]' or not exists (
      select from unnest(private.words_of(whole)) as said (text)
      where abs(char_length(said.text) - char_length(word)) <= 2 and private.typing_errors(word, said.text)
        <= case when char_length(word) < 3 then 0 when char_length(word) < 5 then 1 else 2 end)));
end
$$;

create or replace function private.inventory_conditions(
  kind text,
  staff_text text,
  filters jsonb,
  pattern text
) returns text
language plpgsql stable
set search_path = ''
as $$
declare
  entry record;
  lookup record;
  ids text[];
  needle text := staff_text || ' like $1';
  conditions text;
begin
  if jsonb_typeof(filters) <> 'object' then
    raise exception 'filters must be an object.' using errcode = 'PT400';
  end if;
  -- why not in: the archived ids are hashed once, and the list is still read along its sort's index.
  conditions := format(
    case when filters @> '{"archived": true}'
      then 'not item.active and item.id in (%1$s)' else '(item.active or item.id not in (%1$s))' end,
    format('select known.id from public.items as known where known.kind = %L and known.archived_at is not null',
      inventory_conditions.kind));
  for entry in select * from jsonb_each(filters) loop
    if entry.key in ('active', 'in_studio', 'archived', 'pictures') then
      if jsonb_typeof(entry.value) <> 'boolean' then
        raise exception 'The filter "%" must be true or false.', entry.key using errcode = 'PT400';
      end if;
      continue when entry.key = 'archived';
      if entry.key = 'pictures' then
        conditions := format('%s and item.images %s ''{}''', conditions, case entry.value when 'true' then '<>' else '=' end);
        continue;
      end if;
      conditions := format('%s and %s item.%I', conditions, case entry.value when 'true' then '' else 'not' end,
        entry.key);
      continue;
    end if;
    select * into lookup from private.catalogue_lookups as known
    where known.kind = inventory_conditions.kind and known.key = entry.key;
    if not found then
      raise exception 'There is no filter "%" here.', left(entry.key, 40) using errcode = 'PT400';
    elsif jsonb_typeof(entry.value) <> 'string' then
      raise exception 'The filter "%" must be a text.', entry.key using errcode = 'PT400';
    end if;
    execute format('select array(select id::text from %s where slug = $1)', lookup.lookup_table)
      into ids using entry.value #>> '{}';
    conditions := format('%s and item.%I = any (%L::%s[])', conditions, lookup.item_column, ids, lookup.column_type);
  end loop;
  if pattern = '%%' then
    return conditions;
  end if;
  for lookup in
    select * from private.catalogue_lookups as known
    where known.kind = inventory_conditions.kind and known.is_searched_by_staff
  loop
    execute format('select array(select id::text from %s where private.compared(%I) like $1)',
      lookup.lookup_table, lookup.badge_column) into ids using pattern;
    if cardinality(ids) > 0 then
      needle := format('%s or item.%I = any (%L::%s[])', needle, lookup.item_column, ids, lookup.column_type);
    end if;
  end loop;
  return format('%s and (%s)', conditions, needle);
end
$$;

create or replace function private.words_of(text text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  -- why ranges: to PostgreSQL, signs of Indian and other scripts (Unicode's Mn and Mc) are no letters.
  -- why written out twice: putting the pattern together takes as long as the reading.
  words constant text[] := array(
    select matched[1]
    from regexp_matches(
      regexp_replace(regexp_replace(text, '\n([a-z]{3}) ([0-9]+)$', E'\n\\1-\\2'), '([0-9]) ?x ?(?=[0-9])', '\1 ', 'g')
        collate private.names,
      '([a-z]{3}-[0-9]+|'
        '[[:alnum:]\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u0eb1-\u0ece\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3\u1cd0-\u1cff\ua8e0-\ua8ff\uabe3-\uabed]+(?:(?<=[0-9])\.(?=[0-9])'
        '[[:alnum:]\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e\u0eb1-\u0ece\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3\u1cd0-\u1cff\ua8e0-\ua8ff\uabe3-\uabed]+)*)', 'g')
      with ordinality as found (matched, place)
    order by place);
begin
  if char_length(text) <= 400 then
    return words;
  end if;
  return array(
    select substr(word, start, 400)
    from unnest(words) as word, generate_series(1, greatest(char_length(word) - 200, 1), 200) as start);
end
$$;

create function private.pattern_of(part text) returns text
language sql immutable parallel safe
return '%' || regexp_replace(part, '([\\%_])', '\\\1', 'g') || '%';

create or replace function private.search_chunks(q text, terms text[], kind text, reach text)
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
  -- The name that is looked for, if the text is one.
  named constant text := left(private.compared(private.typed_search(q)), 80);
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
  if exists (select from private.search_entries where left(split_part(text, E'\n', 1), 80) = named) then
    known := known || -2;
  end if;
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
  if known = '{}' and cardinality(terms) = 1 then
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
       select hit.counted, hit.chunk, coalesce(bit_or(items) filter (where slot = -1), 0) as phrase,
         coalesce(bit_or(items) filter (where slot = -2), 0) as named%s
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
           and strpos(split_part(entry.text, E''\n'', 1), matched.word) > 0
           and matched.word = any (private.words_of(split_part(entry.text, E''\n'', 1)))' end,
    case when -2 = any (known)
      then ' union all
         select counted, place / 64, -2, 1::bigint << place % 64
         from private.search_entries where left(split_part(text, E''\n'', 1), 80) = $7'
      else '' end
    || case when cardinality(terms) > 1
      then ' union all
         select counted, place / 64, -1, 1::bigint << place % 64
         from private.search_entries where text like $4 and split_part(text, E''\n'', 1) like $4'
      else '' end,
    codes, (
      select string_agg(format(', coalesce(bit_or(items) filter (where slot = %1$s), 0) as s%1$s', slot), '')
      from unnest(known) as slot where slot >= 0
    ),
    ranks) into chunks using slots, words, ids, private.search_pattern(q), kind, described, named;
  return coalesce(chunks, '{}');
end
$$;

create or replace function private.search_ids(kind text, chosen jsonb, pattern text, searching boolean)
returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  statement text;
  ids jsonb;
  words text[];
  needle constant text := replace(btrim(pattern, '%'), '\', '');
begin
  select string_agg(asked.branch, ' union all ') into statement
  from (
    select format('select %L, id::text from %s as listed
        where slug in (select jsonb_array_elements_text($1 -> %L))',
      'chosen.' || facet.key, facet.source, facet.key) as branch
    from private.search_facets(kind) as facet where chosen ? facet.key
    union all
    select format('select %L, id::text from %s where private.compared(%I) like $2',
      listed.kind || '.' || listed.key, listed.lookup_table, listed.badge_column)
    from private.catalogue_lookups as listed
    where searching and listed.is_searched
      and (search_ids.kind is null or listed.kind = search_ids.kind)
  ) as asked;
  if statement is not null then
    execute format('select jsonb_object_agg(name, ids) from (
      select name, jsonb_agg(id) as ids from (%s) as found (name, id) group by name) as named', statement)
      into ids using chosen, pattern;
  end if;
  if searching and private.words_of(needle) = array[needle] and needle !~ '[0-9]x|^x([0-9]|$)' then
    execute 'select array(select word from private.search_words where word like $1 limit 501)'
      into words using pattern;
    if cardinality(words) <= 500 then
      ids := coalesce(ids, '{}') || jsonb_build_object('words', words);
    end if;
  end if;
  return coalesce(ids, '{}');
end
$$;

create function private.typed_search(q text) returns text
language sql immutable parallel safe
return private.folded(left(private.trimmed(q), 80));

create or replace function private.search_pattern(q text) returns text
language sql immutable parallel safe
return private.pattern_of(private.compared(private.typed_search(q)));

create or replace function private.typed_words(q text) returns text[]
language sql stable parallel safe
set search_path = ''
as $$
  select private.words_of(replace(private.compared(regexp_replace(
      -- why U+E000: no dash stays in a compared text.
      case when private.trimmed(q) ~ '^.{79}[^[:space:]][^[:space:]]' then regexp_replace(said, ' [^ ]*$', '') else said end,
      '\m(' || (select string_agg(code_prefix, '|') from private.catalogue_kinds) || ')-([0-9]{1,12})\M', E' \\1\ue000\\2 ', 'g')),
    E'\ue000', '-'))
  from private.typed_search(q) as said
$$;

create or replace function private.term_alone(term text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '(^| )(' || replace(array_to_string(private.term_forms(term), '|'), '.', '\.') || ')(e?s)?($| )'
$$;

create or replace function private.term_matches(
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
      format('select id::text, array_to_string(private.words_of(private.compared(%I)), '' '') from %s', badge_column, lookup_table), ' union '))
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
    select 10 * n + case when word ~ alone then 1 else 2 end, word, null
    from held where word ~ pattern
    union all
    select 10 * n + 4, U&'\0001' || lookup.id, lookup.id
    from asked join unnest(lookup_ids, lookup_names) as lookup (id, name)
      on lookup.name ~ asked.pattern
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
          or exists (select from unnest(lookup_names) as name where name ~ pattern)
          or exists (
            select from unnest(private.term_forms(term)) as form join private.search_words as held
              on held.word like '%' || form || '%' and held.word ~ pattern
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
      where text !~ pattern
    ), judged as (
      select ranked.n, ranked.word, ranked.id, ranked.place, ranked.allowed, strpos(ranked.text, ranked.term) > 0 as is_inside,
        (select min(private.typing_errors(ranked.term, piece))
          from string_to_table(ranked.text, ' ') as piece
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

create or replace function private.term_pattern(term text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select '(^| )(' || case when char_length(term) > 1 then replace(term, '.', '\.') || '|' else '' end
    || '(' || forms || ')($| ))'
    || case when char_length(term) > 3 then '|(' || forms || ')(e?s)?($| )' else '' end
  from replace(array_to_string(private.term_forms(term), '|'), '.', '\.') as listed (forms)
$$;

create or replace function public.activity(
  about jsonb default null,
  query text default null,
  person uuid default null,
  area text default null,
  since date default null,
  until date default null,
  before text default null,
  most integer default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
as $$
declare
  readable text[] := case
    when private.is_staff('admin') then '{items,lists,crm,staff,settings}'
    when private.is_staff('crm_user') then '{items,lists,crm}'
    else '{items,lists}' end;
  term constant text := nullif(private.trimmed(query), '');
  size constant integer := greatest(1, least(coalesce(most, 50), 100));
  about_type constant text := about ->> 'type';
  about_id constant text := about ->> 'id';
  conditions text[] := '{}';
  -- Customers whose rows are wanted.
  customers uuid[] := '{}';
  last_seen private.activity;
  found_rows jsonb;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if area is not null then
    if not area = any (readable) then
      raise exception 'Your account has no right to read this part of the log.' using errcode = '42501';
    end if;
    conditions := conditions || 'entry.area = $1[1]'::text;
    readable := array[area];
  elsif cardinality(readable) < 5 then
    conditions := conditions || 'entry.area = any ($1)'::text;
  end if;
  if about is not null then
    if about_type is null or about_id is null then
      raise exception 'about must name the type and id of a record.' using errcode = 'PT400';
    elsif about_type = 'change' then
      if about_id !~ '^\d{1,18}$' then
        raise exception 'about must name a change.' using errcode = 'PT400';
      end if;
      conditions := conditions || 'entry.change_id = $2::bigint'::text;
    elsif about_type = 'customer' then
      customers := private.merged_customers(private.uuid_of(about_id));
      conditions := conditions || 'entry.customer_id = any ($3)'::text;
    else
      conditions := conditions || 'entry.record_id = $2 and entry.record_type = $4'::text;
    end if;
  elsif term is null then
    conditions := conditions || 'entry.id = entry.change_id'::text;
  end if;
  if term is not null then
    if about is null and 'crm' = any (readable) then
      customers := array(
        select customer.id from public.customers as customer
        where customer.search_text like private.search_pattern(term) limit 100);
    end if;
    conditions := conditions || case when customers = '{}' or about is not null
      then '(private.compared(entry.label) collate "C") like $5'
      else '((private.compared(entry.label) collate "C") like $5 or entry.customer_id = any ($3))' end;
  end if;
  if person is not null then
    conditions := conditions || 'entry.person_id = $6'::text;
  end if;
  if since is not null then
    conditions := conditions || 'entry.at >= $7'::text;
  end if;
  if until is not null then
    conditions := conditions || 'entry.at < $8'::text;
  end if;
  if before is not null then
    if before ~ '^\d{1,18}$' then
      select * into last_seen from private.activity as entry where entry.id = before::bigint;
    end if;
    if last_seen.id is null then
      raise exception 'The cursor does not belong to this list.' using errcode = 'PT400';
    end if;
    conditions := conditions || '(entry.at, entry.id) < ($9, $10)'::text;
  end if;
  execute format(
    'select coalesce(jsonb_agg(private.activity_entry(page.entry) order by (page.entry).at desc, (page.entry).id desc), ''[]'')
     from (
       select entry from private.activity as entry where %s order by entry.at desc, entry.id desc limit %s
     ) as page',
    coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true'), size + 1)
    into found_rows
    using readable, about_id, customers, about_type, private.search_pattern(term), person,
      since::timestamp at time zone 'Asia/Kolkata', (until + 1)::timestamp at time zone 'Asia/Kolkata',
      last_seen.at, last_seen.id;
  return jsonb_build_object(
    'rows', case when jsonb_array_length(found_rows) > size then found_rows - size else found_rows end,
    'next', case when jsonb_array_length(found_rows) > size then found_rows -> (size - 1) -> 'id' end);
end
$$;

create or replace function public.find_customers(q text, size integer default 8) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  typed constant text := private.typed_search(coalesce(find_customers.q, ''));
  said constant text := private.compared(typed);
  mobile_pattern constant text := private.mobile_pattern(find_customers.q);
  number constant text[] := regexp_match(said, '^(?:cus[ -]*)?0*([1-9][0-9]{0,11})$');
  words text[];
  found_ids uuid[];
  is_wide boolean := false;
begin
  perform private.require_staff('admin', 'crm_user');
  if coalesce(find_customers.size not between 1 and 50, true) then
    raise exception 'size must be between 1 and 50.' using errcode = 'PT400';
  end if;
  found_ids := array(
    select private.remaining_customer(customer.id) from public.customers as customer
    where customer.mobile = any (array[btrim(mobile_pattern, '%'), said, '+91' || said])
    union
    select private.remaining_customer(customer.id) from public.customers as customer
    where customer.customer_number = 'CUS-' || lpad(number[1], greatest(5, length(number[1])), '0'));
  words := case when mobile_pattern is null then private.customer_words(typed) else array[btrim(mobile_pattern, '%')] end;
  if found_ids = '{}' or number is not null and said not like 'cus%' then
    found_ids := found_ids || private.customers_with(words, false, 1000);
    if found_ids = '{}' then
      is_wide := true;
      found_ids := private.customers_with(words, true, 100);
    end if;
  end if;
  return (
    with known as (
      select customer.*, private.compared(customer.first_name || ' ' || customer.last_name) as name,
        coalesce(figures.orders, 0) as orders, coalesce(figures.open_enquiries, 0) as open_enquiries
      from public.customers as customer left join private.lead_figures as figures on figures.customer_id = customer.id
      where customer.id = any (found_ids) and customer.erased_at is null
    ), sorted as (
      select known.*, row_number() over (order by
        case when name = said then 0 when starts_with(name, said) then 1
          when not exists (select from unnest(words) as word where strpos(' ' || name, ' ' || word) = 0) then 2
          else 3 end,
        case when is_wide then private.words_errors(words, name) end,
        orders desc, name, customer_number) as place
      from known
    )
    select jsonb_build_object('items', coalesce(jsonb_agg(jsonb_build_object('id', listed.id,
        'customer_number', listed.customer_number, 'first_name', listed.first_name, 'last_name', listed.last_name,
        'mobile', listed.mobile, 'email', listed.email, 'company', company.legal_name, 'mobiles', (
          select coalesce(jsonb_agg(former.mobile order by former.mobile), '[]') from public.customers as former
          where former.id = any (private.merged_customers(listed.id)) and former.id <> listed.id
            and former.mobile is not null),
        'orders', listed.orders, 'open_enquiries', listed.open_enquiries, 'last_from', (
          select made.rental_from from public.orders as made
          where made.customer_id = listed.id order by made.created_at desc limit 1)) order by listed.place), '[]'),
      'more', (select count(*) > find_customers.size from sorted))
    from (select * from sorted order by place limit find_customers.size) as listed
      left join lateral (
        select profile.legal_name from public.billing_profiles as profile where profile.customer_id = listed.id
        order by exists (
          select from unnest(words) as word
          where strpos(private.compared(profile.legal_name), word) > 0) desc,
          profile.updated_at desc
        limit 1) as company on true);
end
$$;

create or replace function public.find_items(q text) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  pattern constant text := private.search_pattern(coalesce(find_items.q, ''));
  listed record;
  found_ids uuid[] := '{}';
  ids uuid[];
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if pattern = '%%' then
    return '[]';
  end if;
  for listed in select kind, item_table, staff_text from private.catalogue_kinds order by position loop
    execute format('select array(select item.id from %s as item where %s limit 200)', listed.item_table,
      private.inventory_conditions(listed.kind, listed.staff_text, '{}', pattern)) into ids using pattern;
    found_ids := found_ids || ids;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('type', kind, 'id', id, 'code', code, 'name', name,
      'quantity', quantity, 'price', price, 'active', active) order by place), '[]')
    from (
      select kind, id, code, name, quantity, price, active, row_number() over (
        order by private.compared(name) not like substr(pattern, 2), private.compared(code) not like substr(pattern, 2), name, id) as place
      from public.items as item where item.id = any (found_ids)
    ) as found where place <= 12
  );
end
$$;

create or replace function public.find_rentable(
  q text,
  rental_from date default null,
  rental_to date default null,
  cursor text default null,
  size integer default 8
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  typed constant text := private.typed_search(coalesce(find_rentable.q, ''));
  patterns constant text[] := array(
    select private.pattern_of(word) from string_to_table(private.compared(typed), ' ') as word where word <> ''
    order by length(word) desc);
  -- why from today: an order that is out begins in the past.
  first_day constant date := case
    when find_rentable.rental_from is not null then greatest(find_rentable.rental_from, private.today()) end;
  page jsonb;
  found jsonb;
  is_complete boolean;
  hidden uuid[] := '{}';
begin
  perform private.require_staff('admin', 'crm_user');
  if coalesce(find_rentable.size not between 1 and 50, true) then
    raise exception 'size must be between 1 and 50.' using errcode = 'PT400';
  end if;
  if cardinality(private.search_terms(coalesce(find_rentable.q, ''))) = 0 then
    return '{"total": 0, "items": [], "next": null, "near": false, "partial": false}';
  end if;
  page := public.search_by_words(find_rentable.q, cursor => find_rentable.cursor, size => find_rentable.size);
  found := page -> 'items';
  is_complete := (page ->> 'total')::integer > 0 and not page ? 'partial';
  if not is_complete and find_rentable.cursor is null or is_complete and page -> 'next' = 'null' then
    -- why materialized: by the longest word the index of names answers, not one that has all items.
    with named as materialized (
      select item.* from public.items as item
      where length(patterns[1]) > 4 and private.compared(item.name) collate "C" like patterns[1]
      limit 1000
    )
    select array(
      select named.id from named
      where private.compared(named.name) like all (patterns) and not named.active and named.archived_at is null
        and named.removed_at is null
      limit 12) into hidden;
    hidden := hidden || array(
      select item.id from public.items as item
      where item.code = upper(typed) and item.id <> all (hidden)
        and not item.active and item.archived_at is null and item.removed_at is null);
  end if;
  if hidden <> '{}' and not is_complete then
    page := '{"total": 0, "next": null}';
    found := '[]';
  end if;
  found := found || (
    select coalesce(jsonb_agg(jsonb_build_object('id', item.id) order by item.name, item.id), '[]')
    from public.items as item where item.id = any (hidden));
  if found = '[]' then
    found := coalesce(page -> 'instead', '[]');
    page := page || jsonb_build_object('near', found <> '[]');
  end if;
  if find_rentable.rental_to between first_day and first_day + 91 then
    found := private.with_free(found, private.rental_days_of(first_day, find_rentable.rental_to));
  end if;
  return jsonb_build_object(
    'total', (page ->> 'total')::integer + cardinality(hidden),
    'next', page -> 'next',
    'near', coalesce(page -> 'near', 'false'),
    'partial', coalesce(page -> 'partial', 'false'),
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('type', item.kind, 'id', item.id, 'code', item.code,
        'name', item.name, 'quantity', item.quantity, 'price', item.price, 'active', item.active,
        'image', item.image, 'place', item.place, 'free', listed.row -> 'free', 'of', listed.row -> 'of')
        order by listed.nth), '[]')
      from jsonb_array_elements(found) with ordinality as listed (row, nth)
        join public.items as item on item.id = (listed.row ->> 'id')::uuid));
end
$$;

create or replace function public.search_desk(q text, size integer default 12) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
set plan_cache_mode = 'force_generic_plan'
as $$
declare
  pattern constant text := private.search_pattern(coalesce(search_desk.q, ''));
  mobile_pattern constant text := private.mobile_pattern(search_desk.q);
  needle constant text := private.typed_search(coalesce(search_desk.q, ''));
  said constant text := private.compared(needle);
  -- 'ord-12' gives prefix ORD and digits 12.
  parts constant text[] := regexp_match(needle, '^(?:([a-z]{3})[ -]*)?([0-9]{1,12})$');
  prefix constant text := upper(parts[1]);
  digits constant text := ltrim(parts[2], '0');
  padded constant text := lpad(digits, greatest(5, length(digits)), '0');
  -- A text that may be a whole mobile number.
  mobiles constant text[] := array_remove(array[btrim(mobile_pattern, '%'), needle, '+91' || needle], null);
  words constant text[] := case when mobile_pattern is null then private.customer_words(needle)
    else array[btrim(mobile_pattern, '%')] end;
  -- why: words of one or two letters are in no index, and are looked for in what the others find.
  has_short_word constant boolean := exists (select from unnest(words) as word where length(word) < 3);
  compared constant integer := case when has_short_word then 1000 else 60 end;
  -- Numbers and addresses have no typing errors, and are no words of an item.
  is_written constant boolean := mobile_pattern is null and needle !~ '@|^[a-z]{0,4}[ /-]*[0-9][0-9 /-]*$' and length(needle) >= 3;
  named uuid[] := '{}';
  -- Found items with their ranks, the best first.
  item_ids uuid[];
  item_ranks numeric[];
  is_wide boolean := false;
  sees_people boolean;
  -- why: a number that was typed whole means one record, which an index finds at once.
  is_whole boolean := prefix in ('CUS', 'ENQ', 'ORD');
  found jsonb := '[]';
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if coalesce(search_desk.size not between 1 and 20, true) then
    raise exception 'size must be between 1 and 20.' using errcode = 'PT400';
  end if;
  sees_people := private.is_staff('admin', 'crm_user');
  if said = '' then
    return found;
  end if;
  if sees_people then
    is_whole := coalesce(is_whole, false) or exists (select from public.customers where mobile = any (mobiles));
    if not is_whole and length(needle) >= 3 and needle !~ '^(cus|enq|ord)-?$' then
      if has_short_word then
        -- why: a text as it stands in a name is found among any number of others.
        named := array(select id from public.customers where search_text like pattern limit 60);
      end if;
      if named = '{}' then
        named := private.customers_with(words, false, compared);
      end if;
    end if;
  end if;
  -- why: a customer's name is no search for items with these words somewhere.
  select array_agg(listed.id order by listed.rank, listed.name), array_agg(listed.rank order by listed.rank, listed.name)
    into item_ids, item_ranks
  from (
    select item.id, item.name, hit.rank
    from private.found_items(search_desk.q, case when named = '{}' and is_written then 'words' else 'names' end) as hit
      join public.items as item using (id)
  ) as listed;
  if named = '{}' and item_ids is null and is_written then
    is_wide := true;
    if sees_people then
      named := private.customers_with(words, true, compared);
    end if;
    select array_agg(listed.id order by listed.rank), array_agg(listed.rank order by listed.rank) into item_ids, item_ranks
    from (
      select item.id, 4 + private.words_errors(words, private.compared(item.name)) / 100.0 as rank
      from private.found_items(search_desk.q, 'wide') as hit join public.items as item using (id)
    ) as listed;
  end if;

  if sees_people then
    with known as (
      select customer.id, customer.merged_into, case when customer.customer_number = 'CUS-' || padded and coalesce(prefix, 'CUS') = 'CUS'
          or customer.mobile = any (mobiles) then 0
        when customer.customer_number like upper(needle) || '%' then 1
        when is_wide then 4 + private.words_errors(words, name) / 100.0
        when starts_with(name, said) then 2 else 3 end as rank
      from (
        select id from public.customers where coalesce(prefix, 'CUS') = 'CUS' and customer_number = 'CUS-' || padded
        union
        select id from public.customers where mobile = any (mobiles)
        union
        (select id from public.customers
          where needle like 'cus-%' and customer_number between upper(needle) and upper(needle) || '~' order by customer_number limit 5)
        union
        select unnest(named)
      ) as hit join public.customers as customer using (id)
        cross join lateral private.compared(customer.first_name || ' ' || customer.last_name) as name
    ), remaining as (
      select known.rank, customer.* from known
        join public.customers as customer on customer.id =
          case when known.merged_into is null then known.id else private.remaining_customer(known.id) end
      order by known.rank, customer.first_name, customer.id limit search_desk.size
    ), rentals as (
      select 'order' as what, made.id, made.order_number as number, made.customer_id, made.status, made.rental_from,
        made.rental_to, hit.rank, made.created_at
      from (
        select id, 0 as rank from public.orders where coalesce(prefix, 'ORD') = 'ORD' and order_number = 'ORD-' || padded
        union all
        (select id, 1 from public.orders where needle like 'ord-%' and order_number between upper(needle) and upper(needle) || '~'
          order by order_number desc limit 5)
        union all
        select newest.id, remaining.rank + 0.5 from remaining cross join lateral (
          select id from public.orders where customer_id = remaining.id order by created_at desc limit 2) as newest
      ) as hit join public.orders as made using (id)
      union all
      select 'enquiry', made.id, made.enquiry_number, made.customer_id, made.status, made.rental_from,
        made.rental_to, hit.rank, made.created_at
      from (
        select id, 0 as rank from public.enquiry_orders where coalesce(prefix, 'ENQ') = 'ENQ' and enquiry_number = 'ENQ-' || padded
        union all
        (select id, 1 from public.enquiry_orders
          where needle like 'enq-%' and enquiry_number between upper(needle) and upper(needle) || '~' order by enquiry_number desc limit 5)
        union all
        select newest.id, remaining.rank + 0.6 from remaining cross join lateral (
          select id from public.enquiry_orders
          where customer_id = remaining.id and status <> 'converted' order by created_at desc limit 2) as newest
      ) as hit join public.enquiry_orders as made using (id)
    ), best as (
      select distinct on (what, id) * from rentals order by what, id, rank
    )
    select found || coalesce(jsonb_agg(jsonb_build_object('what', told.what, 'id', told.id, 'number', told.number,
      'title', told.title, 'type', null, 'mobile', told.mobile, 'status', told.status,
      'rental_from', told.rental_from, 'rental_to', told.rental_to, 'item', null,
      'active', true, 'rank', told.rank)), '[]')
    into found
    from (
      select 'customer' as what, id, customer_number as number, first_name || ' ' || last_name as title, mobile,
        null as status, null::date as rental_from, null::date as rental_to, rank::numeric
      from remaining
      union all
      select best.what, best.id, best.number, private.customer_name(best.customer_id), null,
        coalesce(
          (select label from public.crm_rental_order_statuses where best.what = 'order' and value = best.status),
          (select label from public.crm_rental_enquiry_statuses where best.what = 'enquiry' and value = best.status)),
        best.rental_from, best.rental_to,
        best.rank
      from best
      union all
      select 'document', document.id, document.number, private.customer_name(private.remaining_customer(document.customer_id)),
        null, kind.name, document.date, null, hit.rank
      from private.found_documents(needle) as hit join public.documents as document using (id)
        join private.document_kinds as kind using (kind)
    ) as told;
  end if;

  with listed as (
    select item.id, item.code, item.name, item.kind, item.active, hit.place, hit.rank + case when hit.place > 5 then 0.5 else 0 end as rank
    from unnest(item_ids, item_ranks) with ordinality as hit (id, rank, place) join public.items as item using (id)
  ), rentals as (
    -- why distinct: two of the best items may be in one order.
    select distinct on (line.what, line.id) line.*, best.name as item,
      best.rank + 0.4 + best.place * 0.01 + line.place * 0.001 as rank
    from listed as best cross join lateral private.rentals_with(best.id)
      with ordinality as line (what, id, number, customer_id, status, rental_from, rental_to, place)
    where sees_people and best.place <= 3
      and not exists (select from jsonb_array_elements(found) as told where told ->> 'id' = line.id::text)
    order by line.what, line.id, best.place
  )
  select found || coalesce(jsonb_agg(told), '[]') into found
  from (
    select jsonb_build_object('what', 'item', 'id', id, 'number', code, 'title', name, 'type', kind, 'mobile', null,
      'status', null, 'rental_from', null, 'rental_to', null, 'item', null, 'active', active, 'rank', rank) as told
    from listed
    union all
    select jsonb_build_object('what', what, 'id', id, 'number', number, 'title', private.customer_name(customer_id),
      'type', null, 'mobile', null, 'status', status, 'rental_from', rental_from, 'rental_to', rental_to, 'item', item,
      'active', true, 'rank', rank)
    from rentals
  ) as every;

  if needle ~ '^[a-z]{3}-[0-9]+-[0-9]*$' then
    select found || coalesce(jsonb_agg(jsonb_build_object('what', 'piece', 'id', piece.id, 'number', piece.code,
      'title', item.name, 'type', item.kind, 'mobile', null, 'status', null, 'rental_from', null, 'rental_to', null,
      'item', null, 'active', item.active, 'rank', case when piece.code = upper(needle) then 0 else 1 end)), '[]')
    into found
    from (
      select known.* from public.item_pieces as known
      where known.code between upper(needle) and upper(needle) || '~' and known.retired_at is null order by known.code limit 5
    ) as piece join public.items as item on item.id = piece.item_id
    where item.removed_at is null and item.archived_at is null;
  end if;

  return (
    select coalesce(jsonb_agg(told - 'rank' order by place), '[]')
    from (
      select told, row_number() over (order by (told ->> 'rank')::numeric,
        array_position(array['order', 'enquiry', 'document', 'customer', 'piece', 'item'], told ->> 'what'),
        told ->> 'title', told ->> 'number' desc) as place
      from jsonb_array_elements(found) as told
    ) as sorted where place <= search_desk.size
  );
end
$$;

create or replace function public.search_documents(
  query text default null,
  kind text default null,
  state text default null,
  "from" date default null,
  "to" date default null,
  cursor text default null,
  most integer default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  pattern constant text := private.search_pattern(coalesce(search_documents.query, ''));
  -- why: numbers are read with their dashes.
  number_pattern constant text := private.pattern_of(private.typed_search(coalesce(search_documents.query, '')));
  at_most constant integer := greatest(1, least(coalesce(most, 50), 100));
  before timestamptz;
  before_id uuid;
  rows jsonb;
begin
  perform private.require_staff('admin', 'crm_user');
  if search_documents.cursor is not null then
    begin
      before := split_part(search_documents.cursor, ' ', 1)::timestamptz;
      before_id := split_part(search_documents.cursor, ' ', 2)::uuid;
    exception when data_exception then
      perform private.refuse('cursor', 'This is no cursor.');
    end;
  end if;
  select coalesce(jsonb_agg(private.document_row(listed.document) || jsonb_build_object(
      'customer', jsonb_build_object('id', customer.id, 'number', customer.customer_number, 'name', private.customer_name(customer.id)),
      'order', (select made.order_number from public.orders as made where made.id = (listed.document).order_id),
      'enquiry', (select asked.enquiry_number from public.enquiry_orders as asked where asked.id = (listed.document).enquiry_order_id),
      'at', to_char((listed.document).created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    order by (listed.document).created_at desc, (listed.document).id desc), '[]')
    into rows
  from (
    select known as document, private.remaining_customer(known.customer_id) as customer_id
    from public.documents as known
      join public.customers as holder on holder.id = known.customer_id
      left join public.billing_profiles as profile on profile.id = known.billing_profile_id
    where (search_documents.kind is null or known.kind = search_documents.kind)
      and (search_documents.state is null or known.state = search_documents.state)
      and (search_documents."from" is null or coalesce(known.date, (known.created_at at time zone 'Asia/Kolkata')::date) >= search_documents."from")
      and (search_documents."to" is null or coalesce(known.date, (known.created_at at time zone 'Asia/Kolkata')::date) <= search_documents."to")
      and (before is null or (known.created_at, known.id) < (before, before_id))
      and (pattern = '%%' or lower(known.number) like number_pattern or holder.search_text like pattern
        or lower(holder.customer_number) like number_pattern
        or private.compared(profile.legal_name) like pattern)
    order by known.created_at desc, known.id desc limit at_most + 1
  ) as listed join public.customers as customer on customer.id = listed.customer_id;
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(entry.value - 'at' order by entry.place), '[]')
      from jsonb_array_elements(rows) with ordinality as entry (value, place) where entry.place <= at_most),
    'next', case when jsonb_array_length(rows) > at_most then
      concat_ws(' ', rows -> (at_most - 1) ->> 'at', rows -> (at_most - 1) ->> 'id') end);
end
$$;

create or replace function public.timeline(
  by text,
  from_day date,
  days integer default 31,
  kind text default null,
  category text default null,
  customer uuid default null,
  assignee text default null,
  q text default '',
  busy_only boolean default false,
  after text default null,
  size integer default 100
) returns jsonb
language plpgsql stable security definer
set search_path = ''
set jit = 'off'
set max_parallel_workers_per_gather = '0'
as $$
#variable_conflict use_column
declare
  few constant integer := 5000;
  counted_to constant integer := 1000;
  moment constant timestamptz := clock_timestamp();
  pattern text := private.search_pattern(coalesce(timeline.q, ''));
  -- why: numbers are read with their dashes.
  number_pattern constant text := private.pattern_of(private.typed_search(coalesce(timeline.q, '')));
  names_too boolean;
  span daterange;
  last_row jsonb;
  filter text;
  owner_condition text := '';
  rental_condition text;
  text_condition text := '';
  conditions text;
  rentals text;
  busy uuid[];
  is_cut boolean := false;
  customers uuid[];
  ids uuid[];
  keys jsonb;
  found bigint;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  names_too := private.is_staff('admin', 'crm_user');
  if timeline.by is null or timeline.by not in ('items', 'orders') then
    raise exception 'by must be items or orders.' using errcode = 'PT400';
  elsif not names_too and (timeline.by = 'orders' or timeline.customer is not null or timeline.assignee is not null) then
    raise exception 'Your account has no right to do this.' using errcode = '42501';
  elsif coalesce(timeline.from_day not between date '2000-01-01' and date '9998-12-31', true)
    or coalesce(timeline.days not between 1 and 92, true) then
    raise exception 'from_day must be a day and days a number from 1 to 92.' using errcode = 'PT400';
  elsif coalesce(timeline.size not between 1 and 500, true) then
    raise exception 'size must be between 1 and 500.' using errcode = 'PT400';
  elsif timeline.assignee <> 'none' and private.uuid_of(timeline.assignee) is null then
    raise exception 'assignee must be a uuid or none.' using errcode = 'PT400';
  end if;
  span := daterange(timeline.from_day, timeline.from_day + timeline.days);
  last_row := private.read_timeline_cursor(timeline.after, timeline.by);
  filter := private.timeline_filter(timeline.kind, timeline.category,
    case timeline.by when 'items' then pattern else '%%' end);

  -- $1 pattern of numbers, $2 kind, $3 customer, $4 assignee, $5 the days, $6 now, $7 to $9 the cursor, $10 size, $11 items or
  -- customers that were looked up
  if timeline.customer is not null then
    owner_condition := ' and made.customer_id = $3';
  end if;
  if timeline.assignee is not null then
    owner_condition := owner_condition
      || case timeline.assignee when 'none' then ' and made.assigned_to is null' else ' and made.assigned_to = $4' end;
  end if;
  rental_condition := ' where reserved.status <> ''released'' and reserved.blocked && $5
    and (reserved.status <> ''held'' or reserved.expires_at > $6)' || owner_condition;
  if timeline.by = 'orders' and pattern <> '%%' then
    -- why: the customers are looked up first, so that few of them lead to their orders.
    customers := array(select known.id from public.customers as known where known.search_text like pattern limit few + 1);
    text_condition := case when cardinality(customers) <= few then ' and (made.customer_id = any ($11) or lower(made.%1$I) like $1)'
      else ' and (made.customer_id in (select known.id from public.customers as known where known.search_text like %2$L)
        or lower(made.%1$I) like $1)' end;
  end if;
  rentals := 'select made.id, made.order_number as number, reserved.item_id, reserved.rented
      from public.reservations as reserved join public.order_items as line on line.id = reserved.order_item_id
        join public.orders as made on made.id = line.order_id' || rental_condition
      || format(text_condition, 'order_number', pattern) || ' and reserved.kind = ''rental''
    union all
    select made.id, made.enquiry_number, reserved.item_id, reserved.rented
      from public.reservations as reserved join public.enquiry_items as line on line.id = reserved.enquiry_item_id
        join public.enquiry_orders as made on made.id = line.enquiry_order_id' || rental_condition
      || format(text_condition, 'enquiry_number', pattern);

  if timeline.by = 'items' then
    if timeline.busy_only then
      -- why: where few reservations touch the days, they lead to the items; where many do, a page of items is full soon.
      busy := array(
        select reserved.item_id from public.reservations as reserved
        where reserved.status <> 'released' and reserved.blocked && span
          and (reserved.status <> 'held' or reserved.expires_at > moment)
        limit few + 1);
      is_cut := cardinality(busy) > few;
    end if;
    conditions := 'item.removed_at is null and item.archived_at is null'
      || case when timeline.kind is not null then ' and item.kind = $2' else '' end
      || coalesce(' and item.id in (' || filter || ')', '')
      || case when owner_condition <> '' then
        format(' and item.id in (select rental.item_id from (%s) as rental)', rentals) else '' end
      || case when not timeline.busy_only then ''
        when not is_cut then ' and item.id = any ($11)'
        else ' and exists (
          select from public.reservations as reserved
          where reserved.item_id = item.id and reserved.status <> ''released''
            and upper(reserved.blocked) > lower($5) and lower(reserved.blocked) < upper($5)
            and (reserved.status <> ''held'' or reserved.expires_at > $6))' end;
    execute format(
      'select array_agg(listed.id order by kind, name, id),
         jsonb_agg(jsonb_build_array(''items'', kind, name, id) order by kind, name, id)
       from (select item.id, item.kind, item.name from public.items as item where %s %s
         order by item.kind, item.name, item.id limit $10 + 1) as listed',
      conditions, case when last_row is not null then 'and (item.kind, item.name, item.id) > ($7, $8, $9)' else '' end)
    into ids, keys
    using number_pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
      last_row ->> 1, last_row ->> 2, private.uuid_of(last_row ->> 3), timeline.size, busy;
    if last_row is null then
      execute format('select count(*) from (select from public.items as item where %s %s) as counted', conditions,
        case when is_cut then 'limit ' || counted_to + 1 else '' end) into found
      using number_pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
        null::text, null::text, null::uuid, null::integer, busy;
    end if;
  else
    conditions := case when timeline.kind is null then 'true' else
      'reserved.item_id in (' || coalesce(filter, 'select item.id from public.items as item where item.kind = $2') || ')' end;
    if owner_condition || text_condition = '' then
      -- why by the orders' own days: their lines lie together; those of other orders are looked up one by one. why grouped
      -- at once: each order is then looked up once, and not for each of its lines. why offset 0: the planner expects as
      -- many orders as lines, and would read all orders.
      rentals := 'with near as materialized (
          select line.id, made.id as order_id, made.order_number
          from public.orders as made join public.order_items as line on line.order_id = made.id
          where private.days_of(made.rental_from, made.rental_to) && $5
        ), touching as materialized (
          select reserved.order_item_id, lower(reserved.rented) as first_day from public.reservations as reserved'
          || rental_condition || ' and reserved.kind = ''rental'' and ' || conditions || '
        )
        select near.order_id as id, near.order_number as number, min(touching.first_day) as first_day
          from touching join near on near.id = touching.order_item_id group by near.order_id, near.order_number
        union all
        select made.id, made.order_number, found.first_day
          from (
            select line.order_id, min(other.first_day) as first_day
            from touching as other cross join lateral (
              select known.order_id from public.order_items as known where known.id = other.order_item_id offset 0
            ) as line
            where other.order_item_id not in (select near.id from near) group by line.order_id
          ) as found cross join lateral (
            select known.id, known.order_number from public.orders as known where known.id = found.order_id offset 0
          ) as made
        union all
        select made.id, made.enquiry_number, found.first_day
          from (
            select line.enquiry_order_id, min(lower(reserved.rented)) as first_day
            from public.reservations as reserved join public.enquiry_items as line on line.id = reserved.enquiry_item_id'
          || rental_condition || ' and ' || conditions || ' group by line.enquiry_order_id
          ) as found join public.enquiry_orders as made on made.id = found.enquiry_order_id';
    else
      rentals := format('select reserved.id, reserved.number, min(lower(reserved.rented)) as first_day
        from (%s) as reserved where %s group by reserved.id, reserved.number', rentals, conditions);
    end if;
    execute format(
      'with listed as materialized (%s), page as (
         select * from listed %s order by first_day, number, id limit $10 + 1
       )
       select array_agg(page.id order by first_day, number, id),
         jsonb_agg(jsonb_build_array(''orders'', first_day, number, id) order by first_day, number, id),
         (select count(*) from listed)
       from page',
      rentals,
      case when last_row is not null then 'where (first_day, number, id) > ($7::date, $8 collate "C", $9)' else '' end)
    into ids, keys, found
    using number_pattern, timeline.kind, timeline.customer, private.uuid_of(timeline.assignee), span, moment,
      last_row ->> 1, last_row ->> 2, private.uuid_of(last_row ->> 3), timeline.size, customers;
  end if;

  return jsonb_build_object(
    'rows', case timeline.by
      when 'items' then private.timeline_of_items(ids[:timeline.size], span, moment, names_too)
      else private.timeline_of_orders(ids[:timeline.size], span, moment) end,
    'total', case when last_row is null then case when is_cut then least(found, counted_to) else found end end,
    'total_is_exact', last_row is null and not (is_cut and found > counted_to),
    'next', case when cardinality(ids) > timeline.size then private.timeline_cursor(keys -> (timeline.size - 1)) end);
end
$$;

grant execute on function private.latin_digits(text) to authenticated, service_role;

grant execute on function private.folded(text) to authenticated, service_role;

grant execute on function private.compared(text) to authenticated, service_role;
