/* A billing profile as staff see it. */
create function private.billing_profile_value(profile public.billing_profiles) returns jsonb
language sql stable
set search_path = ''
as $$
  select jsonb_build_object('id', profile.id, 'label', profile.label, 'legal_name', profile.legal_name, 'gstin', profile.gstin,
    'address', profile.address, 'state_code', profile.state_code, 'zero_rated', profile.zero_rated)
$$;
