-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.customer_notes (
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  -- why: no foreign key, so that the author stays on the note when the account is deleted.
  author uuid not null default auth.uid(),
  note text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  -- why: no foreign key, as for the author.
  edited_by uuid,
  enquiry_order_id uuid,
  order_id uuid,
  constraint customer_notes_pkey primary key (id),
  constraint customer_notes_customer_id_fkey foreign key (customer_id)
    references public.customers(id) on delete cascade,
  constraint customer_notes_enquiry_order_id_fkey foreign key (enquiry_order_id)
    references public.enquiry_orders(id) on delete cascade,
  constraint customer_notes_order_id_fkey foreign key (order_id)
    references public.orders(id) on delete cascade,
  constraint customer_notes_edited_check check (edited_at is not null or edited_by is null),
  constraint customer_notes_note_check
    check (private.trimmed(note) <> '' and char_length(note) <= 2000),
  constraint customer_notes_rental_check check (num_nonnulls(enquiry_order_id, order_id) <= 1)
);

create index customer_notes_customer_id_idx on public.customer_notes (customer_id, created_at, id);
create index customer_notes_enquiry_order_id_idx on public.customer_notes (enquiry_order_id)
  where enquiry_order_id is not null;
create index customer_notes_order_id_idx on public.customer_notes (order_id)
  where order_id is not null;

alter table public.customer_notes enable row level security;

create policy "customer_notes: crm staff delete own, admin all" on public.customer_notes
  for delete
  to authenticated
  using (
    (select private.is_staff('admin')) or (select private.is_staff('crm_user'))
    and author = ((select auth.uid()))
  );
create policy "customer_notes: crm staff insert as themselves" on public.customer_notes
  for insert
  to authenticated
  with check ((select private.is_staff('admin', 'crm_user')) and author = ((select auth.uid())));
create policy "customer_notes: crm staff read" on public.customer_notes for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "customer_notes: crm staff update own, admin all" on public.customer_notes
  for update
  to authenticated
  using (
    (select private.is_staff('admin')) or (select private.is_staff('crm_user'))
    and author = ((select auth.uid()))
  )
  with check (
    (select private.is_staff('admin')) or (select private.is_staff('crm_user'))
    and author = ((select auth.uid()))
  );
create policy "customer_notes: service_role does all" on public.customer_notes
  for all
  to service_role
  using (true) with check (true);

create trigger customer_notes_check before insert on public.customer_notes
  for each row execute function private.check_note();
create trigger customer_notes_edit before update of note on public.customer_notes
  for each row execute function private.edit_note();
create trigger customer_notes_events_delete after delete on public.customer_notes
  referencing old table as old_rows
  for each statement execute function private.record_events('note', e'select null::timestamptz, gone.customer_id, gone.id, ''note_deleted'', null, null\n     from old_rows as gone join public.customers as customer on customer.id = gone.customer_id\n     where customer.erased_at is null');
create trigger customer_notes_events_insert after insert on public.customer_notes
  referencing new table as new_rows
  for each statement execute function private.record_events('note', 'select created_at, customer_id, id, ''note_added'', null, null from new_rows');
create trigger customer_notes_events_update after update on public.customer_notes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_events('note', e'select changed.edited_at, changed.customer_id, changed.id, ''note_edited'', null, null\n     from old_rows as former join new_rows as changed using (id) where former.note <> changed.note');

grant select, delete, insert (author, customer_id, enquiry_order_id, id, note, order_id),
    update (note)
  on public.customer_notes to authenticated;
grant select, insert, update, delete on public.customer_notes to service_role;
