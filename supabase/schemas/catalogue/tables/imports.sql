-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table private.imports (
  id uuid not null,
  owner uuid not null,
  kind text not null,
  -- Number of new items; null until the import is applied. `changed` and `unchanged` likewise.
  created integer,
  created_at timestamptz not null default now(),
  changed integer,
  unchanged integer,
  constraint imports_pkey primary key (id),
  constraint imports_kind_fkey foreign key (kind) references private.catalogue_kinds(kind)
);

create index imports_created_at_idx on private.imports (created_at);

alter table private.imports enable row level security;
