-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.tax_classes (
  id uuid not null default gen_random_uuid(),
  label text not null,
  -- Services Accounting Code: heading 9973 is leasing or rental services.
  sac text not null,
  -- Percent of GST.
  rate numeric(5,2) not null,
  -- 'recipient': taxed in the recipient's state. 'premises': in the studio's, for what is used there.
  place text not null default 'recipient',
  valid_from date not null default private.today(),
  succeeded_by uuid,
  created_at timestamptz not null default now(),
  -- why no foreign key: a class never changes.
  created_by uuid,
  constraint tax_classes_pkey primary key (id),
  constraint tax_classes_succeeded_by_fkey foreign key (succeeded_by)
    references public.tax_classes(id),
  constraint tax_classes_label_check check (private.trimmed(label) <> '' and char_length(label) <= 60),
  constraint tax_classes_place_check check (place = any (array['recipient', 'premises'])),
  constraint tax_classes_rate_check check (rate >= 0 and rate <= 100),
  constraint tax_classes_sac_check check (sac ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$')
);

create index tax_classes_succeeded_by_idx on public.tax_classes (succeeded_by);

alter table public.tax_classes enable row level security;

create policy "tax_classes: crm staff read" on public.tax_classes for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "tax_classes: service_role does all" on public.tax_classes for all to service_role
  using (true) with check (true);

create trigger tax_classes_activity_delete after delete on public.tax_classes
  referencing old table as old_rows
  for each statement execute function private.record_activity('settings', 'tax_class', 'written.id', 'written.label', 'label,sac,rate,place,succeeded_by', 'true', 't');
create trigger tax_classes_activity_insert after insert on public.tax_classes
  referencing new table as new_rows
  for each statement execute function private.record_activity('settings', 'tax_class', 'written.id', 'written.label', 'label,sac,rate,place,succeeded_by', 'true', 't');
create trigger tax_classes_activity_update after update on public.tax_classes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('settings', 'tax_class', 'written.id', 'written.label', 'label,sac,rate,place,succeeded_by', 'true', 't');

grant select on public.tax_classes to authenticated, service_role;

insert into public.tax_classes (label, sac, rate, place) values
  ('Rental', '997319', 18, 'recipient');
