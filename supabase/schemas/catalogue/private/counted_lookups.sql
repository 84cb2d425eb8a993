/*
 * The lookups that the counts tell apart: a kind's filters in their order, then what else is searched.
 * `place` is the position of the lookup's id in private.catalogue_counts.lookup_ids.
 */
create view private.counted_lookups with (security_invoker = true) as
  select kind, key, item_column,
    row_number() over (partition by kind order by facet nulls last, key)::integer as place
  from private.catalogue_lookups
  where facet is not null or is_searched;
