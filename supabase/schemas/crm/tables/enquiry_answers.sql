-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.enquiry_answers (
  id uuid not null default gen_random_uuid(),
  enquiry_order_id uuid not null,
  answer text not null,
  -- Typed by the customer; null once their data was erased.
  note text,
  address inet,
  created_at timestamptz not null default clock_timestamp(),
  rental_from date,
  rental_to date,
  constraint enquiry_answers_pkey primary key (id),
  constraint enquiry_answers_enquiry_order_id_fkey foreign key (enquiry_order_id)
    references public.enquiry_orders(id) on delete cascade,
  constraint enquiry_answers_answer_check check (answer = any (array['change', 'withdraw'])),
  constraint enquiry_answers_dates_check
    check ((num_nulls(rental_from, rental_to) = any (array[0, 2])) and rental_to >= rental_from and (answer = 'change' or rental_from is null)),
  constraint enquiry_answers_note_length check (char_length(note) <= 2000)
);

create index enquiry_answers_enquiry_order_id_idx
  on public.enquiry_answers (enquiry_order_id, created_at, id);

alter table public.enquiry_answers enable row level security;

create policy "enquiry_answers: crm staff read" on public.enquiry_answers
  for select
  to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "enquiry_answers: service_role does all" on public.enquiry_answers
  for all
  to service_role
  using (true) with check (true);

grant select on public.enquiry_answers to authenticated, service_role;
