-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- How many active items there are of each kind and each combination of lookup values.
create table private.catalogue_counts (
  kind text not null,
  -- The item's lookup ids as texts, in the order of private.counted_lookups; null where it has none.
  lookup_ids text[] collate "C" not null,
  items integer not null,
  -- why: entries refer to their counts by it. Short, so that a page of memory holds many entries.
  id integer not null generated always as identity,
  -- Positions given to entries so far. why: a position is never reused, so no free one has to be found.
  places integer not null default 0,
  constraint catalogue_counts_pkey primary key (kind, lookup_ids),
  constraint catalogue_counts_id_key unique (id),
  constraint catalogue_counts_kind_fkey foreign key (kind) references private.catalogue_kinds(kind)
);

alter table private.catalogue_counts enable row level security;
