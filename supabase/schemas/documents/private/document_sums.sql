/*
 * The amounts of a document: {"lines": [{"position", "gross", "discount", "shared_discount", "taxable", "cgst", "sgst",
 * "igst"}], "sums": {"gross", "discount", "taxable", "cgst", "sgst", "igst", "round_off", "total"}}, in rupees.
 * lines: rows of document_lines. A document's discount is shared over them by largest remainder, ties to the first.
 * studio_state, place_of_supply: GST codes; without a place all is taxed inside the state, without the
 * studio's state nothing but what is used on its premises. is_set: the place is for all
 * lines, also those taxed on the studio's premises. zero_rated, as documents.zero_rated: all lines have IGST, or none.
 */
create function private.document_sums(
  lines jsonb,
  discount_percent numeric,
  discount_amount numeric,
  studio_state text,
  place_of_supply text,
  is_set boolean,
  round_off boolean,
  zero_rated text default null
) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  -- why materialized: functions are inlined on columns only.
  with given as materialized (
    select (line ->> 'position')::integer as position, case when not private.is_without_payment(document_sums.zero_rated) then (line ->> 'rate')::numeric end as rate,
      case when document_sums.zero_rated is not null then false
        when coalesce(line ->> 'place' = 'premises' and not is_set, false) then true
        when studio_state is not null then coalesce(place_of_supply = studio_state, true) end as inside,
      case when line ->> 'kind' = 'heading' then 0.00 else round(private.line_amount((line ->> 'unit_price')::numeric,
        (line ->> 'quantity')::numeric, (line ->> 'days')::integer), 2) end as gross,
      (line ->> 'discount_percent')::numeric as percent, (line ->> 'discount_amount')::numeric as fixed
    from jsonb_array_elements(lines) as listed (line)
  ), own as (
    select given.*, private.discount_on(gross, percent, fixed) as discount from given
  ), net as (
    select own.*, own.gross - own.discount as net, sum(own.gross - own.discount) over () as whole from own
  ), wanted as (
    select net.*, (private.discount_on(whole, document_sums.discount_percent, document_sums.discount_amount) * 100)::bigint as paise
    from net
  ), parts as (
    select wanted.*, case when whole = 0 then 0 else div(paise * net, whole) end as part,
      case when whole = 0 then 0 else mod(paise * net, whole) end as remainder
    from wanted
  ), ranked as (
    select parts.*, paise - sum(part) over () as missing,
      row_number() over (order by remainder desc, position) as place
    from parts
  ), shared as (
    select ranked.*, round((part + case when whole > 0 and place <= missing then 1 else 0 end) * 0.01, 2) as share from ranked
  ), taxed as (
    select shared.position, shared.gross, shared.discount, shared.share, shared.net - shared.share as taxable, tax.*
    from shared cross join lateral private.taxes_on(shared.net - shared.share, shared.rate, shared.inside) as tax
  ), summed as (
    select coalesce(sum(gross), 0.00) as gross, coalesce(sum(discount + share), 0.00) as discount,
      coalesce(sum(taxable), 0.00) as taxable, coalesce(sum(cgst), 0.00) as cgst, coalesce(sum(sgst), 0.00) as sgst,
      coalesce(sum(igst), 0.00) as igst,
      coalesce(jsonb_agg(jsonb_build_object('position', position, 'gross', gross, 'discount', discount,
        'shared_discount', share, 'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst) order by position), '[]') as lines
    from taxed
  ), payable as (
    select summed.*, taxable + cgst + sgst + igst as exact,
      case when document_sums.round_off then round(taxable + cgst + sgst + igst) + 0.00 else taxable + cgst + sgst + igst end as total
    from summed
  )
  select jsonb_build_object('lines', lines, 'sums', jsonb_build_object('gross', gross, 'discount', discount,
    'taxable', taxable, 'cgst', cgst, 'sgst', sgst, 'igst', igst, 'round_off', total - exact, 'total', total))
  from payable
$$;
