-- why dropped and added: PostgreSQL 15 cannot change the expression of a generated column.
alter table public.customers drop column search_text;
alter table public.customers add column search_text text collate "C" generated always as (lower((
  first_name || ' ' || last_name || e'\n' || mobile || coalesce(e'\n' || email, '')
  || case when private.without_apostrophes(first_name || last_name) <> first_name || last_name
    then e'\n' || private.without_apostrophes(first_name || ' ' || last_name) else '' end
) collate private.names)) stored;
comment on column public.customers.search_text is
  'What the CRM''s search compares with, names also without apostrophes. Customer numbers are compared separately.';
create index customers_search_idx
  on public.customers using gin (search_text extensions.gin_trgm_ops, lower(customer_number) extensions.gin_trgm_ops);

create index billing_profiles_search_idx
  on public.billing_profiles using gin (private.company_text(legal_name, label) extensions.gin_trgm_ops);
