-- Items from a file: staged in parts, checked without saving anything, then saved all or none.

create table private.imports (
  id uuid not null,
  owner uuid not null,
  kind text not null,
  -- How many items it has made; null until it is applied.
  created integer,
  created_at timestamptz not null default now(),
  constraint imports_pkey primary key (id),
  constraint imports_kind_fkey foreign key (kind) references private.catalogue_kinds (kind)
);

create table private.import_lines (
  import_id uuid not null,
  line integer not null,
  -- Texts by the item's columns, its lookups' keys, and image_1 to image_3.
  fields jsonb not null,
  constraint import_lines_pkey primary key (import_id, line),
  constraint import_lines_import_id_fkey foreign key (import_id) references private.imports (id) on delete cascade,
  constraint import_lines_fields_check check (jsonb_typeof(fields) = 'object')
);

create index imports_created_at_idx on private.imports (created_at);

alter table private.imports enable row level security;
alter table private.import_lines enable row level security;

/* An import of the caller, locked. Raises PT404 when there is none. */
create function private.own_import(id uuid) returns private.imports
language plpgsql
set search_path = ''
as $$
declare
  mine private.imports;
begin
  select * into mine from private.imports as known
  where known.id = own_import.id and known.owner = auth.uid() for update;
  if not found then
    raise exception 'There is no such import. Choose the file again.' using errcode = 'PT404';
  end if;
  return mine;
end
$$;

/*
 * What can be said of an item of this kind in a file: one row for each column that staff may write.
 * `said` is the key of its text. `pattern` is what a number or yes/no looks like as the database
 * takes it.
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
 * The lines of an import ($1) as items: `line`, the texts as `said_…`, the columns as the table has
 * them (the default where a text is missing or cannot be read), and `same`, which is equal for items
 * with equal name, lookups and other columns that have to be said.
 */
create function private.import_items(kind text) returns text
language sql stable
set search_path = ''
as $$
  with known as (
    select *, format($f$nullif(private.trimmed(fields ->> %L), '') as %I$f$, said, 'said_' || said) as text_of,
      case
        when lookup_table is not null then format('%I.id as %I', 'of_' || said, item_column)
        when pattern is not null then format('coalesce(case when %1$I ~ %2$L then %1$I::%3$s end, %4$s) as %5$I',
          'said_' || said, pattern, type, coalesce(fallback, 'null'), item_column)
        else format('coalesce(%I, %s) as %I', 'said_' || said, coalesce(fallback, 'null'), item_column)
      end as value_of
    from private.import_columns(kind) where item_column <> 'images'
  )
  select format(
    'select item.*, jsonb_build_array(lower(said_name collate private.names)%s)::text collate "C" as same
     from (
       select said.*, array_remove(array[said_image_1, said_image_2, said_image_3], null) as images, %s
       from (select line, %s, %s from private.import_lines where import_id = $1) as said%s
     ) as item',
    string_agg(case
      when lookup_table is not null then format(', coalesce(%I::text, lower(%I))', item_column, 'said_' || said)
      when is_required and item_column <> 'name' then format(', %I::text', item_column)
    end, '' order by place),
    string_agg(value_of, ', ' order by place),
    string_agg(text_of, ', ' order by place),
    (select string_agg(format($f$nullif(private.trimmed(fields ->> %L), '') as %I$f$, 'image_' || n,
      'said_image_' || n), ', ') from generate_series(1, 3) as n),
    string_agg(format(
      ' left join (
          select distinct on (key) id, key
          from (select id, lower(%3$I) collate "C" as key from %2$s) as listed order by key, id
        ) as %1$I on %1$I.key = lower(%4$I collate private.names) collate "C"',
      'of_' || said, lookup_table, label_column, 'said_' || said), '') filter (where lookup_table is not null))
  from known
$$;

/*
 * Everything that keeps an import from being saved, the first 1,000 in the order of the lines:
 * {"lines", "total", "problems": [{"line", "field", "problem", "value"}]}. A problem is `required`,
 * `format` (no number or yes/no as the database takes it), `unknown` (no such value in the lookup),
 * `check` (a constraint of the table), `same_line` (value: the line that says the same first) or
 * `same_item` (value: the code of the item that is there already).
 * required: texts that must be there besides those that the table cannot do without.
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
  select string_agg(format('select line, %L as field, %L as problem, null as value from item where %I is null',
      said, 'required', 'said_' || said), ' union all ') filter (where is_required or said = any (required))
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
  -- Whatever else the table checks, by its own constraints.
  select concat(checks, string_agg(format(
      ' union all select line, %L, %L, %I from item where not (%s)', field, 'check', 'said_' || field, expression), ''))
    into checks
  from (
    select case when first.item_column = 'images' then 'image_1' else first.said end as field,
      pg_get_expr(rule.conbin, rule.conrelid) as expression
    from pg_constraint as rule
    join private.import_columns(kind) as first on first.place = rule.conkey[1]
    where rule.conrelid = listed.item_table and rule.contype = 'c' and first.lookup_table is null
      and rule.conkey <@ (select array_agg(known.place) from private.import_columns(kind) as known)
  ) as rules;
  execute format(
    'with item as materialized (%s), problem (line, field, problem, value) as (
       %s
       union all
       select line, ''name'', ''same_line'', first::text
       from (select line, min(line) over (partition by same) as first from item where said_name is not null) as twice
       where line > first
       union all
       select item.line, ''name'', ''same_item'', min(there.code) from item join (%s) as there using (same)
       where item.said_name is not null group by item.line
     ), placed as (select *, row_number() over (order by line, field, problem) as place from problem)
     select jsonb_build_object(
       ''lines'', (select count(*) from item),
       ''total'', (select count(*) from problem),
       ''problems'', (
         select coalesce(jsonb_agg(jsonb_build_object(''line'', line, ''field'', field, ''problem'', problem,
           ''value'', left(value, 200)) order by place), ''[]'') from placed where place <= 1000))',
    private.import_items(kind), checks, in_table)
    into told using import_id;
  return told;
end
$$;

/*
 * Keeps lines of a file for an import of the caller, which the first call begins under an id of the
 * caller's making: [[line, {key: text}], …]. A line sent again replaces the one before. Answers how
 * many lines there are. An import is forgotten after a day.
 * Raises PT422 over 10,000 lines, PT404 for somebody else's import, PT400 for another shape, 42501
 * for who is no staff.
 */
create function public.stage_import(id uuid, kind text, lines jsonb) returns integer
language plpgsql security definer
set search_path = ''
as $$
declare
  mine private.imports;
  staged integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  if jsonb_typeof(lines) is distinct from 'array' or exists (
    select from jsonb_array_elements(lines) as each
    where jsonb_typeof(each -> 0) is distinct from 'number' or jsonb_typeof(each -> 1) is distinct from 'object'
      or each ->> 0 !~ '^\d{1,9}$'
  ) then
    raise exception 'lines must be a list of [line, texts].' using errcode = 'PT400';
  end if;
  delete from private.imports as old where old.created_at < now() - interval '1 day';
  insert into private.imports (id, owner, kind)
  values (stage_import.id, auth.uid(), (private.inventory_kind(stage_import.kind)).kind)
  on conflict do nothing;
  mine := private.own_import(stage_import.id);
  if mine.kind <> stage_import.kind or mine.created is not null then
    raise exception 'This import is another one. Choose the file again.' using errcode = 'PT409';
  end if;
  insert into private.import_lines (import_id, line, fields)
  select distinct on ((each ->> 0)::integer) mine.id, (each ->> 0)::integer, each -> 1
  from jsonb_array_elements(lines) as each
  on conflict on constraint import_lines_pkey do update set fields = excluded.fields;
  select count(*) into staged from private.import_lines where import_id = mine.id;
  if staged > 10000 then
    raise exception 'A file can have at most 10,000 lines.' using errcode = 'PT422';
  end if;
  return staged;
end
$$;

/*
 * Checks an import of the caller without saving anything; the answer is that of
 * private.import_problems. Raises PT404 when there is none, 42501 for who is no staff.
 */
create function public.check_import(id uuid, required text[] default '{}') returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  mine private.imports;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  mine := private.own_import(check_import.id);
  return private.import_problems(mine.id, mine.kind, coalesce(required, '{}'));
end
$$;

/*
 * Saves an import of the caller in the order of its lines, all of them or none, and answers
 * {"created": count}; asked again, it answers the same without saving again.
 * Raises PT422 with what check_import would answer as detail while something keeps it from being
 * saved, PT404 when there is no such import, 42501 for who is no staff.
 */
create function public.apply_import(id uuid, required text[] default '{}') returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  mine private.imports;
  problems jsonb;
  written text;
  made integer;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  mine := private.own_import(apply_import.id);
  if mine.created is not null then
    return jsonb_build_object('created', mine.created);
  end if;
  problems := private.import_problems(mine.id, mine.kind, coalesce(required, '{}'));
  if problems -> 'lines' = '0' or problems -> 'total' <> '0' then
    raise exception 'The file has lines that cannot be imported. Nothing was saved.'
      using errcode = 'PT422', detail = problems::text;
  end if;
  select string_agg(quote_ident(item_column), ', ' order by place) into written
  from private.import_columns(mine.kind);
  -- why: microseconds apart, so that lists with the newest first have the order of the file.
  execute format('insert into %1$s (%2$s, created_at)
      select %2$s, now() - line * interval ''1 microsecond'' from (%3$s) as item order by line',
    (private.inventory_kind(mine.kind)).item_table, written, private.import_items(mine.kind))
    using mine.id;
  get diagnostics made = row_count;
  delete from private.import_lines where import_id = mine.id;
  update private.imports as known set created = made where known.id = mine.id;
  return jsonb_build_object('created', made);
end
$$;

/* Forgets an import of the caller that was not applied, if there is one. 42501 for who is no staff. */
create function public.drop_import(id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  delete from private.imports as known
  where known.id = drop_import.id and known.owner = auth.uid() and known.created is null;
end
$$;

grant execute on function public.stage_import(uuid, text, jsonb) to authenticated;
grant execute on function public.check_import(uuid, text[]) to authenticated;
grant execute on function public.apply_import(uuid, text[]) to authenticated;
grant execute on function public.drop_import(uuid) to authenticated;
