/*
 * The settings of availability: {"shows": 'exact', 'yes-no' or 'off', for visitors; "turnaround": working days
 * by kind; "closed_weekdays": 1 (Monday) to 7; "closed_days": [{"day", "reason"}]; "updated_at"}. 42501 for
 * anyone but staff.
 */
create function public.availability_settings() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user', 'inventory_user');
  return private.availability_settings_value();
end
$$;

grant execute on function public.availability_settings() to authenticated;
