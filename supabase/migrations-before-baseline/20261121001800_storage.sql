-- Pictures of catalogue items: everyone looks at them, staff keep them.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('catalogue', 'catalogue', true, 10485760,
  array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'])
on conflict (id) do nothing;

create policy "objects: anyone reads catalogue" on storage.objects
  for select to anon, authenticated using (bucket_id = 'catalogue');
create policy "objects: staff insert catalogue" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'catalogue'
    and (select private.is_staff('admin', 'crm_user', 'inventory_user'))
  );
create policy "objects: staff update catalogue" on storage.objects
  for update to authenticated
  using (
    bucket_id = 'catalogue'
    and (select private.is_staff('admin', 'crm_user', 'inventory_user'))
  )
  with check (bucket_id = 'catalogue');
create policy "objects: staff delete catalogue" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'catalogue'
    and (select private.is_staff('admin', 'crm_user', 'inventory_user'))
  );
