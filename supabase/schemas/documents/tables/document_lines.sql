-- Generated from the migrated database by `npm run db:schema`. Do not edit.

create table public.document_lines (
  document_id uuid not null,
  "position" smallint not null,
  -- 'text': priced like an item; 'charge': of a return (late, damage, missing); a heading has no amounts.
  kind text not null,
  item_id uuid,
  item_type text,
  -- why no foreign key: the line may be removed from its order later.
  order_item_id uuid,
  -- Of a credit note: the position of the invoice's line.
  credits_position smallint,
  text text not null,
  sac text,
  rate numeric(5,2),
  place text,
  quantity integer,
  -- Null: charged once, not by the day.
  days integer,
  -- Rupees for one, per day where `days` is set.
  unit_price numeric(12,2),
  discount_percent numeric(5,2),
  discount_amount numeric(12,2),
  gross numeric(12,2) not null default 0,
  -- The line's own discount; shared_discount is its part of the document's.
  discount numeric(12,2) not null default 0,
  shared_discount numeric(12,2) not null default 0,
  taxable numeric(12,2) not null default 0,
  cgst numeric(12,2) not null default 0,
  sgst numeric(12,2) not null default 0,
  igst numeric(12,2) not null default 0,
  enquiry_item_id uuid,
  corrects uuid,
  constraint document_lines_pkey primary key (document_id, "position"),
  constraint document_lines_corrects_fkey foreign key (corrects) references public.documents(id),
  constraint document_lines_document_id_fkey foreign key (document_id)
    references public.documents(id) on delete cascade,
  constraint document_lines_item_id_fkey foreign key (item_id, item_type)
    references public.items(id, kind),
  constraint document_lines_days_range check (days >= 1 and days <= 3660),
  constraint document_lines_discount_amount_range check (discount_amount > 0),
  constraint document_lines_discount_check
    check (num_nonnulls(discount_percent, discount_amount) <= 1),
  constraint document_lines_discount_percent_range
    check (discount_percent > 0 and discount_percent <= 100),
  constraint document_lines_heading_check check (
  case kind
      when 'heading' then num_nonnulls(sac, rate, place, quantity, days, unit_price, discount_percent, discount_amount) = 0
      else num_nulls(sac, rate, place, quantity, unit_price) = 0
  end),
  constraint document_lines_item_check
    check ((kind = 'item') = (item_id is not null) and (item_id is null) = (item_type is null)),
  constraint document_lines_kind_check check (kind = any (array['item', 'text', 'charge', 'heading'])),
  constraint document_lines_place_check check (place = any (array['recipient', 'premises'])),
  constraint document_lines_quantity_range check (quantity >= 1 and quantity <= 1000000),
  constraint document_lines_rate_range check (rate >= 0 and rate <= 100),
  constraint document_lines_sac_check check (sac ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$'),
  constraint document_lines_sums_check
    check (taxable = (gross - discount - shared_discount) and cgst = sgst and least(gross, discount, shared_discount, taxable, cgst, igst) >= 0),
  constraint document_lines_text_check
    check (private.trimmed(text) <> '' and char_length(text) <= 200),
  constraint document_lines_unit_price_range check (unit_price >= 0 and unit_price <= 9999999999.99)
);

create index document_lines_corrects_idx on public.document_lines (corrects)
  where corrects is not null;
create index document_lines_item_id_idx on public.document_lines (item_id);
create index document_lines_order_item_id_idx on public.document_lines (order_item_id);

alter table public.document_lines enable row level security;

create policy "document_lines: crm staff read" on public.document_lines for select to authenticated
  using ((select private.is_staff('admin', 'crm_user')));
create policy "document_lines: service_role does all" on public.document_lines
  for all
  to service_role
  using (true) with check (true);

create trigger document_lines_issued before insert or delete or update on public.document_lines
  for each row execute function private.refuse_issued_lines();

grant select on public.document_lines to authenticated, service_role;

comment on column public.document_lines.corrects is 'Of a refund voucher: the receipt voucher that the line takes back; credits_position is its line.';
