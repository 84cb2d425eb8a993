-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table private.import_lines (
  import_id uuid not null,
  line integer not null,
  -- Texts by the item's columns, its lookups' keys, and image_1 to image_3.
  fields jsonb not null,
  -- The updated_at of the line's item when it was checked.
  seen timestamptz,
  constraint import_lines_pkey primary key (import_id, line),
  constraint import_lines_import_id_fkey foreign key (import_id)
    references private.imports(id) on delete cascade,
  constraint import_lines_fields_check check (jsonb_typeof(fields) = 'object')
);

alter table private.import_lines enable row level security;
