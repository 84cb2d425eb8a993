/*
 * The columns that a file can set on items of this kind: one row for each column that staff may write.
 * `said` is the key of its text in the file. `pattern` is the form of a number or yes/no that the database
 * accepts.
 */
create function private.import_columns(kind text)
returns table (
  said text,
  item_column name,
  type text,
  pattern text,
  fallback text,
  is_required boolean,
  lookup_table regclass,
  label_column name,
  place smallint
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
