-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.crm_events (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default clock_timestamp(),
  customer_id uuid not null,
  subject text not null,
  subject_id uuid not null,
  actor text not null,
  -- The staff member. why: no foreign key, so that the id stays when the account is deleted.
  user_id uuid,
  what text not null,
  -- Statuses, ids of staff, numbers, names of fields: never personal data.
  from_value text,
  to_value text,
  line_id uuid,
  constraint crm_events_pkey primary key (id),
  constraint crm_events_customer_id_fkey foreign key (customer_id)
    references public.customers(id) on delete cascade,
  constraint crm_events_actor_check check (actor = any (array['visitor', 'staff', 'system'])),
  constraint crm_events_subject_check
    check (subject = any (array['customer', 'enquiry', 'order', 'message', 'note'])),
  constraint crm_events_user_id_check check ((actor = 'staff') = (user_id is not null)),
  constraint crm_events_what_check check (what ~ '^[a-z_]{1,40}$')
);

create index crm_events_customer_id_idx on public.crm_events (customer_id, created_at, id);

alter table public.crm_events enable row level security;

create policy "crm_events: crm staff read" on public.crm_events for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "crm_events: service_role does all" on public.crm_events for all to service_role
  using (true) with check (true);

create trigger crm_events_activity after insert on public.crm_events
  for each row when (new.actor = 'staff') execute function private.record_crm_activity();

grant select on public.crm_events to authenticated, service_role;
