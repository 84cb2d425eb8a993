-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- Every item inside of a kit at any depth, with its pieces for one kit. Written by triggers of
-- item_components only.
create table private.kit_parts (
  kit_id uuid not null,
  part_id uuid not null,
  quantity integer not null,
  constraint kit_parts_pkey primary key (kit_id, part_id),
  constraint kit_parts_quantity_range check (quantity >= 1 and quantity <= 1000)
);

create index kit_parts_part_id_idx on private.kit_parts (part_id);

alter table private.kit_parts enable row level security;
