-- Generated from the migrated database by `npm run db:schema`. Do not edit.

-- The balance of each order, so that the list of due amounts is read along an index.
create table private.order_balances (
  order_id uuid not null,
  billed numeric not null default 0,
  basis text not null default 'none',
  received numeric not null default 0,
  held numeric not null default 0,
  due numeric not null default 0,
  -- The last day to pay.
  due_on date not null default 'infinity'::date,
  -- The list of due amounts shows the order while something is due.
  is_listed boolean not null default false,
  value numeric not null default 0,
  constraint order_balances_pkey primary key (order_id),
  constraint order_balances_order_id_fkey foreign key (order_id)
    references public.orders(id) on delete cascade
);

create index order_balances_due_idx on private.order_balances (due_on, order_id)
  where due > 0 and is_listed;

alter table private.order_balances enable row level security;

create policy "order_balances: service_role does all" on private.order_balances
  for all
  to service_role
  using (true) with check (true);
