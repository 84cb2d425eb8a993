/* The studio as documents show it. */
create function private.studio_content() returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object(
    'name', private.setting_text('studio.name'),
    'legal_name', private.setting_text('identity.legal_name'),
    'address', (
      select jsonb_agg(line.value order by line.place)
      from regexp_split_to_table(concat_ws(e'\n', private.setting_text('studio.address_lines'),
        concat_ws(' ', private.setting_text('studio.city'), private.setting_text('studio.postal_code')),
        concat_ws(', ', private.setting_text('studio.region'), private.setting_text('studio.country'))), '\s*\n\s*')
        with ordinality as line (value, place) where line.value <> ''),
    'state', private.gst_state(private.studio_state()),
    'gstin', case when private.is_gst_registered() then private.setting_text('identity.gstin') else '' end,
    'pan', coalesce(nullif(private.setting_text('identity.pan'), ''), substr(private.setting_text('identity.gstin'), 3, 10)),
    'email', private.setting_text('studio.email'),
    'phone', private.setting_text('studio.phone'),
    'logo', private.setting_or_default('brand.logo') ->> 'url',
    'bank', case when private.setting_text('identity.bank_account') <> '' then jsonb_build_object(
      'account_name', coalesce(nullif(private.setting_text('identity.bank_account_name'), ''), private.setting_text('identity.legal_name')),
      'bank', private.setting_text('identity.bank_name'), 'account', private.setting_text('identity.bank_account'),
      'ifsc', private.setting_text('identity.bank_ifsc')) end,
    'upi', case when private.setting_text('identity.upi_id') <> '' then jsonb_build_object(
      'id', private.setting_text('identity.upi_id'),
      'name', coalesce(nullif(private.setting_text('identity.upi_name'), ''), private.setting_text('studio.name'))) end,
    'signatory', private.setting_text('documents.signatory'))
$$;
