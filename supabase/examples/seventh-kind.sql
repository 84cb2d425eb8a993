-- A seventh kind of item, as a migration: vehicles with types. tests/db/seventh-kind.test.ts runs it.

create table public.vehicle_types (
  id uuid not null default gen_random_uuid(),
  name text collate private.names not null,
  slug text collate "C" not null default '',
  created_at timestamptz not null default now()
);
select private.add_lookup('public.vehicle_types');

create table public.vehicles (
  id uuid not null default gen_random_uuid(),
  vehicle_id text collate "C" not null default '',
  name text collate private.names not null,
  slug text collate "C" not null default '',
  description text not null default '',
  type_id uuid,
  -- The columns of this kind alone. Constraints are named <table>_<column>_…, by which a refusal finds its field.
  seats integer not null constraint vehicles_seats_range check (seats between 1 and 100),
  price numeric(12, 2) not null default 0,
  quantity integer not null default 0,
  in_studio boolean not null default false,
  active boolean not null default true,
  images text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What visitors' search compares with besides lookups.
  search_text text collate "C" not null generated always as (
    private.compared(name) || E'\n' || private.compared(vehicle_id)
  ) stored
);

-- The columns of these two tables are explained in …_catalogue_kinds.sql.
insert into private.catalogue_kinds
  (kind, position, plural, item_table, code_column, category_key, label_key, code_prefix)
values ('vehicle', 7, 'Vehicles', 'public.vehicles', 'vehicle_id', 'type', 'type', 'veh');
insert into private.catalogue_lookups
  (kind, key, item_column, lookup_table, label_column, badge_column, facet, is_sidebar, is_searched, is_searched_by_staff)
values ('vehicle', 'type', 'type_id', 'public.vehicle_types', 'name', 'name', 1, true, true, true);

select private.add_kind('vehicle');
