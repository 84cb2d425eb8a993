/*
 * Place of supply of a draft: that of the document that it corrects; the one that staff set; the studio's state where all is used on its premises; else the
 * recipient's state, or the studio's when that is not known. zero_rated: as documents.zero_rated.
 */
create function private.document_place(
  draft public.documents,
  out code text,
  out reason text,
  out customer_state text,
  out zero_rated text
) returns record
language sql stable
set search_path = ''
as $$
  select placed.code, placed.reason, placed.customer_state,
    case when placed.is_fixed then placed.fixed_rating
      else private.zero_rating(placed.code, placed.customer_state, placed.payment) end
  from (
    select case when corrected.place_reason is not null then corrected.place_of_supply
        when draft.place_of_supply is not null then draft.place_of_supply
        when premises.only then private.studio_state() else coalesce(profile.state_code, private.studio_state()) end as code,
      case when corrected.place_reason is not null then corrected.place_reason
        when draft.place_of_supply is not null then 'set'
        when profile.state_code is not null and not premises.only then 'customer' else 'studio' end as reason,
      case when corrected.place_reason is not null then corrected.customer_state else profile.state_code end as customer_state,
      corrected.place_reason is not null as is_fixed, corrected.zero_rated as fixed_rating, profile.zero_rated as payment
    from (
      select coalesce(bool_and(line.place = 'premises'), false) as only
      from public.document_lines as line where line.document_id = draft.id and line.kind <> 'heading'
    ) as premises
      left join public.billing_profiles as profile on profile.id = draft.billing_profile_id
      left join public.documents as corrected on corrected.id = draft.corrects
  ) as placed
$$;
