/* Days of turnaround after a rental of the item: its own, or its kind's. */
create function private.turnaround_of(item_id uuid) returns integer
language sql stable
set search_path = ''
as $$
  select coalesce(item.turnaround_days, listed.turnaround_days)
  from public.items as item join private.catalogue_kinds as listed on listed.kind = item.kind
  where item.id = turnaround_of.item_id
$$;
