-- Generated from the migrated database by `npm run db:schema`. Do not edit.

alter default privileges revoke execute on functions from public;

create extension pg_trgm with schema extensions;

create extension pgcrypto with schema extensions;

-- Staff who have the same enquiry or order open tell each other so: broadcasts of the topic `record:<id>`.
create policy "messages: crm staff hear records" on realtime.messages for select to authenticated
  using (
    extension = 'broadcast'
    and ((select realtime.topic())) ~~ 'record:%'
    and (select private.is_staff('admin', 'crm_user'))
  );
create policy "messages: crm staff tell of records" on realtime.messages for insert to authenticated
  with check (
    extension = 'broadcast'
    and ((select realtime.topic())) ~~ 'record:%'
    and (select private.is_staff('admin', 'crm_user'))
  );

create policy "buckets: accounts read public" on storage.buckets for select to authenticated
  using (
    public
    and (storage.operation() is distinct from 'storage.bucket.empty'
    or (select private.is_staff('admin')))
  );
-- Emptying a bucket deletes every picture at once, so only an admin may. Others do not see the bucket in
-- that operation (https://supabase.com/docs/guides/storage/schema/helper-functions).
create policy "buckets: visitors read public" on storage.buckets for select to anon
  using (public and storage.operation() is distinct from 'storage.bucket.empty');

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('catalogue', 'catalogue', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']),
  ('returns', 'returns', false, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/avif']);

create policy "objects: anyone reads catalogue" on storage.objects for select to anon, authenticated
  using (bucket_id = 'catalogue');
create policy "objects: desk staff insert returns" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'returns' and (select private.is_staff('admin', 'crm_user', 'storekeeper'))
  );
create policy "objects: desk staff read returns" on storage.objects for select to authenticated
  using (bucket_id = 'returns' and (select private.is_staff('admin', 'crm_user', 'storekeeper')));
create policy "objects: staff delete catalogue" on storage.objects for delete to authenticated
  using (
    bucket_id = 'catalogue' and (select private.is_staff('admin', 'crm_user', 'inventory_user'))
  );
create policy "objects: staff insert catalogue" on storage.objects for insert to authenticated
  with check (
    bucket_id = 'catalogue' and (select private.is_staff('admin', 'crm_user', 'inventory_user'))
  );
create policy "objects: staff update catalogue" on storage.objects for update to authenticated
  using (
    bucket_id = 'catalogue' and (select private.is_staff('admin', 'crm_user', 'inventory_user'))
  )
  with check (bucket_id = 'catalogue');

create trigger objects_activity_delete after delete on storage.objects
  referencing old table as old_rows
  for each statement execute function private.record_activity('items', 'picture', 'written.name', 'written.name', '', 'written.bucket_id = ''catalogue''', 'f');
create trigger objects_activity_update after update on storage.objects
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('items', 'picture', 'written.name', 'written.name', 'name,version', 'written.bucket_id = ''catalogue''', 'f');

create trigger mfa_factors_activity_removed after delete on auth.mfa_factors
  for each row
  when (old.status = 'verified'::auth.factor_status) execute function private.log_second_factor();
create trigger mfa_factors_activity_verified after update on auth.mfa_factors
  for each row
  when (old.status <> 'verified'::auth.factor_status and new.status = 'verified'::auth.factor_status) execute function private.log_second_factor();

create trigger users_last_admin after update on auth.users
  for each row
  when (old.banned_until is distinct from new.banned_until and new.banned_until > now() or old.deleted_at is null and new.deleted_at is not null or old.email_confirmed_at is not null and new.email_confirmed_at is null or old.invited_at is distinct from new.invited_at) execute function private.keep_last_admin_account();

alter publication supabase_realtime add table
  public.backdrops,
  public.clothes,
  public.contact_enquiries,
  public.crews,
  public.customer_notes,
  public.customers,
  public.document_answers,
  public.enquiry_answers,
  public.enquiry_orders,
  public.gear,
  public.order_movements,
  public.orders,
  public.payment_claims,
  public.payments,
  public.props,
  public.reservations,
  public.sets,
  public.user_profiles;
