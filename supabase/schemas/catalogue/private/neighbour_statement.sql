/*
 * SQL text that reads the items after an id, then those before it, as (tier, kind, id, rank), at most $2.
 * `narrowed` is a further condition on the kind's items; $1 is the item's id, $3 its category.
 */
create function private.neighbour_statement(kind text, tier integer, narrowed text) returns text
language sql stable
set search_path = ''
as $$
  select format(
    '(select %1$s as tier, %2$L::text as kind, id, row_number() over (order by turn, id) as rank from (
        (select 0 as turn, id from %3$s where active%4$s and id > $1 order by id limit $2)
        union all
        (select 1, id from %3$s where active%4$s and id < $1 order by id limit $2)
      ) as around order by turn, id limit $2)',
    tier, listed.kind, listed.item_table, narrowed)
  from private.catalogue_kinds as listed where listed.kind = neighbour_statement.kind
$$;
