/* What an order costs as it stands, beside what is billed of it. */
alter table private.order_balances add column value numeric not null default 0;
