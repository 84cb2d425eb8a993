/*
 * Tax classes that are not succeeded: {"classes": [{"id", "label", "sac", "rate", "place", "valid_from"}], "kinds":
 * {"prop": id, …, "other": id}, "states": [{"code", "name"}]}. Raises 42501 for anyone but admin and crm_user.
 */
create function public.tax_classes() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin', 'crm_user');
  return jsonb_build_object(
    'classes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', class.id, 'label', class.label, 'sac', class.sac,
        'rate', class.rate, 'place', class.place, 'valid_from', class.valid_from) order by class.label, class.id), '[]')
      from public.tax_classes as class where class.succeeded_by is null),
    'kinds', (
      select coalesce(jsonb_object_agg(listed.kind, listed.tax_class_id), '{}') from private.kind_tax_classes as listed),
    'states', (
      select jsonb_agg(jsonb_build_object('code', state.code, 'name', state.name) order by state.name)
      from private.gst_states as state));
end
$$;

grant execute on function public.tax_classes() to authenticated;
