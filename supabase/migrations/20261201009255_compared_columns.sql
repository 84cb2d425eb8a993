-- What searches compare with, as private.compared reads it.
-- why dropped and added: PostgreSQL 15 cannot change the expression of a generated column.
alter table public.props drop column search_text;
alter table public.props add column search_text text collate "C" not null
  generated always as (private.compared(name)) stored;
alter table public.crews drop column search_text;
alter table public.crews add column search_text text collate "C" not null
  generated always as (private.compared(name)) stored;
alter table public.clothes drop column search_text;
alter table public.clothes add column search_text text collate "C" not null
  generated always as (private.compared(name) || e'\n' || private.compared(cloth_id)) stored;
alter table public.gear drop column search_text;
alter table public.gear add column search_text text collate "C" not null
  generated always as (private.compared(name) || e'\n' || private.compared(gear_id)) stored;
alter table public.backdrops drop column search_text;
alter table public.backdrops add column search_text text collate "C" not null
  generated always as (private.compared(name) || e'\n' || private.compared(backdrop_id)) stored;
alter table public.sets drop column search_text;
alter table public.sets add column search_text text collate "C" not null
  generated always as (private.compared(name) || e'\n' || private.compared(description) || e'\n' || private.compared(category)) stored;

drop index public.props_staff_search_idx;
update private.catalogue_kinds set staff_text =
  '(private.compared(item.name || E''\n'' || item.description || E''\n'' || item.prop_id) collate "C")'
where kind = 'prop';
update private.catalogue_kinds set staff_text = '(item.search_text || E''\n'' || private.compared(item.' || code_column || '))'
where kind in ('crew', 'set');
create index props_staff_search_idx on public.props
  using gin ((private.compared(name || e'\n' || description || e'\n' || prop_id) collate "C") extensions.gin_trgm_ops);
create index crews_staff_search_idx on public.crews
  using gin ((search_text || e'\n' || private.compared(crew_id)) extensions.gin_trgm_ops);
create index sets_staff_search_idx on public.sets
  using gin ((search_text || e'\n' || private.compared(set_id)) extensions.gin_trgm_ops);
create index clothes_search_idx on public.clothes using gin (search_text extensions.gin_trgm_ops);
create index gear_search_idx on public.gear using gin (search_text extensions.gin_trgm_ops);
create index backdrops_search_idx on public.backdrops using gin (search_text extensions.gin_trgm_ops);

drop index public.items_name_search_idx;
create index items_name_search_idx on public.items
  using gin ((private.compared(name) collate "C") extensions.gin_trgm_ops);

-- Items by their whole name. why 80: a search has no more letters.
create index search_entries_name_idx on private.search_entries (left(split_part(text, e'\n', 1), 80));

alter table public.customers drop column search_text;
alter table public.customers add column search_text text collate "C" generated always as (
  private.compared(first_name || ' ' || last_name) || e'\n' || mobile || coalesce(e'\n' || private.compared(email), '')
) stored;
comment on column public.customers.search_text is
  'What the CRM''s search compares with. Customer numbers are compared separately.';
create index customers_search_idx
  on public.customers using gin (search_text extensions.gin_trgm_ops, lower(customer_number) extensions.gin_trgm_ops);

-- why: the function that it is made of changed.
reindex index public.billing_profiles_search_idx;

drop index private.activity_label_idx;
create index activity_label_idx
  on private.activity using gin ((private.compared(label) collate "C") extensions.gin_trgm_ops);

select private.recount_catalogue();
