/*
 * Follows the GST rate: of the classes that kinds have, those with the general class's rate are succeeded by ones with the
 * studio's rate. Then the balances that follow it.
 */
create function private.follow_gst_rate() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  new_rate constant numeric := (private.setting_or_default('studio.gst_rate') #>> '{}')::numeric * 100;
  former_rate constant numeric := (private.tax_class_of(null)).rate;
  former public.tax_classes;
  made uuid;
begin
  if new_rate <> former_rate then
    for former in
      select class.* from public.tax_classes as class
      where class.rate = former_rate and exists (
        select from private.kind_tax_classes as listed where listed.tax_class_id = class.id)
      order by class.label, class.id for update
    loop
      insert into public.tax_classes (label, sac, rate, place, created_by)
      values (former.label, former.sac, new_rate, former.place, auth.uid())
      returning id into made;
      update public.tax_classes as class set succeeded_by = made where class.id = former.id;
      update private.kind_tax_classes as listed set tax_class_id = made where listed.tax_class_id = former.id;
    end loop;
  end if;
  perform private.recount_estimates();
  return null;
end
$$;
