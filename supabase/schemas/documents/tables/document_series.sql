-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- The last number of each series. Its row is the last lock of whoever issues a document, so numbers have no gap.
create table private.document_series (
  kind text not null,
  fy text not null,
  prefix text not null,
  last_number integer not null default 0,
  last_date date,
  -- Null before the first document.
  last_hash bytea,
  constraint document_series_pkey primary key (kind, fy, prefix),
  constraint document_series_prefix_key unique (fy, prefix),
  constraint document_series_kind_fkey foreign key (kind) references private.document_kinds(kind)
);

alter table private.document_series enable row level security;

create policy "document_series: service_role does all" on private.document_series
  for all
  to service_role
  using (true) with check (true);
