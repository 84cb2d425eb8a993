-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- The two categories of sets, in the shape of a lookup.
create table private.set_categories (
  id text not null,
  slug text not null,
  name text collate private.names not null,
  plural text collate private.names not null,
  constraint set_categories_pkey primary key (id)
);

alter table private.set_categories enable row level security;

create trigger catalogue_changed
  after insert or delete or update or truncate on private.set_categories
  for each statement execute function private.tell_catalogue_changed();

insert into private.set_categories (id, slug, name, plural) values
  ('package', 'package', 'Package', 'Packages'),
  ('set', 'set', 'Set', 'Sets');
