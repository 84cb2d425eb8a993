-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.item_pieces (
  id uuid not null default gen_random_uuid(),
  item_id uuid not null,
  -- From 1 on for each item. A number is never used again, since its label may be on a piece.
  number integer not null,
  -- why stored: labels are printed, so a code must stay.
  code text collate "C" not null,
  note text,
  -- Since when the piece is no longer used: sold, lost, beyond repair.
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  constraint item_pieces_pkey primary key (id),
  constraint item_pieces_code_key unique (code),
  constraint item_pieces_item_id_number_key unique (item_id, number),
  constraint item_pieces_item_id_fkey foreign key (item_id) references public.items(id),
  constraint item_pieces_note_length check (char_length(note) >= 1 and char_length(note) <= 200),
  constraint item_pieces_number_range check (number >= 1 and number <= 9999)
);

alter table public.item_pieces enable row level security;

create policy "item_pieces: service_role does all" on public.item_pieces for all to service_role
  using (true) with check (true);
create policy "item_pieces: staff read" on public.item_pieces for select to authenticated
  using ((select private.is_staff('admin', 'crm_user', 'inventory_user')));

create trigger item_pieces_activity_delete after delete on public.item_pieces
  referencing old table as old_rows
  for each statement execute function private.record_activity('items', 'item', 'written.item_id', '(select written.code || '' · '' || item.name from public.items as item where item.id = written.item_id)', 'code,note,retired_at', 'true', 't');
create trigger item_pieces_activity_insert after insert on public.item_pieces
  referencing new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.item_id', '(select written.code || '' · '' || item.name from public.items as item where item.id = written.item_id)', 'code,note,retired_at', 'true', 't');
create trigger item_pieces_activity_update after update on public.item_pieces
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('items', 'item', 'written.item_id', '(select written.code || '' · '' || item.name from public.items as item where item.id = written.item_id)', 'code,note,retired_at', 'true', 't');
create trigger item_pieces_unarchived after insert on public.item_pieces
  referencing new table as new_rows
  for each statement execute function private.refuse_archived_pieces();

grant select on public.item_pieces to authenticated;
grant select, insert, update, delete on public.item_pieces to service_role;
