-- Staff edit the lines of an enquiry like those of an order: free-text lines, other prices with their reason.
alter table public.enquiry_items
  alter column item_type drop not null,
  alter column item_id drop not null,
  add column description text,
  add column per_day boolean not null default true,
  add column list_price numeric(12,2),
  add column price_reason text,
  add constraint enquiry_items_description_check
    check (private.trimmed(description) <> '' and char_length(description) <= 200),
  add constraint enquiry_items_item_or_text
    check ((item_id is null) = (item_type is null) and (item_id is null) = (description is not null)),
  add constraint enquiry_items_list_price_range check (list_price >= 0 and list_price <= 9999999.99),
  add constraint enquiry_items_price_reason_length check (char_length(price_reason) <= 200);

-- Until now every line had the catalogue's price of the day.
update public.enquiry_items set list_price = price;

-- The days for which an issued quote promises its items, kept when its enquiry gets other days or lines.
create table private.quoted_days (
  document_id uuid not null,
  position smallint not null,
  rental_from date not null,
  rental_to date not null,
  constraint quoted_days_pkey primary key (document_id, position),
  constraint quoted_days_line_fkey foreign key (document_id, position)
    references public.document_lines (document_id, position) on delete cascade,
  constraint quoted_days_order check (rental_to >= rental_from)
);

alter table private.quoted_days enable row level security;
create policy "quoted_days: service_role does all" on private.quoted_days for all to service_role
  using (true) with check (true);
