/* The sentence that a zero-rated supply has on paper (Rule 46 of the CGST Rules); null for any other. */
create function private.endorsement(zero_rated text) returns text
language sql stable
set search_path = ''
as $$
  select case
    when private.is_without_payment(zero_rated) then format('Supply meant for export/supply to SEZ unit or SEZ developer for authorised '
      'operations under bond or letter of undertaking without payment of integrated tax (%s of %s)',
      private.setting_text('identity.lut'), private.setting_text('identity.lut_year'))
    when zero_rated is not null then
      'Supply meant for export/supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax'
  end
$$;
