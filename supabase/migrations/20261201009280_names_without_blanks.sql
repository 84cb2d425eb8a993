-- Written by `npm run db:change` from supabase/schemas.

create function private.name_key(name text) returns text
language sql immutable parallel safe
return private.trimmed(lower(regexp_replace(name,
  '[[:space:]\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g') collate private.names)) collate "C";

create or replace function private.import_items(kind text) returns text
language sql stable
set search_path = ''
as $$
  with listed as (
    select item_table, code_column from private.inventory_kind(import_items.kind)
  ), known as (
    select *, format($f$nullif(private.%I(fields ->> %L), '') as %I$f$,
        case said when 'description' then 'trimmed' else 'one_line' end, said, 'said_' || said) as text_of,
      case
        when lookup_table is not null then format(
          'case when there.id is not null and (not fields ? %1$L
             or private.name_key(%2$I) = private.name_key(%3$I.%4$I)) then there.%5$I
           else %6$I.id end as %5$I', said, 'said_' || said, 'was_' || said, label_column, item_column, 'of_' || said)
        when pattern is not null then format(
          'case when there.id is not null and %1$I is null then there.%5$I
           else coalesce(case when %1$I ~ %2$L then %1$I::%3$s end, %4$s) end as %5$I',
          'said_' || said, pattern, type, coalesce(fallback, 'null'), item_column)
        else format(
          'case when there.id is not null and (not fields ? %1$L
             or replace(%2$I, E''\r\n'', E''\n'') is not distinct from private.plain_text(there.%3$I)) then there.%3$I
           else coalesce(%2$I, %4$s) end as %3$I', said, 'said_' || said, item_column, coalesce(fallback, 'null'))
      end as value_of
    from private.import_columns(kind) where item_column <> 'images'
  ), written as (
    select item_column, place from private.import_columns(kind)
  )
  select format(
    'select item.*, jsonb_build_array(private.name_key(said_name)%1$s)::text collate "C" as same,
       jsonb_build_object(%2$s) as became,
       case when there_id is null then ''{}'' else array_remove(array[%3$s], null) end as differing
     from (
       select said.*, there.id as there_id, there.updated_at as there_at, %4$s,
         array_remove(array[%5$s], null) as images, %6$s, jsonb_build_object(%7$s) as was
       from (
         select line, seen, fields, upper(nullif(private.trimmed(fields ->> ''code''), '''')) collate "C" as said_code, %8$s, %9$s
         from private.import_lines where import_id = $1
       ) as said
       left join %10$s as there on there.%11$I = said.said_code%12$s
     ) as item',
    string_agg(case
      when lookup_table is not null then format(', coalesce(%I::text, private.name_key(%I))', item_column, 'said_' || said)
      when is_required and item_column <> 'name' then format(', %I::text', item_column)
    end, '' order by place),
    (select string_agg(format('%1$L, %1$I', item_column), ', ' order by place) from written),
    (select string_agg(format('case when %1$I is distinct from %2$I then %1$L end', item_column, 'former_' || item_column),
      ', ' order by place) from written),
    (select string_agg(format('there.%I as %I', item_column, 'former_' || item_column), ', ' order by place) from written),
    (select string_agg(format('case when there.id is not null and not fields ? %1$L then there.images[%2$s] else %3$I end',
      'image_' || n, n, 'said_image_' || n), ', ') from generate_series(1, 3) as n),
    string_agg(value_of, ', ' order by place),
    (select string_agg(format('%1$L, there.%1$I', item_column), ', ' order by place) from written),
    string_agg(text_of, ', ' order by place),
    (select string_agg(format($f$nullif(private.trimmed(fields ->> %L), '') as %I$f$, 'image_' || n,
      'said_image_' || n), ', ') from generate_series(1, 3) as n),
    (select item_table from listed), (select code_column from listed),
    string_agg(format(
      ' left join %2$s as %5$I on %5$I.id = there.%6$I
        left join (
          select distinct on (key) id, key
          from (select id, private.name_key(%3$I) as key from %2$s) as listed order by key, id
        ) as %1$I on %1$I.key = private.name_key(%4$I)',
      'of_' || said, lookup_table, label_column, 'said_' || said, 'was_' || said, item_column), '')
      filter (where lookup_table is not null))
  from known
$$;

create or replace function private.import_problems(import_id uuid, kind text, required text[]) returns jsonb
language plpgsql stable
set search_path = ''
set jit = 'off'
as $$
declare
  listed constant private.catalogue_kinds := private.inventory_kind(kind);
  checks text;
  in_table text;
  told jsonb;
begin
  select string_agg(format('select line, %L as field, %L as problem, null as value from item where %I is null
        and (there_id is null or fields ? %1$L and nullif(private.trimmed(%4$I::text), '''') is not null)',
      said, 'required', 'said_' || said, 'former_' || item_column), ' union all ')
      filter (where is_required or said = any (required))
    into checks
  from private.import_columns(kind);
  select concat(checks,
      string_agg(format(' union all select line, %1$L, %2$L, %3$I from item where %3$I !~ %4$L',
        said, 'format', 'said_' || said, pattern), '') filter (where pattern is not null),
      string_agg(format(' union all select line, %1$L, %2$L, %3$I from item where %3$I is not null and %4$I is null',
        said, 'unknown', 'said_' || said, item_column), '') filter (where lookup_table is not null)),
    format('select %I as code, jsonb_build_array(private.name_key(name)%s)::text collate "C" as same from %s', listed.code_column,
      string_agg(format(', %I::text', item_column), '' order by place)
        filter (where lookup_table is not null or is_required and item_column <> 'name'),
      listed.item_table)
    into checks, in_table
  from private.import_columns(kind);
  -- All other checks are the table's own constraints.
  select concat(checks, string_agg(format(
      ' union all select line, %L, %L, %I from item where not (%s) and (there_id is null or differing && %L::text[])',
      field, 'check', 'said_' || field, expression, about), ''))
    into checks
  from (
    with known as materialized (select * from private.import_columns(kind))
    select case when first.item_column = 'images' then 'image_1' else first.said end as field,
      pg_get_expr(rule.conbin, rule.conrelid) as expression,
      (select array_agg(known.item_column::text) from known where known.place = any (rule.conkey)) as about
    from pg_constraint as rule
    join known as first on first.place = rule.conkey[1]
    where rule.conrelid = listed.item_table and rule.contype = 'c' and first.lookup_table is null
      and rule.conkey <@ (select array_agg(known.place) from known)
  ) as rules;
  execute format(
    'with every as materialized (%s), item as (
       select * from every where said_code is null or there_id is not null
     ), problem (line, field, problem, value) as (
       %s
       union all
       select line, ''code'', ''no_item'', said_code from every where said_code is not null and there_id is null
       union all
       select line, ''code'', ''same_code'', first::text
       from (select line, min(line) over (partition by there_id) as first from item where there_id is not null) as twice
       where line > first
       union all
       select line, ''code'', ''changed_since'', said_code from item
       where there_id is not null and differing <> ''{}'' and seen is distinct from there_at
       union all
       select line, ''name'', ''same_line'', first::text
       from (
         select line, min(line) over (partition by same) as first from item
         where said_name is not null and there_id is null
       ) as twice
       where line > first
       union all
       select item.line, ''name'', ''same_item'', min(there.code) from item join (%s) as there using (same)
       where item.said_name is not null and item.there_id is null group by item.line
     ), placed as (
       select *, row_number() over (order by line, field, problem) as place from problem
     ), sound as (
       select * from item where line not in (select line from problem)
     ), changes as (
       select line, said_code as code, former_name as name, private.picked(was, differing) as was,
         private.picked(became, differing) as became
       from sound where differing <> ''{}'' order by line limit 1000
     )
     select jsonb_build_object(
       ''lines'', (select count(*) from every),
       ''total'', (select count(*) from problem),
       ''problems'', (
         select coalesce(jsonb_agg(jsonb_build_object(''line'', line, ''field'', field, ''problem'', problem,
           ''value'', left(value, 200)) order by place), ''[]'') from placed where place <= 1000),
       ''new'', (select count(*) from sound where there_id is null),
       ''changed'', (select count(*) from sound where differing <> ''{}''),
       ''unchanged'', (select count(*) from sound where there_id is not null and differing = ''{}''),
       ''refused'', (select count(distinct line) from problem),
       ''changes'', (select coalesce(jsonb_agg(to_jsonb(changes) order by line), ''[]'') from changes))',
    private.import_items(kind), checks, in_table)
    into told using import_id;
  return told;
end
$$;
