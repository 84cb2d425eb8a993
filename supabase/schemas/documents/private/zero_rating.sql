/*
 * Zero-rating of a supply (documents.zero_rated), null where it is not: by its place of supply, the state of the customer and
 * how their profile pays (billing_profiles.zero_rated).
 */
create function private.zero_rating(place_of_supply text, customer_state text, payment text) returns text
language sql stable
set search_path = ''
as $$
  select case when zero_rating.place_of_supply = '96'
      then case zero_rating.payment when 'without_payment' then 'EXPWOP' else 'EXPWP' end
    -- why in any state, and on the studio's premises: section 7(5)(b) of the IGST Act.
    when zero_rating.customer_state <> '96' and zero_rating.payment is not null
      then case zero_rating.payment when 'without_payment' then 'SEZWOP' else 'SEZWP' end end
  where private.is_gst_registered()
$$;
