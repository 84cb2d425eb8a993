-- How many active items there are of each kind and each combination of filter values, kept as they
-- change: total and facets of a page without a needle come from here, not from reading all items.

create table private.catalogue_counts (
  kind text not null,
  -- The item's lookup ids as texts in the order of the kind's filters; null where it has none.
  facet_values text[] collate "C" not null,
  items bigint not null,
  constraint catalogue_counts_pkey primary key (kind, facet_values),
  constraint catalogue_counts_kind_fkey foreign key (kind) references private.catalogue_kinds (kind)
);

alter table private.catalogue_counts enable row level security;

/* 'array[item.category_id::text, item.color_id::text]': the filter values of an item, as text. */
create function private.facet_values_of(kind text) returns text
language sql stable
set search_path = ''
as $$
  select format('array[%s]', string_agg(format('item.%I::text', item_column), ', ' order by facet))
  from private.catalogue_lookups as lookup
  where lookup.kind = facet_values_of.kind and facet is not null
$$;

/*
 * Trigger argument: the kind. Adds what a statement changed to the counts.
 * why: at the end of the statement and in the order of the key, so that two statements that change
 * the same counts wait for each other and never in a circle.
 */
create function private.count_items() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changes text[] := '{}';
begin
  if tg_op = 'TRUNCATE' then
    delete from private.catalogue_counts as counted where counted.kind = tg_argv[0];
    return null;
  end if;
  if tg_op <> 'DELETE' then
    changes := changes || format('select %s, 1 from new_items as item where item.active',
      private.facet_values_of(tg_argv[0]));
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || format('select %s, -1 from old_items as item where item.active',
      private.facet_values_of(tg_argv[0]));
  end if;
  execute format(
    'insert into private.catalogue_counts as counted (kind, facet_values, items)
     select $1, facet_values, sum(n) from (%s) as changed (facet_values, n)
     group by facet_values having sum(n) <> 0 order by facet_values collate "C"
     on conflict (kind, facet_values) do update set items = counted.items + excluded.items',
    array_to_string(changes, ' union all '))
    using tg_argv[0];
  return null;
end
$$;

/*
 * Counts all items again, for the owner: after data came in with the triggers off. Writers wait.
 */
create function private.recount_catalogue() returns void
language plpgsql
set search_path = ''
as $$
declare
  listed record;
begin
  for listed in select kind, item_table from private.catalogue_kinds order by position loop
    execute format('lock table %s in share row exclusive mode', listed.item_table);
    delete from private.catalogue_counts as counted where counted.kind = listed.kind;
    execute format(
      'insert into private.catalogue_counts (kind, facet_values, items)
       select $1, %s as facet_values, count(*) from %s as item where item.active group by facet_values',
      private.facet_values_of(listed.kind), listed.item_table)
      using listed.kind;
  end loop;
end
$$;

do $$
declare
  counted record;
begin
  for counted in
    select kind, relname as name from private.catalogue_kinds join pg_class on pg_class.oid = item_table
  loop
    execute format('create trigger %1$I after insert on public.%2$I
      referencing new table as new_items
      for each statement execute function private.count_items(%3$L)',
      counted.name || '_counted_insert', counted.name, counted.kind);
    execute format('create trigger %1$I after update on public.%2$I
      referencing old table as old_items new table as new_items
      for each statement execute function private.count_items(%3$L)',
      counted.name || '_counted_update', counted.name, counted.kind);
    execute format('create trigger %1$I after delete on public.%2$I
      referencing old table as old_items
      for each statement execute function private.count_items(%3$L)',
      counted.name || '_counted_delete', counted.name, counted.kind);
    execute format('create trigger %1$I after truncate on public.%2$I
      for each statement execute function private.count_items(%3$L)',
      counted.name || '_counted_truncate', counted.name, counted.kind);
  end loop;
end
$$;

select private.recount_catalogue();
