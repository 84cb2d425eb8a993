-- Import of items from a file, first part: the staged lines, and how they are checked against the
-- table's own constraints without saving anything.

create table private.imports (
  id uuid not null,
  owner uuid not null,
  kind text not null,
  -- Number of new items; null until the import is applied. `changed` and `unchanged` likewise.
  created integer,
  created_at timestamptz not null default now(),
  changed integer,
  unchanged integer,
  constraint imports_pkey primary key (id),
  constraint imports_kind_fkey foreign key (kind) references private.catalogue_kinds (kind)
);

create table private.import_lines (
  import_id uuid not null,
  line integer not null,
  -- Texts by the item's columns, its lookups' keys, and image_1 to image_3.
  fields jsonb not null,
  -- The updated_at of the line's item when it was checked.
  seen timestamptz,
  constraint import_lines_pkey primary key (import_id, line),
  constraint import_lines_import_id_fkey foreign key (import_id) references private.imports (id) on delete cascade,
  constraint import_lines_fields_check check (jsonb_typeof(fields) = 'object')
);

create index imports_created_at_idx on private.imports (created_at);

alter table private.imports enable row level security;
alter table private.import_lines enable row level security;

/*
 * A text as an import reads it: Unix line breaks, no invisible characters, trimmed; null if nothing is left.
 */
create function private.plain_text(value text) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select nullif(private.trimmed(regexp_replace(replace(value, E'\r\n', E'\n'),
    '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]', '', 'g')), '')
$$;

/* The entries of an object that have these keys. */
create function private.picked(whole jsonb, keys text[]) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(whole) where key = any (keys)
$$;

/*
 * The columns that a file can set on items of this kind: one row for each column that staff may write.
 * `said` is the key of its text in the file. `pattern` is the form of a number or yes/no that the database
 * accepts.
 */
create function private.import_columns(kind text)
returns table (
  said text, item_column name, type text, pattern text, fallback text, is_required boolean,
  lookup_table regclass, label_column name, place smallint
)
language sql stable
set search_path = ''
as $$
  select coalesce(lookup.key, a.attname), a.attname, format_type(a.atttypid, a.atttypmod),
    case a.atttypid
      when 'boolean'::regtype then '^(true|false)$'
      when 'integer'::regtype then '^\d{1,9}$'
      when 'numeric'::regtype then format('^\d{1,%s}(\.\d{1,%s})?$',
        (((a.atttypmod - 4) >> 16) & 65535) - ((a.atttypmod - 4) & 2047), (a.atttypmod - 4) & 2047)
    end,
    pg_get_expr(d.adbin, d.adrelid), a.attnotnull and d.adbin is null,
    lookup.lookup_table, lookup.badge_column, a.attnum
  from private.catalogue_kinds as listed
  join pg_attribute as a on a.attrelid = listed.item_table and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
  left join private.catalogue_lookups as lookup on lookup.kind = listed.kind and lookup.item_column = a.attname
  where listed.kind = import_columns.kind
    and has_column_privilege('authenticated', a.attrelid, a.attnum, 'insert')
    and (a.atttypid <> 'uuid'::regtype or lookup.key is not null)
$$;

/*
 * SQL text that reads the lines of an import ($1) as items: `line`, the texts as `said_…`, the columns as
 * the table will have them, and `same`, which is equal for items with equal name, lookups and other
 * required columns. A new item gets the default for a text that is missing or unreadable.
 * A line with a code refers to an existing item (`there_id`; null if no item has that code), which keeps
 * its values where the line has no text; an empty text clears an optional value. `was` and `became` hold
 * old and new values by column, `differing` the columns in which they differ.
 */
create function private.import_items(kind text) returns text
language sql stable
set search_path = ''
as $$
  with listed as (
    select item_table, code_column from private.inventory_kind(import_items.kind)
  ), known as (
    select *, format($f$nullif(private.trimmed(fields ->> %L), '') as %I$f$, said, 'said_' || said) as text_of,
      case
        when lookup_table is not null then format(
          'case when there.id is not null and (not fields ? %1$L
             or lower(%2$I collate private.names) = lower(private.trimmed(%3$I.%4$I))) then there.%5$I
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
    'select item.*, jsonb_build_array(lower(said_name collate private.names)%1$s)::text collate "C" as same,
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
      when lookup_table is not null then format(', coalesce(%I::text, lower(%I))', item_column, 'said_' || said)
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
          from (select id, lower(%3$I) collate "C" as key from %2$s) as listed order by key, id
        ) as %1$I on %1$I.key = lower(%4$I collate private.names) collate "C"',
      'of_' || said, lookup_table, label_column, 'said_' || said, 'was_' || said, item_column), '')
      filter (where lookup_table is not null))
  from known
$$;

/*
 * The problems that keep an import from being saved, the first 1,000 in line order, and what its lines
 * would do:
 * {"lines", "total", "problems": [{"line", "field", "problem", "value"}], "new", "changed",
 * "unchanged", "refused": counts of lines, "changes": the first 1,000 changed lines as {"line", "code",
 * "name", "was", "became"}, values by column}.
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
set jit = off
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
    format('select %I as code, jsonb_build_array(lower(name)%s)::text collate "C" as same from %s', listed.code_column,
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
    select case when first.item_column = 'images' then 'image_1' else first.said end as field,
      pg_get_expr(rule.conbin, rule.conrelid) as expression,
      (select array_agg(known.item_column::text) from private.import_columns(kind) as known
       where known.place = any (rule.conkey)) as about
    from pg_constraint as rule
    join private.import_columns(kind) as first on first.place = rule.conkey[1]
    where rule.conrelid = listed.item_table and rule.contype = 'c' and first.lookup_table is null
      and rule.conkey <@ (select array_agg(known.place) from private.import_columns(kind) as known)
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
