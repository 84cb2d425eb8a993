/*
 * Sets an item's own days of turnaround, 0 to 30 working days; null: those of its kind. Nothing that is booked
 * moves. Returns {"turnaround_days": those that apply, "own_turnaround_days"}.
 * Raises PT404 for an unknown item, PT422 with details {"field": "days"}, PT409 with details {"reason":
 * "busy"}; 42501 for anyone but staff.
 */
create function public.set_turnaround(type text, id uuid, days integer default null) returns jsonb
language plpgsql security definer
set search_path = ''
set lock_timeout = '2s'
as $$
#variable_conflict use_variable
declare
  item public.items;
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  item := private.present_item(type, id);
  if days not between 0 and 30 then
    perform private.refuse('days', 'Turnaround must be a whole number of days from 0 to 30');
  end if;
  update public.items as changed set turnaround_days = days
  where changed.id = item.id and changed.turnaround_days is distinct from days;
  return private.turnaround_value(item.id);
exception when lock_not_available then
  perform private.refuse_busy();
end
$$;

grant execute on function public.set_turnaround(text,uuid,integer) to authenticated;
