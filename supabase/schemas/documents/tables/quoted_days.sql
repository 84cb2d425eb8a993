-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- The days for which an issued quote promises its items, kept when its enquiry gets other days or lines.
create table private.quoted_days (
  document_id uuid not null,
  "position" smallint not null,
  rental_from date not null,
  rental_to date not null,
  constraint quoted_days_pkey primary key (document_id, "position"),
  constraint quoted_days_line_fkey foreign key (document_id, "position")
    references public.document_lines(document_id, "position") on delete cascade,
  constraint quoted_days_order check (rental_to >= rental_from)
);

alter table private.quoted_days enable row level security;

create policy "quoted_days: service_role does all" on private.quoted_days for all to service_role
  using (true) with check (true);
