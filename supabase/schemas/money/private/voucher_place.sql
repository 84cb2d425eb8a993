/*
 * To whom and where an order's vouchers are taxed: as its newest issued invoice or quote, else by the customer's newest
 * billing profile. premises_inside, recipient_inside: whether what is used in the studio, and all else, is taxed inside
 * the studio's state; outside_taxed: whether the rest has IGST, or none under a letter of undertaking.
 */
create function private.voucher_place(
  made public.orders,
  out billing_profile_id uuid,
  out place_of_supply text,
  out premises_inside boolean,
  out recipient_inside boolean,
  out outside_taxed boolean
) returns record
language sql stable
set search_path = ''
as $$
  select profile.id, basis.place, coalesce(basis.place = private.studio_state(), true) and not sez.is_billed,
    coalesce(coalesce(basis.place, profile.state_code) = private.studio_state(), true) and not sez.is_billed,
    not coalesce(profile.zero_rated = 'without_payment' and (sez.is_billed or coalesce(basis.place, profile.state_code) = '96'), false)
  from (select) as always
    left join lateral (
      select document.billing_profile_id, case document.place_reason when 'set' then document.place_of_supply end as place
      from private.documents_of_order(made.id, made.enquiry_order_id) as document
        join private.document_kinds as kinds using (kind)
      where kinds.is_payable and document.state = 'issued'
      order by document.issued_at desc limit 1
    ) as basis on true
    left join public.billing_profiles as profile
      on profile.id = coalesce(basis.billing_profile_id, private.usual_billing_profile(made.customer_id))
    cross join lateral (
      select profile.zero_rated is not null and profile.state_code <> '96' and basis.place is distinct from '96' as is_billed
    ) as sez
$$;
