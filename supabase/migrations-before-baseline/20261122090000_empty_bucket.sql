-- Emptying a bucket removes every picture at once, so it is for admins alone. Whoever may not empty
-- a bucket does not find it when asking to (https://supabase.com/docs/guides/storage/schema/helper-functions).

drop policy "buckets: anyone reads public" on storage.buckets;
create policy "buckets: visitors read public" on storage.buckets
  for select to anon
  using (public and storage.operation() is distinct from 'storage.bucket.empty');
create policy "buckets: accounts read public" on storage.buckets
  for select to authenticated
  using (
    public
    and (
      storage.operation() is distinct from 'storage.bucket.empty'
      or (select private.is_staff('admin'))
    )
  );
