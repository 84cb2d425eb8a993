-- The managers' search finds an item by its code in every kind (back-office §9 names it for three).

update private.catalogue_kinds
set staff_text = $$lower((item.name || E'\n' || item.description || E'\n' || item.prop_id) collate private.names) collate "C"$$
where kind = 'prop';
update private.catalogue_kinds set staff_text = $$(item.search_text || E'\n' || lower(item.crew_id))$$ where kind = 'crew';
update private.catalogue_kinds set staff_text = $$(item.search_text || E'\n' || lower(item.set_id))$$ where kind = 'set';

drop index public.props_staff_search_idx;
create index props_staff_search_idx on public.props using gin (
  (lower((name || E'\n' || description || E'\n' || prop_id) collate private.names) collate "C") extensions.gin_trgm_ops
);
-- why: visitors search the entries, so these two served the managers alone.
drop index public.crews_search_idx, public.sets_search_idx;
create index crews_staff_search_idx on public.crews using gin (
  (search_text || E'\n' || lower(crew_id)) extensions.gin_trgm_ops
);
create index sets_staff_search_idx on public.sets using gin (
  (search_text || E'\n' || lower(set_id)) extensions.gin_trgm_ops
);
