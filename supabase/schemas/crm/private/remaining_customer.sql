/* The customer that a merged one's records belong to, after one or more merges; the same id for other customers. */
create function private.remaining_customer(id uuid) returns uuid
language sql stable
set search_path = ''
as $$
  with recursive merged as (
    select customer.id, customer.merged_into from public.customers as customer
    where customer.id = remaining_customer.id
    union all
    select later.id, later.merged_into
    from merged join public.customers as later on later.id = merged.merged_into
  )
  select merged.id from merged where merged.merged_into is null
$$;
