-- Crews of the catalogue.

create sequence private.crew_code_seq as bigint;

create table public.crews (
  id uuid not null default gen_random_uuid(),
  crew_id text collate "C" not null default '',
  name text collate private.names not null,
  slug text collate "C" not null default '',
  description text not null default '',
  category_id uuid,
  -- 'Senior', 'Assistant': shown on the card when present.
  seniority text,
  price numeric(12, 2) not null default 0,
  quantity integer not null default 0,
  in_studio boolean not null default false,
  active boolean not null default true,
  images text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What the search compares with; the names of its lookups are compared in their own tables.
  search_text text collate "C" not null generated always as (
    lower(name)
  ) stored,
  constraint crews_pkey primary key (id),
  constraint crews_crew_id_key unique (crew_id),
  constraint crews_slug_key unique (slug),
  constraint crews_name_length check (private.trimmed(name) <> '' and char_length(name) <= 120),
  constraint crews_description_length check (char_length(description) <= 4000),
  constraint crews_seniority_length check (char_length(seniority) between 1 and 40),
  constraint crews_price_range check (price between 0 and 9999999.99),
  constraint crews_quantity_range check (quantity between 0 and 1000000),
  constraint crews_images_check check (private.is_image_list(images)),
  constraint crews_category_id_fkey foreign key (category_id) references public.crew_categories (id)
);

create index crews_category_id_idx on public.crews (category_id);
-- One for each order of the catalogue, the id breaking ties.
create index crews_newest_idx on public.crews (created_at, id) where active;
create index crews_price_idx on public.crews (price, id) where active;
create index crews_name_idx on public.crews (name, id) where active;
create index crews_search_idx on public.crews using gin (search_text extensions.gin_trgm_ops)
  where active;

alter table public.crews enable row level security;

create policy "crews: anyone reads active" on public.crews
  for select to anon, authenticated using (active);
create policy "crews: staff read all" on public.crews
  for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "crews: staff insert" on public.crews
  for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "crews: staff update" on public.crews
  for update to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')))
  with check ((select private.is_staff('admin', 'crm_user', 'inventory_user')));
create policy "crews: service_role does all" on public.crews
  for all to service_role using (true) with check (true);

-- Triggers fire in the order of their names: the code comes before the slug that may fall back to it.
create trigger crews_code before insert or update on public.crews
  for each row execute function private.assign_code('crew_id', 'CRW', 'private.crew_code_seq');
create trigger crews_slug before insert or update on public.crews
  for each row execute function private.assign_slug('name', 'crew_id');
create trigger crews_updated_at before update on public.crews
  for each row execute function private.touch_updated_at();

-- why: no DELETE for staff. Enquiries and orders refer to items; what is gone is switched off.
grant select on public.crews to anon;
grant select,
  insert (
    name, description, category_id, seniority, price, quantity, in_studio, active, images
  ),
  update (
    name, description, category_id, seniority, price, quantity, in_studio, active, images
  )
  on public.crews to authenticated;
grant select, insert, update, delete on public.crews to service_role;
