/*
 * Rates with which a visitor's cart adds GST as a quote does: {"rates": {"prop": 18, …}, "round_off": false}. Percent by kind
 * of item, 0 in a studio that is not registered for GST. For visitors.
 */
create function public.rental_taxes() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'rates', (
      select jsonb_object_agg(listed.kind,
        case when private.is_gst_registered() then (private.tax_class_of(listed.kind)).rate else 0 end)
      from private.catalogue_kinds as listed),
    'round_off', private.setting_or_default('documents.round_off')::boolean)
$$;

grant execute on function public.rental_taxes() to anon, authenticated, service_role;
