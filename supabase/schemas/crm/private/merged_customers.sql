/* The customer and all that were merged into them. */
create function private.merged_customers(id uuid) returns uuid[]
language sql stable
set search_path = ''
as $$
  with recursive merged as (
    select merged_customers.id
    union all
    select former.id from merged join public.customers as former on former.merged_into = merged.id
  )
  select array(select merged.id from merged)
$$;
