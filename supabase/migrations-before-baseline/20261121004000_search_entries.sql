-- What the visitors' search reads: for each active item a short row, and how many items share what.
-- Totals and facets come from these; of the items themselves only a page is read.

/*
 * The lookups that the counts tell apart: a kind's filters in their order, then what else is searched.
 * `place` is the place of the lookup's id in private.catalogue_counts.
 */
create view private.counted_lookups with (security_invoker = true) as
  select kind, key, item_column,
    row_number() over (partition by kind order by facet nulls last, key)::integer as place
  from private.catalogue_lookups
  where facet is not null or is_searched;

delete from private.catalogue_counts;
alter table private.catalogue_counts rename column facet_values to lookup_ids;
-- why: what an entry refers to its counts by. Short, so that a page of memory holds many entries.
alter table private.catalogue_counts add column id integer not null generated always as identity,
  add constraint catalogue_counts_id_key unique (id),
  alter column items type integer;

-- why: what every search reads comes first, where its place in the row is fixed.
create table private.search_entries (
  item_id uuid not null,
  -- Row of private.catalogue_counts that the item is counted in.
  counted integer not null,
  kind text not null,
  -- The item's search_text.
  text text collate "C" not null,
  constraint search_entries_pkey primary key (kind, item_id)
);

create index search_entries_counted_idx on private.search_entries (counted);
-- why: a search reads through all that waits to be put in its place in the index.
create index search_entries_text_idx on private.search_entries using gin (text extensions.gin_trgm_ops)
  with (gin_pending_list_limit = 256);

alter table private.search_entries enable row level security;

/* 'array[item.category_id::text, item.color_id::text]': the ids that an item is counted by, as text. */
create function private.lookup_ids_of(kind text) returns text
language sql stable
set search_path = ''
as $$
  select format('array[%s]', string_agg(format('item.%I::text', item_column), ', ' order by place))
  from private.counted_lookups as lookup
  where lookup.kind = lookup_ids_of.kind
$$;

/*
 * Trigger argument: the kind. Brings counts and entries up to what a statement made of the items.
 * why: at the end of the statement and in the order of the key, so that two statements that change
 * the same counts wait for each other and never in a circle. An entry is written by nobody but who
 * holds its item.
 */
create or replace function private.count_items() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  read_items constant text := format('select item.id, %s as lookup_ids, item.search_text as text',
    private.lookup_ids_of(tg_argv[0]));
  earlier constant text := case when tg_op = 'INSERT' then 'select null::uuid, null::text[], null::text where false'
    else read_items || ' from old_items as item where item.active' end;
  later constant text := case when tg_op = 'DELETE' then 'select null::uuid, null::text[], null::text where false'
    else read_items || ' from new_items as item where item.active' end;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.search_entries as entry where entry.kind = tg_argv[0];
    delete from private.catalogue_counts as counted where counted.kind = tg_argv[0];
    return null;
  end if;
  execute format(
    'insert into private.catalogue_counts as counted (kind, lookup_ids, items)
     select $1, lookup_ids, sum(n)
     from (
       select lookup_ids, 1 from (%2$s) as later (id, lookup_ids, text)
       union all select lookup_ids, -1 from (%1$s) as earlier (id, lookup_ids, text)
     ) as changed (lookup_ids, n)
     group by lookup_ids having sum(n) <> 0 order by lookup_ids collate "C"
     on conflict (kind, lookup_ids) do update set items = counted.items + excluded.items',
    earlier, later) using tg_argv[0];
  if tg_op <> 'INSERT' then
    execute format(
      'delete from private.search_entries as entry
       where entry.kind = $1 and entry.item_id in (
         select id from (%s) as earlier (id, lookup_ids, text)
         except select id from (%s) as later (id, lookup_ids, text))',
      earlier, later) using tg_argv[0];
  end if;
  if tg_op <> 'DELETE' then
    execute format(
      'insert into private.search_entries as entry (kind, item_id, counted, text)
       select $1, written.id, counted.id, written.text
       from (
         select * from (%s) as later (id, lookup_ids, text)
         except select * from (%s) as earlier (id, lookup_ids, text)
       ) as written
         join private.catalogue_counts as counted
           on counted.kind = $1 and counted.lookup_ids = written.lookup_ids collate "C"
       on conflict (kind, item_id) do update set counted = excluded.counted, text = excluded.text',
      later, earlier) using tg_argv[0];
  end if;
  return null;
end
$$;

/*
 * Makes counts and entries again, for the owner: after data came in with the triggers off, or the
 * filters changed. Writers wait.
 */
create or replace function private.recount_catalogue() returns void
language plpgsql
set search_path = ''
as $$
declare
  listed record;
begin
  for listed in select kind, item_table from private.catalogue_kinds order by position loop
    execute format('lock table %s in share row exclusive mode', listed.item_table);
    delete from private.search_entries as entry where entry.kind = listed.kind;
    update private.catalogue_counts as counted set items = 0 where counted.kind = listed.kind;
    execute format(
      'insert into private.catalogue_counts as counted (kind, lookup_ids, items)
       select $1, %s as lookup_ids, count(*) from %s as item where item.active group by lookup_ids
       on conflict (kind, lookup_ids) do update set items = excluded.items',
      private.lookup_ids_of(listed.kind), listed.item_table)
      using listed.kind;
    delete from private.catalogue_counts as counted where counted.kind = listed.kind and items = 0;
    execute format(
      'insert into private.search_entries (kind, item_id, counted, text)
       select $1, item.id, counted.id, item.search_text from %s as item
         join private.catalogue_counts as counted
           on counted.kind = $1 and counted.lookup_ids = %s collate "C"
       where item.active',
      listed.item_table, private.lookup_ids_of(listed.kind))
      using listed.kind;
  end loop;
end
$$;

drop function private.facet_values_of(text);
select private.recount_catalogue();

-- why: staff search other words of a prop, and visitors search its entry.
drop index public.props_search_idx;
