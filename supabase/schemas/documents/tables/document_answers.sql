-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.document_answers (
  id uuid not null default gen_random_uuid(),
  document_id uuid not null,
  -- Of the revision that the customer read: private.document_hash.
  revision_hash bytea not null,
  answer text not null,
  -- Typed by the customer; null once their data was erased.
  name text,
  note text,
  -- Wishes for single lines: [{"position", "text"}].
  changes jsonb not null default '[]'::jsonb,
  address inet,
  created_at timestamptz not null default clock_timestamp(),
  constraint document_answers_pkey primary key (id),
  constraint document_answers_document_id_fkey foreign key (document_id)
    references public.documents(id) on delete cascade,
  constraint document_answers_answer_check
    check (answer = any (array['accepted', 'declined', 'change'])),
  constraint document_answers_changes_check check (jsonb_typeof(changes) = 'array'),
  constraint document_answers_hash_length check (octet_length(revision_hash) = 32),
  constraint document_answers_name_length check (char_length(name) <= 120),
  constraint document_answers_note_length check (char_length(note) <= 2000)
);

create unique index document_answers_accepted_key on public.document_answers (document_id)
  where answer = 'accepted';
create index document_answers_document_id_idx
  on public.document_answers (document_id, created_at, id);

alter table public.document_answers enable row level security;

create policy "document_answers: crm staff read" on public.document_answers
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "document_answers: service_role does all" on public.document_answers
  for all
  to service_role
  using (true) with check (true);

create trigger document_answers_balance after insert on public.document_answers
  referencing new table as new_rows
  for each statement execute function private.follow_answer_balances();

grant select on public.document_answers to authenticated, service_role;
