/*
 * The state of the set-up: {"done": steps that are done, "skipped": steps that were skipped and are not done,
 * "finished"}. A step is done when the studio has what it sets up, wherever that was entered; the first three when
 * their settings differ from the defaults. Raises 42501 for anyone but admin.
 */
create function public.setup_state() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  return (
    select jsonb_build_object(
      'done', coalesce(jsonb_agg(step) filter (where is_done), '[]'),
      'skipped', coalesce(jsonb_agg(step) filter (
        where not is_done and private.setting_value('setup.' || step || '_skipped') = 'true'), '[]'),
      'finished', private.setting_value('setup.finished') is not distinct from 'true')
    from (values
      ('name', (
        select count(*) = 2 from private.studio_settings as setting
        where setting.key in ('studio.name', 'studio.short_name') and setting.value is not null)),
      ('contact', (
        select count(*) = 4 from private.studio_settings as setting
        where setting.key in ('studio.address_lines', 'studio.email', 'studio.phone', 'studio.whatsapp')
          and setting.value is not null)),
      ('gst', exists (
        select from private.studio_settings as setting
        where setting.key = 'identity.gstin' and setting.value <> '""'
          or setting.key = 'studio.gst_registered' and setting.value = 'false')),
      ('categories', exists (select from public.prop_categories) or exists (select from public.cloth_categories)
        or exists (select from public.backdrop_materials) or exists (select from public.gear_category_manager)
        or exists (select from public.crew_categories)),
      ('items', exists (select from public.items as item where item.removed_at is null))
    ) as steps (step, is_done)
  );
end
$$;

grant execute on function public.setup_state() to authenticated;
