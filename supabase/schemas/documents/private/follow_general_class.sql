/* Follows the general tax class, that of text lines and charges: the studio's GST rate is its rate. */
create function private.follow_general_class() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  rate constant jsonb := (
    select to_jsonb(trim_scale(class.rate / 100)) from public.tax_classes as class where class.id = new.tax_class_id);
begin
  if rate <> private.setting_or_default('studio.gst_rate') then
    perform private.publish_values(jsonb_build_object('studio.gst_rate', nullif(rate, (
      select listed.default_value from private.setting_rules as listed where listed.key = 'studio.gst_rate'))));
  end if;
  return null;
end
$$;
