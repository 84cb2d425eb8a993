-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- The tax class of each kind of item, and of lines without an item.
create table private.kind_tax_classes (
  kind text not null,
  tax_class_id uuid not null,
  constraint kind_tax_classes_pkey primary key (kind),
  constraint kind_tax_classes_tax_class_id_fkey foreign key (tax_class_id)
    references public.tax_classes(id)
);

create index kind_tax_classes_tax_class_id_idx on private.kind_tax_classes (tax_class_id);

alter table private.kind_tax_classes enable row level security;

create policy "kind_tax_classes: service_role does all" on private.kind_tax_classes
  for all
  to service_role
  using (true) with check (true);

create trigger kind_tax_classes_activity_delete after delete on private.kind_tax_classes
  referencing old table as old_rows
  for each statement execute function private.record_activity('settings', 'tax_class', 'written.tax_class_id', '(select class.label from public.tax_classes as class where class.id = written.tax_class_id)', 'kind,tax_class_id', 'true', 't');
create trigger kind_tax_classes_activity_insert after insert on private.kind_tax_classes
  referencing new table as new_rows
  for each statement execute function private.record_activity('settings', 'tax_class', 'written.tax_class_id', '(select class.label from public.tax_classes as class where class.id = written.tax_class_id)', 'kind,tax_class_id', 'true', 't');
create trigger kind_tax_classes_activity_update after update on private.kind_tax_classes
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_activity('settings', 'tax_class', 'written.tax_class_id', '(select class.label from public.tax_classes as class where class.id = written.tax_class_id)', 'kind,tax_class_id', 'true', 't');
create trigger kind_tax_classes_balances after insert or update on private.kind_tax_classes
  for each statement execute function private.follow_taxation();
create trigger kind_tax_classes_gst_rate after insert or update on private.kind_tax_classes
  for each row when (new.kind = 'other') execute function private.follow_general_class();

insert into private.kind_tax_classes (kind, tax_class_id) values
  ('backdrop', '99731900-0000-4000-8000-000000000000'),
  ('cloth', '99731900-0000-4000-8000-000000000000'),
  ('crew', '99731900-0000-4000-8000-000000000000'),
  ('gear', '99731900-0000-4000-8000-000000000000'),
  ('other', '99731900-0000-4000-8000-000000000000'),
  ('prop', '99731900-0000-4000-8000-000000000000'),
  ('set', '99731900-0000-4000-8000-000000000000');
