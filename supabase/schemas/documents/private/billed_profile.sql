/*
 * The billing profile of a document as staff see it: as it is printed on an issued one, and on what a credit note or
 * voucher corrects; of another draft that of today. Null for none.
 */
create function private.billed_profile(document public.documents) returns jsonb
language sql stable
set search_path = ''
as $$
  select case when printed.customer is null then private.billing_profile_value(profile)
    else jsonb_build_object('id', profile.id, 'label', profile.label, 'legal_name', printed.customer ->> 'legal_name',
      'gstin', nullif(printed.customer ->> 'gstin', ''), 'address', printed.customer ->> 'address',
      'state_code', printed.customer #>> '{state,code}', 'zero_rated',
      case when rated.zero_rated is not null then
        case when private.is_without_payment(rated.zero_rated) then 'without_payment' else 'with_payment' end end) end
  from public.billing_profiles as profile
    left join public.documents as corrected on corrected.id = document.corrects
    cross join lateral (
      select coalesce(document.frozen, corrected.frozen) -> 'customer' as customer
    ) as printed
    cross join lateral (select coalesce(document.zero_rated, corrected.zero_rated) as zero_rated) as rated
  where profile.id = document.billing_profile_id
$$;
