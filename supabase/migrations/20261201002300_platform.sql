-- What the product adds to the platform: buckets, policies on stored files, triggers on accounts, second
-- factors and files, and the tables that open screens follow live.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('catalogue', 'catalogue', true, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']),
  ('returns', 'returns', false, 10485760, array['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
on conflict (id) do nothing;

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
create policy "objects: anyone reads catalogue" on storage.objects for select to anon, authenticated
  using (bucket_id = 'catalogue');
create policy "objects: crm staff insert returns" on storage.objects for insert to authenticated
  with check (bucket_id = 'returns' and (select private.is_staff('admin', 'crm_user')));
create policy "objects: crm staff read returns" on storage.objects for select to authenticated
  using (bucket_id = 'returns' and (select private.is_staff('admin', 'crm_user')));
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

do $$
begin
  -- why conditional: a Supabase project owns these schemas and may withhold the right to add triggers. There the
  -- service key can ban the last admin, but still not delete the account.
  if has_table_privilege('auth.users', 'TRIGGER') then
    create trigger users_last_admin after update on auth.users
      for each row
      when (old.banned_until is distinct from new.banned_until and new.banned_until > now() or old.deleted_at is null and new.deleted_at is not null or old.email_confirmed_at is not null and new.email_confirmed_at is null or old.invited_at is distinct from new.invited_at) execute function private.keep_last_admin_account();
  end if;
  if has_table_privilege('auth.mfa_factors', 'TRIGGER') then
    create trigger mfa_factors_activity_removed after delete on auth.mfa_factors
      for each row
      when (old.status = 'verified'::auth.factor_status) execute function private.log_second_factor();
    create trigger mfa_factors_activity_verified after update on auth.mfa_factors
      for each row
      when (old.status <> 'verified'::auth.factor_status and new.status = 'verified'::auth.factor_status) execute function private.log_second_factor();
  end if;
  -- why not uploads: the change of the record that uses the picture is logged.
  if has_table_privilege('storage.objects', 'TRIGGER') then
    create trigger objects_activity_delete after delete on storage.objects
      referencing old table as old_rows
      for each statement execute function private.record_activity('items', 'picture', 'written.name', 'written.name', '', 'written.bucket_id = ''catalogue''', 'f');
    create trigger objects_activity_update after update on storage.objects
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.record_activity('items', 'picture', 'written.name', 'written.name', 'name,version', 'written.bucket_id = ''catalogue''', 'f');
  end if;
end
$$;

-- The tables that open screens follow live. Subscribers read the changed rows under their own rights.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
  -- why: a publication FOR ALL TABLES includes these already and rejects ADD TABLE.
  if exists (select from pg_publication where pubname = 'supabase_realtime' and puballtables) then
    return;
  end if;
  -- why: crm_events is left out. An event is written together with the change that it records, which
  -- is followed itself.
  alter publication supabase_realtime add table
    public.backdrops, public.clothes, public.contact_enquiries, public.crews,
    public.customer_notes, public.customers, public.document_answers, public.enquiry_answers,
    public.enquiry_orders, public.gear, public.order_movements, public.orders,
    public.payment_claims, public.payments, public.props, public.reservations, public.sets,
    public.user_profiles;
end
$$;
