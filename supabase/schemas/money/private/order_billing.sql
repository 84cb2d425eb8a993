/*
 * To whom and where a new invoice of an order is taxed: as the newest invoice of which something is left, else by the
 * customer's newest billing profile. place_of_supply: where staff set it, else null; code, is_set: the place of supply
 * that follows for lines of which all (only_premises) are used in the studio; studio_state: private.studio_state;
 * zero_rated: private.zero_rating.
 */
create function private.order_billing(
  made public.orders,
  only_premises boolean,
  out billing_profile_id uuid,
  out place_of_supply text,
  out code text,
  out is_set boolean,
  out studio_state text,
  out zero_rated text
) returns record
language sql stable
set search_path = ''
as $$
  with former as materialized (
    select invoice.billing_profile_id, case invoice.place_reason when 'set' then invoice.place_of_supply end as place
    from public.documents as invoice
    where invoice.order_id = made.id and invoice.kind = 'invoice' and invoice.state = 'issued'
      and invoice.taxable > (
        select coalesce(sum(note.taxable), 0) from public.documents as note
        where note.corrects = invoice.id and note.kind = 'credit_note' and note.state = 'issued')
    order by invoice.issued_at desc limit 1
  ), profile as materialized (
    select billing_profiles.* from public.billing_profiles
    where billing_profiles.id = (
      select coalesce((select former.billing_profile_id from former), private.usual_billing_profile(made.customer_id)))
  ), placed as materialized (
    select profile.id, former.place, profile.state_code, profile.zero_rated, studio.state,
      coalesce(former.place, case when not order_billing.only_premises then profile.state_code end, studio.state) as code
    from (select private.studio_state() as state offset 0) as studio
      left join former on true left join profile on true
  )
  select placed.id, placed.place, placed.code, placed.place is not null, placed.state,
    case when placed.code = '96' or placed.zero_rated is not null
      then private.zero_rating(placed.code, placed.state_code, placed.zero_rated) end
  from placed
$$;
