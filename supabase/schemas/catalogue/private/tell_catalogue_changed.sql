/* Notifies subscribers of `catalogue_changed` that the storefront's cached answers may be stale. */
create function private.tell_catalogue_changed() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- why: without a payload, identical notifications of a transaction are merged into one.
  perform pg_notify('catalogue_changed', '');
  return null;
end
$$;
