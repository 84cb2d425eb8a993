/* An item's days of turnaround, for staff: those that apply, and its own (null: its kind's apply). */
create function private.turnaround_value(item_id uuid) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('turnaround_days', private.turnaround_of(item.id),
    'own_turnaround_days', item.turnaround_days)
  from public.items as item where item.id = turnaround_value.item_id
$$;
