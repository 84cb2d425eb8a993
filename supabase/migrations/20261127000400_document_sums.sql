-- Arithmetic of documents: whole paise, half up (docs/decisions/0076). Twin: src/domain/documents/sums.ts.

/* A fraction of non-negative amounts, rounded half up to whole numbers. why not round(a / b): a quotient is rounded before. */
create function private.half_up(numerator numeric, denominator numeric) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select div(2 * numerator + denominator, 2 * denominator)
$$;

/* CGST, SGST and IGST of a taxable value in rupees: halves inside a state, the whole rate (percent) between states. */
create function private.taxes_on(taxable numeric, rate numeric, inside boolean, out cgst numeric, out sgst numeric, out igst numeric)
language sql immutable parallel safe
set search_path = ''
as $$
  select half.tax, half.tax, case when inside then 0.00 else round(taxable * coalesce(rate, 0) * 0.01, 2) end
  from (select case when inside then round(taxable * coalesce(rate, 0) * 0.005, 2) else 0.00 end as tax) as half
$$;

/* The tax inside an amount received: {"taxable", "cgst", "sgst", "igst"}, for vouchers. Rupees; rate in percent. */
create function private.tax_inside(amount numeric, rate numeric, inside boolean) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  select jsonb_build_object('taxable', round(amount - case when inside then 2 * tax.part else tax.part end, 2),
    'cgst', case when inside then tax.part else 0.00 end, 'sgst', case when inside then tax.part else 0.00 end,
    'igst', case when inside then 0.00 else tax.part end)
  from (
    -- why times 100: paise and a rate of two decimals as whole numbers.
    select round(private.half_up(amount * 100 * rate * 100, (100 + rate) * 100 * case when inside then 2 else 1 end) * 0.01, 2) as part
  ) as tax
$$;

/* A discount on an amount, never more than the amount. Rupees. */
create function private.discount_on(amount numeric, percent numeric, fixed numeric) returns numeric
language sql immutable parallel safe
set search_path = ''
as $$
  select least(amount, coalesce(round(amount * percent * 0.01, 2), fixed, 0.00))
$$;

/*
 * The amounts of a document: {"lines": [{"position", "gross", "discount", "shared_discount", "taxable", "cgst", "sgst",
 * "igst"}], "sums": {"gross", "discount", "taxable", "cgst", "sgst", "igst", "round_off", "total"}}, in rupees.
 * lines: rows of document_lines. A document's discount is shared over them by largest remainder, ties to the first.
 * studio_state, place_of_supply: GST codes; without a place all is taxed inside the state. is_set: the place is for all
 * lines, also those taxed on the studio's premises.
 */
create function private.document_sums(
  lines jsonb, discount_percent numeric, discount_amount numeric, studio_state text, place_of_supply text,
  is_set boolean, round_off boolean
) returns jsonb
language sql immutable parallel safe
set search_path = ''
as $$
  with given as (
    select (line ->> 'position')::integer as position, (line ->> 'rate')::numeric as rate,
      coalesce(line ->> 'place' = 'premises' and not is_set, false) or place_of_supply is null
        or coalesce(place_of_supply = studio_state, false) as inside,
      case when line ->> 'kind' = 'heading' then 0.00 else round((line ->> 'unit_price')::numeric
        * (line ->> 'quantity')::numeric * coalesce((line ->> 'days')::numeric, 1), 2) end as gross,
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

/* A whole number below 1,000 in words: 'five hundred ninety-six'; '' for 0. */
create function private.hundreds_in_words(value integer) returns text
language sql immutable strict parallel safe
set search_path = ''
as $$
  select concat_ws(' ', case when value >= 100 then small[value / 100] || ' hundred' end,
    case when value % 100 between 1 and 19 then small[value % 100]
      when value % 100 >= 20 then concat_ws('-', tens[value % 100 / 10], small[nullif(value % 10, 0)]) end)
  from (select '{one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,fifteen,sixteen,seventeen,eighteen,nineteen}'::text[] as small,
    '{ten,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety}'::text[] as tens) as words
$$;

/* An amount in words, by Indian numbering: 'Rupees twelve thousand five hundred ninety-six and eighty paise only'. */
create function private.in_words(amount numeric) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select concat_ws(' ', case when amount < 0 then 'Minus rupees' else 'Rupees' end,
    case when rupees = 0 then 'zero' else nullif(concat_ws(' ',
      case when rupees >= 10000000 then concat_ws(' ', nullif(concat_ws(' ',
        case when rupees >= 10000000000 then private.hundreds_in_words((rupees / 10000000000)::integer) || ' thousand' end,
        nullif(private.hundreds_in_words((rupees / 10000000 % 1000)::integer), '')), ''), 'crore') end,
      private.hundreds_in_words(nullif(rupees / 100000 % 100, 0)::integer) || ' lakh',
      private.hundreds_in_words(nullif(rupees / 1000 % 100, 0)::integer) || ' thousand',
      nullif(private.hundreds_in_words((rupees % 1000)::integer), '')), '') end,
    'and ' || private.hundreds_in_words(nullif(paise, 0)) || ' paise', 'only')
  from (select trunc(abs(amount))::bigint as rupees, (round(abs(amount) * 100) % 100)::integer as paise) as parts
$$;

/* The financial year of a day, April to March: '26-27'. */
create function private.financial_year(day date) returns text
language sql immutable parallel safe
set search_path = ''
as $$
  select lpad((first_year % 100)::text, 2, '0') || '-' || lpad(((first_year + 1) % 100)::text, 2, '0')
  from (select extract(year from day)::integer - case when extract(month from day) < 4 then 1 else 0 end as first_year) as years
$$;
