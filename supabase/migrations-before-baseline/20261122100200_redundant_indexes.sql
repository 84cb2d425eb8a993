-- Both are prefixes of orders_by_status_idx and orders_by_payment_status_idx, which serve the foreign keys too.

drop index public.orders_status_idx, public.orders_payment_status_idx;
