-- Removed and overwritten objects: their bytes stay for a day, so that they can be put back.

-- `key` is where the bytes are; `object` is the row of storage.objects as it was.
create table backend.removed_objects (
  key text primary key,
  object jsonb not null,
  removed_at timestamptz not null default now()
);
create index removed_objects_removed_at_idx on backend.removed_objects (removed_at);

/*
 * Keeps the row of an object that is deleted, or that names other bytes from now on.
 * why: a trigger, so that every way of removing is covered, SQL by hand as well.
 */
create function backend.keep_removed_object() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into backend.removed_objects (key, object)
  values (coalesce(old.version, old.bucket_id || '/' || old.name), to_jsonb(old))
  on conflict (key) do update set object = excluded.object, removed_at = excluded.removed_at;
  return null;
end
$$;
revoke execute on function backend.keep_removed_object() from public;

create trigger keep_deleted after delete on storage.objects
  for each row execute function backend.keep_removed_object();
create trigger keep_overwritten after update on storage.objects
  for each row
  when (coalesce(old.version, old.bucket_id || '/' || old.name)
    is distinct from coalesce(new.version, new.bucket_id || '/' || new.name))
  execute function backend.keep_removed_object();

/* What the storage API is asked to do, as Supabase names it: `storage.bucket.empty`, or null. */
create function storage.operation() returns text language sql stable
  return nullif(current_setting('storage.operation', true), '');
revoke execute on function storage.operation() from public;
grant execute on function storage.operation() to anon, authenticated, service_role;
