-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- References in use: one transfer is recorded once. It may be split into the rent and the deposit of one order.
-- why a table: the reference of a reversed payment is free again, and payments never change.
create table private.payment_references (
  method text not null,
  -- In lower case.
  reference text not null,
  account text not null,
  payment_id uuid not null,
  order_id uuid not null,
  constraint payment_references_pkey primary key (method, reference, account),
  constraint payment_references_order_id_fkey foreign key (order_id) references public.orders(id),
  constraint payment_references_payment_id_fkey foreign key (payment_id)
    references public.payments(id)
);

create index payment_references_order_id_idx on private.payment_references (order_id);
create index payment_references_payment_id_idx on private.payment_references (payment_id);
create index payment_references_reference_idx on private.payment_references (reference);

alter table private.payment_references enable row level security;

create policy "payment_references: service_role does all" on private.payment_references
  for all
  to service_role
  using (true) with check (true);
