-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table private.links (
  id uuid not null default gen_random_uuid(),
  kind text not null,
  -- A calendar is of the studio, of a member of staff, or of a crew member; a day sheet of a crew member.
  for_studio boolean not null default false,
  user_id uuid,
  item_id uuid,
  -- Of a day sheet.
  day date,
  note text,
  -- why only the hash: a copy of the database opens no link.
  token bytea not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  expires_at timestamptz,
  -- Day on which it was opened last.
  last_opened date,
  document_id uuid,
  customer_id uuid,
  mailed_to bytea,
  constraint links_pkey primary key (id),
  constraint links_token_key unique (token),
  constraint links_created_by_fkey foreign key (created_by)
    references public.user_profiles(id) on delete set null,
  constraint links_document_id_fkey foreign key (document_id)
    references public.documents(id) on delete cascade,
  constraint links_item_id_fkey foreign key (item_id) references public.items(id),
  constraint links_user_id_fkey foreign key (user_id)
    references public.user_profiles(id) on delete cascade,
  constraint links_note_length check (char_length(note) <= 500),
  constraint links_subject_check check (
  case
      when kind = 'calendar' then document_id is null and (for_studio::integer + num_nonnulls(user_id, item_id)) = 1 and num_nonnulls(day, note, expires_at) = 0
      when kind = 'day_sheet' then document_id is null and not for_studio and user_id is null and num_nulls(item_id, day, expires_at) = 0
      when kind = any (array['document', 'document_preview']) then not for_studio and num_nonnulls(user_id, item_id, day, note) = 0 and num_nulls(document_id, expires_at) = 0
      else false
  end),
  constraint links_token_length check (octet_length(token) = 32)
);

create index links_created_by_idx on private.links (created_by);
create index links_document_id_idx on private.links (document_id);
create index links_item_id_idx on private.links (item_id);
create index links_mailed_to_idx on private.links (mailed_to)
  where mailed_to is not null and last_opened is not null;
create index links_user_id_idx on private.links (user_id);

alter table private.links enable row level security;

create policy "links: service_role does all" on private.links for all to service_role
  using (true) with check (true);

create trigger links_activity_delete after delete on private.links
  referencing old table as old_rows
  for each statement execute function private.record_activity('crm', 'link', 'written.id', e'case written.kind when ''day_sheet'' then ''Day sheet'' when ''document'' then ''Document'' else ''Calendar'' end || '' of '' || coalesce(\n    private.person_name(written.user_id), (select item.name from public.items as item where item.id = written.item_id),\n    (select customer.customer_number from public.documents as document\n      join public.customers as customer on customer.id = document.customer_id where document.id = written.document_id), ''the studio'')', 'kind,day,revoked_at', 'written.kind <> ''document_preview'' and (written.document_id is null or written.revoked_at is not null)', 't');
create trigger links_activity_insert after insert on private.links
  referencing new table as new_rows
  for each statement execute function private.record_activity('crm', 'link', 'written.id', e'case written.kind when ''day_sheet'' then ''Day sheet'' when ''document'' then ''Document'' else ''Calendar'' end || '' of '' || coalesce(\n    private.person_name(written.user_id), (select item.name from public.items as item where item.id = written.item_id),\n    (select customer.customer_number from public.documents as document\n      join public.customers as customer on customer.id = document.customer_id where document.id = written.document_id), ''the studio'')', 'kind,day,revoked_at', 'written.kind <> ''document_preview'' and (written.document_id is null or written.revoked_at is not null)', 't');
create trigger links_activity_update after update on private.links
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('crm', 'link', 'written.id', e'case written.kind when ''day_sheet'' then ''Day sheet'' when ''document'' then ''Document'' else ''Calendar'' end || '' of '' || coalesce(\n    private.person_name(written.user_id), (select item.name from public.items as item where item.id = written.item_id),\n    (select customer.customer_number from public.documents as document\n      join public.customers as customer on customer.id = document.customer_id where document.id = written.document_id), ''the studio'')', 'kind,day,revoked_at', 'written.kind <> ''document_preview'' and (written.document_id is null or written.revoked_at is not null)', 't');
