/*
 * The problems that keep an import from being saved, the first 1,000 in line order, and what its lines
 * would do:
 * {"lines", "total", "problems": [{"line", "field", "problem", "value"}], "new", "changed",
 * "unchanged", "refused": counts of lines, "zeroed": changed lines that set price or quantity to 0 and do not take the
 * item off the site, "changes": the first 1,000 changed lines as {"line", "code", "name", "was", "became"}, values by
 * column}.
 * A problem is `required`, `format` (not a number or yes/no that the database accepts), `unknown` (no such
 * value in the lookup), `check` (a constraint of the table), `same_line` (value: the first line with the
 * same item), `same_item` (value: the code of the existing item), `no_item` (no item has the line's code),
 * `same_code` (value: the first line with that code) or `changed_since` (the item was changed after the
 * check). A value that the line leaves unchanged is never a problem.
 * required: texts that are required besides those that the table requires.
 */
create function private.import_problems(import_id uuid, kind text, required text[]) returns jsonb
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
    with import_column as materialized (select * from private.import_columns(kind))
    select case when first.item_column = 'images' then 'image_1' else first.said end as field,
      pg_get_expr(rule.conbin, rule.conrelid) as expression,
      (select array_agg(import_column.item_column::text)
        from import_column where import_column.place = any (rule.conkey)) as about
    from pg_constraint as rule
    join import_column as first on first.place = rule.conkey[1]
    where rule.conrelid = listed.item_table and rule.contype = 'c' and first.lookup_table is null
      and rule.conkey <@ (select array_agg(import_column.place) from import_column)
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
       ''zeroed'', (
         select count(*) from sound
         where (''price'' = any (differing) and became -> ''price'' = ''0''
             or ''quantity'' = any (differing) and became -> ''quantity'' = ''0'')
           and not (''active'' = any (differing) and became -> ''active'' = ''false'')),
       ''refused'', (select count(distinct line) from problem),
       ''changes'', (select coalesce(jsonb_agg(to_jsonb(changes) order by line), ''[]'') from changes))',
    private.import_items(kind), checks, in_table)
    into told using import_id;
  return told;
end
$$;
