-- A role for who hands pieces over and takes them back, without customers' data and money (docs/product/roles.md).

alter table public.user_profiles drop constraint user_profiles_role_check,
  add constraint user_profiles_role_check check (role = any (array['admin', 'crm_user', 'inventory_user', 'storekeeper']));

alter policy "reservations: staff read" on public.reservations
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user', 'storekeeper')));

alter table public.order_movements
  add column charges_due boolean not null default false,
  add constraint order_movements_charges_due_check check (not charges_due or kind = 'return');
comment on column public.order_movements.charges_due is
  'It was late, or pieces are damaged or missing, and nobody has decided about charges.';
create index order_movements_charges_due_idx on public.order_movements (order_id) where charges_due and undone_at is null;

drop policy "objects: crm staff insert returns" on storage.objects;
drop policy "objects: crm staff read returns" on storage.objects;
create policy "objects: desk staff insert returns" on storage.objects for insert to authenticated
  with check (bucket_id = 'returns' and (select private.is_staff('admin', 'crm_user', 'storekeeper')));
create policy "objects: desk staff read returns" on storage.objects for select to authenticated
  using (bucket_id = 'returns' and (select private.is_staff('admin', 'crm_user', 'storekeeper')));
