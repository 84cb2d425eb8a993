-- Tells whoever listens on `catalogue_changed` that what visitors see of the catalogue may be another.

create function private.tell_catalogue_changed() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- why: without a payload, so that all of a transaction become one.
  perform pg_notify('catalogue_changed', '');
  return null;
end
$$;

do $$
declare
  watched regclass;
begin
  for watched in
    select item_table from private.catalogue_kinds
    union select lookup_table from private.catalogue_lookups
    union values ('private.catalogue_kinds'::regclass), ('private.catalogue_lookups'::regclass)
  loop
    execute format('create trigger catalogue_changed
      after insert or update or delete or truncate on %s
      for each statement execute function private.tell_catalogue_changed()', watched);
  end loop;
end
$$;
