/* The storefront's filters of a kind, in their order. Without a kind there is one filter: the kind. */
create function private.search_facets(kind text)
returns table (
  key text,
  place smallint,
  source text,
  label_column name,
  order_column name,
  swatch_column name,
  is_sidebar boolean
)
language sql stable
as $$
  select lookup.key, lookup.facet, lookup.lookup_table::text, lookup.label_column,
    coalesce(lookup.order_column, lookup.label_column), lookup.swatch_column, lookup.is_sidebar
  from private.catalogue_lookups as lookup
  where lookup.kind = search_facets.kind and lookup.facet is not null
  union all
  select 'kind', 1, '(select kind as id, kind as slug, plural from private.catalogue_kinds)', 'plural', 'plural',
    null, true
  where search_facets.kind is null
$$;
