-- Staff's notes about a customer. Staff edit and delete their own notes, an admin any note.

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
  constraint customer_notes_pkey primary key (id),
  constraint customer_notes_customer_id_fkey
    foreign key (customer_id) references public.customers (id) on delete cascade,
  constraint customer_notes_note_check check (private.trimmed(note) <> '' and char_length(note) <= 2000),
  constraint customer_notes_edited_check check (edited_at is not null or edited_by is null)
);

create index customer_notes_customer_id_idx on public.customer_notes (customer_id, created_at, id);

alter table public.customer_notes enable row level security;

create policy "customer_notes: crm staff read" on public.customer_notes
  for select to authenticated using ((select private.is_staff('admin', 'crm_user')));
create policy "customer_notes: crm staff insert as themselves" on public.customer_notes
  for insert to authenticated
  with check ((select private.is_staff('admin', 'crm_user')) and author = (select auth.uid()));
create policy "customer_notes: crm staff delete own, admin all" on public.customer_notes
  for delete to authenticated
  using ((select private.is_staff('admin'))
    or (select private.is_staff('crm_user')) and author = (select auth.uid()));
create policy "customer_notes: service_role does all" on public.customer_notes
  for all to service_role using (true) with check (true);
create policy "customer_notes: crm staff update own, admin all" on public.customer_notes
  for update to authenticated
  using ((select private.is_staff('admin'))
    or (select private.is_staff('crm_user')) and author = (select auth.uid()))
  with check ((select private.is_staff('admin'))
    or (select private.is_staff('crm_user')) and author = (select auth.uid()));

-- Staff may set the id: a create that is retried with the same id cannot make a second row.
grant select, delete, insert (id, customer_id, note, author), update (note) on public.customer_notes to authenticated;
grant select, insert, update, delete on public.customer_notes to service_role;

/*
 * Trims a new note and requires a customer whose data was not erased. why: the lock waits for a running erasure.
 */
create function private.check_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- why: this runs before the policies and must not reveal to others which customers exist.
  if auth.role() in ('anon', 'authenticated') then
    perform private.require_staff('admin', 'crm_user');
  end if;
  perform from public.customers where id = new.customer_id and erased_at is null for key share;
  if not found then
    raise exception 'There is no such customer, or their data was erased.' using errcode = 'PT409';
  end if;
  new.note := private.trimmed(new.note);
  return new;
end
$$;

create trigger customer_notes_check before insert on public.customer_notes
  for each row execute function private.check_note();

/*
 * Trims an edited note and records who edited it and when, by the database's clock, whatever the request says.
 */
create function private.edit_note() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  new.note := private.trimmed(new.note);
  if new.note is distinct from old.note then
    new.edited_at := now();
    new.edited_by := auth.uid();
  end if;
  return new;
end
$$;

create trigger customer_notes_edit before update of note on public.customer_notes
  for each row execute function private.edit_note();
