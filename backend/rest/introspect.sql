-- Everything in schema $1 that requests may name, as one JSON document. Run with an empty
-- search_path, so that types and defaults are schema-qualified. why: format_type(…, -1) returns
-- `bpchar`; with a null modifier it returns `character`, and a cast to that truncates to one
-- character.
with exposed as (
  select c.oid, c.relname, c.relkind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = $1 and c.relkind in ('r', 'p', 'v', 'm', 'f')
),
row_columns as (
  select a.attrelid, json_agg(json_build_array(a.attname, json_build_object(
    'type', format_type(a.atttypid, -1),
    'default', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end
  )) order by a.attnum) as columns
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
  group by a.attrelid
),
key_columns as (
  select k.oid,
    (select array_agg(a.attname::text order by n.at) from unnest(k.conkey) with ordinality n(num, at)
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.num) as own,
    (select array_agg(a.attname::text order by n.at) from unnest(k.confkey) with ordinality n(num, at)
     join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.num) as other
  from pg_constraint k where k.contype in ('p', 'f')
),
parameters as (
  select p.oid, n.at, n.type, coalesce(p.proargnames[n.at], '') as name,
    coalesce(p.proargmodes[n.at], 'i') as mode,
    count(*) filter (where coalesce(p.proargmodes[n.at], 'i') in ('i', 'b'))
      over (partition by p.oid order by n.at) <= p.pronargs - p.pronargdefaults as required
  from pg_proc p cross join
    unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality n(type, at)
),
signatures as (
  select oid,
    json_agg(json_build_object('name', name, 'type', format_type(type, -1), 'required', required)
      order by at) filter (where mode in ('i', 'b')) as arguments,
    json_agg(json_build_array(name, json_build_object('type', format_type(type, -1), 'default', null))
      order by at) filter (where mode in ('o', 'b', 't')) as columns,
    coalesce(bool_and(name <> '') filter (where mode in ('i', 'b')), true) as callable_by_name
  from parameters group by oid
)
select json_build_object(
  'relations', (
    select coalesce(json_agg(json_build_array(e.relname, json_build_object(
      'name', e.relname,
      'columns', coalesce(r.columns, '[]'),
      'primaryKey', coalesce((
        select to_json(kc.own) from pg_constraint k join key_columns kc using (oid)
        where k.conrelid = e.oid and k.contype = 'p'), '[]')
    ))), '[]')
    from exposed e left join row_columns r on r.attrelid = e.oid),
  'relationships', (
    select coalesce(json_agg(json_build_object(
      'foreignKey', k.conname,
      'from', case when side.to_one then own.relname else other.relname end,
      'target', case when side.to_one then other.relname else own.relname end,
      -- Self-reference: the referring rows by the table's name, the referred row by the column's
      -- name.
      'names', to_json(case when k.conrelid = k.confrelid then '{}' else array[k.conname::text] end
        || case when side.to_one and k.conrelid = k.confrelid then '{}'
          when side.to_one then array[other.relname::text] else array[own.relname::text] end
        || case when side.to_one and cardinality(kc.own) = 1 then kc.own else '{}' end),
      'hints', to_json(case when k.conrelid = k.confrelid then '{}' else array[k.conname::text] end
        || case when cardinality(kc.own) = 1 and (k.conrelid <> k.confrelid or not side.to_one)
          then kc.own else '{}' end),
      'pairs', (
        select json_agg(case when side.to_one then json_build_array(p.own, p.other)
          else json_build_array(p.other, p.own) end)
        from unnest(kc.own, kc.other) as p(own, other)),
      'cardinality', case
        when exists (
          select from pg_constraint u
          where u.conrelid = k.conrelid and u.contype in ('p', 'u')
            and u.conkey <@ k.conkey and u.conkey @> k.conkey) then 'one-to-one'
        when side.to_one then 'many-to-one' else 'one-to-many' end
    ) order by k.conname), '[]')
    from pg_constraint k join key_columns kc using (oid)
    join exposed own on own.oid = k.conrelid
    join exposed other on other.oid = k.confrelid
    cross join (values (true), (false)) as side(to_one)
    where k.contype = 'f' and k.conparentid = 0),
  'routines', (
    select coalesce(json_agg(json_build_object(
      'name', p.proname,
      'arguments', coalesce(s.arguments, '[]'),
      'returns', case
        when p.prorettype = 'void'::regtype then 'void'
        when t.typtype = 'c' or s.columns is not null then 'row'
        else 'scalar' end,
      'set', p.proretset,
      'reads', p.provolatile <> 'v',
      'settings', (select coalesce(json_object_agg('statement_timeout', split_part(own, '=', 2)), '{}')
        from unnest(p.proconfig) as own where own like 'statement_timeout=%'),
      'result', json_build_object(
        'name', coalesce(e.relname, p.proname),
        'columns', coalesce(s.columns, r.columns, '[]'),
        'primaryKey', '[]'::json)
    )), '[]')
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_type t on t.oid = p.prorettype
    left join signatures s on s.oid = p.oid
    left join row_columns r on r.attrelid = t.typrelid and t.typtype = 'c'
    left join exposed e on e.oid = t.typrelid
    where n.nspname = $1 and p.prokind = 'f' and p.provariadic = 0
      and coalesce(s.callable_by_name, true)
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and (p.prorettype <> 'record'::regtype or s.columns is not null))
)::text as document
