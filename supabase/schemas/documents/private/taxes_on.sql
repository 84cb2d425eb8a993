/* CGST, SGST and IGST of a taxable value in rupees: halves inside a state, the whole rate (percent) between states; none
 * where `inside` is null, not known. */
create function private.taxes_on(
  taxable numeric,
  rate numeric,
  inside boolean,
  out cgst numeric,
  out sgst numeric,
  out igst numeric
) returns record
language sql immutable parallel safe
set search_path = ''
as $$
  select half.tax, half.tax, case when coalesce(inside, true) then 0.00 else round(taxable * coalesce(rate, 0) * 0.01, 2) end
  from (select case when inside then round(taxable * coalesce(rate, 0) * 0.005, 2) else 0.00 end as tax) as half
$$;
